"""Facts as callers state them, on their way into the layers.

Every fact is recorded with its reason, in order; a contradiction is raised as the fact that
causes it arrives, with the reasons of the facts that conflict.
"""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVarTuple

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.cancelling import cancelled
from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.core import Core
from disc_shape.symbolic.dims import new_dim
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.effort import Effort
from disc_shape.symbolic.facts import (
    NO_REASON,
    Assumed,
    Compared,
    Congruent,
    Contradiction,
    Fact,
    Mention,
    OneOf,
    Reason,
    SameProduct,
)
from disc_shape.symbolic.intervals import Interval, union
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import (
    Expr,
    Sum,
    Symbol,
    affine,
    as_operand,
    const,
    factors_of,
    linear,
    minus,
    parts,
)

Ts = TypeVarTuple("Ts")


class Learner(ABC):
    """Adding facts; the half of a prover's interface that changes it."""

    def __init__(self, effort: Effort | None = None) -> None:
        core = Core(effort)
        self.core = core
        self.store = core.store
        self.domains = core.domains
        self.normals = core.normals
        self.worklist = core.worklist
        self.definitions = core.definitions
        self.equations = core.equations
        self.inequalities = core.inequalities
        self.hypotheses = core.hypotheses

    @abstractmethod
    def conflict_chain(self, fact: Fact) -> list[Reason]:
        """The reasons of a conflicting set of facts, the last one included."""

    def declare(
        self, symbol: Symbol, lo: int | None = 0, hi: int | None = None, rank: int = 0
    ) -> None:
        """Make a symbol known, with its range; of merged symbols the lowest rank represents."""
        store = self.store
        dims = store.dims
        dim = dims.get(symbol)
        if dim is None:
            if store.trail is None:
                dims[symbol] = new_dim(symbol, (rank << 48) + 2 * len(dims), lo, hi)
            else:
                store.add(symbol, lo, hi, rank)
            if hi is not None and lo is not None and lo >= hi:
                if lo > hi:
                    raise Contradiction(f"{symbol} would lie in [{lo}, {hi}]")
                self.definitions.define(symbol, const(lo))
            return
        if lo is None and dim.lo is not None and dim.definition is None and hi is None:
            raise ValueError(f"{symbol} is a dimension already: declare it before its first use")
        self.store.work.begin()
        self.worklist.queue_interval(symbol, (lo, hi))
        self.worklist.drain()
        if self.store.watchers.changed:
            self.store.watchers.call()

    def learn(self, fact: Fact, step: Callable[[*Ts], None], *args: *Ts) -> bool:
        """Record a fact and learn it by a step with operands; whether anything was new."""
        store = self.store
        store.current = fact.index
        store.work.begin()
        store.fact_list.append(fact)
        before = store.epoch
        try:
            step(*args)
            if self.worklist.queue:
                self.worklist.drain()
        except Contradiction as error:
            raise self.blame(error, fact) from None
        if store.watchers.changed:
            store.watchers.call()
        return store.epoch != before

    def blame(self, error: Contradiction, fact: Fact) -> Contradiction:
        """The contradiction with the chain of reasons that leads to it."""
        self.worklist.queue.clear()
        self.store.broken = Contradiction(str(error), self.conflict_chain(fact))
        return self.store.broken

    def stated(self, op: str, a: Expr, b: Expr, reason: Reason) -> Compared:
        """A comparison as the next fact."""
        return Compared(len(self.store.fact_list), reason, op, a, b)

    def add_equal(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a == b."""
        if type(a) is Symbol and type(b) is Symbol:
            # by far the most frequent
            fact = Compared(len(self.store.fact_list), reason, "==", a, b)
            return self.equate_normal(fact, self.normals.root(a), self.normals.root(b))
        a, b = as_operand(a), as_operand(b)
        fact = self.stated("==", a, b, reason)
        if a.polynomial and b.polynomial and not (a.linear and b.linear):
            whole = minus(a, b)
            shorter = self.equations.factoring.cancelled(whole)
            if shorter is not whole:
                return self.learn(fact, self.worklist.queue.append, ("==", shorter))
        return self.equate_normal(fact, self.normals.of(a), self.normals.of(b))

    def equate_normal(self, fact: Fact, left: Expr, right: Expr) -> bool:
        """Learn that two normal expressions are equal."""
        if left is right:
            self.store.fact_list.append(fact)
            return False
        if type(left) is Symbol and type(right) is Symbol:
            dims = self.store.dims
            if dims[left].order < dims[right].order:
                return self.learn(fact, self.definitions.define, right, left)
            return self.learn(fact, self.definitions.define, left, right)
        if type(left) is Symbol and is_solved_for(self.store, left, right):
            return self.learn(fact, self.definitions.define, left, right)
        if type(right) is Symbol and is_solved_for(self.store, right, left):
            return self.learn(fact, self.definitions.define, right, left)
        return self.learn(fact, self.equations.equate_normal, left, right)

    def add_product_equal(
        self, xs: Sequence[Expr | int], ys: Sequence[Expr | int], reason: Reason = NO_REASON
    ) -> bool:
        """The product of xs equals the product of ys."""
        fact = SameProduct(
            len(self.store.fact_list),
            reason,
            tuple(as_operand(x) for x in xs),
            tuple(as_operand(y) for y in ys),
        )
        left, right = cancelled(self.normals, fact.xs, fact.ys)
        return self.equate_normal(fact, left, right)

    def add_le(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a <= b."""
        a, b = as_operand(a), as_operand(b)
        return self.learn(self.stated("<=", a, b, reason), self.ordered, a, b, 0)

    def add_lt(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a < b."""
        a, b = as_operand(a), as_operand(b)
        return self.learn(self.stated("<", a, b, reason), self.ordered, a, b, -1)

    def ordered(self, a: Expr, b: Expr, gap: int) -> None:
        """b - a + gap >= 0."""
        of = self.normals.of
        difference = minus(of(b), of(a))
        if gap:
            difference = affine(difference, 1, gap)
        self.inequalities.nonnegative(self.normals.rounded(difference))

    def add_different(self, a: Expr | int, b: Expr | int, reason: Reason = NO_REASON) -> bool:
        """a != b."""
        a, b = as_operand(a), as_operand(b)
        e = linear(0, [(a, 1), (b, -1)])
        return self.learn(self.stated("!=", a, b, reason), self.worklist.queue.append, ("!=", e))

    def add_divisible(
        self, e: Expr | int, k: Expr | int, reason: Reason = NO_REASON, remainder: int = 0
    ) -> bool:
        """e is `remainder` modulo k: e == k * t + remainder for some integer t (a k of 0 leaves e
        == remainder)."""
        e, k = as_operand(e), as_operand(k)
        if k.constant == 0:
            return self.add_equal(e, remainder, reason)
        fact = Congruent(len(self.store.fact_list), reason, e, k, remainder)
        of = self.normals.of
        return self.learn(fact, lambda: self.equations.divisible(of(e), of(k), remainder))

    def add_intervals(
        self, e: Expr | int, intervals: Iterable[Interval], reason: Reason = NO_REASON
    ) -> bool:
        """e lies in one of several closed intervals."""
        e = as_operand(e)
        pieces = union(intervals)
        fact = OneOf(len(self.store.fact_list), reason, e, pieces)
        return self.learn(fact, self.inequalities.spread, e, pieces)

    def assume(self, cond: Cond, reason: Reason = NO_REASON) -> bool:
        """Any condition."""
        fact = Assumed(len(self.store.fact_list), reason, cond)
        return self.learn(fact, self.hypotheses.take, cond)

    def add_likely(self, symbol: Symbol, values: Iterable[int]) -> None:
        """Values that are likely at run time: a hint, never a fact."""
        self.store.put(self.store.likely, symbol, tuple(values))

    def facts(self) -> list[Fact]:
        """What was added, in order."""
        return list(self.store.fact_list)

    # -- scopes

    def push(self) -> None:
        """Open a scope: everything learned until `pop` is forgotten there."""
        self.store.push()

    def pop(self) -> None:
        """Close the innermost scope."""
        self.store.pop()

    def watch(self, callback: Callable[[set[Symbol]], None]) -> None:
        """Call back, after a fact, with the symbols whose value or range is known better."""
        self.store.watchers.watch(callback)

    def watch_mentions(self, callback: Callable[[set[Symbol], Mention], None]) -> None:
        """
        Call back, while a fact is learned, with symbols over which expressions may be better known
        than before, though no symbol by itself is, and with what may be better known.
        """
        self.store.watchers.watch_mentions(callback)

    def loading(self) -> AbstractContextManager[None]:
        """For `with`: many facts are about to be added, see `collector_paused`."""
        return collector_paused()


@contextmanager
def collector_paused() -> Generator[None]:
    """
    Pause the cyclic garbage collector until the end of the block. Facts make many small objects
    that live as long as their prover and form no cycles; it would walk all of them again and again.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def is_solved_for(store: Store, symbol: Symbol, value: Expr) -> bool:
    """Whether symbol == value, for a normal value, is solved for that symbol and nothing else
    can be read off it."""
    if value.size > BUDGET.nodes or symbol in value.symbols:
        return False
    if not value.polynomial and any(
        isinstance(f, FloorDiv) for term, _ in parts(value)[1] for f, _ in factors_of(term)
    ):
        return False
    order = store.dims[symbol].order
    for term, k in value.terms if isinstance(value, Sum) else ():
        if isinstance(term, Symbol) and k in (1, -1) and store.dims[term].order > order:
            return False
    return True
