"""Iteration spaces of cards: programs, arguments, and an evaluator."""
