"""Cards of HLO's elementwise operations."""

from __future__ import annotations

from disc_shape.cards import functions
from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.functions import COMPARE, FLOAT_FUNCTIONS, ScalarFunction
from disc_shape.dialects.hlo import binary, elementwise
from disc_shape.dialects.hlo.comparison import ClampOp, CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import AbsOp, ConvertOp
from disc_shape.dialects.hlo.op import HloOp

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
    elementwise.CeilOp: (FLOAT_FUNCTIONS["ceil"], None),
    elementwise.FloorOp: (FLOAT_FUNCTIONS["floor"], None),
    elementwise.RoundOp: (FLOAT_FUNCTIONS["round_nearest_afz"], None),
    elementwise.RoundNearestEvenOp: (FLOAT_FUNCTIONS["round_nearest_even"], None),
    elementwise.CbrtOp: (FLOAT_FUNCTIONS["cbrt"], None),
    elementwise.CosineOp: (FLOAT_FUNCTIONS["cosine"], None),
    elementwise.ExpOp: (FLOAT_FUNCTIONS["exponential"], None),
    elementwise.Expm1Op: (FLOAT_FUNCTIONS["exponential_minus_one"], None),
    elementwise.LogOp: (FLOAT_FUNCTIONS["log"], None),
    elementwise.Log1pOp: (FLOAT_FUNCTIONS["log_plus_one"], None),
    elementwise.LogisticOp: (FLOAT_FUNCTIONS["logistic"], None),
    elementwise.RsqrtOp: (FLOAT_FUNCTIONS["rsqrt"], None),
    elementwise.SineOp: (FLOAT_FUNCTIONS["sine"], None),
    elementwise.SqrtOp: (FLOAT_FUNCTIONS["sqrt"], None),
    elementwise.TanOp: (FLOAT_FUNCTIONS["tan"], None),
    elementwise.TanhOp: (FLOAT_FUNCTIONS["tanh"], None),
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
    relation = DIRECTIONS[op.comparison_direction.data]
    kind = "NOTYPE" if op.compare_type is None else op.compare_type.data
    unsigned, ordered = kind == "UNSIGNED", relation not in ("==", "!=")
    function = COMPARE[relation]
    booleans = function if kind in ("UNSIGNED", "NOTYPE") or not ordered else None
    return Scalar(function, booleans, unsigned=unsigned and ordered)


register_card(Card(elements=Elementwise(comparison)), CompareOp)
register_card(Card(elements=Elementwise(Scalar(functions.SELECT, functions.SELECT))), SelectOp)
register_card(Card(elements=Elementwise(Scalar(functions.CLAMP))), ClampOp)
register_card(Card(elements=Elementwise(Scalar(functions.CONVERT, functions.CONVERT))), ConvertOp)
