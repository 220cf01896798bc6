"""
The fixpoint over a loop, whichever way the program encodes it: regions of a structured operation
(`loops`) or blocks that branch back to a header (`blocks`).

Every loop-carried size and integer is first assumed invariant. The body is read under this
hypothesis. Where the value at the end of the body cannot be proved equal to the one at its start,
the hypothesis is dropped for it, and the analysis looks for the step that each iteration makes. The
body is read again until nothing changes, so that the last reading proves every hypothesis left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from xdsl.ir import BlockArgument, Operation, SSAValue

from disc_shape.analysis.loop_steps import ANY_STEP, Step, state_moved, step_between
from disc_shape.relations import RelationState
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr


class CarriedNumber(NamedTuple):
    """A size of a loop-carried value, or the integer that it holds."""

    argument: BlockArgument
    """The first of the block arguments that hold the value."""
    axis: int | None
    """None for the integer."""


class CarriedValue(NamedTuple):
    """A loop-carried value."""

    inits: Sequence[SSAValue]
    """The values that it may have in the first iteration."""
    arguments: Sequence[BlockArgument]
    """The block arguments that hold it in each iteration; one for each region of a loop."""


class Lead(NamedTuple):
    """A number that every iteration changes by the same constant: it counts iterations."""

    now: Expr
    start: Expr
    step: int


Snapshot: TypeAlias = "tuple[int, int, dict[CarriedNumber, Step]]"


@dataclass
class LoopInvariants:
    """Which loop-carried sizes and integers are invariant, and by how much the others move."""

    state: RelationState
    carried: dict[BlockArgument, CarriedValue] = field(
        default_factory=dict[BlockArgument, CarriedValue]
    )
    """The loop-carried values, by the first of their arguments."""
    sizes: set[tuple[BlockArgument, int]] = field(default_factory=set[tuple[BlockArgument, int]])
    """(first argument, dimension): sizes that vary."""
    contents: set[BlockArgument] = field(default_factory=set[BlockArgument])
    """First arguments of carried values whose integers vary."""
    steps: dict[CarriedNumber, Step] = field(default_factory=dict[CarriedNumber, Step])
    """By how much each iteration moves what varies."""
    outer: set[Expr] = field(default_factory=set[Expr])
    """Symbols that vary around the loop, but not in it."""
    current: dict[Expr, CarriedNumber] = field(default_factory=dict[Expr, CarriedNumber])
    """The numbers that vary, by their symbols in one iteration."""

    def begin_with(self, found: LoopInvariants) -> None:
        """
        Begin with the hypotheses that another analysis of the loop, with more facts, was left with:
        what it could not prove need not be tried. They are proved here as all others are. Steps
        over symbols are those of another prover.
        """
        if all(step.exact is not None and step.exact.constant for step in found.steps.values()):
            self.sizes |= found.sizes
            self.contents |= found.contents
            self.steps.update(found.steps)

    def snapshot(self) -> Snapshot:
        """The hypotheses as they are now; another snapshot after a reading shows a change."""
        return len(self.sizes), len(self.contents), dict(self.steps)

    def start(self, number: CarriedNumber) -> Expr | None:
        """The number in the first iteration, when it is the same however the loop is entered."""
        inits = self.carried[number.argument].inits
        found = {self._read(value, number.axis) for value in inits}
        return found.pop() if len(found) == 1 else None

    def now(self, number: CarriedNumber) -> Expr | None:
        """The number in the iteration that is being read."""
        if number.axis is not None:
            return self._read(number.argument, number.axis)
        arguments = self.carried[number.argument].arguments
        relevant = [one for one in arguments if one in self.state.relevant]
        return self.state.integer(relevant[0]) if relevant else None

    def _read(self, value: SSAValue, axis: int | None) -> Expr | None:
        return self.state.integer(value) if axis is None else self.state.dims(value)[axis]

    def is_invariant(self, item: Expr | Cond) -> bool:
        """Whether an expression has no symbol that stands for another number in each iteration."""
        varying = self.state.varying
        return all(symbol not in varying or symbol in self.outer for symbol in item.symbols)

    def assume_steps(
        self, numbers: Iterable[CarriedNumber], lead: Lead | None, op: Operation
    ) -> Lead | None:
        """
        State for each of `numbers` the range that its step implies, and by how much it has moved
        when `lead` (else the first one with a constant step) has moved so far. Returns the lead.
        """
        state = self.state
        self.current.clear()
        varying = [number for number in numbers if self.steps[number].exact is None]
        for number in (*(one for one in numbers if one not in varying), *varying):
            step, start, now = self.steps[number], self.start(number), self.now(number)
            if start is None or now is None:
                continue
            if now.name is not None:
                self.current[now] = number
            state_moved(start, now, step, None, op, state)
            constant = None if step.exact is None else step.exact.constant
            if lead is None:
                lead = Lead(now, start, constant) if constant else None
            elif constant:
                left, right = (now - start) * lead.step, (lead.now - lead.start) * constant
                state.equal(left, right, op, "both move in each iteration")
            elif step.exact is None:
                moved = lead.now - lead.start if lead.step > 0 else lead.start - lead.now
                state_moved(start, now, step, moved // abs(lead.step), op, state)
        return lead

    def compare(self, argument: BlockArgument, value: SSAValue) -> None:
        """
        Compare a carried value with its value in the next iteration: drop the hypotheses that are
        not proved, and weaken the steps of numbers that vary.
        """
        state = self.state
        if is_dynamic(argument.type):
            pairs = zip(state.dims(argument), state.dims(value), strict=True)
            for axis, (old, new) in enumerate(pairs):
                if (argument, axis) in self.sizes:
                    self._add_step(CarriedNumber(argument, axis), old, new)
                elif not state.prover.proves_equal(old, new):
                    self.sizes.add((argument, axis))
        relevant = [one for one in self.carried[argument].arguments if one in state.relevant]
        for other in relevant:
            if argument in self.contents:
                old, new = state.integer(other), state.integer(value)
                self._add_step(CarriedNumber(argument, None), old, new)
            elif state.content(other) != state.content(value):
                self.contents.add(argument)
        if not relevant and value in state.relevant:
            # The body does not read the integer, but the result of the loop may be read: it is an
            # initial value or a yielded one.
            inits = [one for one in self.carried[argument].inits if one in state.relevant]
            if any(state.content(one) != state.content(value) for one in inits):
                self.contents.add(argument)

    def _add_step(self, number: CarriedNumber, old: Expr | None, new: Expr | None) -> None:
        found = ANY_STEP
        if old is not None and new is not None:
            invariant = self.is_invariant(self.state.prover.canonical(new - old))
            found = step_between(old, new, invariant, self.state)
        known = self.steps.get(number)
        self.steps[number] = found if known is None else known.weakened(found)


Loops = dict[Operation, LoopInvariants]
"""What varies in each structured loop."""
