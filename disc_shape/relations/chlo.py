"""Relations and evaluators of CHLO, whose operations broadcast their operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, Operation

from disc_shape.cards import functions
from disc_shape.cards.card import CARDS
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.client_broadcast import BroadcastBinaryOp, BroadcastSelectOp
from disc_shape.dialects.hlo.client_elementwise import IsInfinityOp
from disc_shape.dialects.hlo.client_other import ConstantLikeOp, DynamicReshapeOp, TopKOp
from disc_shape.relations.broadcast import broadcast_size, stretches
from disc_shape.relations.core import RELATIONS
from disc_shape.relations.elements import apply_elementwise, carried_over
from disc_shape.relations.elementwise import SAME_SHAPE
from disc_shape.relations.hlo_contents import constant_items
from disc_shape.relations.mhlo_only import greatest
from disc_shape.relations.reshape import reshape_with_rest
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import element_count
from disc_shape.symbolic import Expr

RELATIONS.register(SAME_SHAPE, IsInfinityOp, ConstantLikeOp)


def broadcast_to_one_shape(
    op: Operation, matched: Sequence[Sequence[int]], state: RelationState
) -> bool:
    """State that operands broadcast to the shape of the result, given where their dimensions go."""
    result = op.results[0]
    shapes = [state.dims(operand) for operand in op.operands]
    for axis in range(state.rank(result)):
        sizes: list[Expr] = []
        for shape, targets in zip(shapes, matched, strict=True):
            sizes += [size for size, target in zip(shape, targets, strict=True) if target == axis]
        size = broadcast_size(sizes, state)
        state.define(result, axis, size, op, f"dimension {axis} of '{op.name}' is broadcast")
    targets_of = state.dims(result)
    complete = True
    for shape, targets in zip(shapes, matched, strict=True):
        for index, (size, target) in enumerate(zip(shape, targets, strict=True)):
            complete &= stretches(size, targets_of[target], op, state, index)
    return complete


@relation("ClientBroadcast", "CHLO, broadcasting operations (c3), (c4)", BroadcastBinaryOp)
def broadcast_binary(op: BroadcastBinaryOp, state: RelationState) -> bool:
    """Both operands broadcast to the shape of the result."""
    return broadcast_to_one_shape(op, op.matched, state)


@relation("ClientBroadcast", "CHLO, broadcast_select (c1), (c2)", BroadcastSelectOp)
def broadcast_select(op: BroadcastSelectOp, state: RelationState) -> bool:
    """The predicate and both values broadcast to the shape of the result."""
    return broadcast_to_one_shape(op, op.matched, state)


@evaluates(BroadcastBinaryOp)
def broadcast_binary_contents(op: BroadcastBinaryOp, state: RelationState) -> Content:
    """Apply the elements rule of the operation without broadcasting."""
    card = CARDS.find(op.PLAIN)
    rule = None if card is None else card.elements
    scalar = rule.scalar(op) if isinstance(rule, Elementwise) else None
    return None if scalar is None else apply_elementwise(op, scalar, state)


@evaluates(BroadcastSelectOp)
def broadcast_select_contents(op: BroadcastSelectOp, state: RelationState) -> Content:
    """Select element by element."""
    return apply_elementwise(op, Scalar(functions.SELECT), state)


@evaluates(ConstantLikeOp)
def constant_like(op: ConstantLikeOp, state: RelationState) -> Content:
    """The integer of the attribute for each element of the result."""
    count, value = element_count(op.result.type), cast("Attribute", op.value)
    if count is None or value.name != IntegerAttr.name:
        return None
    return constant_items((int_of(value),) * count, op.result)


@relation("TopK", "CHLO, top_k (c2), (c3)", TopKOp)
def top_k(op: TopKOp, state: RelationState) -> bool:
    """The results have `k` elements of the last dimension of the operand."""
    return greatest(op, op.operand, int_of(op.k), state)


@relation(
    "Reshape",
    "CHLO, dynamic_reshape: -1 is the size that is left",
    DynamicReshapeOp,
)
def dynamic_reshape(op: DynamicReshapeOp, state: RelationState) -> bool:
    """
    Operand and result have as many elements; the shape operand holds the sizes of the result, with
    -1 for one that follows from the others. Source: CHLO, dynamic_reshape.
    """
    return reshape_with_rest(op, op.operand, op.output_shape, op.result, state)


@evaluates(DynamicReshapeOp)
def dynamic_reshape_contents(op: DynamicReshapeOp, state: RelationState) -> Content:
    """The integers of the operand in the same row-major order."""
    return carried_over(op.operand, op.result, state)
