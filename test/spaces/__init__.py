"""Iteration spaces of cards: programs, an evaluator, and a printer of `linalg.generic`."""
