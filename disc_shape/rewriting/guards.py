"""Removes guards that what stands before them proves."""

from __future__ import annotations

from xdsl.dialects import cf
from xdsl.ir import Operation

from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.reshape_shapes import CstrReshapableOp
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.dialects.shape import (
    AssumingAllOp,
    AssumingOp,
    ConstWitnessOp,
    CstrBroadcastableOp,
    CstrEqOp,
    CstrRequireOp,
)
from disc_shape.rewriting.branches import run_in_place
from disc_shape.rewriting.function import Rewriter, defining, register_rule


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
    return rewriter.replace_by(op, ConstWitnessOp(True))


def inline_assuming(op: Operation, rewriter: Rewriter) -> bool:
    """
    Run the body of an `assuming` region whose witness is true in place.

        %1 = shape.assuming %true -> (tensor<?xf32>) {
          %2 = stablehlo.tanh %0 : tensor<?xf32>
          shape.assuming_yield %2 : tensor<?xf32>
        }
    =>
        %2 = stablehlo.tanh %0 : tensor<?xf32>
    """
    assert isinstance(op, AssumingOp)
    witness = defining(op.operands[0])
    if not is_true(witness):
        return False
    return run_in_place(op, op.regions[0], rewriter)


def is_true(witness: Operation | None) -> bool:
    """True for an operation that gives a witness which always holds."""
    if isinstance(witness, AssumingAllOp):
        return all(is_true(defining(operand)) for operand in witness.operands)
    return isinstance(witness, ConstWitnessOp) and bool(witness.passing.value.data)


register_rule(drop_proved_assertion, CustomCallOp, BufferOp, cf.AssertOp)
register_rule(
    make_proved_witness_constant, CstrBroadcastableOp, CstrEqOp, CstrRequireOp, CstrReshapableOp
)
register_rule(inline_assuming, AssumingOp)
