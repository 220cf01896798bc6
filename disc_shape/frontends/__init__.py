"""
Facts about sizes that come from outside the program: from users, converters and other front ends.

It stands beside `rewriting`: it reads what others say and writes it into the IR as symbols and
predicates. It imports `rewriting`, `analysis`, `dialects` and `symbolic`, and knows no pass.
"""
