"""Integers on their way through floating point, as programs compute the length of a range."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, OpResult

from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.elementwise import CeilOp, FloorOp, RoundNearestEvenOp, RoundOp
from disc_shape.dialects.hlo.movement import ReshapeOp

EXACT_BITS: dict[type[AnyFloat], int] = {
    BFloat16Type: 8,
    Float16Type: 11,
    Float32Type: 24,
    Float64Type: 53,
}
"""All integers up to 2 to this power are numbers of a type."""

SIZE_BITS = EXACT_BITS[Float64Type]
"""No size has more bits: a type that holds these rounds none."""

KEEPS_INTEGERS = (CeilOp, FloorOp, ReshapeOp, RoundOp, RoundNearestEvenOp)
"""Operations that give back an integer which they are given as a float."""


def exact_bits(type: Attribute) -> int:
    """The bits of integers that a float of this type holds exactly; zero for other types."""
    element = _element(type)
    return next((bits for kind, bits in EXACT_BITS.items() if isinstance(element, kind)), 0)


def integer_before_rounding(op: Operation) -> tuple[Operation, int] | None:
    """
    Where a conversion from float to integer has its number from, when that was an integer before:
    the conversion of that integer to float, and the bits that all types on the way hold exactly.

        %0 = stablehlo.convert %n : (tensor<i64>) -> tensor<f64>
        %1 = stablehlo.ceil %0 : tensor<f64>
        %2 = stablehlo.convert %1 : (tensor<f64>) -> tensor<i64>

    `%2` is `%n` as long as `%n` is at most 2**53.
    """
    if not isinstance(op, ConvertOp) or not _is_integer(op.results[0].type):
        return None
    bits: int | None = None
    while not _is_integer(op.operands[0].type):
        held = exact_bits(op.operands[0].type)
        value = op.operands[0]
        if not held or not isinstance(value, OpResult):
            return None
        bits = held if bits is None else min(bits, held)
        op = value.op
        if not isinstance(op, (ConvertOp, *KEEPS_INTEGERS)):
            return None
    return None if bits is None else (op, bits)


def _element(type: Attribute) -> Attribute:
    if isinstance(type, TensorType):
        return cast("TensorType[Attribute]", type).element_type
    return type


def _is_integer(type: Attribute) -> bool:
    return isinstance(_element(type), IntegerType | IndexType)
