"""Simplifies casts between tensor types."""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation

from disc_shape.rewriting.function import Rewriter, register_rule


def drop_identity_cast(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a cast between types that say the same sizes.

        %1 = tensor.cast %0 : tensor<?x10xf32, [@S0, @C10]> to tensor<?x10xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, tensor.CastOp)
    source, dest = op.operands[0], op.results[0]
    if not isinstance(source.type, TensorType) or not isinstance(dest.type, TensorType):
        return False
    if rewriter.refined_type(source) != rewriter.refined_type(dest):
        return False
    return rewriter.replace(op, [source])


register_rule(drop_identity_cast, tensor.CastOp)
