"""Relations of concatenations: sizes add up along one dimension, the others are equal."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.movement import ConcatenateOp
from disc_shape.relations.integers import ZERO
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState


def concatenation(
    op: Operation, inputs: Sequence[SSAValue], result: SSAValue, axis: int, state: RelationState
) -> bool:
    """State the sizes of `inputs` put one after the other along `axis`."""
    total = ZERO
    shared = list(state.dims(inputs[0]))
    for index, value in enumerate(inputs):
        sizes = state.dims(value)
        total = total + sizes[axis]
        if index:
            for dimension, size in enumerate(sizes):
                if dimension != axis and size is not shared[dimension]:
                    why = f"dimension {dimension} of '{op.name}' inputs is one size"
                    state.equal(shared[dimension], size, op, why)
    shared[axis] = total
    state.define_all(result, shared, op, f"sizes of '{op.name}' inputs add up along {axis}")
    return True


@relation("Concat", "StableHLO, concatenate (c2), (c6)", ConcatenateOp)
def concatenate(op: ConcatenateOp, state: RelationState) -> bool:
    """Sizes add up along one dimension; all others are equal."""
    return concatenation(op, op.inputs, op.result, int_of(op.dimension), state)


@relation("Concat", "MLIR, tensor.concat", tensor.ConcatOp)
def tensor_concat(op: tensor.ConcatOp, state: RelationState) -> bool:
    """Sizes add up along one dimension; all others are equal."""
    return concatenation(op, op.inputs, op.result, int_of(op.dim), state)
