"""Relations of gathers and scatters: slices of an operand, one for each index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.gather_scatter import (
    DynamicGatherOp,
    GatherOp,
    ScatterOp,
    TorchIndexSelectOp,
)
from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers, ScatterDimensionNumbers
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.integers import ONE, ZERO
from disc_shape.relations.rules import relation
from disc_shape.relations.slice import fits
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr, const


def index_batches(
    op: Operation, indices: SSAValue, vector: int, length: int, state: RelationState
) -> list[Expr]:
    """The sizes over which indices vary; states that an index vector has `length` elements."""
    sizes = list(state.dims(indices))
    if vector < len(sizes):
        why = f"an index vector of '{op.name}' has {length} elements"
        state.equal(sizes.pop(vector), const(length), op, why)
    return sizes


def same_batches(
    op: Operation,
    pairs: Iterable[tuple[int, int]],
    operand: SSAValue,
    indices: SSAValue,
    state: RelationState,
) -> None:
    """State that batching dimensions of operand and indices are equal in pairs."""
    for left, right in pairs:
        why = f"batching dimensions {left} and {right} of '{op.name}' are one size"
        state.equal(state.dims(operand)[left], state.dims(indices)[right], op, why)


def gathered(
    op: GatherOp | DynamicGatherOp, slices: Sequence[Expr] | None, state: RelationState
) -> bool:
    """State the sizes of a gather whose slice sizes are known, or not."""
    numbers = op.dimension_numbers
    assert isinstance(numbers, GatherDimensionNumbers)
    operand = state.dims(op.operand)
    batching = numbers.operand_batching_dims, numbers.start_indices_batching_dims
    same_batches(op, zip(*batching, strict=True), op.operand, op.start_indices, state)
    length = len(numbers.start_index_map)
    batches = index_batches(op, op.start_indices, numbers.index_vector_dim, length, state)
    dropped = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    if slices is not None:
        fits(op, slices, operand, state)
        for index in dropped:
            why = f"dimension {index} of '{op.name}' takes at most one element"
            state.at_most(ZERO, slices[index], op, why)
            state.at_most(slices[index], ONE, op, why)
    kept = [None if slices is None else slices[i] for i in range(len(operand)) if i not in dropped]
    sizes: list[Expr | None] = []
    offsets, rest = iter(kept), iter(batches)
    for index in range(len(kept) + len(batches)):
        sizes.append(next(offsets) if index in numbers.offset_dims else next(rest))
    state.define_all(op.result, sizes, op, f"indices and slice sizes of '{op.name}'")
    return True


@relation("Gather", "StableHLO, gather (c2), (c14) to (c16), (c18), (c20), (c22)", GatherOp)
def gather(op: GatherOp, state: RelationState) -> bool:
    """The result has the dimensions of the indices and those slice sizes that are not collapsed."""
    return gathered(op, [const(size) for size in ints(op.slice_sizes)], state)


@relation(
    "Gather",
    "StableHLO, dynamic_gather (c2), (c14) to (c16), (c18), (c20), (c22)",
    DynamicGatherOp,
)
def dynamic_gather(op: DynamicGatherOp, state: RelationState) -> bool:
    """Like `gather`, with the slice sizes that an operand holds."""
    return gathered(op, state.elements(op.slice_sizes), state)


@relation("Scatter", "StableHLO, scatter (c1), (c2), (c4), (c6), (c18), (c20)", ScatterOp)
def scatter(op: ScatterOp, state: RelationState) -> bool:
    """
    Inputs and results have one shape; update windows fit into it, and the other dimensions of
    updates are those of the indices.
    """
    numbers = op.scatter_dimension_numbers
    assert isinstance(numbers, ScatterDimensionNumbers)
    same_shape([*op.inputs, *op.results], op, state)
    state.same_shape(op.updates, op, f"updates of '{op.name}' have one shape")
    inputs = state.dims(op.inputs[0])
    batching = numbers.input_batching_dims, numbers.scatter_indices_batching_dims
    same_batches(op, zip(*batching, strict=True), op.inputs[0], op.scatter_indices, state)
    length = len(numbers.scatter_dims_to_operand_dims)
    batches = index_batches(op, op.scatter_indices, numbers.index_vector_dim, length, state)
    updates = state.dims(op.updates[0])
    dropped = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
    whole = [size for index, size in enumerate(inputs) if index not in dropped]
    windows = [updates[index] for index in numbers.update_window_dims]
    fits(op, windows, whole, state)
    others = [size for i, size in enumerate(updates) if i not in numbers.update_window_dims]
    for index, (update, batch) in enumerate(zip(others, batches, strict=True)):
        why = f"scatter dimension {index} of '{op.name}' is one size in updates and indices"
        state.equal(update, batch, op, why)
    return True


@relation("IndexSelect", "XLA, torch_index_select", TorchIndexSelectOp)
def torch_index_select(op: TorchIndexSelectOp, state: RelationState) -> bool:
    """The dimensions of the indices replace one dimension of the operand."""
    axis, count = int_of(op.dim), int_of(op.batch_dims)
    sizes, indices = state.dims(op.operand), state.dims(op.index)
    same_batches(op, ((number, number) for number in range(count)), op.operand, op.index, state)
    found = [*sizes[:axis], *indices[count:], *sizes[axis + 1 :]]
    state.define_all(op.result, found, op, f"'{op.name}' replaces one dimension by its indices")
    return True
