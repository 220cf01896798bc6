"""
What is known of the indices of elements in the bodies of linalg operations and `tensor.generate`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.ops import IndexOp
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr

from disc_shape.dialects.xdsl_extras.tensor import GenerateOp
from disc_shape.relations import RelationState
from disc_shape.relations.statements import ZERO
from disc_shape.symbolic import Expr


def state_indices(op: Operation, state: RelationState) -> None:
    """State that the indices in the body of an operation are less than the sizes of its loops."""
    for value, size in indices_of(op, state):
        number = state.integer(value)
        if number is None:
            continue
        why = f"an index of an element of '{op.name}'"
        state.at_most(ZERO, number, op, why)
        if size is not None:
            state.at_most(number + 1, size, op, why)


def indices_of(op: Operation, state: RelationState) -> Iterator[tuple[SSAValue, Expr | None]]:
    """The values that are indices in the body of an operation, and the sizes of their loops."""
    if isinstance(op, GenerateOp):
        yield from zip(op.body.block.args, state.dims(op.result), strict=True)
    elif isinstance(op, LinalgStructuredOperation):
        loops = loop_sizes(op, state)
        for inner in op.body.walk():
            if isinstance(inner, IndexOp):
                yield inner.result, loops[inner.dim.value.data]


def loop_sizes(op: LinalgStructuredOperation, state: RelationState) -> Sequence[Expr | None]:
    """The sizes of the loops that index a dimension of an operand by themselves."""
    found: list[Expr | None] = [None] * op.get_num_loops()
    maps = [attribute.data for attribute in op.get_indexing_maps()]
    for value, map in zip((*op.inputs, *op.outputs), maps, strict=True):
        if state.is_ranked(value):
            for index, size in zip(map.results, state.dims(value), strict=True):
                if isinstance(index, AffineDimExpr):
                    found[index.position] = size
    return found
