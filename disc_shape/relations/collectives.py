"""Relations of operations between processes: sizes times or divided by the size of a group."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.collectives import (
    AllGatherOp,
    AllReduceOp,
    AllToAllOp,
    CollectivePermuteOp,
    CrossReplicaSumOp,
    ReduceScatterOp,
)
from disc_shape.dialects.hlo.mesh import ChannelHandle, groups
from disc_shape.dialects.hlo.rooted_collectives import CollectiveBroadcastOp, CollectiveReduceOp
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr, compare


def processes(op: AllGatherOp | ReduceScatterOp) -> int | None:
    """
    How many processes a group of `op` has, None when that is not in the program.

    Over a channel without global ids the groups are those of replicas times all partitions.
    """
    return None if over_partitions(op) else row_length(op.replica_groups)


def over_partitions(op: AllGatherOp | ReduceScatterOp) -> bool:
    """True when the groups of replicas are extended over all partitions."""
    channel = op.channel_handle
    handle = channel.handle if isinstance(channel, ChannelHandle) else 0
    return handle > 0 and op.use_global_device_ids is None


def row_length(replica_groups: Attribute) -> int | None:
    """The common size of the groups; None for an empty list (all processes) and uneven groups."""
    rows = groups(replica_groups)
    if not rows or any(member < 0 for row in rows for member in row):
        return None
    return len(rows[0]) or None


def times(
    op: Operation,
    small: SSAValue,
    large: SSAValue,
    axis: int,
    count: int | None,
    state: RelationState,
) -> None:
    """
    State that `large` is `count` times `small` along `axis` (unknown: some times), else equal.
    """
    sizes: list[Expr | None] = list(state.dims(small))
    sizes[axis] = None if count is None else state.dim(small, axis) * count
    state.define_all(large, sizes, op, f"'{op.name}' joins {count} parts")


@relation("Gathered", "StableHLO, all_gather (c6)", AllGatherOp)
def all_gather(op: AllGatherOp, state: RelationState) -> bool:
    """The gathered dimension of each result is that of the operand times the size of a group."""
    axis, count = int_of(op.all_gather_dim), processes(op)
    for operand, result in zip(op.operands_, op.results, strict=True):
        why = f"dimension {axis} of '{op.name}' operand is not empty"
        state.assume(compare(">=", state.dim(operand, axis), 1), op, why)
        times(op, operand, result, axis, count, state)
    return True


@relation("Scattered", "StableHLO, reduce_scatter (c2), (c8)", ReduceScatterOp)
def reduce_scatter(op: ReduceScatterOp, state: RelationState) -> bool:
    """The scattered dimension of the operand is that of the result times the size of a group."""
    axis, count = int_of(op.scatter_dimension), processes(op)
    divide(op, op.operand, op.result, axis, count, state)
    return True


def divide(
    op: Operation,
    large: SSAValue,
    small: SSAValue,
    axis: int,
    count: int | None,
    state: RelationState,
) -> None:
    """State that `small` is one of `count` equal parts of `large` along `axis`."""
    sizes: list[Expr | None] = list(state.dims(large))
    whole, sizes[axis] = state.dim(large, axis), None
    if count is not None:
        why = f"dimension {axis} of '{op.name}' operand is divided into {count} parts"
        state.assume(compare("==", whole % count, 0), op, why)
        sizes[axis] = whole // count
    state.define_all(small, sizes, op, f"'{op.name}' divides one dimension")


@relation("Exchanged", "StableHLO, all_to_all (c2), (c9)", AllToAllOp)
def all_to_all(op: AllToAllOp, state: RelationState) -> bool:
    """
    The split dimension is divided, and the concatenated one multiplied, by the number of parts.
    """
    split, joined, count = op.split_dimension, op.concat_dimension, op.split_count
    if split is None or joined is None or count is None:
        return pairwise_same(op, op.operands_, state)
    cut, axis, parts = int_of(split), int_of(joined), int_of(count)
    for operand, result in zip(op.operands_, op.results, strict=True):
        whole = state.dim(operand, cut)
        why = f"dimension {cut} of '{op.name}' operand is divided into {parts} parts"
        state.assume(compare("==", whole % parts, 0), op, why)
        sizes = list(state.dims(operand))
        if cut != axis:
            sizes[cut] = sizes[cut] // parts
            sizes[axis] = sizes[axis] * parts
        state.define_all(result, sizes, op, f"'{op.name}' exchanges parts")
    return True


def pairwise_same(op: Operation, operands: Sequence[SSAValue], state: RelationState) -> bool:
    """State that each result has the shape of the operand in its place."""
    for operand, result in zip(operands, op.results, strict=True):
        if state.is_ranked(operand):
            same_shape([operand, result], op, state)
    return True


@relation(
    "SameShapes",
    "StableHLO, all_reduce (c7), collective_broadcast (c3), collective_reduce (c6), "
    "collective_permute (c5)",
    AllReduceOp,
    CollectiveBroadcastOp,
    CollectivePermuteOp,
    CollectiveReduceOp,
    CrossReplicaSumOp,
)
def same_shapes(op: Operation, state: RelationState) -> bool:
    """Each result has the shape of the operand in its position; roots come after these."""
    return pairwise_same(op, op.operands[: len(op.results)], state)
