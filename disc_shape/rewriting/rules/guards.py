"""Removes guards that are proved by what precedes them."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.reshape_shapes import CstrReshapableOp
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.registry import register_rule


def drop_proved_assertion(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove an assertion, on tensors or on buffers, that operations and guards before it imply.

        stablehlo.custom_call @shape_assertion(%b_is_positive, %b) ...      // b >= 1 is known
    =>
        (nothing)
    """
    guard = rewriter.guards.get(op)
    if guard is None or not guard.proved or op.results:
        return False
    return rewriter.erase(op)


def make_proved_witness_constant(op: Operation, rewriter: Rewriter) -> bool:
    """
    Replace a shape constraint that operations and guards before it imply.

        %w = shape.cstr_broadcastable %s0, %s1
    =>
        %w = shape.const_witness true
    """
    guard = rewriter.guards.get(op)
    if guard is None or not guard.proved:
        return False
    from disc_shape.dialects.shape import ConstWitnessOp

    return rewriter.replace_by(op, ConstWitnessOp(True))


register_rule(drop_proved_assertion, CustomCallOp, BufferOp)
register_rule(make_proved_witness_constant, CstrReshapableOp)
