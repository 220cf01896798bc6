"""
Which integers of a function are parts of shapes.

Only these are read as mathematical integers and only these are evaluated; integer arithmetic on
data is left alone. A value is relevant when it is a shape operand or the condition of a guard, or
when a relevant value is computed from it. Index arithmetic is always relevant: sizes are what
`index` is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from xdsl.dialects import cf, func
from xdsl.dialects.builtin import IndexType, MemRefType, i1
from xdsl.ir import BlockArgument, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.regions import flow_of, incoming_values
from disc_shape.relations import evaluator_of, relation_of
from disc_shape.relations.demand import operands_behind
from disc_shape.relations.guards import guard_operands, is_guard
from disc_shape.relations.value_types import element_count, scalar_type

INDICES = {"memref.load": 1, "memref.store": 2}
"""Where the indices begin among the operands of operations on one element."""

Wanted = Callable[[Operation], Iterable[SSAValue]]
"""The operands of a call that are parts of shapes in the function that it calls."""


def relevant_values(
    body: Region, with_returned: bool = False, wanted: Wanted | None = None
) -> set[SSAValue]:
    """
    All integer values inside `body` (and captured by it) whose contents reach a shape operand or
    a guard, those in the functions that it calls included when `wanted` tells of them.
    """
    relevant: set[SSAValue] = set()
    work: list[SSAValue] = []
    for op in body.walk():
        work.extend(_roots(op))
        if with_returned and isinstance(op, func.ReturnOp):
            work.extend(op.operands)
        if wanted is not None and isinstance(op, func.CallOp):
            work.extend(wanted(op))
    loops = [
        (flow, [argument for carried in flow.carried for argument in carried.arguments])
        for op in body.walk()
        if op.regions and (flow := flow_of(op)) is not None and flow.condition is not None
    ]
    while work or loops:
        if not work:
            # The condition of a loop matters only when what it counts does.
            asked = [flow for flow, arguments in loops if not relevant.isdisjoint(arguments)]
            loops = [(flow, rest) for flow, rest in loops if flow not in asked]
            work.extend(flow.condition for flow in asked if flow.condition is not None)
            if not work:
                break
        value = work.pop()
        if value in relevant or element_count(value.type) is None:
            continue
        if isinstance(value.type, MemRefType):
            work.extend(_behind_buffer(value, relevant))
            continue
        relevant.add(value)
        if isinstance(value, OpResult):
            op = value.op
            if evaluator_of(op) is not None:
                work.extend(operands_behind(op))
            elif isinstance(op, func.CallOp):
                work.extend(op.operands)
            work.extend(incoming_values(value))
        elif isinstance(value, BlockArgument):
            work.extend(incoming_values(value))
    for op in body.walk():
        deciding = _deciding(op)
        if deciding is not None and deciding not in relevant:
            relevant.update(_conditions_on_sizes(deciding, relevant))
    return relevant


def _behind_buffer(buffer: SSAValue, relevant: set[SSAValue]) -> Iterable[SSAValue]:
    """
    Make a buffer relevant when it can be known what it holds; what that comes from.
    """
    # Most programs have no buffers, and what reads them takes a moment to load.
    from disc_shape.relations.buffers import filling_of, values_behind

    filling = filling_of(buffer)
    if filling is None:
        return ()
    relevant.add(buffer)
    return values_behind(filling)


def _deciding(op: Operation) -> SSAValue | None:
    """What decides where a branch goes."""
    if isinstance(op, cf.ConditionalBranchOp):
        return op.cond
    flow = flow_of(op) if op.regions else None
    return None if flow is None or flow.choice is None else flow.choice.value


def _conditions_on_sizes(condition: SSAValue, relevant: set[SSAValue]) -> set[SSAValue]:
    """
    What has to be read to understand a condition, when that is only what plays a part in shapes
    anyway, sizes and constants: arithmetic on data is not read for a branch.
    """
    found: set[SSAValue] = set()
    work = [condition]
    while work:
        value = work.pop()
        if value in relevant or value in found:
            continue
        if not isinstance(value, OpResult) or element_count(value.type) != 1:
            return set()
        op = value.op
        if evaluator_of(op) is None:
            return set()
        operands = list(operands_behind(op))
        if operands and scalar_type(value.type) != i1:
            return set()
        found.add(value)
        work.extend(operands)
    return found


def _roots(op: Operation) -> list[SSAValue]:
    relation = relation_of(op)
    roots: list[SSAValue] = list(relation.shape_operands(op)) if relation is not None else []
    if is_guard(op):
        roots.extend(guard_operands(op))
        roots.extend(op.operands)
    if op.name in INDICES:
        # What is loaded and stored is data, unless it is asked for as part of a shape.
        sizes = [value for value in op.results if isinstance(value.type, IndexType)]
        return [*op.operands[INDICES[op.name] :], *sizes]
    if any(isinstance(value.type, IndexType) for value in (*op.results, *op.operands)):
        roots.extend(op.operands)
        if evaluator_of(op) is not None:
            roots.extend(value for value in op.results if element_count(value.type) == 1)
    return roots
