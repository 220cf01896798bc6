"""Simplifies casts between tensor types."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.ir import Operation

from disc_shape.class_table import Kind
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.registry import register_rule

_IS_CAST = Kind(tensor.CastOp)


def drop_identity_cast(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a cast between types that say the same sizes.

        %1 = tensor.cast %0 : tensor<?x10xf32, [@S0, @C10]> to tensor<?x10xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, tensor.CastOp)
    source, dest = op.operands[0], op.results[0]
    if rewriter.refined_type(source) != rewriter.refined_type(dest):
        return False
    return rewriter.replace(op, [source])


def drop_idle_casts(ops: Sequence[Operation]) -> None:
    """
    Remove the casts among some operations that have come to change nothing, not even a symbol, once
    types are written.

        %1 = tensor.cast %0 : tensor<?xf32, [@S0]> to tensor<?xf32, [@S0]>
    =>
        uses of %1 use %0
    """
    for op in [one for one in ops if _IS_CAST[type(one)]]:
        if isinstance(op, tensor.CastOp) and op.source.type == op.dest.type:
            op.dest.replace_all_uses_with(op.source)
            op.detach()
            op.erase()


register_rule(drop_identity_cast, tensor.CastOp)
