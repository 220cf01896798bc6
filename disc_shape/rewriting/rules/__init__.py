"""Rewrite rules, one module for each family of operations."""
