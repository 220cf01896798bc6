"""How values flow through the regions of `scf`; loaded with the first operation of that dialect."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects import scf
from xdsl.ir import Operation

from disc_shape.analysis.regions import (
    FLOWS,
    Carried,
    Choice,
    Counter,
    Flow,
    Forwarded,
    Runs,
    one_of,
    yielded,
)
from disc_shape.relations.value_types import is_dynamic


def _scf_while(op: Operation) -> Flow | None:
    assert isinstance(op, scf.WhileOp)
    before, after = op.before_region.block, op.after_region.block
    condition, steps = before.last_op, yielded(op.after_region)
    if steps is None or not isinstance(condition, scf.ConditionOp):
        return None
    carried = tuple(
        Carried(init, (argument,), (step,), None)
        for init, argument, step in zip(op.arguments, before.args, steps, strict=True)
    )
    forwarded = tuple(
        Forwarded(source, argument, result)
        for source, argument, result in zip(condition.args, after.args, op.results, strict=True)
    )
    return Flow(Runs.LOOP, carried, condition=condition.condition, forwarded=forwarded)


def _scf_parallel(op: Operation) -> Flow | None:
    """The sizes of reduced values are unknown, so results must be static."""
    assert isinstance(op, scf.ParallelOp)
    if any(is_dynamic(result.type) for result in op.results):
        return None
    counters = zip(op.body.block.args, op.lowerBound, op.upperBound, op.step, strict=True)
    return Flow(Runs.LOOP, counters=tuple(Counter(*one) for one in counters))


def _scf_for(op: Operation) -> Flow | None:
    assert isinstance(op, scf.ForOp)
    steps = yielded(op.body)
    if steps is None:
        return None
    carried = tuple(
        Carried(init, (argument,), (step,), result)
        for init, argument, step, result in zip(
            op.iter_args, op.body.block.args[1:], steps, op.results, strict=True
        )
    )
    counter = Counter(op.body.block.args[0], op.lb, op.ub, op.step)
    return Flow(Runs.LOOP, carried, counters=(counter,))


def _scf_index_switch(op: Operation) -> Flow | None:
    assert isinstance(op, scf.IndexSwitchOp)
    flow = one_of(op)
    choice = Choice(op.arg, (None, *op.cases.get_values()))
    return None if flow is None else replace(flow, choice=choice)


FLOWS.register(one_of, scf.IfOp)
FLOWS.register(_scf_index_switch, scf.IndexSwitchOp)
FLOWS.register(_scf_for, scf.ForOp)
FLOWS.register(_scf_while, scf.WhileOp)
FLOWS.register(_scf_parallel, scf.ParallelOp)
