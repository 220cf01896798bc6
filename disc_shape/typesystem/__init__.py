"""A lattice of types over the prover's expressions, and the judgements about it.

`types` are plain objects; `judgements` says whether one fits another, `bounds` finds the least
type above two, `scopes` asks which names a type mentions and forgets them, `matching` and
`schemes` instantiate function types.
"""
