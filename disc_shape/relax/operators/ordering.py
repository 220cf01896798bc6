"""Operators that order elements, and those between numbers and codes."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, IntegerType, bf16, f16, f32, f64, i1, i32, i64
from xdsl.ir import Attribute

from disc_shape.dialects.hlo.attributes import i64_attr
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relations.value_types import integer_range
from disc_shape.relax.operators.bodies import comparer
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.indexing import want_equal
from disc_shape.relax.operators.program import ONE, ZERO
from disc_shape.relax.operators.reduction import accumulated
from disc_shape.relax.operators.rows import (
    Axes,
    Axis,
    Built,
    Call,
    Element,
    Floats,
    Indices,
    Tensor,
    builds,
)
from disc_shape.symbolic import Truth, compare, const, disj, product

OTHER_FLOATS = (f16, bf16, f32, f64)
"""Floats that are no codes of others."""


def ordered(x: Tensor, axis: int, descending: bool, element: Attribute) -> list[Tensor]:
    """The elements along an axis in order, and where they come from."""
    values = [x, x.program.iota(x.sizes, axis, element)]
    body = comparer("GT" if descending else "LT", [one.element for one in values])
    operands = [one.value for one in values]
    words = {"dimension": i64_attr(axis), "is_stable": IntegerAttr(1, i1)}
    types = [one.type for one in operands]
    found = x.program.add_all("stablehlo.sort", operands, types, words, [body])
    return [Tensor(x.program, one) for one in found]


@builds("sort")
def sort(x: Tensor, *, axis: Axis, descending: bool) -> Tensor:
    """The elements along an axis in order."""
    return ordered(x, axis, descending, i64)[0]


@builds("argsort")
def argsort(x: Tensor, *, axis: Axis, descending: bool, dtype: Element | None) -> Tensor:
    """Where the elements in order come from."""
    return ordered(x, axis, descending, dtype or i32)[1]


@builds("topk")
def topk(
    x: Tensor, *, k: int, axis: Axis, ret_type: str, largest: bool, dtype: Element | None
) -> Built:
    """The first elements in order, where they come from, or both."""
    size = x.sizes[axis]
    limit = size if k < 1 else const(k)
    if x.program.state.prover.lt(size, limit).truth is Truth.YES:
        raise OperatorError(
            f"the first {dim_text(limit)} of {dim_text(size)} elements along axis {axis}"
        )
    found = [one.part(axis, ZERO, limit) for one in ordered(x, axis, largest, dtype or i32)]
    return found if ret_type == "both" else found[ret_type != "values"]


@builds("median")
def median(x: Tensor, *, axis: Axes | None, keepdims: bool) -> Built:
    """
    The middle one of the elements in order, of two the smaller, along axes or among all elements;
    along one axis also its index there.
    """
    axes = axis or list(range(x.rank))
    others = [at for at in range(x.rank) if at not in axes]
    count = product([x.sizes[at] for at in axes])
    x.program.want(compare("<=", ONE, count), "there is no element of which one is the middle")
    rest = [x.sizes[at] for at in others]
    rows, middle = x.transpose([*others, *axes]).reshape([*rest, count]), (count - 1) // 2
    sizes = [ONE if at in axes else size for at, size in enumerate(x.sizes)] if keepdims else rest
    found = [
        one.part(len(rest), middle, middle + 1).reshape(sizes)
        for one in ordered(rows, len(rest), False, i64)
    ]
    return found if axis and len(axis) == 1 else found[0]


@builds("multinomial_from_uniform")
def multinomial(probabilities: Floats, sample: Floats, rows: Indices, *, dtype: Element) -> Tensor:
    """
    For each sample, which is a number from 0 to 1, the first place of a row of probabilities where
    their sum is above it; the last place where it never is.
    """
    probabilities.want_rank(2)
    want_equal([sample.sizes[0], ONE] if sample.rank else [], sample, "the samples")
    want_equal(sample.sizes, rows, "the samples and operand 2")
    sums = accumulated(probabilities, 1, "sum").take(rows.flat(), 0)
    below = sums.compare("LE", sample.convert(sums.element)).convert(i64).reduce([1], "add", 0)
    last = below.scalar(probabilities.sizes[1] - 1)
    return below.binary("minimum", last).reshape(sample.sizes).convert(dtype)


def parameter(call: Call, at: int) -> Tensor:
    """
    The scale or the zero point of each slice along an axis, or one for all, in a shape that
    broadcasts.
    """
    x, value = call.tensor(0), call.floats(1) if at == 1 else call.tensor(at)
    value.want_elements(at == 1 or not value.is_float or value.element == f16, "no code")
    sizes = x.sizes
    axis = x.axis(call.integer("axis")) if x.rank else 0
    if value.rank == 0:
        return value
    value.want_rank(1)
    (count,) = value.sizes
    if count is ONE or not sizes:
        return value.reshape([])
    size = sizes[axis]
    fits = disj([compare("==", count, size), compare("==", count, ONE)])
    counts = f"operand {at} has {dim_text(count)} elements for {dim_text(size)} slices"
    text = f"operand {at} has not one element for each slice along axis {axis}"
    x.program.want(fits, counts, text)
    return value.broadcast(sizes, [axis])


@builds("quantize")
def quantize(x: Floats, *, out_dtype: Element, call: Call) -> Tensor:
    """round(x / scale) + zero point, within the numbers of the element type."""
    least, greatest = integer_range(out_dtype)
    if out_dtype in OTHER_FLOATS:
        raise OperatorError(f"numbers are quantized to {out_dtype}, which is no code")
    scale, zero = (parameter(call, at).convert(x.element) for at in (1, 2))
    moved = (x / scale).apply("round_nearest_even") + zero
    # A float may not hold the greatest number: it is the next one below that fits.
    fits = moved if least is None or greatest is None else moved.clamped(least, greatest)
    return fits.convert(out_dtype)


@builds("dequantize")
def dequantize(x: Tensor, *, out_dtype: Element, call: Call) -> Tensor:
    """(q - zero point) * scale."""
    if isinstance(out_dtype, IntegerType):
        raise OperatorError(f"codes become numbers of type {out_dtype}, expected floats")
    scale, zero = parameter(call, 1), parameter(call, 2)
    exact = scale.element if x.is_float else i32
    away = x.convert(exact) - zero.convert(exact)
    return (away.convert(scale.element) * scale).convert(out_dtype)


@builds("bucketize")
def bucketize(x: Tensor, boundaries: Tensor, *, out_int32: bool, right: bool) -> Tensor:
    """How many boundaries lie below each number; with `right` those equal to it count too."""
    boundaries.want_rank(1)
    wide = [*x.sizes, *boundaries.sizes]
    numbers = x.spread(wide, x.rank)
    below = boundaries.broadcast(wide).compare("LE" if right else "LT", numbers)
    return below.convert(i32 if out_int32 else i64).reduce([x.rank], "add", 0)
