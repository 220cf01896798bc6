"""
The step of a loop-carried size or integer: the amount by which each iteration changes it.

An invariant step is an expression. A step that varies, because branches change the number by
different amounts or by data, has bounds and a divisor that hold in all iterations. Like every
hypothesis about a loop, a step is proved by the last reading of the body, which changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from xdsl.ir import Operation

from disc_shape.relations import RelationState
from disc_shape.symbolic import Expr, compare
from disc_shape.symbolic.intervals import Interval


@dataclass(frozen=True)
class Step:
    """The facts about the amount by which one iteration changes a number."""

    exact: Expr | None
    """The amount, where it is the same in every iteration."""
    bounds: Interval
    """The smallest and the largest amount; None where there is none."""
    divisor: int
    """Divides every amount; 0 when nothing moves."""

    def weakened(self, found: Step) -> Step:
        """
        The facts that hold for this step, the hypothesis, and for `found`. A bound that does not
        hold is widened to zero first and then dropped, so that the fixpoint terminates.
        """
        if self.exact is not None and self.exact is found.exact:
            return self
        (low, high), (least, most) = self.bounds, found.bounds
        if low is not None and (least is None or least < low):
            low = 0 if low > 0 and least is not None and least >= 0 else None
        if high is not None and (most is None or most > high):
            high = 0 if high < 0 and most is not None and most <= 0 else None
        return Step(None, (low, high), gcd(self.divisor, found.divisor))


ANY_STEP = Step(None, (None, None), 1)
"""An unknown step."""


def step_between(old: Expr, new: Expr, invariant: bool, state: RelationState) -> Step:
    """The step from `old` to `new`; `invariant` when it is the same in every iteration."""
    prover = state.prover
    moved = prover.canonical(new - old)
    low, high = prover.bounds(moved)
    if low is None and prover.proves(compare("<=", old, new)):
        low = 0
    if high is None and prover.proves(compare("<=", new, old)):
        high = 0
    modulus, remainder = prover.residue(moved)
    return Step(moved if invariant else None, (low, high), gcd(modulus, remainder))


def state_moved(
    start: Expr, now: Expr, step: Step, count: Expr | None, op: Operation, state: RelationState
) -> None:
    """
    State the range of a number that was `start` and is `now` after `count` iterations (None: an
    unknown number of them) with this step.
    """
    (low, high), why = step.bounds, describe_step(step)
    if step.exact is not None:
        low, high = state.prover.bounds(step.exact)
    for bound, below in ((low, True), (high, False)):
        if bound is None:
            continue
        if count is not None and bound:
            end = state.prover.canonical(start + count * bound)
        elif (bound >= 0) if below else (bound <= 0):
            end = start
        else:
            continue
        smaller, larger = (end, now) if below else (now, end)
        state.at_most(smaller, larger, op, why)
    if step.divisor > 1:
        state.assume(compare("==", (now - start) % step.divisor, 0), op, why)


def describe_step(step: Step) -> str:
    """The step as the reason of a fact."""
    if step.exact is not None:
        return f"moved by {step.exact} in each iteration"
    low, high = step.bounds
    if low is not None and high is not None:
        return f"moved by {low} to {high} in each iteration"
    if low is not None:
        return f"moved by at least {low} in each iteration"
    return (
        "moved in each iteration" if high is None else f"moved by at most {high} in each iteration"
    )
