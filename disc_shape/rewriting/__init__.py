"""
What passes build with: sizes as SSA values, refined types, simplifications by facts, constraints
as IR.

It is between `passes` and `analysis`: it changes IR, queries the analysis, and knows no pass.
"""
