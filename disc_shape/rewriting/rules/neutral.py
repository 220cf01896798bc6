"""Removes operations with a neutral element, which exporters wrap around real work."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.class_table import Kind, nearest
from disc_shape.dialects.hlo.binary import (
    AddOp,
    AndOp,
    BinaryOp,
    DivOp,
    MaxOp,
    MinOp,
    MulOp,
    OrOp,
    PowOp,
    ShiftLeftOp,
    ShiftRightArithmeticOp,
    ShiftRightLogicalOp,
    SubtractOp,
    XorOp,
)
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
)
from disc_shape.relations.value_types import integer_type, scalar_type
from disc_shape.rewriting.function import Rewriter, defining, has_one_value
from disc_shape.rewriting.registry import register_rule
from disc_shape.traversal import operands_of

FLOATS = BFloat16Type | Float16Type | Float32Type | Float64Type
"""The float types with infinities and signed zeros, in which every small integer is exact."""

Number = int | float
Test = Callable[[Number, Attribute], bool]


def is_one(number: Number, type: Attribute) -> bool:
    """`x * 1`, `x / 1` and `x ** 1` are `x` for integers and for every float, NaN included."""
    return number == 1 and (isinstance(type, FLOATS) or is_wide(type))


def is_added_zero(number: Number, type: Attribute) -> bool:
    """`x + 0` is `x` for integers; for floats `x + -0.0` is, while `-0.0 + 0.0` is `0.0`."""
    if isinstance(type, FLOATS):
        return number == 0 and math.copysign(1, number) < 0
    return number == 0 and isinstance(type, IntegerType)


def is_subtracted_zero(number: Number, type: Attribute) -> bool:
    """`x - 0` is `x` for integers; for floats `x - 0.0` is, while `-0.0 - -0.0` is `0.0`."""
    if isinstance(type, FLOATS):
        return number == 0 and math.copysign(1, number) > 0
    return number == 0 and isinstance(type, IntegerType)


def is_no_bit(number: Number, type: Attribute) -> bool:
    """`x | 0`, `x ^ 0` and `x` shifted by 0 are `x`."""
    return number == 0 and isinstance(type, IntegerType)


def is_every_bit(number: Number, type: Attribute) -> bool:
    """`x & -1` is `x`; the bits of a constant are read as signed, or as a truth value."""
    integer = integer_type(type)
    return integer is not None and number in (-1, (1 << integer.width.data) - 1)


def is_lowest(number: Number, type: Attribute) -> bool:
    """`max(x, -inf)` is `x` for every float, NaN included."""
    return number == -math.inf and isinstance(type, FLOATS)


def is_highest(number: Number, type: Attribute) -> bool:
    """`min(x, inf)` is `x` for every float, NaN included."""
    return number == math.inf and isinstance(type, FLOATS)


def is_wide(type: Attribute) -> bool:
    """True for integers that can hold one in every reading of their bits."""
    integer = integer_type(type)
    return integer is not None and integer.width.data > 1


NEUTRAL: dict[type[Operation], tuple[Test, bool]] = {
    AddOp: (is_added_zero, True),
    AndOp: (is_every_bit, True),
    DivOp: (is_one, False),
    MaxOp: (is_lowest, True),
    MinOp: (is_highest, True),
    MulOp: (is_one, True),
    OrOp: (is_no_bit, True),
    PowOp: (is_one, False),
    ShiftLeftOp: (is_no_bit, False),
    ShiftRightArithmeticOp: (is_no_bit, False),
    ShiftRightLogicalOp: (is_no_bit, False),
    SubtractOp: (is_subtracted_zero, False),
    XorOp: (is_no_bit, True),
}
"""For each operation what is neutral, and whether on either side or as right operand only."""


REPEATING = (BroadcastInDimOp, DynamicBroadcastInDimOp, ReshapeOp, DynamicReshapeOp, ConvertOp)
_REPEATS = Kind(*REPEATING)
_IS_CONVERT = Kind(ConvertOp)
MAY_REPEAT = Kind(*REPEATING, ConstantOp, arith.ConstantOp)
"""Whether operations of a class may have results of which all elements are one number."""


def drop_neutral_operand(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove an operation one operand of which changes nothing.

        %1 = stablehlo.dynamic_broadcast_in_dim %one, %shape, dims = []
        %2 = stablehlo.multiply %0, %1
    =>
        uses of %2 use %0
    """
    assert isinstance(op, BinaryOp)
    is_neutral, commutes = neutral_of(type(op))
    lhs, rhs = operands_of(op)
    element = scalar_type(op.results[0].type)
    sides = [(rhs, lhs), (lhs, rhs)] if commutes else [(rhs, lhs)]
    for operand, other in sides:
        number = splat(operand)
        if number is None or not is_neutral(number, element):
            continue
        if rewriter.dims(other) == rewriter.dims(op.results[0]):
            return rewriter.replace(op, [other])
    return False


@cache
def neutral_of(op_class: type[BinaryOp]) -> tuple[Test, bool]:
    """The entry of `NEUTRAL` for a class that derives from one of these."""
    found = nearest(NEUTRAL, op_class)
    assert found is not None
    return found


def splat(value: SSAValue) -> Number | None:
    """
    The number that all elements of a value are, when that is easily seen: through broadcasts and
    reshapes, and through conversions of zero and one, which keep them. An integer has no -0.0 and
    no infinity, so that a conversion to integers keeps zero without its sign only.
    """
    op = defining(value)
    if not MAY_REPEAT[type(op)]:
        return None
    converted = integer = False
    while op is not None and _REPEATS[type(op)]:
        if _IS_CONVERT[type(op)]:
            ends = [scalar_type(op.operands[0].type), scalar_type(op.results[0].type)]
            if not all(map(keeps_numbers, ends)):
                return None
            converted = True
            integer |= any(map(is_wide, ends))
        op = defining(operands_of(op)[0])
    constant = op is not None and MAY_REPEAT[type(op)]
    value_attr = op.value if constant and isinstance(op, ConstantOp | arith.ConstantOp) else None
    if not isinstance(value_attr, DenseIntOrFPElementsAttr) or not has_one_value(value_attr):
        return None
    number = next(iter(value_attr.iter_values()), None)
    if not isinstance(number, int | float):
        return None
    if integer:
        return int(number) if number in (0, 1) else None
    kept = number in (0, 1) or (isinstance(number, float) and math.isinf(number))
    return number if kept or not converted else None


def keeps_numbers(type: Attribute) -> bool:
    """True for element types in which zero and one mean themselves."""
    return isinstance(type, FLOATS) or is_wide(type)


for _op in NEUTRAL:
    register_rule(drop_neutral_operand, _op)
