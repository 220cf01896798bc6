"""Reads and writes the constraint graph: symbols, predicates, likely values, types with symbols."""
