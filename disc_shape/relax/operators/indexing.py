"""Operators that read or write elements at indices."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64

from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.numbers import ScatterDimensionNumbers
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relax.operators.bodies import combiner
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.movement import around, clamped
from disc_shape.relax.operators.program import ZERO, Program, want_equal_elements
from disc_shape.relax.operators.reduction import row_major, scaled_by
from disc_shape.relax.operators.rows import (
    Axis,
    Call,
    Indices,
    Number,
    Operand,
    Same,
    Tensor,
    Tensors,
    builds,
)
from disc_shape.symbolic import Expr, ceildiv, compare, const, maximum, product
from disc_shape.typesystem.types import PrimType, TensorType

COMBINERS = {
    "update": None,
    "add": "add",
    "mul": "multiply",
    "max": "maximum",
    "min": "minimum",
}


@builds("take")
def take(x: Tensor, indices: Operand, *, axis: Axis | None, mode: str, call: Call) -> Tensor:
    """
    Elements at indices along an axis; those out of range are clamped, or counted around the ends
    (`wrap`), or give no number where there is one that is none (`nan`).
    """
    if axis is None:
        x.want_rank(1, "operand 0 of take without an axis")
    scalar, at = isinstance(indices, PrimType), axis or 0
    index = call.scalar(1).tensor(i64) if scalar else call.indices(1)
    if mode == "wrap":
        index = around(index.convert(i64), x.sizes[at])
    found = x.take(index, at)
    if mode == "nan" and x.is_float:
        inside = index.compare("GE", 0).apply("and", index.compare("LT", x.sizes[at]))
        there = inside.broadcast(found.sizes, range(at, at + index.rank))
        found = there.where(found, found.filled(float("nan")))
    return found


def scatter(value: Tensor, index: Tensor, updates: Tensor, axis: int, how: str) -> Tensor:
    """Slices of a value along an axis, at a vector of indices, combined with updates."""
    numbers = final_attribute(ScatterDimensionNumbers, STABLEHLO).of(
        update_window_dims=tuple(at for at in range(value.rank) if at != axis),
        inserted_window_dims=(axis,),
        scatter_dims_to_operand_dims=(axis,),
        index_vector_dim=1,
    )
    body = combiner(COMBINERS[how], value.element)
    return value.apply("scatter", index, updates, body=body, scatter_dimension_numbers=numbers)


def reduced(rows: Tensor, index: Tensor, updates: Tensor, how: str) -> Tensor:
    """Rows at indices combined with updates; `mean` counts the row itself too."""
    if how in COMBINERS:
        return scatter(rows, index, updates, 0, how)
    if how != "mean":
        raise OperatorError(f"the reduction is '{how}', expected update, mean or one of add mul")
    total = scatter(rows, index, updates, 0, "add")
    return total / scatter(rows.filled(1), index, updates.filled(1), 0, "add")


def want_equal(one: Sequence[Expr], other: Tensor, what: str) -> None:
    """Refuse shapes that differ in every run."""
    if len(one) != other.rank:
        raise OperatorError(f"{what} have ranks {len(one)} and {other.rank}")
    for at, (size, same) in enumerate(zip(one, other.sizes, strict=True)):
        text = f"dimension {at} of {what} differs"
        sizes = f"{text}: {dim_text(size)} and {dim_text(same)}"
        other.program.want(compare("==", size, same), sizes, text)


def want_at_most(count: Expr, size: Expr, what: str, program: Program) -> None:
    """Refuse a size that is above another one."""
    sizes = f"{what} is {dim_text(count)}, expected at most {dim_text(size)}"
    program.want(compare("<=", count, size), sizes, f"{what} is above that of the data")


def wrapped(index: Tensor, size: Expr) -> Tensor:
    """Indices counted from 0; negative ones count from the end."""
    index = index.convert(i64)
    length = index.scalar(size)
    return index.compare("LT", 0).select(index + length, index)


def places_along(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    """
    Row-major places in a value: at each position, the index along an axis that is there. The
    positions lie inside the value along the other axes.
    """
    indices.want_rank(x.rank)
    for at, (count, size) in enumerate(zip(indices.sizes, x.sizes, strict=True)):
        if at != axis:
            want_at_most(count, size, f"dimension {at} of the indices", x.program)

    def column(at: int) -> Tensor:
        along = x.program.iota(indices.sizes, at, i64)
        return wrapped(indices, x.sizes[at]) if at == axis else along

    return row_major(x.program, x.sizes, indices.sizes, column)


@builds("gather_elements")
def gather_elements(x: Tensor, indices: Indices, *, axis: Axis) -> Tensor:
    """At each position, the element whose index along an axis stands there."""
    places = places_along(x, indices, axis)
    return x.flat().take(places, 0)


@builds("reverse_sequence")
def reverse_sequence(x: Tensor, lengths: Indices, *, seq_axis: Axis, batch_axis: Axis) -> Tensor:
    """The first elements along an axis turned around, as many as are listed for each slice."""
    want_equal([x.sizes[batch_axis]], lengths, "the slices and operand 1")
    length = lengths.convert(i64).clamped(1, x.sizes[seq_axis]).broadcast(x.sizes, [batch_axis])
    index = x.program.iota(x.sizes, seq_axis, i64)
    turned = (length - index) + -1
    return gather_elements(x, index.compare("LT", length).where(turned, index), axis=seq_axis)


@builds("scatter_elements")
def scatter_elements(
    x: Tensor, indices: Indices, updates: Same, *, axis: Axis, reduction: str
) -> Tensor:
    """At each position, the element whose index along an axis stands there is written."""
    index = places_along(x, indices, axis)
    want_equal(indices.sizes, updates, "operands 1 and 2")
    found = reduced(x.flat(), index.flat(), updates.flat(), reduction or "update")
    return found.reshape(x.sizes)


def count_of(indices: Tensor, result: TensorType) -> int:
    """How many indices the last dimension lists; where that is unknown, the result is of a type."""
    indices.want_least_rank(1)
    count = indices.sizes[-1].constant
    if count is None:
        raise NoForm("the last dimension of the indices is not known", result)
    return count


def column_of(indices: Tensor, at: int) -> Tensor:
    """One of the indices that the last dimension lists."""
    *shape, _ = indices.sizes
    return indices.part(len(shape), const(at), const(at + 1)).reshape(shape)


@builds("gather_nd")
def gather_nd(x: Tensor, indices: Indices, *, batch_dims: int) -> Tensor:
    """Slices at positions, which the last dimension of the indices lists."""
    count = batch_dims + (listed := count_of(indices, x.tensor_type()))
    if count > x.rank or batch_dims >= indices.rank:
        raise OperatorError(f"{batch_dims} batch dimensions and {listed} indices for rank {x.rank}")
    *shape, _ = indices.sizes

    def column(at: int) -> Tensor:
        if at < batch_dims:
            return x.program.iota(shape, at, i64)
        return column_of(indices, at - batch_dims).convert(i64)

    index = row_major(x.program, x.sizes[:count], shape, column)
    return x.reshape([product(x.sizes[:count]), *x.sizes[count:]]).take(index, 0)


@builds("scatter_nd")
def scatter_nd(x: Tensor, indices: Indices, updates: Same, *, reduction: str) -> Tensor:
    """Slices at positions, which the last dimension of the indices lists, are written."""
    count = count_of(indices, x.tensor_type(x.sizes))
    if count > x.rank:
        raise OperatorError(f"{count} indices for rank {x.rank}")
    *shape, _ = indices.sizes
    want_equal([*shape, *x.sizes[count:]], updates, "the slices and operand 2")
    columns = [column_of(indices, at) for at in range(count)]
    return Rows(x, columns, shape).written(updates, reduction or "update")


@builds("slice_scatter")
def slice_scatter(
    x: Tensor, source: Same, start: Number, end: Number, step: Number, *, axis: Axis
) -> Tensor:
    """A value in which a slice along an axis is another value."""
    source.want_rank(x.rank)
    size, prover, by = x.sizes[axis], x.program.state.prover, step.value
    if by is None or by.constant is None:
        raise NoForm("the step is not known", x.tensor_type(x.sizes))
    if by.constant < 1:
        raise OperatorError(f"the step is {by.constant}")
    first, count = start.value or ZERO, source.sizes[axis]
    if start.value is not None and end.value is not None:
        first, last = (clamped(one, size, prover) for one in (start.value, end.value))
        count = maximum(ceildiv(last - first, by), ZERO)
    wanted = [count if at == axis else one for at, one in enumerate(x.sizes)]
    want_equal(wanted, source, "the slice and operand 1")
    places = scaled_by(x.program.iota([count], 0, i64), by)
    return scatter(x, places + first, source, axis, "update")


class Rows:
    """The slices of a value at several indices at once: a column of indices for each axis."""

    def __init__(self, value: Tensor, columns: Sequence[Tensor], shape: Sequence[Expr]) -> None:
        self.value, self.shape = value, shape
        first, self.rest = value.sizes[: len(columns)], value.sizes[len(columns) :]

        def column(at: int) -> Tensor:
            return wrapped(columns[at], first[at])

        self.index = row_major(value.program, first, shape, column)
        self.flat = [product(first), *self.rest]

    @staticmethod
    def broadcast(value: Tensor, columns: Tensors) -> Rows:
        """The slices at indices that broadcast to one shape."""
        if len(columns) > value.rank:
            raise OperatorError(f"{len(columns)} indices for rank {value.rank}")
        for at, one in enumerate(columns):
            if one.is_float and not one.is_unknown:
                raise OperatorError(f"index {at} has elements of type {one.element}, not integers")
        common = columns[0].convert(i64)
        for one in columns[1:]:
            common = common + one.convert(i64)
        return Rows(value, columns, common.sizes)

    def taken(self) -> Tensor:
        """The slices."""
        return self.value.reshape(self.flat).take(self.index, 0)

    def written(self, updates: Tensor, how: str) -> Tensor:
        """The value with the slices combined with updates."""
        index = self.index.flat()
        rows = self.value.reshape(self.flat)
        new = updates.reshape([product(self.shape), *self.rest])
        return reduced(rows, index, new, how).reshape(self.value.sizes)


@builds("index_tensor")
def index_tensor(x: Tensor, indices: Tensors) -> Tensor:
    """Slices at positions, of which a tuple gives one index each; the indices broadcast."""
    return Rows.broadcast(x, indices).taken()


@builds("index_put")
def index_put(x: Tensor, indices: Tensors, updates: Tensor, *, accumulate: bool) -> Tensor:
    """Slices at positions, of which a tuple gives one index each, are written or added to."""
    want_equal_elements(x, updates)
    rows = Rows.broadcast(x, indices)
    wide = [*rows.shape, *rows.rest]
    if updates.rank > len(wide):
        raise OperatorError(f"operand 2 has rank {updates.rank}, expected {len(wide)}")
    return rows.written(updates + x.filled(0, wide), "add" if accumulate else "update")
