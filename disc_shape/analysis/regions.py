"""
How values flow into, through and out of the regions of control-flow operations.

Every structured operation that the analysis understands has the same kind of description: its
regions, how often each may run, and the values that reach region arguments and results. The
walk of the analysis, the search for relevant integers and the rewriting of types all read this
description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue

from disc_shape.class_table import ClassTable, Families
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.traversal import next_of

if TYPE_CHECKING:
    from xdsl.dialects import cf


class Runs(Enum):
    """How often the regions of an operation run each time the operation runs."""

    ONCE = "once"
    """Exactly once, whatever happens (`shape.assuming`, a fusion)."""
    ONE_OF = "one of"
    """One of the regions, once (`if`, `case`); without a region for some case, perhaps none."""
    LOOP = "loop"
    """Any number of times, also zero."""


@dataclass(frozen=True)
class Flow:
    """The value flow of one control-flow operation."""

    runs: Runs
    carried: tuple[Carried, ...] = ()
    """Values carried around a loop."""
    yields: tuple[tuple[SSAValue, ...], ...] = ()
    """For operations without carried values: the yielded values of each region."""
    exhaustive: bool = True
    """False when it may be that no region runs and the results come from elsewhere."""
    condition: SSAValue | None = None
    """For loops whose first region decides whether the others run: its condition."""
    forwarded: tuple[Forwarded, ...] = ()
    """For loops: the values that the first region forwards to the second one and the results."""
    choice: Choice | None = None
    """For one of several regions: the value that selects it."""
    counters: tuple[Counter, ...] = ()
    """For loops with counters, such as `scf.for`: the counters."""
    entering: tuple[Entering, ...] = ()
    """For regions that run once: the operands that their arguments are."""


@dataclass(frozen=True)
class Carried:
    """One value carried around a loop."""

    init: SSAValue
    arguments: tuple[BlockArgument, ...]
    """The region arguments that receive the value."""
    steps: tuple[SSAValue, ...]
    """The yielded values: those of the next iteration, and of the result."""
    result: OpResult | None
    """None where results come from what the first region forwards."""


class Entering(NamedTuple):
    """An operand that is an argument of a region each time the operation runs."""

    operand: SSAValue
    argument: BlockArgument


@dataclass(frozen=True)
class Counter:
    """A counter that runs from `start`, by `step`, while it is less than `end`."""

    value: BlockArgument
    start: SSAValue
    end: SSAValue
    step: SSAValue


@dataclass(frozen=True)
class Forwarded:
    """One value that `scf.condition` forwards, in every iteration and when the loop ends."""

    source: SSAValue
    argument: BlockArgument
    result: OpResult


@dataclass(frozen=True)
class Choice:
    """The value that selects the region to run."""

    value: SSAValue
    numbers: tuple[int | None, ...]
    """
    For each region with a block the number for which it runs; None: for all that no region has.
    """


FlowRule = Callable[[Operation], "Flow | None"]


FLOWS: ClassTable[FlowRule] = ClassTable(
    Families(
        "disc_shape.analysis",
        common=(),
        late={
            "lmhlo": ("lmhlo_flows",),
            "mhlo": ("mhlo_flows",),
            "scf": ("scf_flows",),
            "shape": ("shape_flows",),
        },
    )
)
"""How values flow through the regions of operations."""


def flow_of(op: Operation) -> Flow | None:
    """
    The value flow of a control-flow operation, None when the operation is none or has an unusual
    form.
    """
    if not op.regions:
        return None
    rule = FLOWS.find(type(op))
    return rule(op) if rule is not None else None


def incoming_values(value: SSAValue) -> Iterable[SSAValue]:
    """The values that a result or region argument of a control-flow operation may have."""
    if isinstance(value, OpResult):
        flow = flow_of(value.op)
        if flow is None:
            return ()
        if flow.forwarded:
            return (flow.forwarded[value.index].source,)
        if flow.carried:
            carried = flow.carried[value.index]
            return (carried.init, *carried.steps)
        return tuple(values[value.index] for values in flow.yields)
    if isinstance(value, BlockArgument):
        parent = value.block.parent_op()
        flow = flow_of(parent) if parent is not None else None
        for carried in flow.carried if flow is not None else ():
            if value in carried.arguments:
                return (carried.init, *carried.steps)
        for forwarded in flow.forwarded if flow is not None else ():
            if value is forwarded.argument:
                return (forwarded.source,)
        for entering in flow.entering if flow is not None else ():
            if value is entering.argument:
                return (entering.operand,)
        return tuple(values[value.index] for _, values in edges_to(value.block) or ())
    return ()


Edges = Sequence[tuple[Operation, tuple[SSAValue, ...]]]
"""Branches, each with its operands for the target."""


def edges_to(block: Block) -> Edges | None:
    """
    The branches of `cf` that go to a block, each with its operands for the arguments.
    None when another kind of operation goes there.
    """
    region = block.parent
    edges: list[tuple[Operation, tuple[SSAValue, ...]]] = []
    for other in region.blocks if region is not None else ():
        last = other.last_op
        if last is None or block not in last.successors:
            continue
        operands = _branch_operands(last, block)
        if operands is None:
            return None
        edges.extend((last, values) for values in operands)
    return tuple(edges)


def _branch_operands(branch: Operation, block: Block) -> list[tuple[SSAValue, ...]] | None:
    """The operands of a `cf` branch for each edge to a block; None for another operation."""
    from xdsl.dialects import cf

    if isinstance(branch, cf.BranchOp):
        return [tuple(branch.arguments)]
    if isinstance(branch, cf.ConditionalBranchOp):
        sides = (
            (branch.then_block, branch.then_arguments),
            (branch.else_block, branch.else_arguments),
        )
        return [tuple(values) for target, values in sides if target is block]
    if isinstance(branch, cf.SwitchOp):
        return [values for target, _, values in switch_edges(branch) if target is block]
    return None


def switch_edges(op: cf.SwitchOp) -> Iterator[tuple[Block, int | None, tuple[SSAValue, ...]]]:
    """
    The targets of a switch, each with its number (None: all others) and its operands, in the order
    of the operation.
    """
    yield op.default_block, None, tuple(op.default_operands)
    numbers = () if op.case_values is None else op.case_values.get_values()
    for block, number, values in zip(op.case_blocks, numbers, op.case_operand, strict=True):
        yield block, int(number), tuple(values)


def values_inside(region: Region) -> list[SSAValue]:
    """All block arguments and results in a region, at any depth, in the order of the text."""
    found: list[SSAValue] = []
    for block in region.blocks:
        found += block.args
        op = block.first_op
        while op is not None:
            found += op.results
            for nested in op.regions:
                found += values_inside(nested)
            op = next_of(op)
    return found


def terminator(region: Region) -> Operation | None:
    """The last operation of a region of one block."""
    block = region.first_block
    return block.last_op if block is not None and block is region.last_block else None


def yielded(region: Region) -> tuple[SSAValue, ...] | None:
    """The operands of the terminator of a region of one block."""
    last = terminator(region)
    return tuple(last.operands) if last is not None else None


def may_not_run(op: Operation, body: Region) -> bool:
    """Whether `op`, somewhere in `body`, may be skipped when the body runs to its end."""
    region = op.parent_region()
    while region is not None and op.parent is region.first_block:
        outer = region.parent
        if region is body or outer is None:
            return False
        flow = flow_of(outer)
        if flow is None or flow.runs is not Runs.ONCE:
            return True
        op, region = outer, outer.parent_region()
    return True


def once(op: Operation) -> Flow | None:
    """
    The flow of an operation that runs its one region exactly once; the region may have an argument
    for each operand.
    """
    values = yielded(op.regions[0])
    if values is None:
        return None
    arguments = op.regions[0].block.args
    operands = op.operands if arguments else ()
    return Flow(Runs.ONCE, yields=(values,), entering=tuple(map(Entering, operands, arguments)))


def one_of(op: Operation) -> Flow | None:
    """The flow of an operation that runs one of its regions, by its first operand."""
    regions = [region for region in op.regions if region.blocks]
    yields = [yielded(region) for region in regions]
    found = tuple(values for values in yields if values is not None)
    if len(found) != len(regions):
        return None
    exhaustive = len(regions) == len(op.regions)
    return Flow(Runs.ONE_OF, yields=found, exhaustive=exhaustive, choice=_choice(op))


def _choice(op: Operation) -> Choice | None:
    if not op.operands:
        return None
    if isinstance(op, CaseOp):
        # An index out of range chooses the last branch.
        return Choice(op.operands[0], (*range(len(op.regions) - 1), None))
    return Choice(op.operands[0], (1, 0))


def _hlo_while(op: Operation) -> Flow | None:
    condition, body = op.regions
    steps, decision = yielded(body), yielded(condition)
    if steps is None or not decision or len(steps) != len(op.results):
        return None
    carried = _zip_carried(op.operands, [condition.block, body.block], steps, op.results)
    return Flow(Runs.LOOP, carried, condition=decision[0])


def _zip_carried(
    inits: Sequence[SSAValue],
    blocks: Sequence[Block],
    steps: Sequence[SSAValue],
    results: Sequence[OpResult],
) -> tuple[Carried, ...]:
    return tuple(
        Carried(init, tuple(block.args[index] for block in blocks), (steps[index],), results[index])
        for index, init in enumerate(inits)
    )


FLOWS.register(one_of, IfOp, CaseOp)
FLOWS.register(_hlo_while, WhileOp)
