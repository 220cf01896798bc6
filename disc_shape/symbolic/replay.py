"""Facts of one prover, stated to another one: how explanations are checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

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
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Symbol


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
