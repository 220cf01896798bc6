"""The relation of torch-mlir's conversion from its own tensors."""

from __future__ import annotations

from disc_shape.dialects.torch import ToBuiltinTensorOp
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.relations.wrappers import unwrapped


@relation("Cast", "torch-mlir, to_builtin_tensor: the value that was wrapped", ToBuiltinTensorOp)
def to_builtin_tensor(op: ToBuiltinTensorOp, state: RelationState) -> bool:
    """
    The result has the shape of the value that was converted before. Source: torch-mlir,
    to_builtin_tensor.
    """
    return unwrapped(op, state)
