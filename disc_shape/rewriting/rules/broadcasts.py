"""Simplifies broadcasts by what is known of their sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType, TensorType
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints, ints_attr
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
)
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.relations.size_table import Dims
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.function import Rewriter, defining, has_one_value, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.symbolic import Expr

AnyBroadcast = BroadcastInDimOp | DynamicBroadcastInDimOp
AnyReshape = ReshapeOp | DynamicReshapeOp


def drop_identity_broadcast(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a broadcast that changes neither rank nor any size.

        // sizes of %0: [b, s], of %1: [b, s]
        %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [0, 1]
    =>
        uses of %1 use %0
    """
    assert isinstance(op, AnyBroadcast)
    axes = ints(op.broadcast_dimensions)
    if axes != tuple(range(rewriter.state.rank(op.result))):
        return False
    if rewriter.dims(op.operand) != rewriter.dims(op.result):
        return False
    return rewriter.replace(op, [op.operand])


def fold_splat_broadcast(op: Operation, rewriter: Rewriter) -> bool:
    """
    Write the static broadcast of a constant with one value as a constant.

        %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    =>
        %1 = stablehlo.constant dense<0> : tensor<1xi32>
    """
    assert isinstance(op, BroadcastInDimOp)
    constant = defining(op.operand)
    type = as_tensor(op.result.type)
    if not isinstance(constant, ConstantOp) or type is None or is_dynamic(type):
        return False
    value = constant.value
    if not isinstance(value, DenseIntOrFPElementsAttr) or not has_one_value(value):
        return False
    plain = cast("TensorType[IntegerType]", TensorType(type.element_type, type.shape))
    empty = 0 in plain.get_shape()
    attr = (
        DenseIntOrFPElementsAttr.from_list(plain, [])
        if empty
        else DenseIntOrFPElementsAttr(plain, value.data)
    )
    new = twin(ConstantOp, op).create(result_types=[plain], properties={"value": attr})
    return rewriter.replace_by(op, new)


def merge_nested_broadcasts(op: Operation, rewriter: Rewriter) -> bool:
    """
    Broadcast the operand of a broadcast directly.

        %1 = stablehlo.dynamic_broadcast_in_dim %0, %s1, dims = [0]
        %2 = stablehlo.dynamic_broadcast_in_dim %1, %s2, dims = [1, 2]
    =>
        %2 = stablehlo.dynamic_broadcast_in_dim %0, %s2, dims = [1]
    """
    assert isinstance(op, AnyBroadcast)
    inner = defining(op.operand)
    if not isinstance(inner, AnyBroadcast):
        return False
    outer_axes = ints(op.broadcast_dimensions)
    axes = [outer_axes[axis] for axis in ints(inner.broadcast_dimensions)]
    return _broadcast_instead(op, inner.operand, axes, rewriter)


def broadcast_before_expanding_reshape(op: Operation, rewriter: Rewriter) -> bool:
    """
    Broadcast the operand of a reshape that only adds dimensions of size one.

        %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<1x8xf32>
        %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [0, 1]
    =>
        %2 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [1]
    """
    assert isinstance(op, AnyBroadcast)
    inner = defining(op.operand)
    if not isinstance(inner, AnyReshape):
        return False
    kept = kept_axes(rewriter.dims(inner.operand), rewriter.dims(inner.result))
    if kept is None:
        return False
    outer_axes = ints(op.broadcast_dimensions)
    axes = [outer_axes[axis] for axis in kept]
    return _broadcast_instead(op, inner.operand, axes, rewriter)


def kept_axes(before: Dims, after: Dims) -> list[int] | None:
    """
    The positions of the dimensions `before` among those `after` when all others of `after` are
    ones, else None.
    """
    kept: list[int] = []
    axis = 0
    for size in before:
        while axis < len(after) and after[axis] is not size:
            if after[axis].constant != 1:
                return None
            axis += 1
        if axis == len(after):
            return None
        kept.append(axis)
        axis += 1
    return kept if all(size.constant == 1 for size in after[axis:]) else None


def _broadcast_instead(
    op: AnyBroadcast, operand: SSAValue, axes: Sequence[int], rewriter: Rewriter
) -> bool:
    attributes = {**op.attributes}
    properties = {"broadcast_dimensions": ints_attr(axes, prefix_of(op.name))}
    new = type(op).create(
        operands=[operand, *op.operands[1:]],
        result_types=[op.result.type],
        properties=properties,
        attributes=attributes,
    )
    return rewriter.replace_by(op, new)


def make_broadcast_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the static form when all result sizes are known.

        %1 = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [1]
            : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32>
    =>
        %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    """
    assert isinstance(op, DynamicBroadcastInDimOp)
    result = static_type(op.result.type, rewriter.dims(op.result))
    if result is None or static_type(op.operand.type, rewriter.dims(op.operand)) is None:
        return False
    new = twin(BroadcastInDimOp, op).create(
        operands=[op.operand],
        result_types=[result],
        properties={"broadcast_dimensions": op.broadcast_dimensions},
    )
    return rewriter.replace_by(op, new)


def note_expanding_dimensions(op: Operation, rewriter: Rewriter) -> bool:
    """
    Say which operand dimensions are known to expand, and which are known not to.

        // operand [b, 1], result [b, s], s known not to be 1
        dims = [0, 1]
    =>
        dims = [0, 1] {known_expanding_dimensions = array<i64: 1>,
                       known_nonexpanding_dimensions = array<i64: 0>}
    """
    assert isinstance(op, DynamicBroadcastInDimOp)
    operand, result = rewriter.dims(op.operand), rewriter.dims(op.result)
    expanding = set(ints(op.known_expanding_dimensions))
    nonexpanding = set(ints(op.known_nonexpanding_dimensions))
    before = len(expanding) + len(nonexpanding)
    for axis, target in enumerate(ints(op.broadcast_dimensions)):
        if operand[axis] is result[target] or _not_one(operand[axis], rewriter):
            nonexpanding.add(axis)
        elif operand[axis].constant == 1 and _not_one(result[target], rewriter):
            expanding.add(axis)
    if len(expanding) + len(nonexpanding) == before:
        return False
    for name, axes in (
        ("known_expanding_dimensions", expanding),
        ("known_nonexpanding_dimensions", nonexpanding - expanding),
    ):
        if axes:
            op.properties[name] = ints_attr(sorted(axes), prefix_of(op.name))
    rewriter.changes += 1
    return True


def _not_one(size: Expr, rewriter: Rewriter) -> bool:
    low, high = rewriter.range(size)
    return (low is not None and low > 1) or high == 0


def reshape_one_element(op: Operation, rewriter: Rewriter) -> bool:
    """
    Reshape a single element: there is nothing to repeat. Front ends write it in both ways.

        %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1xi32>
    =>
        %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    """
    types = [as_tensor(value.type) for value in (op.operands[0], op.results[0])]
    if any(type is None or set(type.get_shape()) - {1} for type in types):
        return False
    new = twin(ReshapeOp, op).create(operands=[op.operands[0]], result_types=[op.results[0].type])
    return rewriter.replace_by(op, new)


register_rule(fold_splat_broadcast, BroadcastInDimOp)
register_rule(reshape_one_element, BroadcastInDimOp)
for _rule in (drop_identity_broadcast, merge_nested_broadcasts, broadcast_before_expanding_reshape):
    register_rule(_rule, BroadcastInDimOp, DynamicBroadcastInDimOp)
for _rule in (make_broadcast_static, note_expanding_dimensions):
    register_rule(_rule, DynamicBroadcastInDimOp)
