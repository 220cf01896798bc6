"""
Relax in MLIR form: types whose dimensions are expressions over symbols, and a program's functions,
blocks, calls and operators.
"""

from disc_shape.dialects.functional import dialect_of
from disc_shape.dialects.relax import aliases, calls, function_ops, literals, structure, types
from disc_shape.dialects.relax.operators import OPERATORS

Relax = dialect_of(
    "relax",
    [function_ops, structure, calls, literals, aliases, types],
    OPERATORS.values(),
)
