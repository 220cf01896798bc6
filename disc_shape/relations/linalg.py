"""
Relations of MLIR's linalg dialect, read off the indexing maps.

An operand dimension that is indexed by one loop alone has as many elements as the loop has steps.
An index made of several loops stays inside its dimension.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.linalg import ops as linalg
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
)

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.relations.integers import low
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr, const


def last_index(index: AffineExpr, loops: Sequence[Expr | None]) -> Expr | None:
    """
    The largest value of an index over non-empty loops, for sums of loops with positive factors.

    None for any other index.
    """
    if isinstance(index, AffineConstantExpr):
        return const(index.value) if index.value >= 0 else None
    if isinstance(index, AffineDimExpr):
        size = loops[index.position]
        return None if size is None else size - 1
    if not isinstance(index, AffineBinaryOpExpr):
        return None
    left, right = last_index(index.lhs, loops), last_index(index.rhs, loops)
    if left is None or right is None:
        return None
    match index.kind:
        case AffineBinaryOpKind.Add:
            return left + right
        case AffineBinaryOpKind.Mul:
            return left * right
        case _:
            return None


@relation("IndexingMaps", "MLIR, linalg: indexing maps of operands", LinalgStructuredOperation)
def structured(op: LinalgStructuredOperation, state: RelationState) -> bool:
    """
    An operand dimension indexed by one loop has the size of that loop; compound indices stay inside
    their dimension. Source: MLIR, linalg.
    """
    operands = [*op.inputs, *op.outputs]
    maps = [attr.data for attr in op.get_indexing_maps()]
    loops: list[Expr | None] = [None] * op.get_num_loops()
    for value, map in zip(operands, maps, strict=True):
        if not state.is_ranked(value):
            continue
        for axis, (index, size) in enumerate(zip(map.results, state.dims(value), strict=True)):
            if isinstance(index, AffineDimExpr):
                first = loops[index.position]
                if first is None:
                    loops[index.position] = size
                else:
                    why = f"dimension {axis} of '{op.name}' operand is loop {index.position}"
                    state.equal(first, size, op, why)
    complete = True
    for value, map in zip(operands, maps, strict=True):
        if state.is_ranked(value):
            complete &= inside(op, map.results, state.dims(value), loops, state)
    results_are_destinations(op, op.outputs, state)
    return complete


def inside(
    op: Operation,
    indices: Sequence[AffineExpr],
    sizes: Sequence[Expr],
    loops: Sequence[Expr | None],
    state: RelationState,
) -> bool:
    """
    State that compound indices stay inside; False while a loop may be empty and reads nothing.
    """
    if all(isinstance(index, AffineDimExpr) for index in indices):
        return True
    if not all(size is not None and (low(state, size) or 0) >= 1 for size in loops):
        return False
    for axis, (index, size) in enumerate(zip(indices, sizes, strict=True)):
        last = None if isinstance(index, AffineDimExpr) else last_index(index, loops)
        if last is not None:
            why = f"dimension {axis} of '{op.name}' operand is indexed by {index}"
            state.at_most(last + 1, size, op, why)
    return True


def results_are_destinations(
    op: Operation, destinations: Sequence[SSAValue], state: RelationState
) -> None:
    """State that each result has the shape of the tensor it is written into."""
    ranked = [value for value in destinations if state.is_ranked(value)]
    for value, result in zip(ranked, op.results, strict=False):
        state.same_shape([value, result], op, f"result of '{op.name}' has its output's shape")


@relation("Broadcast", "MLIR, linalg.broadcast", linalg.BroadcastOp)
def broadcast(op: linalg.BroadcastOp, state: RelationState) -> bool:
    """The dimensions of the input are those of the output that are not added."""
    added = set(ints(op.dimensions))
    kept = [index for index in range(state.rank(op.init)) if index not in added]
    for axis, size in zip(kept, state.dims(op.input), strict=True):
        state.define(op.init, axis, size, op, f"dimension {axis} of '{op.name}' output is kept")
    results_are_destinations(op, [op.init], state)
    return True


@relation("Reduce", "MLIR, linalg.reduce", linalg.ReduceOp)
def reduce(op: linalg.ReduceOp, state: RelationState) -> bool:
    """The output has the dimensions of the input that are not reduced."""
    gone = set(ints(op.dimensions))
    sizes = [size for index, size in enumerate(state.dims(op.input)) if index not in gone]
    state.define_all(op.init, sizes, op, f"dimensions that '{op.name}' keeps")
    results_are_destinations(op, [op.init], state)
    return True
