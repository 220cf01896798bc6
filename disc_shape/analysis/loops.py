"""
What a loop leaves as it is, and how the rest moves.

Every carried size and integer is first supposed invariant. The body is read under that
supposition; what it cannot be proved to hand on unchanged is given up, until the rest proves
itself. What each round moves is known to lie on its side of where it started, all that moves moves
in step, and the condition of the loop holds in its body. Where the loop counts its rounds, what has
moved by an amount that does not vary is known when it ends, and anything else lies in a range.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.regions import Carried, Flow, values_inside
from disc_shape.analysis.steps import ANY_STEP, Step, state_moved, step_between
from disc_shape.relations import Home, RelationState
from disc_shape.relations.size_table import Dims
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import is_dynamic, scalar_type
from disc_shape.symbolic import Comparison, Cond, Expr, ceildiv, compare, const, maximum


class Reader(Protocol):
    """What reading a loop needs of the walk over its function."""

    state: RelationState

    @property
    def guard_count(self) -> int: ...
    def walk(self, region: Region) -> None: ...
    def define_arguments(self, block: Block) -> None: ...
    def forget_guards(self, count: int) -> None: ...
    def forget_unreachable(self, region: Region) -> None: ...
    def scope(self, *regions: Region, loop: bool = False) -> AbstractContextManager[object]: ...


class Mover(NamedTuple):
    """A carried size, or the integer that a carried value holds."""

    value: int
    """The position of the carried value."""
    axis: int | None
    """None for the integer."""


@dataclass
class LoopReader:
    """Reads one loop until what is supposed of it proves itself."""

    reader: Reader
    op: Operation
    flow: Flow
    sizes: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """(carried value, dimension): sizes that vary."""
    contents: set[int] = field(default_factory=set[int])
    """Carried values whose integers vary."""
    steps: dict[Mover, Step] = field(default_factory=dict[Mover, Step])
    """By how much each round moves a size or an integer."""
    rounds: Expr | None = None
    """How often the body runs, where the loop counts."""
    lead: tuple[Expr, Expr, int] | None = None
    """What moves first: what it is now, where it started, and its step."""
    outer: set[Expr] = field(default_factory=set[Expr])
    """What varies around the loop, but not in it."""
    ends: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    """For what moves by steps that do not vary: what it is when the loop has ended."""
    movers: dict[Expr, Mover] = field(default_factory=dict[Expr, Mover])
    """What is called so in a round."""
    leaving: dict[SSAValue, tuple[Dims, Content]] = field(
        default_factory=dict[SSAValue, "tuple[Dims, Content]"]
    )
    """
    What is known of a result when the first region ends, whether or not the loop goes on: the
    body may not have run.
    """

    @property
    def state(self) -> RelationState:
        return self.reader.state

    def run(self) -> None:
        """Read the loop and give its results what is known of them."""
        self.outer = set(self.state.varying)
        while self._read():
            for region in self.op.regions:
                self.reader.forget_unreachable(region)
                for value in values_inside(region):
                    self.state.forget(value)
        for index, carried in enumerate(self.flow.carried):
            self._leave(index, carried)
        for result, (dims, content) in self.leaving.items():
            self._leave_forwarded(result, dims, content)

    def _read(self) -> bool:
        """
        Read the regions once; True when a supposition fell, or a step was found, and all has to
        be read again.
        """
        guards = self.reader.guard_count
        self.leaving.clear()
        before = (len(self.sizes), len(self.contents), dict(self.steps))
        first, *rest = self.op.regions
        with self.reader.scope(first, loop=True) as reachable:
            for index, carried in enumerate(self.flow.carried):
                self._enter(index, carried)
            self.reader.define_arguments(first.blocks[0])
            self._enter_counter()
            self._assume_steps()
            self.reader.walk(first)
            self._count_rounds()
            self._note_leaving()
            if rest:
                # The first region also runs when the others do not: what they say stays with them.
                around = len(self.state.loop_bounds)
                with self.reader.scope(*rest):
                    self._assume_condition()
                    self._forward()
                    for region in rest:
                        self.reader.define_arguments(region.blocks[0])
                        self.reader.walk(region)
                    self._compare_all()
                del self.state.loop_bounds[around:]
            else:
                self._compare_all()
        again = bool(reachable) and before != (len(self.sizes), len(self.contents), self.steps)
        if again:
            self.reader.forget_guards(guards)
        return again

    def _enter(self, index: int, carried: Carried) -> None:
        first = carried.arguments[0]
        # The types of one value in several regions need not know the same sizes.
        if any(is_dynamic(argument.type) for argument in carried.arguments):
            for axis, size in enumerate(self.state.dims(carried.init)):
                if (index, axis) not in self.sizes:
                    self._define_all(carried.arguments, axis, size)
            if len(carried.arguments) > 1:
                for axis, size in enumerate(self.state.raw_dims(first)):
                    self._define_all(carried.arguments[1:], axis, size)
        relevant = [argument for argument in carried.arguments if argument in self.state.relevant]
        if relevant:
            source = relevant[0] if index in self.contents else carried.init
            content = self.state.content(source)
            for argument in relevant:
                self.state.define_content(argument, content)
                self._note_homes(argument, content if index in self.contents else ())

    def _note_leaving(self) -> None:
        state = self.state
        for forwarded in self.flow.forwarded:
            source = forwarded.source
            dims = state.dims(source) if state.is_ranked(source) else ()
            content = state.content(source) if source in state.relevant else None
            self.leaving[forwarded.result] = (dims, content)

    def _forward(self) -> None:
        """Give the arguments of the second region what the first one hands to them."""
        state = self.state
        for forwarded in self.flow.forwarded:
            source, argument = forwarded.source, forwarded.argument
            if is_dynamic(argument.type):
                for axis, size in enumerate(state.dims(source)):
                    state.define(argument, axis, size, self.op, "forwarded by the condition")
            if argument in state.relevant:
                content = state.content(source)
                state.define_content(argument, content)
                self._note_homes(argument, content)

    def _leave_forwarded(self, result: SSAValue, dims: Dims, content: Content) -> None:
        state, ends = self.state, self.ends
        if is_dynamic(result.type):
            for axis, size in enumerate(dims):
                end = size.substitute(ends)
                if self._is_invariant(end):
                    state.define(result, axis, end, self.op, "known when the loop ends")
                elif size in self.movers:
                    self._leave_mover(self.movers[size], state.dim(result, axis))
        if result in state.relevant and content is not None:
            found = tuple(item.substitute(ends) for item in content)
            if all(self._is_invariant(item) for item in found):
                state.define_content(result, found)

    def _is_invariant(self, item: Expr | Cond) -> bool:
        """False for what is said over sizes and integers of one round."""
        varying = self.state.varying
        return all(symbol not in varying or symbol in self.outer for symbol in item.symbols)

    def _define_all(self, arguments: tuple[BlockArgument, ...], axis: int, size: Expr) -> None:
        for argument in arguments:
            self.state.define(argument, axis, size, self.op, "loop invariant")

    def _note_homes(self, argument: SSAValue, content: Content) -> None:
        """What varies can be read from the arguments of every region."""
        for position, item in enumerate(content or ()):
            if isinstance(item, Expr) and item.name is not None:
                home = Home(argument, position, of_contents=True)
                self.state.more_homes.append((item, home))

    def _start(self, mover: Mover) -> Expr | None:
        """Where a mover starts."""
        init = self.flow.carried[mover.value].init
        if mover.axis is None:
            return self.state.integer(init)
        return self.state.dims(init)[mover.axis]

    def _now(self, mover: Mover) -> Expr | None:
        """What a mover is in this round."""
        carried = self.flow.carried[mover.value]
        if mover.axis is not None:
            return self.state.dims(carried.arguments[0])[mover.axis]
        relevant = [one for one in carried.arguments if one in self.state.relevant]
        return self.state.integer(relevant[0]) if relevant else None

    def _enter_counter(self) -> None:
        """The counters of `scf.for` and `scf.parallel` run from their start to their end."""
        self.ends.clear()
        self.rounds = None
        self.lead = None
        state, op = self.state, self.op
        for counter in self.flow.counters:
            parts = [state.integer(one) for one in (counter.start, counter.end, counter.step)]
            now = state.integer(counter.value) if counter.value in state.relevant else None
            start, end, step = parts
            if start is None or end is None or step is None:
                continue
            if now is not None:
                state.at_most(start, now, op, "counted from its start")
                state.at_most(now + 1, end, op, "counted to its end")
                if step.constant is not None and step.constant > 1:
                    state.assume(compare("==", (now - start) % step, 0), op, "counted by its step")
            if step.constant is not None and step.constant > 0 and len(self.flow.counters) == 1:
                self.rounds = maximum(const(0), ceildiv(end - start, step))
                if now is not None:
                    self.lead = (now, start, step.constant)

    def _assume_steps(self) -> None:
        """What moves lies beyond its start, and all that moves moves in step."""
        state, op = self.state, self.op
        self.movers.clear()
        varying = [mover for mover, step in self.steps.items() if step.exact is None]
        for mover in (*(one for one in self.steps if one not in varying), *varying):
            step, start, now = self.steps[mover], self._start(mover), self._now(mover)
            if start is None or now is None:
                continue
            if now.name is not None:
                self.movers[now] = mover
            state_moved(start, now, step, None, op, state)
            number = None if step.exact is None else step.exact.constant
            if self.lead is None:
                if number:
                    self.lead = (now, start, number)
                continue
            lead, origin, by = self.lead
            if number:
                left, right = (now - start) * by, (lead - origin) * number
                state.equal(left, right, op, "both move in each round")
            elif step.exact is None:
                gone = (lead - origin if by > 0 else origin - lead) // abs(by)
                state_moved(start, now, step, gone, op, state)

    def _count_rounds(self) -> None:
        """How often the body runs when the loop goes on while a counter is on its way."""
        condition, state = self.flow.condition, self.state
        known = None
        if condition is not None and condition in state.relevant:
            known = state.condition(condition)
        for mover, step in self.steps.items() if known is not None else ():
            start, now = self._start(mover), self._now(mover)
            number = None if step.exact is None else step.exact.constant
            if self.rounds is None and start is not None and now is not None and known is not None:
                self.rounds = self._rounds(known, now, start, number)
        if self.rounds is not None:
            for mover, step in self.steps.items():
                start, now = self._start(mover), self._now(mover)
                if start is not None and now is not None and now.name and step.exact is not None:
                    self.ends[now] = start + step.exact * self.rounds

    def _rounds(self, condition: Cond, now: Expr, start: Expr, step: int | None) -> Expr | None:
        """
        The rounds of a loop that goes on while `condition`, which says that a sum with the counter
        in it has not run out: it starts at `left` and each round takes `used` of it.
        """
        if not isinstance(condition, Comparison) or not step:
            return None
        sides = {
            "<": (condition.rhs, condition.lhs, 1),
            "<=": (condition.rhs, condition.lhs, 0),
            ">": (condition.lhs, condition.rhs, 1),
            ">=": (condition.lhs, condition.rhs, 0),
        }.get(condition.op)
        if sides is None:
            return None
        left = sides[0] - sides[1] - sides[2]
        used = left - left.substitute({now: now + step})
        left = left.substitute({now: start})
        if used.constant is None or used.constant <= 0 or not self._is_invariant(left):
            return None
        return maximum(const(0), left // used + 1)

    def _assume_condition(self) -> None:
        """What the first region decides by holds in the others."""
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
        for index, carried in enumerate(self.flow.carried):
            self._compare(index, carried)

    def _compare(self, index: int, carried: Carried) -> None:
        state = self.state
        for step in carried.steps:
            first = carried.arguments[0]
            if is_dynamic(first.type):
                pairs = zip(state.dims(first), state.dims(step), strict=True)
                for axis, (old, new) in enumerate(pairs):
                    if (index, axis) in self.sizes:
                        self._note_step(Mover(index, axis), old, new)
                    elif not state.prover.proves_equal(old, new):
                        self.sizes.add((index, axis))
            for argument in carried.arguments:
                if argument in state.relevant:
                    if index in self.contents:
                        self._find_step(index, argument, step)
                    elif state.content(argument) != state.content(step):
                        self.contents.add(index)

    def _find_step(self, index: int, argument: SSAValue, step: SSAValue) -> None:
        before, after = self.state.integer(argument), self.state.integer(step)
        self._note_step(Mover(index, None), before, after)

    def _note_step(self, mover: Mover, old: Expr | None, new: Expr | None) -> None:
        found = ANY_STEP
        if old is not None and new is not None:
            invariant = self._is_invariant(self.state.prover.canonical(new - old))
            found = step_between(old, new, invariant, self.state)
        known = self.steps.get(mover)
        self.steps[mover] = found if known is None else known.weakened(found)

    def _end(self, mover: Mover) -> Expr | None:
        """What a mover is when the loop has ended, where its rounds are counted."""
        start, step = self._start(mover), self.steps.get(mover)
        if start is None or step is None or step.exact is None or self.rounds is None:
            return None
        return start + step.exact * self.rounds

    def _leave_mover(self, mover: Mover, result: Expr) -> None:
        """What is known of a mover when the loop has ended, where that is no one number."""
        start, step = self._start(mover), self.steps.get(mover)
        if start is not None and step is not None:
            state_moved(start, result, step, self.rounds, self.op, self.state)

    def _leave(self, index: int, carried: Carried) -> None:
        state = self.state
        result = carried.result
        if result is None:
            return
        if is_dynamic(result.type):
            # As it was first defined: a contradiction can then name what made it a number.
            for axis, size in enumerate(state.raw_dims(carried.init)):
                mover = Mover(index, axis)
                end = size if (index, axis) not in self.sizes else self._end(mover)
                if end is not None:
                    state.define(result, axis, end, self.op, "known when the loop ends")
                else:
                    self._leave_mover(mover, state.dim(result, axis))
        if result in state.relevant:
            mover = Mover(index, None)
            if index not in self.contents:
                state.define_content(result, state.content(carried.init))
            elif (end := self._end(mover)) is not None:
                state.define_content(result, (end,))
            elif (now := state.integer(result)) is not None:
                self._leave_mover(mover, now)
