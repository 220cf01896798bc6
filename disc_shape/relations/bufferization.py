"""Relations of MLIR's bufferization dialect: buffers and tensors of one shape."""

from __future__ import annotations

from xdsl.dialects import bufferization

from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState


@relation(
    "SameShape",
    "MLIR, bufferization: buffer and tensor have one shape",
    bufferization.CloneOp,
    bufferization.ToTensorOp,
    bufferization.ToBufferOp,
)
def same(
    op: bufferization.CloneOp | bufferization.ToTensorOp | bufferization.ToBufferOp,
    state: RelationState,
) -> bool:
    """The buffer and the tensor have one shape. Source: MLIR, bufferization."""
    values = [value for value in (*op.operands, *op.results) if state.is_ranked(value)]
    if len(values) > 1:
        state.same_shape(values, op, f"buffers and tensors of '{op.name}' have one shape")
    return True
