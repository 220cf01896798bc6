"""
Facts about sizes from outside the program, of users and front ends, as symbols and predicates.

It imports `constraints`, `analysis`, `dialects` and `symbolic`, and no pass.
"""
