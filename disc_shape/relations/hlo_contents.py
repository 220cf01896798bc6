"""
Evaluators of StableHLO operations that make and move small integer tensors: parts of shapes on
their way.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from disc_shape.dialects.hlo.attributes import constant_ints, int_of, ints
from disc_shape.dialects.hlo.creation import ConstantOp, DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    BroadcastOp,
    ConcatenateOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
    ReverseOp,
    TransposeOp,
)
from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.hlo.slicing import (
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    PadOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.relations.contents import linear, moved, positions, static_shape
from disc_shape.relations.integers import Item, as_condition
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import element_count, scalar_type
from disc_shape.symbolic import const


def constant_items(values: Sequence[int], result: SSAValue) -> Content:
    """The contents of a constant."""
    if scalar_type(result.type) == i1:
        return tuple(as_condition(value) for value in values)
    return tuple(const(value) for value in values)


@evaluates(ConstantOp)
def constant(op: ConstantOp, state: RelationState) -> Content:
    values = constant_ints(op.value)
    return None if values is None else constant_items(values, op.output)


@evaluates(IotaOp, DynamicIotaOp)
def iota(op: IotaOp | DynamicIotaOp, state: RelationState) -> Content:
    shape = static_shape(op.results[0])
    if shape is None:
        return None
    axis = int_of(op.iota_dimension)
    return tuple(const(index[axis]) for index in positions(shape))


@evaluates(GetDimensionSizeOp)
def get_dimension_size(op: GetDimensionSizeOp, state: RelationState) -> Content:
    return (state.dim(op.operand, int_of(op.dimension)),)


@evaluates(ReshapeOp, DynamicReshapeOp)
def reshape(op: ReshapeOp | DynamicReshapeOp, state: RelationState) -> Content:
    return carried_over(op.operand, op.result, state)


def carried_over(operand: SSAValue, result: SSAValue, state: RelationState) -> Content:
    """The contents of an operand that a result has in the same order."""
    items, count = state.content(operand), element_count(result.type)
    return items if items is not None and count in (None, len(items)) else None


@evaluates(TransposeOp)
def transpose(op: TransposeOp, state: RelationState) -> Content:
    permutation = ints(op.permutation)

    def source(index: tuple[int, ...]) -> Sequence[int]:
        found = [0] * len(index)
        for target, origin in enumerate(permutation):
            found[origin] = index[target]
        return found

    return moved(state, op.operand, op.result, source)


@evaluates(ReverseOp)
def reverse(op: ReverseOp, state: RelationState) -> Content:
    reversed_dimensions = set(ints(op.dimensions))
    shape = static_shape(op.result) or ()

    def source(index: tuple[int, ...]) -> Sequence[int]:
        return [
            shape[axis] - 1 - i if axis in reversed_dimensions else i
            for axis, i in enumerate(index)
        ]

    return moved(state, op.operand, op.result, source)


@evaluates(BroadcastInDimOp, DynamicBroadcastInDimOp)
def broadcast_in_dim(
    op: BroadcastInDimOp | DynamicBroadcastInDimOp, state: RelationState
) -> Content:
    dimensions = ints(op.broadcast_dimensions)
    shape = static_shape(op.operand) or ()

    def source(index: tuple[int, ...]) -> Sequence[int]:
        return [0 if shape[axis] == 1 else index[target] for axis, target in enumerate(dimensions)]

    return moved(state, op.operand, op.result, source)


@evaluates(BroadcastOp)
def broadcast(op: BroadcastOp, state: RelationState) -> Content:
    new = len(ints(op.broadcast_sizes))
    return moved(state, op.operand, op.result, lambda index: index[new:])


@evaluates(ConcatenateOp)
def concatenate(op: ConcatenateOp, state: RelationState) -> Content:
    return concatenated(op.inputs, op.result, int_of(op.dimension), state)


def concatenated(
    inputs: Sequence[SSAValue], result: SSAValue, axis: int, state: RelationState
) -> Content:
    """The contents of small tensors put one after the other along `axis`."""
    shape = static_shape(result)
    if shape is None:
        return None
    if len(shape) == 1:
        return joined(inputs, state)
    found: list[Item | None] = [None] * (element_count(result.type) or 0)
    start = 0
    for value in inputs:
        items, part = state.content(value), static_shape(value)
        if items is None or part is None:
            return None
        for item, index in zip(items, positions(part), strict=True):
            target = [*index[:axis], index[axis] + start, *index[axis + 1 :]]
            found[linear(target, shape)] = item
        start += part[axis]
    return tuple(item for item in found if item is not None)


def joined(values: Sequence[SSAValue], state: RelationState) -> Content:
    """The elements of all values, one after the other."""
    found: list[Item] = []
    for value in values:
        items = state.content(value)
        if items is None:
            return None
        found += items
    return tuple(found)


@evaluates(SliceOp)
def static_slice(op: SliceOp, state: RelationState) -> Content:
    return stepped(op.operand, op.result, ints(op.start_indices), ints(op.strides), state)


@evaluates(RealDynamicSliceOp)
def real_dynamic_slice(op: RealDynamicSliceOp, state: RelationState) -> Content:
    starts, steps = constants(op.start_indices, state), constants(op.strides, state)
    if starts is None or steps is None:
        return None
    return stepped(op.operand, op.result, starts, steps, state)


def stepped(
    operand: SSAValue,
    result: SSAValue,
    starts: Sequence[int],
    steps: Sequence[int],
    state: RelationState,
) -> Content:
    """The contents of a slice; None when it does not lie inside its operand."""
    whole, part = static_shape(operand), static_shape(result)
    if whole is None or part is None:
        return None
    for size, count, start, step in zip(whole, part, starts, steps, strict=True):
        if start < 0 or step < 1 or (count and start + (count - 1) * step >= size):
            return None
    return moved(
        state,
        operand,
        result,
        lambda index: [s + i * d for s, i, d in zip(starts, index, steps, strict=True)],
    )


def constants(value: SSAValue, state: RelationState) -> list[int] | None:
    """The integers that a value holds, when all of them are known numbers."""
    items = state.elements(value)
    if items is None:
        return None
    found = [item.constant for item in items if item.constant is not None]
    return found if len(found) == len(items) else None


def corner(
    starts: Sequence[SSAValue], whole: Sequence[int], part: Sequence[int], state: RelationState
) -> list[int] | None:
    """Where a box begins whose start indices are moved so that it fits; None when not known."""
    found: list[int] = []
    for value, most, size in zip(starts, whole, part, strict=True):
        start = state.integer(value)
        if most == size:
            found.append(0)
        elif start is None or start.constant is None:
            return None
        else:
            found.append(max(0, min(start.constant, most - size)))
    return found


@evaluates(DynamicSliceOp)
def dynamic_slice(op: DynamicSliceOp, state: RelationState) -> Content:
    whole, part = static_shape(op.operand), static_shape(op.result)
    if whole is None or part is None:
        return None
    start = corner(op.start_indices, whole, part, state)
    if start is None:
        return None
    return stepped(op.operand, op.result, start, [1] * len(start), state)


@evaluates(DynamicUpdateSliceOp)
def dynamic_update_slice(op: DynamicUpdateSliceOp, state: RelationState) -> Content:
    items, update = state.content(op.operand), state.content(op.update)
    whole, part = static_shape(op.operand), static_shape(op.update)
    if items is None or update is None or whole is None or part is None:
        return None
    start = corner(op.start_indices, whole, part, state)
    if start is None:
        return None
    found = list(items)
    for item, index in zip(update, positions(part), strict=True):
        found[linear([s + i for s, i in zip(start, index, strict=True)], whole)] = item
    return tuple(found)


@evaluates(PadOp)
def pad(op: PadOp, state: RelationState) -> Content:
    items, filler = state.content(op.operand), state.content(op.padding_value)
    before, after = static_shape(op.operand), static_shape(op.result)
    if items is None or filler is None or before is None or after is None:
        return None
    found = [filler[0]] * (element_count(op.result.type) or 0)
    low, between = ints(op.edge_padding_low), ints(op.interior_padding)
    for item, index in zip(items, positions(before), strict=True):
        target = [edge + i * (gap + 1) for edge, i, gap in zip(low, index, between, strict=True)]
        if all(0 <= i < size for i, size in zip(target, after, strict=True)):
            found[linear(target, after)] = item
    return tuple(found)


@evaluates(GatherOp)
def gather(op: GatherOp, state: RelationState) -> Content:
    return gathered(op, ints(op.slice_sizes), state)


@evaluates(DynamicGatherOp)
def dynamic_gather(op: DynamicGatherOp, state: RelationState) -> Content:
    sizes = constants(op.slice_sizes, state)
    return None if sizes is None else gathered(op, sizes, state)


def gathered(op: GatherOp | DynamicGatherOp, sizes: Sequence[int], state: RelationState) -> Content:
    """The contents of a gather without batching dimensions, from indices that are known."""
    numbers = op.dimension_numbers
    assert isinstance(numbers, GatherDimensionNumbers)
    items, indices = state.content(op.operand), constants(op.start_indices, state)
    shapes = [static_shape(value) for value in (op.operand, op.start_indices, op.result)]
    whole, rows, after = shapes
    if items is None or indices is None or whole is None or rows is None or after is None:
        return None
    if numbers.operand_batching_dims:
        return None
    vector = numbers.index_vector_dim
    kept = [i for i in range(len(whole)) if i not in numbers.collapsed_slice_dims]
    found: list[Item] = []
    for index in positions(after):
        batch = [i for axis, i in enumerate(index) if axis not in numbers.offset_dims]
        position = [0] * len(whole)
        for entry, axis in enumerate(numbers.start_index_map):
            at = batch if vector == len(rows) else [*batch[:vector], entry, *batch[vector:]]
            position[axis] = max(0, min(indices[linear(at, rows)], whole[axis] - sizes[axis]))
        for axis, target in zip(kept, numbers.offset_dims, strict=True):
            position[axis] += index[target]
        found.append(items[linear(position, whole)])
    return tuple(found)
