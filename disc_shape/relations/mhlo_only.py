"""Relations and evaluators of operations that StableHLO has not, or no more: those of MHLO."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.mhlo_only import CopyOp, DomainOp, StochasticConvertOp, TopKOp
from disc_shape.dialects.hlo.ragged import RaggedDotOp, SparseDotOp
from disc_shape.dialects.hlo.scan import ScanOp
from disc_shape.dialects.hlo.tokens import AddDependencyOp
from disc_shape.relations.collectives import pairwise_same
from disc_shape.relations.contraction import contracted, free_dimensions, pairwise
from disc_shape.relations.core import EVALUATORS, RELATIONS
from disc_shape.relations.elementwise import SAME_SHAPE
from disc_shape.relations.forwarding import unchanged
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import const

RELATIONS.register(SAME_SHAPE, CopyOp, DomainOp, StochasticConvertOp)
EVALUATORS.register(unchanged, CopyOp, DomainOp, AddDependencyOp)


@relation("SameShapes", "MHLO, add_dependency", AddDependencyOp)
def add_dependency(op: AddDependencyOp, state: RelationState) -> bool:
    """The result has the shape of the operand."""
    return pairwise_same(op, [op.operand], state)


@relation("TopK", "MHLO, topk (c2), (c3)", TopKOp)
def topk(op: TopKOp, state: RelationState) -> bool:
    """The results have `k` elements of the last dimension of the operand."""
    return greatest(op, op.operand, int_of(op.k), state)


def greatest(op: Operation, operand: SSAValue, count: int, state: RelationState) -> bool:
    """State that results have `count` elements of the last dimension of an operand."""
    *outer, last = state.dims(operand)
    state.at_most(const(count), last, op, f"'{op.name}' takes no more elements than there are")
    for result in op.results:
        sizes = [*outer, const(count)]
        state.define_all(result, sizes, op, f"'{op.name}' takes {count} elements")
    return True


@relation("Scan", "MHLO, scan (c3), (c6)", ScanOp)
def scan(op: ScanOp, state: RelationState) -> bool:
    """The scanned dimension of inputs and outputs is one size; carried values keep their shapes."""
    axis = int_of(op.dimension)
    steps = None if op.scan_dim_size is None else const(int_of(op.scan_dim_size))
    for value in (*op.inputs, *op.outputs):
        if steps is None:
            steps = state.dim(value, axis)
        else:
            state.define(value, axis, steps, op, f"dimension {axis} of '{op.name}' is its steps")
    for before, after in zip(op.inits, op.carries, strict=True):
        state.same_shape([before, after], op, f"'{op.name}' carries a value of one shape")
    return True


@relation("RaggedDot", "CHLO, ragged_dot (c5), (c8), (c9)", RaggedDotOp)
def ragged_dot(op: RaggedDotOp, state: RelationState) -> bool:
    """Like `dot_general`, with the group dimension as large as the number of groups."""
    numbers = op.ragged_dot_dimension_numbers.numbers
    lhs, rhs, groups = state.dims(op.lhs), state.dims(op.rhs), state.dims(op.group_sizes)
    batches = list(zip(numbers.lhs_batching, numbers.rhs_batching, strict=True))
    inner = list(zip(numbers.lhs_contracting, numbers.rhs_contracting, strict=True))
    pairwise(op, "batching", lhs, rhs, batches, state)
    pairwise(op, "contracting", lhs, rhs, inner, state)
    for dimension in numbers.rhs_group:
        why = f"group dimension {dimension} of '{op.name}' is the number of groups"
        state.equal(rhs[dimension], groups[-1], op, why)
    summed = any(dimension in numbers.lhs_contracting for dimension in numbers.lhs_ragged)
    sizes = [groups[-1]] if summed else []
    sizes += [lhs[index] for index in numbers.lhs_batching]
    sizes += free_dimensions(lhs, {*numbers.lhs_batching, *numbers.lhs_contracting})
    taken = {*numbers.rhs_batching, *numbers.rhs_contracting, *numbers.rhs_group}
    sizes += free_dimensions(rhs, taken)
    state.define_all(op.result, sizes, op, f"groups and free dimensions of '{op.name}'")
    return True


@relation("SparseDot", "MHLO, sparse_dot (c3)", SparseDotOp)
def sparse_dot(op: SparseDotOp, state: RelationState) -> bool:
    """Like `dot_general`; contracting dimensions may differ where an operand is sparse."""
    return contracted(op, state, op.lhs_sparsity is None and op.rhs_sparsity is None)
