"""Cards of MLIR's arith dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import functions
from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.functions import COMPARE, SWAPPED
from disc_shape.traversal import operands_of

AND, OR, XOR = functions.AND, functions.OR, functions.XOR

SCALARS: dict[type[Operation], Scalar] = {
    arith.AddiOp: Scalar(functions.ADD, XOR),
    arith.SubiOp: Scalar(functions.SUBTRACT, XOR),
    arith.MuliOp: Scalar(functions.MULTIPLY, AND),
    arith.DivSIOp: Scalar(functions.DIVIDE, zero_is_undefined=True),
    arith.RemSIOp: Scalar(functions.REMAINDER, zero_is_undefined=True),
    arith.DivUIOp: Scalar(functions.DIVIDE, unsigned=True, zero_is_undefined=True),
    arith.RemUIOp: Scalar(functions.REMAINDER, unsigned=True, zero_is_undefined=True),
    arith.FloorDivSIOp: Scalar(functions.FLOOR_DIVIDE, zero_is_undefined=True),
    arith.CeilDivSIOp: Scalar(functions.CEIL_DIVIDE, zero_is_undefined=True),
    arith.CeilDivUIOp: Scalar(functions.CEIL_DIVIDE, unsigned=True, zero_is_undefined=True),
    arith.MinSIOp: Scalar(functions.MINIMUM),
    arith.MaxSIOp: Scalar(functions.MAXIMUM),
    arith.MinUIOp: Scalar(functions.MINIMUM, AND, unsigned=True),
    arith.MaxUIOp: Scalar(functions.MAXIMUM, OR, unsigned=True),
    arith.AndIOp: Scalar(AND, AND),
    arith.OrIOp: Scalar(OR, OR),
    arith.XOrIOp: Scalar(XOR, XOR),
    arith.ShLIOp: Scalar(functions.SHIFT_LEFT),
    arith.ShRSIOp: Scalar(functions.SHIFT_RIGHT),
    arith.ShRUIOp: Scalar(functions.SHIFT_RIGHT_LOGICAL),
    arith.AddfOp: Scalar(functions.ADD),
    arith.SubfOp: Scalar(functions.SUBTRACT),
    arith.MulfOp: Scalar(functions.MULTIPLY),
    arith.DivfOp: Scalar(functions.DIVIDE),
    arith.NegfOp: Scalar(functions.NEGATE),
    arith.MaximumfOp: Scalar(functions.MAXIMUM),
    arith.MinimumfOp: Scalar(functions.MINIMUM),
    arith.SelectOp: Scalar(functions.SELECT, functions.SELECT),
}
"""What operations compute of numbers, and of booleans."""


def like_result(op: Operation) -> tuple[SSAValue, Sequence[int]]:
    """Operands of operations of arith and math have the type of the result."""
    return op.results[0], range(len(operands_of(op)))


def like_each_other(op: Operation) -> tuple[SSAValue, Sequence[int]]:
    """Operands that are compared have one type."""
    return op.operands[0], range(len(op.operands))


register_card(Card(same_types=like_result), *arith.Arith.operations)
for _op_class, _scalar in SCALARS.items():
    register_card(Card(same_types=like_result, elements=Elementwise(_scalar)), _op_class)

PREDICATES = ("==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">=")
"""The relation of each predicate of `arith.cmpi`, by its number."""
FIRST_ORDERED, FIRST_UNSIGNED = 2, 6


def comparison(op: arith.CmpiOp) -> Scalar:
    """The comparison of a predicate. As signed numbers booleans are 0 and -1."""
    code = op.predicate.value.data
    relation = PREDICATES[code]
    signed = FIRST_ORDERED <= code < FIRST_UNSIGNED
    booleans = COMPARE[SWAPPED[relation] if signed else relation]
    return Scalar(COMPARE[relation], booleans, unsigned=code >= FIRST_UNSIGNED)


register_card(Card(same_types=like_each_other, elements=Elementwise(comparison)), arith.CmpiOp)
register_card(Card(same_types=like_each_other), arith.CmpfOp)
