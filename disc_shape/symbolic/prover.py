"""The prover: facts in, three-valued answers out.  See `docs/prover.md` for the layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from disc_shape.symbolic.conditions import (
    TRUE,
    Comparison,
    Cond,
    Truism,
    compare,
    conj,
    disj,
    negate,
)
from disc_shape.symbolic.facts import NO_REASON, Answer, Contradiction, Fact, Reason, Truth
from disc_shape.symbolic.intervals import Interval, Residue
from disc_shape.symbolic.logic import difference
from disc_shape.symbolic.models import Models
from disc_shape.symbolic.terms import (
    ZERO,
    Const,
    Expr,
    Symbol,
    as_operand,
    const,
    linear,
    parts,
    product,
    scale,
)


class Prover(Models):
    """Facts about dimensions and questions about them.

    Symbols are dimensions, at least 0, unless declared otherwise before their first use.  Facts are
    only ever added; a scope (`push`, `pop`) forgets what was added inside it.  No answer is wrong:
    what the layers cannot decide within their limits is UNKNOWN."""

    def __init__(self) -> None:
        super().__init__()
        self.likely: dict[Symbol, tuple[int, ...]] = {}

    # -- facts

    def record(self, statement: Cond, reason: Reason) -> None:
        self.fact_list.append(Fact(statement, reason, len(self.fact_list)))

    def conclude(self, before: int) -> bool:
        """After a fact: tell the watchers; whether anything was new."""
        if self.changed:
            self.tell()
        return self.epoch != before

    def attempt(self, statement: Cond, reason: Reason, items: Sequence[tuple[str, Expr]]) -> bool:
        """Record a fact and learn it."""
        self.record(statement, reason)
        before = self.epoch
        try:
            for item in items:
                self.queue.append(item)
                self.drain()
        except Contradiction as error:
            raise self.blame(error) from None
        return self.conclude(before)

    def blame(self, error: Contradiction) -> Contradiction:
        """A contradiction with the chain of reasons that led to it."""
        chain = self.conflict_chain()
        self.broken = Contradiction(str(error), chain)
        return self.broken

    def conflict_chain(self) -> list[Reason]:
        return [fact.reason for fact in self.fact_list[-1:]]

    def redeclare(self, symbol: Symbol, lo: int | None, hi: int | None) -> None:
        dim = self.dims[symbol]
        if lo is None and dim.lo is not None and dim.definition is None and hi is None:
            raise ValueError(f"{symbol} is a dimension already: declare it before its first use")
        before = self.epoch
        self.queue_interval(symbol, (lo, hi))
        self.drain()
        self.conclude(before)

    def fix_declared(self, symbol: Symbol, lo: int, hi: int) -> None:
        if lo > hi:
            raise Contradiction(f"{symbol} would lie in [{lo}, {hi}]")
        self.define(symbol, const(lo))

    def add_equal(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a == b."""
        a, b = as_operand(a), as_operand(b)
        self.fact_list.append(Fact(compare("==", a, b), reason, len(self.fact_list)))
        before = self.epoch
        try:
            if type(a) is Symbol and type(b) is Symbol:
                ra, rb = self.root(a), self.root(b)
                if ra is rb:
                    return False
                if type(ra) is Symbol and type(rb) is Symbol:
                    if self.dims[ra].order < self.dims[rb].order:
                        ra, rb = rb, ra
                    self.define(ra, rb)
                    if self.queue:
                        self.drain()
                    return self.conclude(before)
            self.queue.append(("==", linear(0, [(a, 1), (b, -1)])))
            self.drain()
        except Contradiction as error:
            raise self.blame(error) from None
        return self.conclude(before)

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
        return self.attempt(compare("<=", a, b), reason, [(">=", linear(0, [(b, 1), (a, -1)]))])

    def add_lt(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a < b."""
        a, b = as_operand(a), as_operand(b)
        return self.attempt(compare("<", a, b), reason, [(">=", linear(-1, [(b, 1), (a, -1)]))])

    def add_different(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a != b."""
        a, b = as_operand(a), as_operand(b)
        return self.attempt(compare("!=", a, b), reason, [("!=", linear(0, [(a, 1), (b, -1)]))])

    def add_divisible(
        self, e: Expr | int, k: Expr | int, reason: Reason = NO_REASON, remainder: int = 0
    ) -> bool:
        """e == k * t + remainder for some integer t."""
        e, k = as_operand(e), as_operand(k)
        self.record(compare("==", e % k, remainder), reason)
        before = self.epoch
        try:
            self.divisible(self.normal(e), self.normal(k), remainder)
            self.drain()
        except Contradiction as error:
            raise self.blame(error) from None
        return self.conclude(before)

    def add_intervals(
        self, e: Expr | int, intervals: Iterable[Interval], reason: Reason = NO_REASON
    ) -> bool:
        """e lies in one of several closed intervals."""
        e = as_operand(e)
        pieces = tuple(sorted(intervals, key=lambda p: (p[0] is not None, p[0] or 0)))
        self.record(disj(interval_cond(e, piece) for piece in pieces), reason)
        before = self.epoch
        try:
            self.spread(e, pieces)
            self.drain()
        except Contradiction as error:
            raise self.blame(error) from None
        return self.conclude(before)

    def assume(self, cond: Cond, reason: Reason = NO_REASON) -> bool:
        """Any condition."""
        self.record(cond, reason)
        before = self.epoch
        try:
            self.take(cond)
        except Contradiction as error:
            raise self.blame(error) from None
        return self.conclude(before)

    def add_likely(self, symbol: Symbol, values: Iterable[int]) -> None:
        """Values that are likely at run time: a hint, never a fact."""
        self.put(self.likely, symbol, tuple(values))

    def facts(self) -> list[Fact]:
        """What was added, in order."""
        return list(self.fact_list)

    # -- questions

    def answer(self, truth: Truth, cond: Cond) -> Answer:
        return Answer(truth, lambda: self.explain(truth, cond))

    def explain(self, truth: Truth, cond: Cond) -> list[Reason]:
        return []

    def equal(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a == b, always?"""
        return self.decide(compare("==", a, b))

    def different(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a != b, always?"""
        return self.decide(compare("!=", a, b))

    def le(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a <= b, always?"""
        return self.decide(compare("<=", a, b))

    def lt(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a < b, always?"""
        return self.decide(compare("<", a, b))

    def divides(self, k: Expr | int, e: Expr | int) -> Answer:
        """Is e a multiple of k, always?"""
        return self.decide(compare("==", as_operand(e) % as_operand(k), 0))

    def product_equal(self, xs: Sequence[Expr | int], ys: Sequence[Expr | int]) -> Answer:
        """Is the product of xs equal to the product of ys, always?"""
        return self.equal(product(as_operand(x) for x in xs), product(as_operand(y) for y in ys))

    def decide(self, cond: Cond) -> Answer:
        """Does a condition always hold (YES), never hold (NO)?"""
        return self.answer(self.truth(cond), cond)

    def truth(self, cond: Cond) -> Truth:
        """The answer to `decide`, without explanation."""
        known = self.normal_cond(cond)
        if isinstance(known, Truism):
            return Truth.YES if known.holds else Truth.NO
        op, e = difference(known) if isinstance(known, Comparison) else ("", None)
        if e is not None and op != ">=":
            follows = self.by_products(self.normal(e))
            if follows is not None:
                return Truth.YES if follows == (op == "==") else Truth.NO
        yes, no = self.sample(known, op, e)
        if no is None and self.always(known):
            return Truth.YES
        if yes is None and self.refute([known]):
            return Truth.NO
        return Truth.UNKNOWN

    def always(self, cond: Cond) -> bool:
        """Whether the opposite of a condition is refuted."""
        if isinstance(cond, Comparison) and cond.op == "==":
            return self.refute([compare("<", cond.lhs, cond.rhs)]) and self.refute(
                [compare(">", cond.lhs, cond.rhs)]
            )
        return self.refute([negate(cond)])

    def consistent(self) -> Answer:
        """Can the facts hold together?  NO if they contradict each other, else UNKNOWN or YES."""
        return self.answer(Truth.NO if self.broken is not None else Truth.UNKNOWN, TRUE)

    def proves_equal(self, a: Expr | int, b: Expr | int) -> bool:
        """Whether a == b is proved."""
        a, b = as_operand(a), as_operand(b)
        if a is b:
            return True
        if type(a) is Symbol and type(b) is Symbol and self.root(a) is self.root(b):
            return True
        return self.truth(compare("==", a, b)) is Truth.YES

    def proves(self, cond: Cond) -> bool:
        """Whether a condition is proved."""
        return self.truth(cond) is Truth.YES

    def range(self, e: Expr | int) -> Interval:
        """An interval that holds every value of e."""
        return self.bounds(self.normal(as_operand(e)))

    def residue(self, e: Expr | int) -> Residue:
        """(m, r): every value of e is r modulo m; m == 0 says e == r."""
        return self.congruence(self.normal(as_operand(e)))

    def nonzero(self, e: Expr | int) -> bool:
        """Whether e is proved to differ from 0."""
        return self.never_zero(self.normal(as_operand(e)))

    def solve(self, lhs: Expr | int, rhs: Expr | int, unknown: Symbol) -> Expr | None:
        """`unknown` by the other symbols, if lhs == rhs determines it."""
        e = self.normal(linear(0, [(as_operand(lhs), 1), (as_operand(rhs), -1)]))
        return self.solve_for(e, unknown)

    def solve_for(self, e: Expr, unknown: Symbol) -> Expr | None:
        """e == 0, linear in the unknown: coefficient * unknown + rest."""
        target = self.root(unknown)
        if not isinstance(target, Symbol):
            return self.canonical(target)
        constant, terms = parts(e)
        coefficient: list[tuple[Expr, int]] = []
        rest: list[tuple[Expr, int]] = []
        for term, k in terms:
            if target not in term.symbols:
                rest.append((term, k))
                continue
            from disc_shape.symbolic.quotients import divide_monomial

            part = divide_monomial(term, target)
            if part is None or target in part.symbols:
                return None
            coefficient.append((part, k))
        divisor = linear(0, coefficient)
        if divisor is ZERO or not self.never_zero(divisor):
            return None
        value = scale(linear(constant, rest), -1)
        quotient = self.quotient(value, divisor)
        if isinstance(divisor, Const) and abs(divisor.number) == 1:
            return self.present(quotient)
        return self.present(quotient)


def interval_cond(e: Expr, piece: Interval) -> Cond:
    """lo <= e <= hi as a condition."""
    lo, hi = piece
    if lo is not None and lo == hi:
        return compare("==", e, lo)
    conds: list[Cond] = []
    if lo is not None:
        conds.append(compare(">=", e, lo))
    if hi is not None:
        conds.append(compare("<=", e, hi))
    return conj(conds)
