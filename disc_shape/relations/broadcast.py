"""Relations of broadcasts, where a size of one becomes any size."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, BroadcastOp, DynamicBroadcastInDimOp
from disc_shape.relations.create import shape_operand
from disc_shape.relations.integers import ONE, differ, never_one
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Comparison, Expr, Select, compare, const, disj, select


def stretches(size: Expr, target: Expr, op: Operation, state: RelationState, index: int) -> bool:
    """
    State that an operand size is one or the size of its result dimension.

    Returns True when it is known which of the two holds, and nothing more can follow.
    """
    if size is target or size is ONE:
        return True
    why = f"dimension {index} of '{op.name}' operand is 1 or that of the result"
    if target is ONE or never_one(state, size):
        state.equal(size, target, op, why)
        return True
    if differ(state, size, target):
        state.equal(size, ONE, op, why)
        return True
    state.undecided(disj([compare("==", size, 1), compare("==", size, target)]), op, why)
    return False


def stretches_all(
    op: BroadcastInDimOp | DynamicBroadcastInDimOp,
    state: RelationState,
    same: Sequence[int] = (),
    expanding: Sequence[int] = (),
) -> bool:
    """
    `stretches` for every operand dimension but those that are marked to be the `same` as in the
    result, or 1 (`expanding`).
    """
    sizes, targets = state.dims(op.operand), state.dims(op.result)
    complete = True
    for index, target in enumerate(ints(op.broadcast_dimensions)):
        if index in same:
            why = f"dimension {index} of '{op.name}' operand is marked as not expanding"
            state.equal(sizes[index], targets[target], op, why)
        elif index in expanding:
            why = f"dimension {index} of '{op.name}' operand is marked as expanding"
            state.equal(sizes[index], ONE, op, why)
        else:
            complete &= stretches(sizes[index], targets[target], op, state, index)
    return complete


@relation("BroadcastInDim", "StableHLO, broadcast_in_dim (c5)", BroadcastInDimOp)
def broadcast_in_dim(op: BroadcastInDimOp, state: RelationState) -> bool:
    """Each operand dimension is 1 or the size of its result dimension."""
    return stretches_all(op, state)


@relation(
    "BroadcastInDim",
    "StableHLO, dynamic_broadcast_in_dim (c5), (c7): shape(result) = output_dimensions",
    DynamicBroadcastInDimOp,
)
def dynamic_broadcast_in_dim(op: DynamicBroadcastInDimOp, state: RelationState) -> bool:
    """
    The shape operand holds the sizes of the result; each operand dimension is 1 or the size of its
    result dimension. Source: StableHLO, dynamic_broadcast_in_dim (c5), (c7).
    """
    shape_operand(op, op.output_dimensions, op.result, state)
    if not state.trust_attributes:
        return stretches_all(op, state)
    same, expanding = op.known_nonexpanding_dimensions, op.known_expanding_dimensions
    return stretches_all(op, state, ints(same), ints(expanding))


@relation("Broadcast", "StableHLO, broadcast (c2)", BroadcastOp)
def broadcast(op: BroadcastOp, state: RelationState) -> bool:
    """The result has new leading dimensions, then those of the operand."""
    new = [const(size) for size in ints(op.broadcast_sizes)]
    sizes = [*new, *state.dims(op.operand)]
    state.define_all(op.result, sizes, op, f"'{op.name}' adds leading dimensions")
    return True


# broadcasting by the rules of NumPy, as `shape.broadcast` and the `chlo.broadcast_*` operations do


def candidates(size: Expr) -> list[Expr]:
    """
    The sizes among which a broadcast of two or more sizes has picked the first that is not one,
    in order; the size itself when it is no such choice.
    """
    found: list[Expr] = []
    while isinstance(size, Select):
        cond = size.cond
        if not (
            isinstance(cond, Comparison)
            and cond.op == "=="
            and cond.lhs is size.other
            and cond.rhs is ONE
        ):
            break
        found += candidates(size.other)
        size = size.then
    return [*found, size]


def first_not_one(sizes: Sequence[Expr], state: RelationState) -> Expr:
    """The first of `sizes` that is not one, or the last."""
    kept: list[Expr] = []
    for size in sizes:
        if size is not ONE and size not in kept:
            kept.append(size)
            if never_one(state, size):
                break
    if not kept:
        return ONE
    result = kept[-1]
    for size in reversed(kept[:-1]):
        result = select(compare("==", size, 1), result, size)
    return result


def broadcast_size(sizes: Sequence[Expr], state: RelationState) -> Expr:
    """
    The size to which `sizes` broadcast, given that they do: all that are not one are equal.

    Zero broadcasts with one to zero, so this is no maximum. The order of `sizes` makes no
    difference.
    """
    for size in sizes:
        if size is not ONE and never_one(state, size):
            return size
    return first_not_one(
        [part for size in sorted(sizes, key=str) for part in candidates(size)], state
    )


def broadcast_shape(shapes: Sequence[Sequence[Expr]], state: RelationState) -> tuple[Expr, ...]:
    """The shape to which `shapes` broadcast, aligned at their last dimensions."""
    rank = max((len(shape) for shape in shapes), default=0)
    return tuple(
        broadcast_size([shape[index] for shape in shapes if len(shape) >= -index], state)
        for index in range(-rank, 0)
    )
