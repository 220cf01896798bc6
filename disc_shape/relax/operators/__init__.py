"""
The operators: each is a program of HLO over ranked operands, which types, lowers and runs it.

`operator_type` is the whole interface to typing: the types of operands and the attributes in, the
type of the result out.
"""

from disc_shape.relax.operators.typing import OperatorError, operator_type

__all__ = ["OperatorError", "operator_type"]
