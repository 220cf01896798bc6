"""
Evaluators of MLIR's shape dialect, where shapes are values: `!shape.shape` or tensors of extents.

`!shape.shape` and `!shape.size` can also hold an error. A program that uses one where a number is
needed is not legal, so evaluators compute the numbers of the case without an error.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import IRDLOperation

from disc_shape.dialects import shape
from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.relations.broadcast import broadcast_shape
from disc_shape.relations.core import EVALUATORS
from disc_shape.relations.demand import origin
from disc_shape.relations.elements import joined
from disc_shape.relations.guards import shapes, shapes_broadcast, shapes_equal
from disc_shape.relations.integers import ONE
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.tensor import dim_content
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import Cond, Expr, const, maximum, minimum


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


@evaluates(shape.ShapeOfOp)
def shape_of(op: shape.ShapeOfOp, state: RelationState) -> Content:
    """The sizes of the operand."""
    value = origin(op.arg)
    return state.dims(value) if state.is_ranked(value) else None


@evaluates(shape.ConstShapeOp)
def const_shape(op: shape.ConstShapeOp, state: RelationState) -> Content:
    """The numbers of the attribute."""
    values = constant_ints(op.shape)
    return None if values is None else tuple(const(value) for value in values)


@evaluates(shape.ConstSizeOp)
def const_size(op: shape.ConstSizeOp, state: RelationState) -> Content:
    """The number of the attribute."""
    return (const(op.value.value.data),)


@evaluates(shape.BroadcastOp)
def broadcast(op: shape.BroadcastOp, state: RelationState) -> Content:
    """The shape to which the operands broadcast."""
    found = shapes(op.operands, state)
    return None if found is None else broadcast_shape(found, state)


@evaluates(shape.NumElementsOp)
def num_elements(op: shape.NumElementsOp, state: RelationState) -> Content:
    """The product of the extents."""
    sizes = state.elements(op.operands[0])
    if sizes is None:
        return None
    count: Expr = ONE
    for size in sizes:
        count = count * size
    return (count,)


@evaluates(shape.RankOp)
def rank(op: shape.RankOp, state: RelationState) -> Content:
    """The number of extents."""
    sizes = state.elements(op.operands[0])
    return None if sizes is None else (const(len(sizes)),)


@evaluates(shape.DimOp)
def dim(op: shape.DimOp, state: RelationState) -> Content:
    """The size of the dimension at a constant index."""
    return dim_content(op.operands[0], op.operands[1], state)


@evaluates(shape.GetExtentOp)
def get_extent(op: shape.GetExtentOp, state: RelationState) -> Content:
    """The extent at a constant index."""
    sizes, index = state.elements(op.operands[0]), state.integer(op.operands[1])
    if sizes is None or index is None or index.constant is None:
        return None
    return (sizes[index.constant],) if 0 <= index.constant < len(sizes) else None


@evaluates(shape.FromExtentsOp)
def from_extents(op: shape.FromExtentsOp, state: RelationState) -> Content:
    """The operands in order."""
    return joined(op.operands, state)


@evaluates(shape.ConcatOp)
def concat(op: shape.ConcatOp, state: RelationState) -> Content:
    """The extents of both operands in order."""
    return joined(op.operands, state)


@evaluates(
    shape.FromExtentTensorOp,
    shape.ToExtentTensorOp,
    shape.IndexToSizeOp,
    shape.SizeToIndexOp,
)
def same_contents(op: Operation, state: RelationState) -> Content:
    """The extents of the operand, in another type."""
    return state.content(op.operands[0])


def split_at(op: Operation, state: RelationState) -> tuple[Content, Content]:
    """
    The sizes before and from a constant index on, which counts from the end when it is negative.
    """
    sizes, index = state.elements(op.operands[0]), state.integer(op.operands[1])
    if sizes is None or index is None or index.constant is None:
        return None, None
    at = index.constant
    if not -len(sizes) <= at <= len(sizes):
        return None, None
    at = at if at >= 0 else at + len(sizes)
    return sizes[:at], sizes[at:]


EVALUATORS.register(split_at, shape.SplitAtOp)


@evaluates(shape.AnyOp)
def any_shape(op: shape.AnyOp, state: RelationState) -> Content:
    """Operands that are one and the same shape, or else an error: any of them will do."""
    for value in op.operands:
        sizes = state.elements(value)
        if sizes is not None:
            return sizes
    return None


def combine(cls: type[IRDLOperation], rule: Callable[[Expr, Expr], Expr | None]) -> None:
    """Make the evaluator of an operation on two sizes, or on two shapes of one rank."""

    def run(op: Operation, state: RelationState) -> tuple[Content]:
        found = shapes(op.operands, state)
        if found is None or len(found[0]) != len(found[1]):
            return (None,)
        sizes = [rule(left, right) for left, right in zip(*found, strict=True)]
        return (None if None in sizes else tuple(size for size in sizes if size is not None),)

    EVALUATORS.register(run, cls)


combine(shape.AddOp, lambda a, b: a + b)
combine(shape.MulOp, lambda a, b: a * b)
combine(shape.DivOp, lambda a, b: None if b.constant == 0 else a // b)
combine(shape.MaxOp, lambda a, b: maximum(a, b))
combine(shape.MinOp, lambda a, b: minimum(a, b))


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
