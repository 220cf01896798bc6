"""
Relax on the relations and the prover: the types of operations, the criteria of a module, its normal
form, and the operators as programs of HLO.
"""
