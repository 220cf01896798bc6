"""Relations and evaluators of MLIR's tensor dialect that belong to no other family."""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.ir import SSAValue

from disc_shape.relations.contents import linear, static_shape
from disc_shape.relations.demand import origin
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.hlo_contents import (
    carried_over,
    concatenated,
    constants,
    joined,
    stepped,
)
from disc_shape.relations.operands import mixed_sizes
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import element_count


@relation("Cast", "MLIR, tensor.cast: a cast changes no size", tensor.CastOp)
def cast(op: tensor.CastOp, state: RelationState) -> bool:
    source = origin(op.source)
    if not state.is_ranked(source) or state.rank(source) == state.rank(op.dest):
        state.same_shape([source, op.dest], op, f"'{op.name}' changes no size")
    return True


@evaluates(tensor.CastOp)
def cast_contents(op: tensor.CastOp, state: RelationState) -> Content:
    return carried_over(origin(op.source), op.dest, state)


@relation("SameShape", "MLIR, tensor.insert", tensor.InsertOp)
def insert(op: tensor.InsertOp, state: RelationState) -> bool:
    same_shape([op.dest, op.result], op, state)
    return True


def dim_content(source: SSAValue, index: SSAValue, state: RelationState) -> Content:
    """The size of the dimension that `index` names."""
    axis = state.integer(index)
    if axis is None or axis.constant is None or not state.is_ranked(source):
        return None
    if not 0 <= axis.constant < state.rank(source):
        return None
    return (state.dim(source, axis.constant),)


@evaluates(tensor.DimOp)
def dim(op: tensor.DimOp, state: RelationState) -> Content:
    return dim_content(op.source, op.index, state)


@evaluates(tensor.FromElementsOp)
def from_elements(op: tensor.FromElementsOp, state: RelationState) -> Content:
    return None if element_count(op.result.type) is None else joined(op.elements, state)


def position(value: SSAValue, indices: tuple[SSAValue, ...], state: RelationState) -> int | None:
    """The place in row-major order that constant indices name in a small static tensor."""
    shape = static_shape(value)
    found: list[int] = []
    for index in indices:
        at = constants(index, state)
        if at is None:
            return None
        found += at
    if shape is None or len(found) != len(shape):
        return None
    if any(not 0 <= at < size for at, size in zip(found, shape, strict=True)):
        return None
    return linear(found, shape)


@evaluates(tensor.ExtractOp)
def extract(op: tensor.ExtractOp, state: RelationState) -> Content:
    items, at = state.content(op.tensor), position(op.tensor, tuple(op.indices), state)
    return None if items is None or at is None else (items[at],)


@evaluates(tensor.InsertOp)
def insert_contents(op: tensor.InsertOp, state: RelationState) -> Content:
    items, item = state.content(op.dest), state.content(op.scalar)
    at = position(op.dest, tuple(op.indices), state)
    if items is None or item is None or at is None:
        return None
    return (*items[:at], item[0], *items[at + 1 :])


@evaluates(tensor.SplatOp)
def splat(op: tensor.SplatOp, state: RelationState) -> Content:
    items, count = state.content(op.input), element_count(op.result.type)
    return None if items is None or count is None else items * count


@evaluates(tensor.CollapseShapeOp, tensor.ExpandShapeOp)
def regrouped(op: tensor.CollapseShapeOp | tensor.ExpandShapeOp, state: RelationState) -> Content:
    return carried_over(op.src, op.result, state)


@evaluates(tensor.ReshapeOp)
def reshape(op: tensor.ReshapeOp, state: RelationState) -> Content:
    return carried_over(op.source, op.result, state)


@evaluates(tensor.ConcatOp)
def concat(op: tensor.ConcatOp, state: RelationState) -> Content:
    return concatenated(op.inputs, op.result, op.dim.value.data, state)


@evaluates(tensor.ExtractSliceOp)
def extract_slice(op: tensor.ExtractSliceOp, state: RelationState) -> Content:
    offsets = mixed_sizes(op.static_offsets.get_values(), op.offsets, state)
    steps = mixed_sizes(op.static_strides.get_values(), op.strides, state)
    starts = [item.constant for item in offsets if item is not None and item.constant is not None]
    paces = [item.constant for item in steps if item is not None and item.constant is not None]
    if len(starts) != len(offsets) or len(paces) != len(steps):
        return None
    if state.rank(op.result) != len(offsets):
        return None
    return stepped(op.source, op.result, starts, paces, state)
