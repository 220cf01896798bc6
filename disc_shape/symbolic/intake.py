"""Facts as callers state them, on their way into the layers.

Every fact is recorded with its reason, in order; a contradiction is raised as the fact that
causes it arrives, with the reasons of the facts that conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd

from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.facts import (
    NO_REASON,
    Assumed,
    Compared,
    Congruent,
    Contradiction,
    Fact,
    OneOf,
    Reason,
    SameProduct,
)
from disc_shape.symbolic.intervals import Interval, union
from disc_shape.symbolic.models import Models
from disc_shape.symbolic.store import BUDGET, SUBSTITUTION_LIMIT, is_polynomial
from disc_shape.symbolic.terms import (
    Const,
    Expr,
    Sum,
    Symbol,
    as_operand,
    const,
    factors_of,
    linear,
    parts,
    power_product,
    scale,
)


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

    def stated(self, op: str, a: Expr, b: Expr, reason: Reason) -> Compared:
        return Compared(len(self.fact_list), reason, op, a, b)

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
        fact = Compared(len(self.fact_list), reason, "==", a, b)
        return self.equate_normal(fact, self.normal(a), self.normal(b))

    def equate_normal(self, fact: Fact, left: Expr, right: Expr) -> bool:
        """Learn that two normal expressions are equal."""
        if left is right:
            self.fact_list.append(fact)
            return False
        if type(left) is Symbol and type(right) is Symbol:
            if self.dims[left].order < self.dims[right].order:
                left, right = right, left
            return self.merge(fact, left, right)
        if type(left) is Symbol and self.stands_for(left, right):
            return self.merge(fact, left, right)
        if type(right) is Symbol and self.stands_for(right, left):
            return self.merge(fact, right, left)
        return self.learn(fact, lambda: self.queue_zero(left, right))

    def stands_for(self, symbol: Symbol, value: Expr) -> bool:
        """Whether symbol == value, for a normal value, is solved for that symbol and nothing else
        can be read off it."""
        if value.size > SUBSTITUTION_LIMIT or not is_polynomial(value) or symbol in value.symbols:
            return False
        if isinstance(value, Sum):
            order = self.dims[symbol].order
            for term, k in value.terms:
                if isinstance(term, Symbol) and k in (1, -1) and self.dims[term].order > order:
                    return False
        return True

    def queue_zero(self, left: Expr, right: Expr) -> None:
        self.queue.append(("==", linear(0, [(left, 1), (right, -1)])))

    def merge(self, fact: Fact, child: Symbol, parent: Expr) -> bool:
        """Learn that a free symbol stands for an expression: by far the most frequent fact."""
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
        fact = SameProduct(
            len(self.fact_list),
            reason,
            tuple(as_operand(x) for x in xs),
            tuple(as_operand(y) for y in ys),
        )
        left, right = self.cancelled(fact.xs, fact.ys)
        return self.equate_normal(fact, left, right)

    def cancelled(
        self, xs: Iterable[Expr], ys: Iterable[Expr], zero_too: bool = False
    ) -> tuple[Expr, Expr]:
        """The normal products of two lists, without the factors that both have and that are proved
        not to be zero: before they are multiplied out, a sum is a factor like any other.

        With `zero_too`, without all that both have: then only equality carries over."""
        up, left = self.factored(xs)
        down, right = self.factored(ys)
        for factor in left:
            if factor in right and (zero_too or self.never_zero(factor)):
                common = min(left[factor], right[factor])
                left[factor] -= common
                right[factor] -= common
        g = gcd(up, down) or 1
        a, b = (power_product([(f, n) for f, n in side.items() if n]) for side in (left, right))
        return self.normal(scale(a, up // g)), self.normal(scale(b, down // g))

    def factored(self, xs: Iterable[Expr]) -> tuple[int, dict[Expr, int]]:
        """A product as a number and normal factors with exponents."""
        number = 1
        found: dict[Expr, int] = {}
        for x in xs:
            e = x if type(x) is Const else self.normal(x)
            constant, terms = parts(e)
            if not terms:
                number *= constant
                continue
            if constant == 0 and len(terms) == 1:
                e, k = terms[0]
                number *= k
            for factor, n in factors_of(e):
                found[factor] = found.get(factor, 0) + n
        return number, found

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
        fact = Congruent(len(self.fact_list), reason, e, k, remainder)
        return self.learn(fact, lambda: self.divisible(self.normal(e), self.normal(k), remainder))

    def add_intervals(
        self, e: Expr | int, intervals: Iterable[Interval], reason: Reason = NO_REASON
    ) -> bool:
        """e lies in one of several closed intervals."""
        e = as_operand(e)
        pieces = union(intervals)
        fact = OneOf(len(self.fact_list), reason, e, pieces)
        return self.learn(fact, lambda: self.spread(e, pieces))

    def assume(self, cond: Cond, reason: Reason = NO_REASON) -> bool:
        """Any condition."""
        fact = Assumed(len(self.fact_list), reason, cond)
        return self.learn(fact, lambda: self.take(cond))

    def add_likely(self, symbol: Symbol, values: Iterable[int]) -> None:
        """Values that are likely at run time: a hint, never a fact."""
        self.put(self.likely, symbol, tuple(values))

    def facts(self) -> list[Fact]:
        """What was added, in order."""
        return list(self.fact_list)
