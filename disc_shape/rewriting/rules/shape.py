"""Rules for operations of the shape dialect."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.shape import (
    AssumingAllOp,
    AssumingOp,
    ConstWitnessOp,
    CstrBroadcastableOp,
    CstrEqOp,
    CstrRequireOp,
    ShapeOfOp,
)
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.branches import run_in_place
from disc_shape.rewriting.rules.guards import make_proved_witness_constant
from disc_shape.rewriting.rules.sources import read_earliest_shape


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


register_rule(make_proved_witness_constant, CstrBroadcastableOp, CstrEqOp, CstrRequireOp)
register_rule(inline_assuming, AssumingOp)
register_rule(read_earliest_shape, ShapeOfOp)
