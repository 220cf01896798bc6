"""
Structured loops: the loop-carried values that are invariant, the steps of the others, and the
results.

The regions are read until the hypotheses of `LoopInvariants` prove themselves. The condition of the
loop holds in its body. Where the iterations are counted, a number with an invariant step is known
after the loop, and any other one is in a range.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from disc_shape.analysis.loop_invariants import CarriedNumber, CarriedValue, LoopInvariants
from disc_shape.analysis.loop_steps import state_moved
from disc_shape.analysis.regions import Carried, Flow, values_inside
from disc_shape.analysis.scopes import RegionWalk
from disc_shape.analysis.trip_counts import TripCounter
from disc_shape.relations import Anchor, RelationState
from disc_shape.relations.size_table import Dims
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import is_dynamic, scalar_type
from disc_shape.symbolic import Expr


@dataclass
class LoopReader:
    """Reads one structured loop."""

    walk: RegionWalk
    op: Operation
    flow: Flow
    leaving: dict[SSAValue, tuple[Dims, Content]] = field(
        default_factory=dict[SSAValue, "tuple[Dims, Content]"]
    )
    """
    The sizes and integers of results at the end of the first region, whether or not the loop goes
    on: the body may not have run.
    """

    def __post_init__(self) -> None:
        carried = {
            one.arguments[0]: CarriedValue((one.init,), one.arguments) for one in self.flow.carried
        }
        self.invariants = LoopInvariants(self.state, carried)
        self.counter = TripCounter(self.op, self.flow, self.invariants)

    @property
    def state(self) -> RelationState:
        """The state of the function that the loop is in."""
        return self.walk.state

    def run(self) -> None:
        """Read the loop and define the sizes and integers of its results."""
        self.invariants.outer = set(self.state.varying)
        if (found := self.walk.known_loops.get(self.op)) is not None:
            self.invariants.begin_with(found)
        while self._read():
            for region in self.op.regions:
                self.walk.scopes.forget_unreachable(region)
                for value in values_inside(region):
                    self.state.forget(value)
        self.walk.loops[self.op] = self.invariants
        for carried in self.flow.carried:
            self._leave(carried)
        for result, (dims, content) in self.leaving.items():
            self._leave_forwarded(result, dims, content)

    def _read(self) -> bool:
        """
        Read the regions once; True when a hypothesis was dropped or a step was found, so that the
        regions must be read again.
        """
        guards = len(self.walk.guard_records.guards)
        self.leaving.clear()
        before = self.invariants.snapshot()
        first, *rest = self.op.regions
        with self.walk.scopes.open(first, loop=True) as reachable:
            for carried in self.flow.carried:
                self._enter(carried)
            self.walk.define_arguments(first.blocks[0])
            lead = self.counter.enter()
            self.invariants.assume_steps(tuple(self.invariants.steps), lead, self.op)
            self.walk.walk(first)
            self.counter.count()
            self._record_leaving()
            if rest:
                # The first region also runs when the others do not: their facts stay in a scope.
                around = len(self.state.loop_bounds)
                with self.walk.scopes.open(*rest):
                    self._assume_condition()
                    self._forward()
                    for region in rest:
                        self.walk.define_arguments(region.blocks[0])
                        self.walk.walk(region)
                    self._compare_all()
                del self.state.loop_bounds[around:]
            else:
                self._compare_all()
        again = bool(reachable) and before != self.invariants.snapshot()
        if again:
            self.walk.guard_records.forget(guards)
        return again

    def _enter(self, carried: Carried) -> None:
        first = carried.arguments[0]
        # The types of one value in several regions need not know the same sizes.
        if any(is_dynamic(argument.type) for argument in carried.arguments):
            for axis, size in enumerate(self.state.dims(carried.init)):
                if (first, axis) not in self.invariants.sizes:
                    self._define_all(carried.arguments, axis, size)
            if len(carried.arguments) > 1:
                for axis, size in enumerate(self.state.raw_dims(first)):
                    self._define_all(carried.arguments[1:], axis, size)
        relevant = [argument for argument in carried.arguments if argument in self.state.relevant]
        varies = first in self.invariants.contents
        if relevant:
            source = relevant[0] if varies else carried.init
            content = self.state.content(source)
            for argument in relevant:
                self.state.define_content(argument, content)
                self._add_anchors(argument, content if varies else ())

    def _record_leaving(self) -> None:
        state = self.state
        for forwarded in self.flow.forwarded:
            source = forwarded.source
            dims = state.dims(source) if state.is_ranked(source) else ()
            content = state.content(source) if source in state.relevant else None
            self.leaving[forwarded.result] = (dims, content)

    def _forward(self) -> None:
        """Define the arguments of the second region by the values that the first one forwards."""
        state = self.state
        for forwarded in self.flow.forwarded:
            source, argument = forwarded.source, forwarded.argument
            if is_dynamic(argument.type):
                for axis, size in enumerate(state.dims(source)):
                    state.define(argument, axis, size, self.op, "forwarded by the condition")
            if argument in state.relevant:
                content = state.content(source)
                state.define_content(argument, content)
                self._add_anchors(argument, content)

    def _leave_forwarded(self, result: SSAValue, dims: Dims, content: Content) -> None:
        state, ends = self.state, self.counter.ends
        if is_dynamic(result.type):
            for axis, size in enumerate(dims):
                end = size.substitute(ends)
                if self.invariants.is_invariant(end):
                    state.define(result, axis, end, self.op, "known when the loop ends")
                elif size in self.invariants.current:
                    self._leave_number(self.invariants.current[size], state.dim(result, axis))
        if result in state.relevant and content is not None:
            found = tuple(item.substitute(ends) for item in content)
            if all(self.invariants.is_invariant(item) for item in found):
                state.define_content(result, found)

    def _define_all(self, arguments: tuple[BlockArgument, ...], axis: int, size: Expr) -> None:
        for argument in arguments:
            self.state.define(argument, axis, size, self.op, "loop invariant")

    def _add_anchors(self, argument: SSAValue, content: Content) -> None:
        """Record that an integer that varies can be read from the arguments of every region."""
        for position, item in enumerate(content or ()):
            if isinstance(item, Expr) and item.name is not None:
                anchor = Anchor(argument, position, of_contents=True)
                self.state.other_anchors.append((item, anchor))

    def _assume_condition(self) -> None:
        """State in the other regions the condition that the first one yields."""
        condition, state = self.flow.condition, self.state
        if condition is not None and condition in state.relevant:
            known = state.condition(condition)
            if known is not None:
                state.assume(known, self.op, "the loop goes on")
                state.loop_bounds.extend(self._compared(condition))

    def _compared(self, condition: SSAValue) -> Iterator[tuple[Attribute, Expr]]:
        """The integers that a condition compares, with their types."""
        for operand in condition.op.operands if isinstance(condition, OpResult) else ():
            if scalar_type(operand.type) == i1:
                yield from self._compared(operand)
            elif operand in self.state.relevant:
                number = self.state.integer(operand)
                if number is not None:
                    yield operand.type, number

    def _compare_all(self) -> None:
        for carried in self.flow.carried:
            for step in carried.steps:
                self.invariants.compare(carried.arguments[0], step)

    def _leave_number(self, number: CarriedNumber, result: Expr) -> None:
        """State the range of a carried number after the last iteration."""
        start, step = self.invariants.start(number), self.invariants.steps.get(number)
        if start is not None and step is not None:
            state_moved(start, result, step, self.counter.trip_count, self.op, self.state)

    def _leave(self, carried: Carried) -> None:
        state, invariants = self.state, self.invariants
        result, first = carried.result, carried.arguments[0]
        if result is None:
            return
        if is_dynamic(result.type):
            # As first defined, so that a contradiction can name what made the size static.
            for axis, size in enumerate(state.raw_dims(carried.init)):
                number = CarriedNumber(first, axis)
                end = size if (first, axis) not in invariants.sizes else self.counter.end(number)
                if end is not None:
                    state.define(result, axis, end, self.op, "known when the loop ends")
                else:
                    self._leave_number(number, state.dim(result, axis))
        if result in state.relevant:
            number = CarriedNumber(first, None)
            if first not in invariants.contents:
                state.define_content(result, state.content(carried.init))
            elif (end := self.counter.end(number)) is not None:
                state.define_content(result, (end,))
            elif (now := state.integer(result)) is not None:
                self._leave_number(number, now)
