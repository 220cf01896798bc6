"""Takes the only branch that can be taken, and leaves out loops that never run."""

from __future__ import annotations

from xdsl.ir import Operation, Region, SSAValue

from disc_shape.analysis.regions import Flow, flow_of
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.relations.guards import is_guard
from disc_shape.rewriting.function import Rewriter, interchangeable
from disc_shape.rewriting.joins import cast_value
from disc_shape.rewriting.registry import register_rule
from disc_shape.symbolic import compare


def take_only_branch(op: Operation, rewriter: Rewriter) -> bool:
    """
    Run a branch in place when no legal run enters any of the others: the predicate is known, or the
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
    if flow is None or not flow.exhaustive:
        return False
    unreachable = rewriter.shapes.unreachable
    entered = [region for region in op.regions if region not in unreachable]
    if len(entered) != 1 or len(op.regions) == 1:
        return False
    left = [region for region in op.regions if region is not entered[0]]
    if any(is_guard(inner) for region in left for inner in region.walk()):
        return False
    if not run_in_place(op, entered[0], rewriter):
        return False
    rewriter.discoveries.note()
    return True


def run_in_place(op: Operation, region: Region, rewriter: Rewriter) -> bool:
    """Put what a region without arguments does in the place of `op`, whose results it yields."""
    body, block = region.block, op.parent
    last = body.last_op
    if block is None or last is None or body.args or not interchangeable(op.results, last.operands):
        return False
    values = [
        value if value.type == result.type else cast_value(value, result.type, last, rewriter.state)
        for value, result in zip(last.operands, op.results, strict=True)
    ]
    rewriter.is_settled &= values == list(last.operands)
    rewriter.released += last.operands
    last.detach()
    last.erase()
    for inner in list(body.ops):
        inner.detach()
        block.insert_ops_before([inner], op)
    return rewriter.replace(op, values)


def skip_idle_loop(op: Operation, rewriter: Rewriter) -> bool:
    """
    Go on with what a loop starts from when its body never runs. Where a region decides whether it
    does, that region runs once. A loop with a check stays, like branches with one.

        %1 = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %0) -> (tensor<?xf32>) {
          %2 = stablehlo.tanh %a : tensor<?xf32>
          scf.yield %2 : tensor<?xf32>
        }
    =>
        uses of %1 use %0
    """
    flow = flow_of(op)
    if flow is None or any(is_guard(inner) for region in op.regions for inner in region.walk()):
        return False
    if flow.counters:
        (counter,) = flow.counters
        start, end = rewriter.integer(counter.start), rewriter.integer(counter.end)
        if start is None or end is None or not rewriter.proves(compare(">=", start, end)):
            return False
        values = [carried.init for carried in flow.carried]
    else:
        values = _after_condition(op, flow, rewriter)
    if values is None:
        return False
    results = [
        value if value.type == result.type else cast_value(value, result.type, op, rewriter.state)
        for value, result in zip(values, op.results, strict=True)
    ]
    rewriter.discoveries.note()
    return rewriter.replace(op, results)


def _after_condition(op: Operation, flow: Flow, rewriter: Rewriter) -> list[SSAValue] | None:
    """
    Move the condition region before a loop whose body never runs. Returns the results of the loop,
    None when the body may run.
    """
    unreachable = rewriter.shapes.unreachable
    if flow.condition is None or op.parent is None:
        return None
    first, *rest = op.regions
    if first in unreachable or not all(region in unreachable for region in rest):
        return None
    last = first.block.last_op
    if last is None:
        return None
    for argument, init in zip(first.block.args, op.operands, strict=True):
        value = init
        if init.type != argument.type:
            value = cast_value(init, argument.type, op, rewriter.state)
        rewriter.sizes.forward(argument, value)
        argument.replace_all_uses_with(value)
    # Some conditions forward the results of the loop; other loops return their carried values.
    forwards = bool(flow.forwarded) or not op.results
    values = list(last.operands[1:] if forwards else op.operands)
    last.detach()
    last.erase()
    for inner in list(first.block.ops):
        inner.detach()
        op.parent.insert_ops_before([inner], op)
    return values


register_rule(skip_idle_loop, WhileOp)
register_rule(take_only_branch, IfOp, CaseOp)
