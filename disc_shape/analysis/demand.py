"""
Which integers of a function are parts of shapes.

Only these are evaluated; integer arithmetic on data is left alone. A value is relevant when it is a
shape operand or the condition of a guard, or when a relevant value is computed from it. Index
arithmetic is always relevant, since `index` is the type of sizes. Integers that reach a shape
operand, a guard or the index of an element are read as mathematical integers; other integers, those
of type `index` too, are data and stay modular.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from xdsl.dialects import func
from xdsl.dialects.builtin import IndexType, MemRefType, TensorType, i1
from xdsl.ir import BlockArgument, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.regions import Flow, flow_of, incoming_values
from disc_shape.cards import card_of
from disc_shape.cards.card import NO_OPERANDS
from disc_shape.constraints.callees import NAMES_CALLEE, callee_of
from disc_shape.relations import evaluator_of, relation_of
from disc_shape.relations.demand import source_operands
from disc_shape.relations.guards import guard_operands, is_guard
from disc_shape.relations.value_types import (
    SHAPE_TYPES,
    element_count,
    holds_sizes,
    is_dynamic,
    is_integer,
    scalar_type,
)
from disc_shape.traversal import operands_of, operations, type_of, types_of


class Callees(Protocol):
    """How called functions use the integers in their arguments."""

    def wanted(self, op: Operation) -> Iterable[SSAValue]:
        """
        The operands of a call whose integers are parts of shapes in the function that it calls.
        """
        ...

    def sources(self, result: OpResult) -> Iterable[SSAValue]:
        """The operands of a call from which the integers of one result are computed."""
        ...


@dataclass
class Demand:
    """The integers of a function that are read."""

    relevant: set[SSAValue] = field(default_factory=set[SSAValue])
    """Those that reach a shape operand or a guard, and those of type `index`."""
    into_shapes: set[SSAValue] = field(default_factory=set[SSAValue])
    """Those that reach a shape operand, a guard, or the index of an element."""
    unread: set[SSAValue] = field(default_factory=set[SSAValue])
    """Those that would be read if their number were known."""

    def copy(self) -> Demand:
        """A copy for another analysis, which may add values."""
        return Demand(set(self.relevant), set(self.into_shapes), self.unread)


def demand_of(
    body: Region,
    returned: Collection[int] = (),
    callees: Callees | None = None,
    *,
    with_data: bool = True,
) -> Demand:
    """
    The integers inside `body` (and captured by it) that the analysis reads. `callees` adds the
    operands of calls that reach shapes in the callee. `returned` are the positions of returned
    values that are parts of shapes in a caller. Without `with_data`, only those that reach shapes.
    """
    demand = Demand()
    ops = operations(body)
    work: list[SSAValue] = []
    addresses: list[SSAValue] = []
    choosing: list[Operation] = []
    for op in ops:
        card = card_of(op)
        if op.regions or card.branch_condition is not None:
            choosing.append(op)
        if card.size_operands is not NO_OPERANDS or card.guard is not None:
            work.extend(_shape_roots(op))
        if card.indices is not NO_OPERANDS:
            # The values that are indices of elements, or bounds of a loop.
            addresses.extend(card.indices(op))
        if returned and isinstance(op, func.ReturnOp):
            work.extend(op.operands[index] for index in returned)
        if callees is not None and NAMES_CALLEE[type(op)] and callee_of(op) is not None:
            work.extend(callees.wanted(op))
    _follow(work, [], demand, callees)
    _follow(addresses, [], demand, callees)
    demand.into_shapes.update(demand.relevant)
    if not with_data:
        return demand
    loops = _loops_in(ops)
    data = [value for op in ops for value in _index_roots(op)]
    # The trip count decides sizes that vary in the loop; the loop counter may wrap.
    data.extend(flow.condition for flow, _ in loops if flow.condition and _may_move_sizes(flow))
    _follow(data, loops, demand, callees)
    for op in choosing:
        selector = _selector(op)
        if selector is not None and selector not in demand.relevant:
            demand.relevant.update(_conditions_on_sizes(selector, demand.relevant))
    return demand


def source_integers(
    body: Region, returned: Collection[int], callees: Callees | None
) -> set[SSAValue]:
    """The integers inside a function that some of the values it returns are computed from."""
    demand = Demand()
    ends = [op for op in operations(body) if isinstance(op, func.ReturnOp)]
    work: list[SSAValue] = [op.operands[index] for op in ends for index in returned]
    _follow(work, _loops_in(operations(body)), demand, callees)
    return demand.relevant


Loops = list[tuple[Flow, list[SSAValue]]]
"""Loops with a condition, and what they carry."""


def _loops_in(ops: Iterable[Operation]) -> Loops:
    return [
        (flow, [argument for carried in flow.carried for argument in carried.arguments])
        for op in ops
        if op.regions and (flow := flow_of(op)) is not None and flow.condition is not None
    ]


def _follow(work: list[SSAValue], loops: Loops, demand: Demand, callees: Callees | None) -> None:
    """
    Add what `work` is computed from, and the conditions of those of `loops` that carry something
    relevant.
    """
    relevant = demand.relevant
    while work or loops:
        if not work:
            # The condition of a loop is relevant only when a carried value is.
            found = [flow for flow, arguments in loops if not relevant.isdisjoint(arguments)]
            loops = [(flow, rest) for flow, rest in loops if flow not in found]
            work.extend(flow.condition for flow in found if flow.condition is not None)
            if not work:
                break
        value = work.pop()
        if value in relevant:
            continue
        type_ = type_of(value)
        if element_count(type_) is None:
            demand.unread.add(value)
            if not holds_sizes(type_):
                continue
        if type(type_) is MemRefType:
            work.extend(_buffer_sources(value, relevant))
            continue
        relevant.add(value)
        if isinstance(value, OpResult):
            op = value.op
            if evaluator_of(op) is not None:
                work.extend(source_operands(op))
            elif callees is not None and callee_of(op) is not None:
                work.extend(callees.sources(value))
            work.extend(incoming_values(value))
        elif isinstance(value, BlockArgument):
            work.extend(incoming_values(value))


def _buffer_sources(buffer: SSAValue, relevant: set[SSAValue]) -> Iterable[SSAValue]:
    """Make a buffer relevant when its contents can be determined; the values they come from."""
    # Most programs have no buffers, and their reader takes a moment to load.
    from disc_shape.relations.buffers import filling_of, source_values

    filling = filling_of(buffer)
    if filling is None:
        return ()
    relevant.add(buffer)
    return source_values(filling)


def _may_move_sizes(flow: Flow) -> bool:
    """True when the body of a loop yields a new value with a dynamic size."""
    return any(
        step not in carried.arguments and is_dynamic(step.type)
        for carried in flow.carried
        for step in carried.steps
    )


def _selector(op: Operation) -> SSAValue | None:
    """The value that selects the target of a branch or the region to run."""
    condition = card_of(op).branch_condition
    if condition is not None:
        return condition(op)
    flow = flow_of(op) if op.regions else None
    return None if flow is None or flow.choice is None else flow.choice.value


def _conditions_on_sizes(condition: SSAValue, relevant: set[SSAValue]) -> set[SSAValue]:
    """
    The values from which a condition is computed, when all of them are sizes, constants and other
    relevant values; empty otherwise, since arithmetic on data is not read for a branch.
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
        operands = list(source_operands(op))
        if operands and scalar_type(value.type) != i1:
            return set()
        found.add(value)
        work.extend(operands)
    return found


def _shape_roots(op: Operation) -> list[SSAValue]:
    roots = list(card_of(op).size_operands(op)) if relation_of(op) is not None else []
    if is_guard(op):
        roots.extend(guard_operands(op))
        roots.extend(op.operands)
    return roots


def _index_roots(op: Operation) -> list[SSAValue]:
    """
    The operands and results of type `index`, and shapes that are used as data; the elements that
    indices select are data.
    """
    operands = operands_of(op)
    if IndexType not in map(type, types_of((*op.results, *operands))):
        shapes = [value for value in operands if is_shape(value)]
        return shapes if shapes and is_user(op) else []
    card = card_of(op)
    if card.moves_elements:
        # What is loaded and stored is data, unless it is read as part of a shape.
        sizes = [value for value in op.results if type(value.type) is IndexType]
        return [*card.indices(op), *sizes]
    roots = [value for value in operands if type(scalar_type(value.type)) is IndexType]
    if evaluator_of(op) is not None and all(map(is_number, operands)):
        roots.extend(value for value in op.results if element_count(value.type) == 1)
    else:
        roots.extend(value for value in op.results if type(value.type) is IndexType)
    return roots


def is_user(op: Operation) -> bool:
    """True for operations that do more with shapes than compute other shapes."""
    return bool(operands_of(op)) and evaluator_of(op) is None


def is_shape(value: SSAValue) -> bool:
    """True for vectors of `index` and for values of MLIR's shape dialect."""
    type_ = type_of(value)
    if type(type_) is not TensorType:
        return type_.name in SHAPE_TYPES
    is_vector = type(type_.element_type) is IndexType and len(type_.shape.data) == 1
    return is_vector and holds_sizes(type_)


def is_number(value: SSAValue) -> bool:
    """True for scalars and for tensors of `index`."""
    return is_integer(value.type) or type(scalar_type(value.type)) is IndexType
