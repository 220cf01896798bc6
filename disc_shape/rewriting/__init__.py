"""
What passes build with: sizes as SSA values, refined types, simplifications by facts, constraints
as IR.

It stands between `passes` and `analysis`: it changes IR and asks the analysis, and knows no pass.
"""
