"""
Relations of MLIR's shape dialect, where shapes are values: `!shape.shape` or tensors of extents.
What most operations hold is on their cards; broadcasts and comparisons are evaluated here.

`!shape.shape` and `!shape.size` can also hold an error. A program that uses one where a number is
needed is not legal, so evaluators compute the numbers of the case without an error.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from disc_shape.dialects import shape
from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.relations.broadcast import broadcast_shape
from disc_shape.relations.demand import origin
from disc_shape.relations.guards import shapes, shapes_broadcast, shapes_equal
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import Cond, const, maximum


def is_open(value: SSAValue) -> bool:
    """True for a tensor with an unknown number of extents."""
    type_ = as_tensor(value.type)
    return type_ is not None and type_.get_shape() == (DYNAMIC_INDEX,)


@relation("Rank", "MLIR, shape.shape_of: one extent for each dimension", shape.ShapeOfOp)
def rank_of_shape(op: shape.ShapeOfOp, state: RelationState) -> bool:
    """The result has one extent for each dimension of the operand. Source: MLIR, shape.shape_of."""
    value = origin(op.arg)
    if is_open(op.result) and state.is_ranked(value):
        why = f"'{op.name}' gives one extent for each dimension"
        state.define(op.result, 0, const(state.rank(value)), op, why)
    return True


@relation("Rank", "MLIR, shape.const_shape: one extent for each number", shape.ConstShapeOp)
def rank_of_constant(op: shape.ConstShapeOp, state: RelationState) -> bool:
    """
    The result has one extent for each number of the attribute. Source: MLIR, shape.const_shape.
    """
    values = constant_ints(op.shape)
    if is_open(op.result) and values is not None:
        state.define(op.result, 0, const(len(values)), op, f"'{op.name}' has so many extents")
    return True


@relation("Rank", "MLIR, shape.broadcast: the greatest rank of all operands", shape.BroadcastOp)
def rank_of_broadcast(op: shape.BroadcastOp, state: RelationState) -> bool:
    """The result has as many extents as the longest operand. Source: MLIR, shape.broadcast."""
    if is_open(op.result) and op.operands and all(map(state.is_ranked, op.operands)):
        ranks = [state.dim(operand, 0) for operand in op.operands]
        why = f"the rank of '{op.name}' is the greatest of its operands"
        state.define(op.result, 0, maximum(*ranks), op, why)
    return True


@relation("Rank", "MLIR, shape.concat: the sum of both ranks", shape.ConcatOp)
def rank_of_concat(op: shape.ConcatOp, state: RelationState) -> bool:
    """The result has the extents of both operands. Source: MLIR, shape.concat."""
    if is_open(op.result) and all(map(state.is_ranked, op.operands)):
        left, right = (state.dim(operand, 0) for operand in op.operands)
        state.define(op.result, 0, left + right, op, f"the rank of '{op.name}' is the sum")
    return True


@evaluates(shape.BroadcastOp)
def broadcast(op: shape.BroadcastOp, state: RelationState) -> Content:
    """The shape to which the operands broadcast."""
    found = shapes(op.operands, state)
    return None if found is None else broadcast_shape(found, state)


def verdict(cond: Cond | None) -> Content:
    """The contents of an `i1` with a condition."""
    return None if cond is None else (cond,)


@evaluates(shape.ShapeEqOp)
def shape_eq(op: shape.ShapeEqOp, state: RelationState) -> Content:
    """Whether all shapes are equal."""
    return verdict(shapes_equal(op.operands, state))


@evaluates(shape.IsBroadcastableOp)
def is_broadcastable(op: shape.IsBroadcastableOp, state: RelationState) -> Content:
    """Whether the shapes broadcast."""
    return verdict(shapes_broadcast(op.operands, state))
