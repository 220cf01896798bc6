"""How often the body of a loop runs, and the values of carried numbers after the last iteration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.ir import Operation

from disc_shape.analysis.loop_invariants import CarriedNumber, Lead, LoopInvariants
from disc_shape.analysis.regions import Flow
from disc_shape.symbolic import Comparison, Cond, Expr, ceildiv, compare, const, maximum


@dataclass
class TripCounter:
    """Counts the iterations of one structured loop."""

    op: Operation
    flow: Flow
    invariants: LoopInvariants
    trip_count: Expr | None = None
    """How often the body runs, where that can be determined."""
    ends: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    """For numbers with an invariant step, by their symbols: the value after the last iteration."""

    def enter(self) -> Lead | None:
        """
        State the ranges of the counters of `scf.for` and `scf.parallel`, and count by them.
        Returns the counter of a loop that has one.
        """
        self.ends.clear()
        self.trip_count = None
        lead: Lead | None = None
        state, op = self.invariants.state, self.op
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
                self.trip_count = maximum(const(0), ceildiv(end - start, step))
                if now is not None:
                    lead = Lead(now, start, step.constant)
        return lead

    def count(self) -> None:
        """
        Count the iterations by the loop condition, when it compares a carried number that has a
        constant step, and find the last values of numbers with an invariant step.
        """
        condition, invariants = self.flow.condition, self.invariants
        state = invariants.state
        known = None
        if condition is not None and condition in state.relevant:
            known = state.condition(condition)
        for number, step in invariants.steps.items() if known is not None else ():
            start, now = invariants.start(number), invariants.now(number)
            constant = None if step.exact is None else step.exact.constant
            if (
                self.trip_count is None
                and start is not None
                and now is not None
                and known is not None
            ):
                is_invariant = invariants.is_invariant
                self.trip_count = trip_count_of(known, now, start, constant, is_invariant)
        if self.trip_count is not None:
            for number, step in invariants.steps.items():
                start, now = invariants.start(number), invariants.now(number)
                if start is not None and now is not None and now.name and step.exact is not None:
                    self.ends[now] = start + step.exact * self.trip_count

    def end(self, number: CarriedNumber) -> Expr | None:
        """A carried number after the last iteration, when the iterations are counted."""
        start, step = self.invariants.start(number), self.invariants.steps.get(number)
        if start is None or step is None or step.exact is None or self.trip_count is None:
            return None
        return start + step.exact * self.trip_count


def trip_count_of(
    condition: Cond,
    now: Expr,
    start: Expr,
    step: int | None,
    is_invariant: Callable[[Expr], bool],
) -> Expr | None:
    """
    The trip count of a loop that runs while `condition` holds, a comparison of two sums of which
    the counter `now` is a part: their difference is `left` at first, and each iteration reduces it
    by `used`.
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
    if used.constant is None or used.constant <= 0 or not is_invariant(left):
        return None
    return maximum(const(0), left // used + 1)
