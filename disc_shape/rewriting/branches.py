"""Takes the only branch that can be taken."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation

from disc_shape.analysis.regions import Runs, flow_of
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp
from disc_shape.relations.guards import is_guard
from disc_shape.rewriting.function import Rewriter, register_rule
from disc_shape.rewriting.joins import cast_value


def take_only_branch(op: Operation, rewriter: Rewriter) -> bool:
    """
    Run a branch in place when no legal run enters any of the others: what decides is known, or the
    others contradict what is known before them. A branch with a check stays: the check may be what
    the rest of the branch contradicts, and it must stop those runs that enter.

        %1 = "stablehlo.if"(%true) ({
          %2 = stablehlo.tanh %0 : tensor<?xf32>
          stablehlo.return %2 : tensor<?xf32>
        }, {
          stablehlo.return %0 : tensor<?xf32>
        }) : (tensor<i1>) -> tensor<?xf32>
    =>
        %2 = stablehlo.tanh %0 : tensor<?xf32>
    """
    flow = flow_of(op)
    if flow is None or flow.runs is not Runs.ONE_OF or not flow.exhaustive:
        return False
    unreachable = rewriter.shapes.unreachable
    entered = [region for region in op.regions if region not in unreachable]
    block, last = op.parent, entered[0].block.last_op if len(entered) == 1 else None
    if block is None or last is None or len(op.regions) == 1:
        return False
    left = [region for region in op.regions if region is not entered[0]]
    if any(is_guard(inner) for region in left for inner in region.walk()):
        return False
    body = entered[0].block
    if body.args:
        return False
    values = [
        value if value.type == result.type else cast_value(value, result.type, last, rewriter.state)
        for value, result in zip(last.operands, op.results, strict=True)
    ]
    last.detach()
    last.erase()
    for inner in list(body.ops):
        inner.detach()
        block.insert_ops_before([inner], op)
    return rewriter.replace(op, values)


register_rule(take_only_branch, IfOp, CaseOp, scf.IfOp, scf.IndexSwitchOp)
