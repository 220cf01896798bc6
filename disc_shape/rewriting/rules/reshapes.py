"""Simplifies reshapes by what is known of their sizes."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
)
from disc_shape.rewriting.function import Rewriter, defining, static_type
from disc_shape.rewriting.registry import register_rule

AnyReshape = ReshapeOp | DynamicReshapeOp


def drop_identity_reshape(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a reshape that changes no size.

        %1 = stablehlo.dynamic_reshape %0, %shape     // sizes of %0 and of %1: [b, s, 32]
    =>
        uses of %1 use %0
    """
    assert isinstance(op, AnyReshape)
    if rewriter.dims(op.operand) != rewriter.dims(op.result):
        return False
    return rewriter.replace(op, [op.operand])


def merge_nested_reshapes(op: Operation, rewriter: Rewriter) -> bool:
    """
    Reshape the operand of a reshape directly.

        %1 = stablehlo.dynamic_reshape %0, %s1
        %2 = stablehlo.dynamic_reshape %1, %s2
    =>
        %2 = stablehlo.dynamic_reshape %0, %s2
    """
    assert isinstance(op, AnyReshape)
    inner = defining(op.operand)
    if not isinstance(inner, AnyReshape):
        return False
    return rewriter.set_operand(op, 0, inner.operand)


def reshape_before_expanding_broadcast(op: Operation, rewriter: Rewriter) -> bool:
    """
    Reshape the operand of a broadcast that only adds dimensions of size one.

        // sizes of %0: [b, w], of %1: [b, 1, w]
        %1 = stablehlo.dynamic_broadcast_in_dim %0, %s1, dims = [0, 2]
        %2 = stablehlo.dynamic_reshape %1, %s2
    =>
        %2 = stablehlo.dynamic_reshape %0, %s2
    """
    assert isinstance(op, AnyReshape)
    inner = defining(op.operand)
    if not isinstance(inner, BroadcastInDimOp | DynamicBroadcastInDimOp):
        return False
    before, after = rewriter.dims(inner.operand), rewriter.dims(inner.result)
    axes = ints(inner.broadcast_dimensions)
    if list(axes) != sorted(axes) or any(
        size is not after[axis] for size, axis in zip(before, axes, strict=True)
    ):
        return False
    if any(size.constant != 1 for axis, size in enumerate(after) if axis not in axes):
        return False
    return rewriter.set_operand(op, 0, inner.operand)


def make_reshape_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the static form when all result sizes are known; those of the operand need not be.

        %1 = stablehlo.dynamic_reshape %0, %shape
            : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    =>
        %1 = stablehlo.reshape %0 : (tensor<?xf32>) -> tensor<2x4xf32>
    """
    assert isinstance(op, DynamicReshapeOp)
    result = static_type(op.result.type, rewriter.dims(op.result))
    if result is None:
        return False
    new = twin(ReshapeOp, op).create(operands=[op.operand], result_types=[result])
    return rewriter.replace_by(op, new)


register_rule(merge_nested_reshapes, ReshapeOp, DynamicReshapeOp)
register_rule(reshape_before_expanding_broadcast, ReshapeOp, DynamicReshapeOp)
register_rule(drop_identity_reshape, ReshapeOp, DynamicReshapeOp)
register_rule(make_reshape_static, DynamicReshapeOp)
