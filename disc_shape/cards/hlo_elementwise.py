"""Cards of HLO's elementwise operations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xdsl.ir import SSAValue

from disc_shape.cards import functions
from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.functions import COMPARE, ScalarFunction
from disc_shape.dialects.hlo import binary, elementwise
from disc_shape.dialects.hlo.comparison import ClampOp, CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import AbsOp, ConvertOp
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.rounding import integer_before_rounding

AND, OR, XOR = functions.AND, functions.OR, functions.XOR

FUNCTIONS: dict[type[HloOp], tuple[ScalarFunction, ScalarFunction | None]] = {
    binary.AddOp: (functions.ADD, OR),
    binary.SubtractOp: (functions.SUBTRACT, None),
    binary.MulOp: (functions.MULTIPLY, AND),
    binary.DivOp: (functions.DIVIDE, None),
    binary.RemOp: (functions.REMAINDER, None),
    binary.MaxOp: (functions.MAXIMUM, OR),
    binary.MinOp: (functions.MINIMUM, AND),
    binary.PowOp: (functions.POWER, None),
    binary.Atan2Op: (functions.ATAN2, None),
    binary.AndOp: (AND, AND),
    binary.OrOp: (OR, OR),
    binary.XorOp: (XOR, XOR),
    binary.ShiftLeftOp: (functions.SHIFT_LEFT, None),
    binary.ShiftRightArithmeticOp: (functions.SHIFT_RIGHT, None),
    binary.ShiftRightLogicalOp: (functions.SHIFT_RIGHT_LOGICAL, None),
    elementwise.NegOp: (functions.NEGATE, None),
    elementwise.NotOp: (functions.NOT, functions.NOT),
    elementwise.SignOp: (functions.SIGN, None),
    elementwise.ClzOp: (functions.COUNT_LEADING_ZEROS, None),
    elementwise.PopulationCountOp: (functions.POPULATION_COUNT, None),
    elementwise.CeilOp: (functions.CEIL, None),
    elementwise.FloorOp: (functions.FLOOR, None),
    elementwise.RoundOp: (functions.ROUND_NEAREST_AFZ, None),
    elementwise.RoundNearestEvenOp: (functions.ROUND_NEAREST_EVEN, None),
    elementwise.CbrtOp: (functions.CBRT, None),
    elementwise.CosineOp: (functions.COSINE, None),
    elementwise.ExpOp: (functions.EXPONENTIAL, None),
    elementwise.Expm1Op: (functions.EXPONENTIAL_MINUS_ONE, None),
    elementwise.LogOp: (functions.LOG, None),
    elementwise.Log1pOp: (functions.LOG_PLUS_ONE, None),
    elementwise.LogisticOp: (functions.LOGISTIC, None),
    elementwise.RsqrtOp: (functions.RSQRT, None),
    elementwise.SineOp: (functions.SINE, None),
    elementwise.SqrtOp: (functions.SQRT, None),
    elementwise.TanOp: (functions.TAN, None),
    elementwise.TanhOp: (functions.TANH, None),
    AbsOp: (functions.ABSOLUTE, None),
}
"""What operations compute of numbers, and of booleans."""

for _op_class, (_function, _booleans) in FUNCTIONS.items():
    register_card(Card(elements=Elementwise(Scalar(_function, _booleans))), _op_class)

DIRECTIONS = {"EQ": "==", "NE": "!=", "GE": ">=", "GT": ">", "LE": "<=", "LT": "<"}


def comparison(op: CompareOp) -> Scalar:
    """
    The comparison of a direction. Booleans are ordered as unsigned numbers; as signed ones they
    count as 0 and -1 for some readers, and only their equality is certain.
    """
    kind = op.compare_type
    return comparison_of(op.comparison_direction.data, "NOTYPE" if kind is None else kind.data)


@cache
def comparison_of(direction: str, kind: str) -> Scalar:
    """The comparison of a direction and a kind of numbers."""
    relation = DIRECTIONS[direction]
    unsigned, ordered = kind == "UNSIGNED", relation not in ("==", "!=")
    function = COMPARE[relation]
    booleans = function if kind in ("UNSIGNED", "NOTYPE") or not ordered else None
    return Scalar(function, booleans, unsigned=unsigned and ordered)


register_card(Card(elements=Elementwise(comparison)), CompareOp)
register_card(Card(elements=Elementwise(Scalar(functions.SELECT, functions.SELECT))), SelectOp)
register_card(Card(elements=Elementwise(Scalar(functions.CLAMP))), ClampOp)


def converted(op: ConvertOp) -> Sequence[SSAValue]:
    """The operand; of a number that was an integer before it was rounded, that integer."""
    rounded = integer_before_rounding(op)
    return op.operands if rounded is None else rounded[0].operands


register_card(
    Card(elements=Elementwise(Scalar(functions.CONVERT, functions.CONVERT)), reads=converted),
    ConvertOp,
)
