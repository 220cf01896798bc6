"""Cards of MLIR's index dialect: arithmetic as in arith, on indices."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.cards import functions
from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.functions import COMPARE
from disc_shape.dialects.xdsl_extras import index

SCALARS: dict[type[Operation], Scalar] = {
    index.AddOp: Scalar(functions.ADD),
    index.SubOp: Scalar(functions.SUBTRACT),
    index.MulOp: Scalar(functions.MULTIPLY),
    index.DivSOp: Scalar(functions.DIVIDE, zero_is_undefined=True),
    index.DivUOp: Scalar(functions.DIVIDE, unsigned=True, zero_is_undefined=True),
    index.RemSOp: Scalar(functions.REMAINDER, zero_is_undefined=True),
    index.RemUOp: Scalar(functions.REMAINDER, unsigned=True, zero_is_undefined=True),
    index.FloorDivSOp: Scalar(functions.FLOOR_DIVIDE, zero_is_undefined=True),
    index.CeilDivSOp: Scalar(functions.CEIL_DIVIDE, zero_is_undefined=True),
    index.CeilDivUOp: Scalar(functions.CEIL_DIVIDE, unsigned=True, zero_is_undefined=True),
    index.MaxSOp: Scalar(functions.MAXIMUM),
    index.MinSOp: Scalar(functions.MINIMUM),
    index.MaxUOp: Scalar(functions.MAXIMUM, unsigned=True),
    index.MinUOp: Scalar(functions.MINIMUM, unsigned=True),
    index.ShlOp: Scalar(functions.SHIFT_LEFT),
    index.ShrSOp: Scalar(functions.SHIFT_RIGHT),
    index.ShrUOp: Scalar(functions.SHIFT_RIGHT_LOGICAL),
    index.AndOp: Scalar(functions.AND),
    index.OrOp: Scalar(functions.OR),
    index.XOrOp: Scalar(functions.XOR),
}

for _op_class, _scalar in SCALARS.items():
    register_card(Card(elements=Elementwise(_scalar)), _op_class)

PREDICATES = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def comparison(op: index.CmpOp) -> Scalar:
    """The comparison of a predicate: `slt`, `ult`, ..., `eq`."""
    name = op.pred.data.value
    return Scalar(COMPARE[PREDICATES[name[-2:]]], unsigned=name.startswith("u"))


register_card(Card(elements=Elementwise(comparison)), index.CmpOp)
