"""Why an answer is what it is.

YES and NO are explained by facts that suffice: the question is asked again of a fresh prover that
knows only these, so an explanation is itself a proof. The facts are found by following, from the
symbols of the question, which fact defined or bounded what; then as many as possible are dropped.
UNKNOWN is explained by two assignments that fit the facts and answer differently, where the prover
has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Final, Protocol, TypeVar

from disc_shape.symbolic.assignments import Assignment, Assignments, value_in
from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Comparison, Cond
from disc_shape.symbolic.dims import HIDDEN
from disc_shape.symbolic.facts import (
    Answer,
    Compared,
    Congruent,
    Contradiction,
    Fact,
    OneOf,
    Reason,
    SameProduct,
    Status,
    Truth,
)
from disc_shape.symbolic.intervals import Interval, inside
from disc_shape.symbolic.logic import difference
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Symbol

SHOWN: Final = 12
"""Values of one assignment that are printed."""


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
    """A fresh prover with some facts, and the declared ranges of their symbols and of
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


class Questioned(Replay, Protocol):
    """A prover to which facts are stated again, and that is asked a question."""

    def decide(self, cond: Cond) -> Answer: ...


class Explainer:
    """Explanations."""

    def __init__(
        self,
        store: Store,
        normals: NormalForms,
        assignments: Assignments,
        fresh: Callable[[], Questioned],
    ) -> None:
        self.store = store
        self.normals = normals
        self.assignments = assignments
        self.fresh = fresh
        """Makes an empty prover of the same kind."""

    def explain(self, truth: Truth, cond: Cond) -> list[Reason]:
        """A short chain of facts for YES and NO; two differing assignments for UNKNOWN."""
        if truth is Truth.UNKNOWN:
            return self.explain_open(cond)
        if self.store.broken is not None:
            return list(self.store.broken.chain)

        def proved(facts: list[Fact]) -> bool:
            copy = self.replay(facts, cond.symbols)
            # facts that contradict each other prove everything
            return copy is None or copy.decide(cond).truth is truth

        return [fact.reason for fact in self.enough(cond.symbols, proved)]

    def conflict_chain(self, fact: Fact) -> list[Reason]:
        """The reasons of a conflicting set of facts, the last one included."""

        def conflicting(facts: list[Fact]) -> bool:
            return self.replay(facts, fact.symbols) is None

        found = self.enough(fact.symbols, conflicting, fact)
        return [f.reason for f in found] or [fact.reason]

    # -- finding facts that suffice

    def enough(
        self,
        symbols: Iterable[Symbol],
        suffices: Callable[[list[Fact]], bool],
        last: Fact | None = None,
    ) -> list[Fact]:
        """Facts around some symbols that suffice, shortened; where none are found to, all of them:
        normal forms that were found earlier may show more than a fresh prover sees."""
        if last is None and suffices([]):
            return []
        for wide, limit in ((False, BUDGET.facts // 4), (True, BUDGET.facts)):
            facts = self.slice(symbols, wide, limit, last)
            if self.store.work.effort.is_spent:
                break
            if suffices(facts):
                return self.shorten(facts, suffices)
        whole = self.store.fact_list
        if len(whole) > BUDGET.facts:
            return self.slice(symbols, True, BUDGET.facts, last)
        if self.store.work.effort.is_spent or not suffices(whole):
            return list(whole)
        return self.shorten(whole, suffices)

    def shorten(self, facts: list[Fact], suffices: Callable[[list[Fact]], bool]) -> list[Fact]:
        """Drop facts while the rest suffices: in halves, quarters, ... and one by one."""
        work = 0
        size = max(len(facts) // 2, 1)
        while True:
            i = 0
            while i < len(facts):
                rest = facts[:i] + facts[i + size :]
                work += len(rest) + 1
                if work > 6 * BUDGET.facts or self.store.work.effort.is_spent:
                    return facts
                if len(rest) < len(facts) and suffices(rest):
                    facts = rest
                else:
                    i += size
            if size == 1:
                return facts
            size = max(size // 2, 1)

    def slice(
        self, symbols: Iterable[Symbol], wide: bool, limit: int, last: Fact | None
    ) -> list[Fact]:
        """The facts that defined the symbols, then those their statements rest on, and so on;
        with `wide`, also the facts that bounded them or tied them to others."""
        found: dict[int, Fact] = {} if last is None else {last.index: last}
        seen: set[Symbol] = set()
        todo = list(symbols)
        i = 0
        while i < len(todo) and len(found) < limit:
            symbol = todo[i]
            i += 1
            if symbol in seen or symbol not in self.store.dims:
                continue
            seen.add(symbol)
            dim = self.store.dims[symbol]
            causes: list[int] = [] if dim.cause < 0 else [dim.cause]
            if wide or dim.definition is None:
                causes += (self.store.events.get(symbol) or [])[: BUDGET.statements]
                causes += islice((dim.watching or {}).values(), BUDGET.statements)
            for cause in causes:
                if 0 <= cause < len(self.store.fact_list) and cause not in found:
                    fact = self.store.fact_list[cause]
                    found[cause] = fact
                    todo += fact.symbols
                    todo += self.store.made.get(cause, ())
            if dim.definition is not None:
                todo += dim.definition.symbols
        return [found[index] for index in sorted(found)]

    def replay(self, facts: list[Fact], symbols: Iterable[Symbol]) -> Questioned | None:
        """A fresh prover that knows only these facts; None if they contradict each other."""
        return replay(self.store, self.fresh(), facts, symbols)

    # -- open questions

    def explain_open(self, cond: Cond) -> list[Reason]:
        """Two assignments that fit the facts and answer differently; empty if none are known."""
        known = self.normals.normal_cond(cond)
        found = self.assignments.sample(
            difference(known) if isinstance(known, Comparison) else known
        )
        shown: dict[bool, dict[str, int]] = {}
        for outcome, model in zip((True, False), found, strict=True):
            full = None if model is None else self.visible(cond, model, outcome)
            if full is not None:
                shown[outcome] = full
        if len(shown) < 2:
            self.search(cond, known, shown)
        if len(shown) < 2:
            return []
        reasons: list[Reason] = []
        for outcome, word in ((True, "holds"), (False, "fails")):
            values = shown[outcome]
            text = ", ".join(f"{name} = {value}" for name, value in list(values.items())[:SHOWN])
            reasons.append(Reason(f"{cond} {word} for {text}", dict(values), Status.DERIVED))
        return reasons

    def search(self, cond: Cond, known: Cond, shown: dict[bool, dict[str, int]]) -> None:
        """Look further for assignments where a condition holds and where it fails; `known` is it
        over normal operands."""
        free = {s: None for symbol in cond.symbols for s in self.normals.root(symbol).symbols}
        around = self.assignments.neighbourhood(tuple({**dict.fromkeys(known.symbols), **free}))
        if around is None:
            return
        checks = BUDGET.statements
        for model in self.assignments.many(*around, known):
            value = value_in(known, model)
            if value is None or bool(value) in shown:
                continue
            full = self.visible(cond, model, bool(value))
            if full is not None:
                shown[bool(value)] = full
            checks -= 1
            if len(shown) == 2 or checks == 0:
                return

    def visible(self, cond: Cond, model: Assignment, outcome: bool) -> dict[str, int] | None:
        """The assignment of the visible symbols around a question, checked against the facts."""
        values: dict[Symbol, int] = {}
        for fact in [None, *self.slice(cond.symbols, True, BUDGET.facts // 10, None)]:
            for symbol in cond.symbols if fact is None else fact.symbols:
                if symbol not in values:
                    value = self.value_of(symbol, model)
                    if value is None:
                        continue
                    if not inside(self.store.dims[symbol].declared, value):
                        return None
                    values[symbol] = value
            if fact is not None and all(s in values for s in fact.symbols):
                if not value_in(fact.statement, values):
                    return None
        if any(s not in values for s in cond.symbols) or value_in(cond, values) != outcome:
            return None
        shown = {s.label: values[s] for s in cond.symbols}
        for symbol in sorted(values, key=lambda s: s.label):
            shown.setdefault(symbol.label, values[symbol])
        return shown

    def witness(self) -> dict[str, int] | None:
        """An assignment of every visible symbol that fits every fact, if a small system has one
        that is easily found."""
        free: list[Symbol] = []
        for symbol, dim in self.store.dims.items():
            if dim.definition is None:
                free.append(symbol)
                if len(free) > BUDGET.statements:
                    return None
        around = self.assignments.neighbourhood(tuple(free))
        if around is None or len(self.store.fact_list) > BUDGET.facts // 10:
            return None
        for model in self.assignments.few(*around):
            values = {symbol: self.value_of(symbol, model) for symbol in self.store.dims}
            known = {symbol: value for symbol, value in values.items() if value is not None}
            if len(known) == len(values) and self.fits_facts(known):
                return {s.label: v for s, v in known.items() if s.label[0] != HIDDEN}
        return None

    def fits_facts(self, values: dict[Symbol, int]) -> bool:
        """Whether an assignment fits the declared ranges and every fact."""
        return all(
            inside(self.store.dims[symbol].declared, value) for symbol, value in values.items()
        ) and all(value_in(fact.statement, values) for fact in self.store.fact_list)

    def value_of(self, symbol: Symbol, model: Assignment) -> int | None:
        """The value of a symbol where the free symbols of its normal form have one."""
        normal: Expr = self.normals.root(symbol)
        if any(s not in model for s in normal.symbols):
            return None
        return value_in(normal, model)
