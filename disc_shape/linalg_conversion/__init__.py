"""
HLO operations as operations of linalg, tensor, arith, math, scf and cf on tensors.

`convert` is the only entry. It reads the iteration spaces of `cards` and the facts of `analysis`,
and leaves the program it reads as it is until all operations have counterparts: `values` holds
those, `writer` emits them, `registry` names the conversion of each class.

May import analysis, constraints, cards, decompositions and the dialects.
"""

from disc_shape.linalg_conversion.module import convert as convert
