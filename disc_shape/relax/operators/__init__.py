"""
The operators: each is a program of HLO over ranked operands, which types, lowers and runs it.

`OperatorTypes.type_of` is the whole interface to typing: the types of operands and the attributes
in, the type of the result out.
"""

from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.typing import OperatorTypes

__all__ = ["OperatorError", "OperatorTypes"]
