"""Elements of tensors are read where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.gather_scatter import GatherOp
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    ConcatenateOp,
    ReshapeOp,
    TransposeOp,
)
from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers
from disc_shape.dialects.hlo.slicing import SliceOp
from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.folding import numbers, shape_of
from disc_shape.rewriting.function import Rewriter, register_rule

KINDS = (IndexType(), i8, i16, i32, i64)
"""The types of integers that `arith.constant` makes."""

ELEMENTS_LIMIT = 64
"""The most elements of a constant that is looked into."""

Place = tuple[SSAValue, tuple[int, ...]]
"""A tensor and the indices of one of its elements."""


def forward_element(op: Operation, rewriter: Rewriter) -> bool:
    """
    Read an element in front of operations that only move it. All sizes on the way are static.

        %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
        %3 = tensor.extract %2[%c3] : tensor<5xi32>
    =>
        %3 = tensor.extract %1[%c1] : tensor<3xi32>
    """
    assert isinstance(op, tensor.ExtractOp)
    indices = [constant_int(value) for value in op.indices]
    # Where one is not known, what is left is no place in the tensor, and nothing is found.
    known = tuple(index for index in indices if index is not None)
    place = moved_from(op.tensor, known)
    found = constant_at(*place, rewriter) or made_of(*place)
    if found is not None:
        return found.type == op.result.type and rewriter.replace(op, [found])
    if place[0] is op.tensor:
        return False
    source, known = place
    new = tensor.ExtractOp.create(
        operands=[source, *(rewriter.sizes.constant(index) for index in known)],
        result_types=[op.result.type],
        attributes=dict(op.attributes),
    )
    return rewriter.replace_by(op, new)


def moved_from(value: SSAValue, indices: Sequence[int]) -> Place:
    """Where an element was before all operations that only moved it."""
    place: Place = value, tuple(indices)
    while (before := source_of(*place)) is not None:
        place = before
    return place


def static_sizes(value: SSAValue, indices: Sequence[int]) -> tuple[int, ...] | None:
    """The sizes of a tensor, when all are static and the indices are of an element of it."""
    type_ = as_tensor(value.type)
    if type_ is None:
        return None
    sizes = type_.get_shape()
    inside = len(sizes) == len(indices) and all(
        0 <= index < size for index, size in zip(indices, sizes, strict=True)
    )
    return sizes if DYNAMIC_INDEX not in sizes and inside else None


def constant_at(value: SSAValue, indices: Sequence[int], rewriter: Rewriter) -> SSAValue | None:
    """An integer of a small constant."""
    sizes, owner = static_sizes(value, indices), value.owner
    if sizes is None or not isinstance(owner, ConstantOp | arith.ConstantOp):
        return None
    attr, type_ = owner.value, as_tensor(value.type)
    if not isinstance(attr, DenseIntOrFPElementsAttr) or prod(sizes) > ELEMENTS_LIMIT:
        return None
    element = next((kind for kind in KINDS if type_ and kind == type_.element_type), None)
    if element is None:
        return None
    numbers = list(attr.iter_values())
    number = numbers[position(sizes, indices) if len(numbers) > 1 else 0]
    assert isinstance(number, int)
    return rewriter.sizes.constant(number, element)


def made_of(value: SSAValue, indices: Sequence[int]) -> SSAValue | None:
    """The scalar that an operation put at a place of its result."""
    sizes, owner = static_sizes(value, indices), value.owner
    if sizes is None or not isinstance(owner, tensor.FromElementsOp | tensor.SplatOp):
        return None
    if isinstance(owner, tensor.SplatOp):
        return owner.input
    return owner.elements[position(sizes, indices)]


def source_of(value: SSAValue, indices: Sequence[int]) -> Place | None:
    """Where an operation that only moves elements took one from."""
    sizes, owner = static_sizes(value, indices), value.owner
    if sizes is None or not isinstance(owner, Operation):
        return None
    found: Place | None = None
    match owner:
        case ConcatenateOp():
            found = part_of(owner, indices)
        case SliceOp():
            starts, strides = ints(owner.start_indices), ints(owner.strides)
            steps = zip(starts, indices, strides, strict=True)
            found = owner.operand, tuple(start + index * step for start, index, step in steps)
        case TransposeOp():
            axes = ints(owner.permutation)
            found = owner.operand, tuple(indices[axes.index(axis)] for axis in range(len(axes)))
        case BroadcastInDimOp():
            type_ = as_tensor(owner.operand.type)
            if type_ is None:
                return None
            pairs = zip(ints(owner.broadcast_dimensions), type_.get_shape(), strict=True)
            found = owner.operand, tuple(0 if size == 1 else indices[axis] for axis, size in pairs)
        case ReshapeOp() | tensor.CastOp() | tensor.CollapseShapeOp() | tensor.ExpandShapeOp():
            found = reshaped(owner.operands[0], position(sizes, indices))
        case GatherOp():
            found = gathered_from(owner, indices)
        case _:
            return None
    return found if found is not None and static_sizes(*found) is not None else None


def part_of(op: ConcatenateOp, indices: Sequence[int]) -> Place | None:
    """The operand of a concatenation that an element is of."""
    axis, rest = op.dimension.value.data, list(indices)
    for value in op.operands:
        type_ = as_tensor(value.type)
        size = DYNAMIC_INDEX if type_ is None else type_.get_shape()[axis]
        if size == DYNAMIC_INDEX:
            return None
        if rest[axis] < size:
            return value, tuple(rest)
        rest[axis] -= size
    return None


def gathered_from(op: GatherOp, indices: Sequence[int]) -> Place | None:
    """The place that a gather without batching dimensions reads, from indices that are known."""
    found, counts = op.dimension_numbers, as_tensor(op.operand.type)
    starts, rows = numbers(op.start_indices), shape_of(op.start_indices)
    assert isinstance(found, GatherDimensionNumbers)
    if starts is None or rows is None or counts is None or found.operand_batching_dims:
        return None
    whole, slices, vector = counts.get_shape(), ints(op.slice_sizes), found.index_vector_dim
    batch = [index for axis, index in enumerate(indices) if axis not in found.offset_dims]
    place = [0] * len(whole)
    for entry, axis in enumerate(found.start_index_map):
        at = batch if vector == len(rows) else [*batch[:vector], entry, *batch[vector:]]
        place[axis] = max(0, min(starts[position(rows, at)], whole[axis] - slices[axis]))
    kept = [axis for axis in range(len(whole)) if axis not in found.collapsed_slice_dims]
    for axis, target in zip(kept, found.offset_dims, strict=True):
        place[axis] += indices[target]
    return op.operand, tuple(place)


def reshaped(value: SSAValue, flat: int) -> Place | None:
    """The place of an element, row by row, in a tensor of static sizes."""
    type_ = as_tensor(value.type)
    sizes = () if type_ is None else type_.get_shape()
    if type_ is None or DYNAMIC_INDEX in sizes:
        return None
    indices: list[int] = []
    for axis, size in enumerate(sizes):
        indices.append(flat // prod(sizes[axis + 1 :]) % max(size, 1))
    return value, tuple(indices)


def position(sizes: Sequence[int], indices: Sequence[int]) -> int:
    """The number of an element, row by row."""
    flat = 0
    for size, index in zip(sizes, indices, strict=True):
        flat = flat * size + index
    return flat


register_rule(forward_element, tensor.ExtractOp)
