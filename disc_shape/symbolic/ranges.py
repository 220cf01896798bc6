"""The tightest range of an expression that is found for a question about it.

Computed from ranges of the parts, a range may be too wide: `x*y - x` for x in [3, 11] and y in [1,
10] is not below 0, though the terms one by one give -8. Assignments that fit the facts show how
tight a range can be at most; where they do not reach its ends, it is proved that no value lies
beyond those found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Final

from disc_shape.symbolic.assignments import Assignment, Assignments, value_in
from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Cond, compare
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.intervals import EVERYTHING, Interval, scaled_interval
from disc_shape.symbolic.neighbourhood import neighbourhood
from disc_shape.symbolic.terms import Const, Expr, Symbol

FAR: Final = 1_000_000
"""What grows beyond this is taken to have no bound, if none is known."""


class Ranges:
    """Ranges of the subjects of questions."""

    def __init__(
        self, domains: Domains, assignments: Assignments, refuted: Callable[[Cond], bool]
    ) -> None:
        self.store = domains.store
        self.domains = domains
        self.assignments = assignments
        self.refuted = refuted

    def of(self, e: Expr) -> Interval:
        """An interval that holds every value of a normal expression."""
        known = self.domains.bounds(e)
        if isinstance(e, Symbol | Const) or known[0] == known[1] is not None:
            return known
        if e.size > BUDGET.nodes:
            return known
        around = neighbourhood(self.store, e.symbols)
        if around is None or (e.linear and not around[1]):
            return known
        symbols, statements = around
        reached = self.reached(e, self.samples(e, symbols, statements), known)
        if reached in (known, EVERYTHING):
            return known
        hi = self.end(e, known, reached, 1)
        lo = self.end(e, known, reached, -1)
        return (None if lo is None else -lo, hi)

    def end(self, e: Expr, known: Interval, reached: Interval, sign: int) -> int | None:
        """The upper end of the range of sign * e."""
        high, inner = (scaled_interval(span, sign)[1] for span in (known, reached))
        if inner is None or inner == high:
            return high
        op, bound = (">", inner) if sign > 0 else ("<", -inner)
        if self.refuted(compare(op, e, bound)):
            return inner
        if high is None and inner < 0 and self.refuted(compare(op, e, 0)):
            high = 0
        for _ in range(BUDGET.iterations if high is not None else 0):
            assert high is not None
            middle = (inner + high) // 2
            if middle in (inner, high):
                break
            if self.refuted(compare(op, e, sign * middle)):
                high = middle
            else:
                inner = middle
        return high

    def reached(self, e: Expr, assignments: Iterator[Assignment], known: Interval) -> Interval:
        """The least and the largest value over some assignments, no bound where it is far out;
        everything where there is none. What reaches the ends of `known` is enough."""
        lo: int | None = None
        hi: int | None = None
        for model in assignments:
            value = value_in(e, model)
            if value is None:
                return EVERYTHING
            lo = value if lo is None else min(lo, value)
            hi = value if hi is None else max(hi, value)
            if (lo <= -FAR if known[0] is None else lo == known[0]) and (
                hi >= FAR if known[1] is None else hi == known[1]
            ):
                return known
        if lo is None or hi is None:
            return EVERYTHING
        return (
            None if known[0] is None and lo <= -FAR else lo,
            None if known[1] is None and hi >= FAR else hi,
        )

    def samples(
        self, e: Expr, symbols: list[Symbol], statements: list[Cond]
    ) -> Iterator[Assignment]:
        """Assignments that fit, those at the ends of the ranges first."""
        if 2 * len(symbols) <= BUDGET.cases:
            ends: list[tuple[int, ...]] = []
            for symbol in symbols:
                dim = self.store.dims[symbol]
                far = 2 * FAR + len(ends)
                lo = dim.lo if dim.lo is not None else min(0, dim.hi or 0) - far
                hi = dim.hi if dim.hi is not None else max(0, lo) + far
                ends.append((lo, hi))
            for values in product(*ends):
                model = dict(zip(symbols, values, strict=True))
                if self.assignments.fits(model, statements):
                    yield model
        yield from self.assignments.few(symbols, statements)
        yield from islice(self.assignments.many(symbols, statements, e), BUDGET.statements)
