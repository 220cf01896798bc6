"""The facts around a question, told to other provers in orders of their own.

What a prover sees in its facts may depend on which of them came first. Where it leaves a question
open, and no two valuations show that it is open, other provers are asked as well, which are told
the same facts in a few fixed orders: so the answer is that of the facts, however they came. Facts
are connected by the symbols they were stated with, which no order changes; where many are
connected, nobody is told again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, permutations
from typing import Final, Generic, Protocol, TypeVar

from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.facts import (
    Compared,
    Congruent,
    Contradiction,
    Fact,
    OneOf,
    Reason,
    SameProduct,
)
from disc_shape.symbolic.intervals import Interval
from disc_shape.symbolic.nodes import sort_text
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Symbol

FACT_LIMIT: Final = 24
"""Connected facts that are told again."""
SIZE_LIMITS: Final = (120, 48)
"""Nodes of at most `SEVERAL` facts, and of more, all together."""
FEW: Final = 3
"""So many facts are told in every order there is."""
SEVERAL: Final = 5
"""So many are told in six orders."""
MANY: Final = 7
"""So many are told in four orders; more of them in one, and back to front."""
INDEX_LIMIT: Final = 4_000
"""In a prover that knows more facts, nobody looks for those that are connected."""
KEPT: Final = 16
"""Sets of connected facts whose provers are kept."""


class Replay(Protocol):
    """A prover, as far as facts are stated to it again."""

    def declare(self, symbol: Symbol, lo: int | None, hi: int | None, rank: int) -> None: ...
    def add_equal(self, a: Expr, b: Expr, reason: Reason) -> bool: ...
    def add_product_equal(
        self, xs: Sequence[Expr | int], ys: Sequence[Expr | int], reason: Reason
    ) -> bool: ...
    def add_divisible(self, e: Expr, k: Expr, reason: Reason, remainder: int) -> bool: ...
    def add_intervals(self, e: Expr, intervals: Iterable[Interval], reason: Reason) -> bool: ...
    def assume(self, cond: Cond, reason: Reason) -> bool: ...


P = TypeVar("P", bound=Replay)


def state(prover: Replay, fact: Fact) -> None:
    """State a fact of another prover."""
    match fact:
        case Compared(op="==", lhs=a, rhs=b):
            prover.add_equal(a, b, fact.reason)
        case SameProduct():
            prover.add_product_equal(fact.xs, fact.ys, fact.reason)
        case Congruent():
            prover.add_divisible(fact.e, fact.k, fact.reason, fact.remainder)
        case OneOf():
            prover.add_intervals(fact.e, fact.intervals, fact.reason)
        case _:
            prover.assume(fact.statement, fact.reason)


def replay(store: Store, copy: P, facts: Iterable[Fact], symbols: Iterable[Symbol]) -> P | None:
    """A fresh prover that is told some facts, and the declared ranges of their symbols and of
    others; None if they contradict each other."""
    facts = list(facts)
    needed = set(symbols)
    for fact in facts:
        needed.update(fact.symbols)
    try:
        for symbol in sorted(needed, key=lambda s: store.dim(s).order):
            dim = store.dims[symbol]
            lo, hi = dim.declared
            copy.declare(symbol, lo, hi, dim.order >> 48)
        for fact in facts:
            state(copy, fact)
    except Contradiction:
        return None
    return copy


class Retelling(Generic[P]):
    """Provers that are told what another one knows."""

    def __init__(self, store: Store, fresh: Callable[[], P]) -> None:
        self.store = store
        self.fresh = fresh
        """Makes an empty prover."""
        self.indexed: list[Fact] = []
        self.by_symbol: dict[Symbol, list[Fact]] = {}
        self.state: tuple[int, list[Fact]] = (0, [])
        """The number of facts, and the last one, when `found` was filled."""
        self.found: dict[tuple[Symbol, ...], list[Fact] | None] = {}
        """By symbols, the facts that are connected with them."""
        self.told: dict[tuple[Fact | Symbol, ...], list[P | None]] = {}
        """By facts and symbols: the provers that were told them, in order; None for a
        contradiction."""

    def provers(self, symbols: Iterable[Symbol]) -> Iterator[P | None]:
        """Provers that know the facts connected with some symbols, each told in another order;
        None where they contradict each other. None at all where there are many facts, or one."""
        symbols = tuple(symbols)
        state = len(self.store.fact_list), self.store.fact_list[-1:]
        if state != self.state:
            self.found.clear()
            self.state = state
        if symbols not in self.found:
            self.found[symbols] = self.connected(symbols)
        facts = self.found[symbols]
        if facts is None or len(facts) < 2:
            return
        key = (*facts, *symbols)
        if key not in self.told:
            if len(self.told) >= KEPT:
                self.told.clear()
            self.told[key] = []
        told = self.told[key]
        for i, order in enumerate(orders(facts)):
            if i == len(told):
                told.append(replay(self.store, self.fresh(), order, symbols))
            yield told[i]

    def connected(self, symbols: Iterable[Symbol]) -> list[Fact] | None:
        """The facts connected with some symbols, in an order of their own; None if many."""
        if len(self.store.fact_list) > INDEX_LIMIT:
            return None
        self.index()
        found: dict[Fact, None] = {}
        seen: set[Symbol] = set(symbols)
        todo = list(seen)
        while todo:
            for fact in self.by_symbol.get(todo.pop(), ()):
                if fact in found:
                    continue
                found[fact] = None
                if len(found) > FACT_LIMIT:
                    return None
                for symbol in fact.symbols:
                    if symbol not in seen:
                        seen.add(symbol)
                        todo.append(symbol)
        keys: dict[Fact, tuple[int, str, str]] = {}
        total = 0
        for fact in found:
            statement = fact.statement
            total += statement.size
            keys[fact] = statement.size, sort_text(statement), type(fact).__name__
        if total > SIZE_LIMITS[len(found) > SEVERAL]:
            return None
        return sorted(found, key=keys.__getitem__)

    def index(self) -> None:
        """Bring up to date which facts mention a symbol."""
        facts, indexed = self.store.fact_list, self.indexed
        if len(facts) < len(indexed) or (indexed and facts[len(indexed) - 1] is not indexed[-1]):
            # a scope was closed
            indexed.clear()
            self.by_symbol.clear()
        for fact in islice(facts, len(indexed), None):
            for symbol in dict.fromkeys(fact.symbols):
                self.by_symbol.setdefault(symbol, []).append(fact)
        indexed += facts[len(indexed) :]


def orders(facts: list[Fact]) -> Iterator[Sequence[Fact]]:
    """The orders in which facts are told: every one of few; of more, some, each of them also back
    to front."""
    if len(facts) <= FEW:
        yield from permutations(facts)
        return
    turns = 3 if len(facts) <= SEVERAL else 2 if len(facts) <= MANY else 1
    for i in range(turns):
        at = i * len(facts) // turns
        turned = [*facts[at:], *facts[:at]]
        yield turned
        yield turned[::-1]
