"""
What a loop leaves as it is, and how the rest moves.

Every carried size and integer is first supposed invariant. The body is read under that
supposition; what it cannot be proved to hand on unchanged is given up, until the rest proves
itself. An integer that each round moves by a constant is then known to lie on its side of where
it started, and the condition of the loop holds in its body.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from disc_shape.analysis.regions import Carried, Flow, values_inside
from disc_shape.relations import Home, RelationState
from disc_shape.relations.state import Content, Dims
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr, compare


class Reader(Protocol):
    """What reading a loop needs of the walk over its function."""

    state: RelationState

    @property
    def guard_count(self) -> int: ...
    def walk(self, region: Region) -> None: ...
    def settle_arguments(self, block: Block) -> None: ...
    def forget_guards(self, count: int) -> None: ...
    def forget_unreachable(self, region: Region) -> None: ...
    def scope(self, *regions: Region, loop: bool = False) -> AbstractContextManager[object]: ...


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
    steps: dict[int, int | None] = field(default_factory=dict[int, "int | None"])
    """By how much each round moves an integer; None when that is no constant."""
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
            self.reader.settle_arguments(first.blocks[0])
            self.reader.walk(first)
            self._note_leaving()
            if rest:
                # The first region also runs when the others do not: what they say stays with them.
                with self.reader.scope(*rest):
                    self._assume_condition()
                    self._forward()
                    for region in rest:
                        self.reader.settle_arguments(region.blocks[0])
                        self.reader.walk(region)
                    self._compare_all()
            else:
                self._compare_all()
        again = bool(reachable) and before != (len(self.sizes), len(self.contents), self.steps)
        if again:
            self.reader.forget_guards(guards)
        return again

    def _enter(self, index: int, carried: Carried) -> None:
        first = carried.arguments[0]
        if is_dynamic(first.type):
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
            if index in self.contents:
                self._assume_step(index, carried.init, relevant[0])

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
        state = self.state
        if is_dynamic(result.type):
            for axis, size in enumerate(dims):
                if self._is_invariant(size):
                    state.define(result, axis, size, self.op, "loop invariant")
        if result in state.relevant and content is not None:
            if all(self._is_invariant(item) for item in content):
                state.define_content(result, content)

    def _is_invariant(self, item: Expr | Cond) -> bool:
        """False for what is said over sizes and integers of one round."""
        return self.state.varying.isdisjoint(item.symbols)

    def _define_all(self, arguments: tuple[BlockArgument, ...], axis: int, size: Expr) -> None:
        for argument in arguments:
            self.state.define(argument, axis, size, self.op, "loop invariant")

    def _note_homes(self, argument: SSAValue, content: Content) -> None:
        """What varies can be read from the arguments of every region."""
        for position, item in enumerate(content or ()):
            if isinstance(item, Expr) and item.name is not None:
                home = Home(argument, position, of_contents=True)
                self.state.more_homes.append((item, home))

    def _assume_step(self, index: int, init: SSAValue, moved: SSAValue) -> None:
        """
        An integer that starts at `init` and is moved by a constant each round lies beyond `init`.
        """
        step = self.steps.get(index)
        start, now = self.state.integer(init), self.state.integer(moved)
        if not step or start is None or now is None:
            return
        why = f"moved by {step} in each round"
        low, high = (start, now) if step > 0 else (now, start)
        self.state.at_most(low, high, self.op, why)
        self.state.assume(compare("==", (high - low) % abs(step), 0), self.op, why)

    def _assume_condition(self) -> None:
        """What the first region decides by holds in the others."""
        condition = self.flow.condition
        if condition is None:
            return
        if condition in self.state.relevant:
            known = self.state.condition(condition)
            if known is not None:
                self.state.assume(known, self.op, "the loop goes on")

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
                    if not state.prover.proves_equal(old, new):
                        self.sizes.add((index, axis))
            for argument in carried.arguments:
                if argument in state.relevant:
                    if index in self.contents:
                        self._find_step(index, argument, step)
                    elif state.content(argument) != state.content(step):
                        self.contents.add(index)

    def _find_step(self, index: int, argument: SSAValue, step: SSAValue) -> None:
        before, after = self.state.integer(argument), self.state.integer(step)
        moved = None
        if before is not None and after is not None:
            moved = self.state.prover.canonical(after - before).constant
        if index not in self.steps:
            self.steps[index] = moved
        elif self.steps[index] != moved:
            self.steps[index] = None

    def _leave(self, index: int, carried: Carried) -> None:
        state = self.state
        result = carried.result
        if result is None:
            return
        if is_dynamic(result.type):
            for axis, size in enumerate(state.dims(carried.init)):
                if (index, axis) not in self.sizes:
                    state.define(result, axis, size, self.op, "loop invariant")
        if result in state.relevant:
            if index not in self.contents:
                state.define_content(result, state.content(carried.init))
            else:
                self._assume_step(index, carried.init, result)
