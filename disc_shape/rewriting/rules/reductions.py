"""Simplifies reductions by what is known of their sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import NoneAttr, TensorType
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.hlo.attributes import ints, ints_attr
from disc_shape.dialects.hlo.binary import AndOp, MaxOp, MinOp, OrOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, DynamicBroadcastInDimOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.relations.value_types import as_tensor, integer_type, is_dynamic
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.broadcasts import AnyBroadcast
from disc_shape.rewriting.rules.neutral import splat

IDEMPOTENT = AndOp | OrOp | MaxOp | MinOp
"""Operations that give a number combined with itself."""


def reduce_before_adding_unit_dimensions(op: Operation, rewriter: Rewriter) -> bool:
    """
    Reduce the operand of a broadcast that only adds dimensions of size one, when none of those is
    reduced and the broadcast has no other use. Several reduced dimensions must keep their order:
    the elements are combined in it, and a body need not commute.

        // sizes of %0: [b, s], of %1: [b, s, 1]
        %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0, 1]
        %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [1]
    =>
        %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1]
        %2 = stablehlo.dynamic_broadcast_in_dim %1, %sizes, dims = [0]      // sizes: [b, 1]
    """
    assert isinstance(op, ReduceOp)
    broadcast = defining(op.inputs[0])
    type = as_tensor(strip(op.results[0].type))
    if len(op.inputs) != 1 or not isinstance(broadcast, AnyBroadcast) or type is None:
        return False
    axes, reduced = ints(broadcast.broadcast_dimensions), ints(op.dimensions)
    if (
        not broadcast.result.has_one_use()
        or not isinstance(type.encoding, NoneAttr)
        or not set(reduced) <= set(axes)
        or not keeps_order(axes, reduced)
        or not only_adds_ones(broadcast, axes, rewriter)
    ):
        return False
    shape: list[SSAValue] = []
    if is_dynamic(type):
        sizes = rewriter.sizes.vector(rewriter.dims(op.results[0]), op)
        if sizes is None:
            return False
        shape = [sizes]
    kept = [axis for axis in range(rewriter.state.rank(broadcast.result)) if axis not in reduced]
    positions = [kept.index(axis) for axis in axes if axis not in reduced]
    inner = _reduce(op, broadcast.operand, [axes.index(axis) for axis in reduced], positions)
    rewriter.insert_before(op, inner)
    raw = rewriter.state.raw_dims(op.results[0])
    for operand in shape:
        rewriter.state.set_elements(operand, raw)
    rewriter.state.set_dims(inner.results[0], [raw[position] for position in positions])
    kind = DynamicBroadcastInDimOp if shape else BroadcastInDimOp
    outer = twin(kind, op).create(
        operands=[inner.results[0], *shape],
        result_types=[type],
        properties={"broadcast_dimensions": ints_attr(positions, prefix_of(op.name))},
    )
    return rewriter.replace_by(op, outer)


def keeps_order(axes: Sequence[int], reduced: Sequence[int]) -> bool:
    """True when the reduced dimensions have the same order in the operand of a broadcast."""
    places = [axis for axis in axes if axis in reduced]
    return places == sorted(places)


def only_adds_ones(op: AnyBroadcast, axes: Sequence[int], rewriter: Rewriter) -> bool:
    """True for a broadcast that expands nothing, and whose added dimensions have size one."""
    operand, result = rewriter.dims(op.operand), rewriter.dims(op.result)
    return all(
        size is operand[axes.index(axis)] if axis in axes else size.constant == 1
        for axis, size in enumerate(result)
    )


def _reduce(
    op: ReduceOp, operand: SSAValue, dimensions: Sequence[int], positions: Sequence[int]
) -> Operation:
    """The same reduction of the unbroadcast operand; it takes the body of `op`."""
    result = as_tensor(strip(op.results[0].type))
    assert result is not None
    shape = [result.get_shape()[position] for position in positions]
    return type(op).create(
        operands=[operand, *op.init_values],
        result_types=[TensorType(result.element_type, shape)],
        properties={"dimensions": ints_attr(sorted(dimensions), prefix_of(op.name))},
        regions=[op.detach_region(op.body)],
    )


def reduce_equal_elements(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the initial value where all elements are that value, and combining it with itself gives it
    again.

        %1 = stablehlo.dynamic_broadcast_in_dim %true, %shape, dims = []
        %2 = stablehlo.reduce(%1 init: %true) applies stablehlo.and across dimensions = [1]
    =>
        %2 = stablehlo.dynamic_broadcast_in_dim %true, %sizes, dims = []
    """
    assert isinstance(op, ReduceOp)
    type = as_tensor(strip(op.results[0].type))
    if len(op.inputs) != 1 or type is None or not isinstance(op.reducer, IDEMPOTENT):
        return False
    known = splat(op.inputs[0])
    if known is None or known != splat(op.init_values[0]) or integer_type(type) is None:
        return False
    shape = [rewriter.sizes.vector(rewriter.dims(op.results[0]), op)] if is_dynamic(type) else []
    operands = [value for value in shape if value is not None]
    if len(operands) < len(shape):
        return False
    for operand in operands:
        rewriter.state.set_elements(operand, rewriter.state.raw_dims(op.results[0]))
    op.detach_region(op.body)
    kind = DynamicBroadcastInDimOp if operands else BroadcastInDimOp
    new = twin(kind, op).create(
        operands=[op.init_values[0], *operands],
        result_types=[type],
        properties={"broadcast_dimensions": ints_attr([], prefix_of(op.name))},
    )
    return rewriter.replace_by(op, new)


register_rule(reduce_equal_elements, ReduceOp)
register_rule(reduce_before_adding_unit_dimensions, ReduceOp)
