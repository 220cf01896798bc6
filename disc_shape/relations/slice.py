"""Relations of slices: starts, limits and steps decide the size of the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects import tensor
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.slicing import (
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.relations.integers import ONE, ZERO, low
from disc_shape.relations.operands import mixed_sizes
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.relations.value_types import shape_of_type
from disc_shape.symbolic import Expr, ceildiv, const

if TYPE_CHECKING:
    from xdsl.dialects import memref


def slice_dimension(
    op: Operation,
    state: RelationState,
    index: int,
    size: Expr,
    corner: tuple[Expr, Expr, Expr],
) -> Expr:
    """
    The number of elements between start and limit at steps of a stride, `corner`.

    States the constraints of one dimension: 0 <= start <= limit <= size and 1 <= stride.
    """
    start, limit, stride = corner
    where = f"dimension {index} of '{op.name}'"
    if start is not ZERO:
        state.at_most(ZERO, start, op, f"start of {where} is not negative")
    if start is not limit:
        state.at_most(start, limit, op, f"start of {where} is not beyond its limit")
    if limit is not size:
        state.at_most(limit, size, op, f"limit of {where} is not beyond the operand")
    if stride is ONE:
        return limit - start
    state.at_most(ONE, stride, op, f"stride of {where} is positive")
    count = ceildiv(limit - start, stride)
    if stride.constant is None:
        state.at_most(count, size, op, f"the slice of {where} is not larger than the operand")
    return count


def sliced(
    op: SliceOp | RealDynamicSliceOp,
    corners: Iterable[tuple[Expr, Expr, Expr]],
    state: RelationState,
) -> bool:
    """State the sizes of a slice by the start, limit and stride of each dimension."""
    found = [
        slice_dimension(op, state, index, size, corner)
        for index, (size, corner) in enumerate(zip(state.dims(op.operand), corners, strict=True))
    ]
    state.define_all(op.result, found, op, f"steps of '{op.name}' between start and limit")
    return True


@relation("Slice", "StableHLO, slice (c3), (c4), (c5)", SliceOp)
def static_slice(op: SliceOp, state: RelationState) -> bool:
    """
    A size of the result is the number of steps between start and limit, which stay inside the
    operand.
    """
    numbers = (map(const, ints(one)) for one in (op.start_indices, op.limit_indices, op.strides))
    return sliced(op, zip(*numbers, strict=True), state)


@relation(
    "Slice",
    "StableHLO, real_dynamic_slice: slice (c3), (c4), (c5) with operands for attributes",
    RealDynamicSliceOp,
)
def real_dynamic_slice(op: RealDynamicSliceOp, state: RelationState) -> bool:
    """
    Like `slice`, with the start, limit and stride that operands hold. Source: StableHLO,
    real_dynamic_slice.
    """
    starts = state.elements(op.start_indices)
    limits = state.elements(op.limit_indices)
    strides = state.elements(op.strides)
    if starts is None or limits is None or strides is None:
        return True
    return sliced(op, zip(starts, limits, strides, strict=True), state)


def fits(op: Operation, part: Sequence[Expr], whole: Sequence[Expr], state: RelationState) -> None:
    """State that a box is nowhere larger than the tensor that it is taken from."""
    for index, (size, most) in enumerate(zip(part, whole, strict=True)):
        if size is not most and size is not ZERO:
            why = f"dimension {index} of '{op.name}' slice is not larger than the operand"
            state.at_most(size, most, op, why)


@relation("DynamicSlice", "StableHLO, dynamic_slice (c4), (c5)", DynamicSliceOp)
def dynamic_slice(op: DynamicSliceOp, state: RelationState) -> bool:
    """The result has the slice sizes, which fit into the operand."""
    sizes = [const(size) for size in ints(op.slice_sizes)]
    state.define_all(op.result, sizes, op, f"slice sizes of '{op.name}'")
    fits(op, sizes, state.dims(op.operand), state)
    return True


@relation("DynamicUpdateSlice", "StableHLO, dynamic_update_slice (c1), (c6)", DynamicUpdateSliceOp)
def dynamic_update_slice(op: DynamicUpdateSliceOp, state: RelationState) -> bool:
    """The result has the shape of the operand, into which the update fits."""
    sizes = state.dims(op.operand)
    state.define_all(op.result, sizes, op, f"'{op.name}' keeps the shape of its operand")
    fits(op, state.dims(op.update), sizes, state)
    return True


# boxes given by offsets, sizes and strides


def box(
    op: Operation,
    whole: Sequence[Expr],
    offsets: Sequence[Expr | None],
    sizes: Sequence[Expr | None],
    strides: Sequence[Expr | None],
    state: RelationState,
) -> bool:
    """
    State that a box lies inside a tensor, where its numbers are known and it is not empty.

    Returns False while it is not known whether a part of it is empty: an empty box may begin
    anywhere from zero on.
    """
    complete = True
    for index, most in enumerate(whole):
        offset, size, stride = offsets[index], sizes[index], strides[index]
        if offset is None or size is None or stride is None:
            continue
        where = f"dimension {index} of '{op.name}'"
        if offset is not ZERO:
            state.at_most(ZERO, offset, op, f"offset of {where} is not negative")
        least, step = low(state, size), low(state, stride)
        if step is None or step < 1:
            continue
        if size is not most:
            state.at_most(size, most, op, f"the slice of {where} is not larger than the operand")
        if least is None or least < 1:
            complete = False
            continue
        end = offset + (size - 1) * stride + 1
        if end is not most:
            state.at_most(end, most, op, f"the slice of {where} ends inside the operand")
    return complete


def reduced(
    static: Sequence[int], sizes: Sequence[Expr | None], result: Sequence[int]
) -> Sequence[Expr | None] | None:
    """
    The sizes of a box in a result that may leave out dimensions of static size one.

    None when the types do not determine which dimensions are left out.
    """
    if len(static) == len(result):
        return sizes
    long = [size for number, size in zip(static, sizes, strict=True) if number != 1]
    if len(long) != sum(number != 1 for number in result):
        return None
    rest = iter(long)
    return [ONE if number == 1 else next(rest) for number in result]


def take_box(op: tensor.ExtractSliceOp | memref.SubviewOp, state: RelationState) -> bool:
    """The box of offsets, sizes and strides stays inside the source; the result has its sizes."""
    offsets = mixed_sizes(ints(op.static_offsets), op.offsets, state)
    sizes = mixed_sizes(ints(op.static_sizes), op.sizes, state)
    strides = mixed_sizes(ints(op.static_strides), op.strides, state)
    define_box(op, op.result, ints(op.static_sizes), sizes, state)
    return box(op, state.dims(op.source), offsets, sizes, strides, state)


relation("ExtractSlice", "MLIR, tensor.extract_slice", tensor.ExtractSliceOp)(take_box)


def define_box(
    op: Operation,
    result: SSAValue,
    static: Sequence[int],
    sizes: Sequence[Expr | None],
    state: RelationState,
) -> None:
    """State that a result has the sizes of a box, perhaps without dimensions of size one."""
    found = reduced(static, sizes, shape_of_type(result.type) or ())
    if found is not None:
        state.define_all(result, found, op, f"sizes of '{op.name}'")


@relation(
    "InsertSlice",
    "MLIR, tensor.insert_slice",
    tensor.InsertSliceOp,
)
def insert_slice(op: tensor.InsertSliceOp, state: RelationState) -> bool:
    """
    The box of offsets, sizes and strides stays inside the destination; the source has its sizes.
    """
    whole = state.dims(op.dest)
    state.define_all(op.result, whole, op, f"'{op.name}' keeps the shape of its destination")
    sizes = mixed_sizes(ints(op.static_sizes), op.sizes, state)
    offsets = mixed_sizes(ints(op.static_offsets), op.offsets, state)
    strides = mixed_sizes(ints(op.static_strides), op.strides, state)
    define_box(op, op.source, ints(op.static_sizes), sizes, state)
    return box(op, whole, offsets, sizes, strides, state)
