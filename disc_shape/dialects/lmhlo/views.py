"""Operations on buffers that keep all of a buffer."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.ir import OpResult, SSAValue

VIEWS = (
    memref.CastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.ReinterpretCastOp,
)
"""Operations whose result is all of the buffer that they read."""


def base_of(value: SSAValue) -> SSAValue:
    """The buffer that a value is all of."""
    while isinstance(value, OpResult) and isinstance(value.op, VIEWS):
        value = value.op.operands[0]
    return value
