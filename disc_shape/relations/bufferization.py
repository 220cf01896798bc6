"""Relations of MLIR's bufferization dialect: buffers and tensors of one shape."""

from __future__ import annotations

from xdsl.dialects import bufferization

from disc_shape.relations.create import dynamic_sizes
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState


@relation(
    "Create",
    "MLIR, bufferization.alloc_tensor",
    bufferization.AllocTensorOp,
)
def alloc_tensor(op: bufferization.AllocTensorOp, state: RelationState) -> bool:
    """The operands are the dynamic sizes of the tensor, and a copied tensor has its shape."""
    if op.copy is not None and state.is_ranked(op.copy):
        state.same_shape([op.copy, op.tensor], op, f"'{op.name}' copies a tensor")
    return dynamic_sizes(op, op.tensor, op.dynamic_sizes, state)


@relation(
    "SameShape",
    "MLIR, bufferization: buffer and tensor have one shape",
    bufferization.CloneOp,
    bufferization.ToTensorOp,
    bufferization.ToBufferOp,
    bufferization.MaterializeInDestinationOp,
)
def same(
    op: bufferization.CloneOp
    | bufferization.ToTensorOp
    | bufferization.ToBufferOp
    | bufferization.MaterializeInDestinationOp,
    state: RelationState,
) -> bool:
    """The buffer and the tensor have one shape. Source: MLIR, bufferization."""
    values = [value for value in (*op.operands, *op.results) if state.is_ranked(value)]
    if len(values) > 1:
        state.same_shape(values, op, f"buffers and tensors of '{op.name}' have one shape")
    return True
