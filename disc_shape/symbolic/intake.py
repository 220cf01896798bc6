"""Facts as callers state them, on their way into the layers.

Every fact is recorded with its reason, in order; a contradiction is raised as the fact that
causes it arrives, with the reasons of the facts that conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from disc_shape.symbolic.conditions import Cond, disj
from disc_shape.symbolic.facts import NO_REASON, Contradiction, Fact, Reason
from disc_shape.symbolic.hypothesis import interval_cond
from disc_shape.symbolic.intervals import Interval, union
from disc_shape.symbolic.models import Models
from disc_shape.symbolic.store import BUDGET
from disc_shape.symbolic.terms import Expr, Symbol, as_operand, const, linear, product


class Intake(Models):
    """Adding facts."""

    def __init__(self) -> None:
        super().__init__()
        self.likely: dict[Symbol, tuple[int, ...]] = {}

    def learn(self, fact: Fact, step: Callable[[], None]) -> bool:
        """Record a fact and learn it; whether anything was new."""
        self.current = fact.index
        self.budget = BUDGET
        self.fact_list.append(fact)
        before = self.epoch
        try:
            step()
            if self.queue:
                self.drain()
        except Contradiction as error:
            raise self.blame(error, fact) from None
        if self.changed:
            self.tell()
        return self.epoch != before

    def blame(self, error: Contradiction, fact: Fact) -> Contradiction:
        """The contradiction with the chain of reasons that leads to it."""
        self.queue.clear()
        self.broken = Contradiction(str(error), self.conflict_chain(fact))
        return self.broken

    def conflict_chain(self, fact: Fact) -> list[Reason]:
        """The reasons of a conflicting set of facts."""
        raise NotImplementedError

    def stated(self, op: str, a: Expr, b: Expr, reason: Reason) -> Fact:
        return Fact(len(self.fact_list), reason, None, op, a, b)

    def redeclare(self, symbol: Symbol, lo: int | None, hi: int | None) -> None:
        dim = self.dims[symbol]
        if lo is None and dim.lo is not None and dim.definition is None and hi is None:
            raise ValueError(f"{symbol} is a dimension already: declare it before its first use")
        self.queue_interval(symbol, (lo, hi))
        self.drain()
        if self.changed:
            self.tell()

    def fix_declared(self, symbol: Symbol, lo: int, hi: int) -> None:
        if lo > hi:
            raise Contradiction(f"{symbol} would lie in [{lo}, {hi}]")
        self.define(symbol, const(lo))

    def add_equal(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a == b."""
        a, b = as_operand(a), as_operand(b)
        if type(a) is Symbol and type(b) is Symbol:
            ra, rb = self.root(a), self.root(b)
            fact = self.stated("==", a, b, reason)
            if ra is rb:
                self.fact_list.append(fact)
                return False
            if type(ra) is Symbol and type(rb) is Symbol:
                if self.dims[ra].order < self.dims[rb].order:
                    ra, rb = rb, ra
                return self.merge(fact, ra, rb)
        e = linear(0, [(a, 1), (b, -1)])
        return self.learn(self.stated("==", a, b, reason), lambda: self.queue.append(("==", e)))

    def merge(self, fact: Fact, child: Symbol, parent: Symbol) -> bool:
        """Learn that two free symbols are one: by far the most frequent fact."""
        self.current = fact.index
        self.budget = BUDGET
        self.fact_list.append(fact)
        try:
            self.define(child, parent)
            if self.queue:
                self.drain()
        except Contradiction as error:
            raise self.blame(error, fact) from None
        if self.changed:
            self.tell()
        return True

    def add_product_equal(
        self, xs: Sequence[Expr | int], ys: Sequence[Expr | int], reason: Reason = NO_REASON
    ) -> bool:
        """The product of xs equals the product of ys."""
        return self.add_equal(
            product(as_operand(x) for x in xs), product(as_operand(y) for y in ys), reason
        )

    def add_le(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a <= b."""
        a, b = as_operand(a), as_operand(b)
        e = linear(0, [(b, 1), (a, -1)])
        return self.learn(self.stated("<=", a, b, reason), lambda: self.queue.append((">=", e)))

    def add_lt(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a < b."""
        a, b = as_operand(a), as_operand(b)
        e = linear(-1, [(b, 1), (a, -1)])
        return self.learn(self.stated("<", a, b, reason), lambda: self.queue.append((">=", e)))

    def add_different(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a != b."""
        a, b = as_operand(a), as_operand(b)
        e = linear(0, [(a, 1), (b, -1)])
        return self.learn(self.stated("!=", a, b, reason), lambda: self.queue.append(("!=", e)))

    def add_divisible(
        self, e: Expr | int, k: Expr | int, reason: Reason = NO_REASON, remainder: int = 0
    ) -> bool:
        """e is `remainder` modulo k: e == k * t + remainder for some integer t (a k of 0 leaves e
        == remainder)."""
        e, k = as_operand(e), as_operand(k)
        if k.constant == 0:
            return self.add_equal(e, remainder, reason)
        fact = Fact(len(self.fact_list), reason, None, "|", k, e, remainder)
        return self.learn(fact, lambda: self.divisible(self.normal(e), self.normal(k), remainder))

    def add_intervals(
        self, e: Expr | int, intervals: Iterable[Interval], reason: Reason = NO_REASON
    ) -> bool:
        """e lies in one of several closed intervals."""
        e = as_operand(e)
        pieces = union(intervals)
        stated = disj(interval_cond(e, piece) for piece in pieces)
        fact = Fact(len(self.fact_list), reason, stated, "in", e, intervals=pieces)
        return self.learn(fact, lambda: self.spread(e, pieces))

    def assume(self, cond: Cond, reason: Reason = NO_REASON) -> bool:
        """Any condition."""
        fact = Fact(len(self.fact_list), reason, cond)
        return self.learn(fact, lambda: self.take(cond))

    def add_likely(self, symbol: Symbol, values: Iterable[int]) -> None:
        """Values that are likely at run time: a hint, never a fact."""
        self.put(self.likely, symbol, tuple(values))

    def facts(self) -> list[Fact]:
        """What was added, in order."""
        return list(self.fact_list)
