"""Operators between numbers and codes: quantization, and the places of numbers among boundaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerType, Signedness, i64
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.elementwise import element_name
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.movement import ONE
from disc_shape.relax.operators.rows import Call, builds, unranked
from disc_shape.symbolic import compare
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import TensorType, Type


def along(call: Call, at: int, axis: int) -> SSAValue:
    """A parameter of each slice along an axis, or one for all, in a shape that broadcasts."""
    program, value = call.program, call.tensor(at)
    if program.rank(value) == 0:
        return value
    program.want_rank(value, 1, f"operand {at}")
    sizes = program.dims(call.tensor(0))
    (count,) = program.dims(value)
    if count is ONE:
        return program.reshape(value, [])
    if program.differ(count, sizes[axis]):
        raise OperatorError(
            f"operand {at} has {dim_text(count)} elements for {dim_text(sizes[axis])} slices"
        )
    text = f"operand {at} has not one element for each slice along axis {axis}"
    program.require(compare("==", count, sizes[axis]), text)
    return program.broadcast(value, sizes, [axis])


def parameters(call: Call) -> tuple[SSAValue, SSAValue]:
    """The scale and the zero point, in shapes that broadcast."""
    rank = call.program.rank(call.tensor(0))
    axis = call.program.axis(call.integer("axis"), rank) if rank else 0
    return along(call, 1, axis), along(call, 2, axis)


def limits(element: Attribute) -> tuple[int, int] | None:
    """The least and the greatest number of an integer type."""
    if not isinstance(element, IntegerType):
        return None
    integer = cast("IntegerType[int, Signedness]", element)
    width = integer.width.data
    if integer.signedness.data is Signedness.UNSIGNED:
        return 0, 2**width - 1
    return -(2 ** (width - 1)), 2 ** (width - 1) - 1


def out_type(call: Call) -> Attribute:
    """The element type of the result."""
    return element_of(element_name(call.attributes["out_dtype"]) or "f32")


@builds("quantize")
def quantize(call: Call) -> SSAValue:
    """round(x / scale) + zero point, within the numbers of the element type."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    scale, zero = parameters(call)
    real, element = program.element(value), out_type(call)
    scaled = program.binary("divide", value, program.convert(scale, real))
    rounded = program.unary("stablehlo.round_nearest_even", scaled)
    moved = program.binary("add", rounded, program.convert(zero, real))
    bounds = limits(element)
    if bounds is not None:
        # A float may not hold the greatest number: it is the next one below that fits.
        low, high = (program.constant(one, real) for one in bounds)
        moved = program.binary("minimum", program.binary("maximum", moved, low), high)
    return program.convert(moved, element)


@builds("dequantize")
def dequantize(call: Call) -> SSAValue:
    """(q - zero point) * scale."""
    program, value = call.program, call.tensor(0)
    scale, zero = parameters(call)
    element = out_type(call)
    exact = element_of("i32") if not program.is_float(value) else program.element(scale)
    apart = program.binary("subtract", program.convert(value, exact), program.convert(zero, exact))
    real = program.convert(apart, program.element(scale))
    return program.convert(program.binary("multiply", real, scale), element)


@builds("bucketize")
def bucketize(call: Call) -> SSAValue:
    """How many boundaries lie below each number; with `right` those equal to it count too."""
    program, value, boundaries = call.program, call.tensor(0), call.tensor(1)
    program.want_rank(boundaries, 1, "operand 1")
    sizes, (count,) = program.dims(value), program.dims(boundaries)
    wide, rank = [*sizes, count], len(sizes)
    numbers = program.broadcast(value, wide, list(range(rank)))
    listed = program.broadcast(boundaries, wide, [rank])
    below = program.compare("LE" if call.flag("right") else "LT", listed, numbers)
    element = element_of("i32") if call.flag("out_int32") else i64
    return program.reduce(program.convert(below, element), [rank], "add", 0)


@unranked("bucketize")
def places_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """The shape of the operand."""
    first = operands[0]
    shape = first.shape if isinstance(first, TensorType) else Shape()
    return TensorType(shape, "i32" if attributes["out_int32"] else "i64")
