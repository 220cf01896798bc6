"""
By how much each round of a loop moves a size or an integer.

A step that does not vary is an expression. One that does, because branches move by different
amounts or data decides, has bounds and a divisor: what all of its rounds have in common. Like all
that is supposed of a loop, a step is proved by the last reading of the body, in which nothing fell.
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
    """What is known of the amount by which one round moves something."""

    exact: Expr | None
    """The amount, where it is the same in every round."""
    bounds: Interval
    """The smallest and the largest amount; None where there is none."""
    divisor: int
    """Divides every amount; 0 when nothing moves."""

    def weakened(self, found: Step) -> Step:
        """
        What both this, which was supposed, and what was found have in common. A bound that gives
        way gives way to zero first, and then for good, so that supposing comes to an end.
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
"""What is known of a step when nothing is."""


def step_between(old: Expr, new: Expr, invariant: bool, state: RelationState) -> Step:
    """What is known of a step from `old` to `new`, which is what it is in every round or not."""
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
    start: Expr, now: Expr, step: Step, rounds: Expr | None, op: Operation, state: RelationState
) -> None:
    """
    State what is known of something that is `now` after some rounds (None: nobody knows how many)
    that moved it from `start`.
    """
    (low, high), why = step.bounds, said(step)
    if step.exact is not None:
        low, high = state.prover.bounds(step.exact)
    for bound, below in ((low, True), (high, False)):
        if bound is None:
            continue
        if rounds is not None and bound:
            end = state.prover.canonical(start + rounds * bound)
        elif (bound >= 0) if below else (bound <= 0):
            end = start
        else:
            continue
        smaller, larger = (end, now) if below else (now, end)
        state.at_most(smaller, larger, op, why)
    if step.divisor > 1:
        state.assume(compare("==", (now - start) % step.divisor, 0), op, why)


def said(step: Step) -> str:
    """A step in words."""
    if step.exact is not None:
        return f"moved by {step.exact} in each round"
    low, high = step.bounds
    if low is not None and high is not None:
        return f"moved by {low} to {high} in each round"
    if low is not None:
        return f"moved by at least {low} in each round"
    return "moved in each round" if high is None else f"moved by at most {high} in each round"
