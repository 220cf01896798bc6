"""Why an answer is what it is.

YES and NO are explained by facts that suffice: the question is asked again of a fresh prover that
knows only these, so an explanation is itself a proof. The facts are found by following, from the
symbols of the question, which fact defined or bounded what; then as many as possible are dropped.
UNKNOWN is explained by two valuations that fit the facts and answer differently, where the prover
has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, Protocol

from disc_shape.symbolic.conditions import Comparison, Cond
from disc_shape.symbolic.dims import HIDDEN
from disc_shape.symbolic.facts import Answer, Fact, Reason, Status, Truth
from disc_shape.symbolic.intervals import inside
from disc_shape.symbolic.logic import difference
from disc_shape.symbolic.models import SYMBOL_LIMIT, Models, Valuation, value_in
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.replay import Replay, replay
from disc_shape.symbolic.search import around
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Symbol

SLICE_LIMITS: Final = (600, 2000)
"""Facts of the first and the second attempt."""
WITNESS_FACTS: Final = 200
"""A system with more facts than this is not tried for a witness."""
EVENT_LIMIT: Final = 64
"""Facts about one symbol that are looked at."""
REPLAY_LIMIT: Final = 12_000
"""Facts replayed to shorten one explanation."""
CHECK_LIMIT: Final = 40
"""Valuations that are checked against the facts for one open question."""
SHOWN: Final = 12
"""Values of one valuation that are printed."""


class Questioned(Replay, Protocol):
    """A prover that is told facts again and asked a question."""

    def decide(self, cond: Cond) -> Answer: ...


class Explainer:
    """Explanations."""

    def __init__(
        self, store: Store, normals: NormalForms, models: Models, fresh: Callable[[], Questioned]
    ) -> None:
        self.store = store
        self.normals = normals
        self.models = models
        self.fresh = fresh
        """Makes an empty prover of the same kind."""

    def explain(self, truth: Truth, cond: Cond) -> list[Reason]:
        """A short chain of facts for YES and NO; two differing valuations for UNKNOWN."""
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
        for wide, limit in zip((False, True), SLICE_LIMITS, strict=True):
            facts = self.slice(symbols, wide, limit, last)
            if self.store.effort.is_spent:
                break
            if suffices(facts):
                return self.shorten(facts, suffices)
        whole = self.store.fact_list
        if len(whole) > SLICE_LIMITS[-1]:
            return self.slice(symbols, True, SLICE_LIMITS[-1], last)
        if self.store.effort.is_spent or not suffices(whole):
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
                if work > REPLAY_LIMIT or self.store.effort.is_spent:
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
                causes += (self.store.events.get(symbol) or [])[:EVENT_LIMIT]
                causes += islice((dim.watching or {}).values(), EVENT_LIMIT)
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
        """Two valuations that fit the facts and answer differently; empty if none are known."""
        known = self.normals.normal_cond(cond)
        found = self.models.sample(difference(known) if isinstance(known, Comparison) else known)
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
        """Look further for valuations where a condition holds and where it fails; `known` is it
        over normal operands."""
        free = {s: None for symbol in cond.symbols for s in self.normals.root(symbol).symbols}
        checks = CHECK_LIMIT
        for model in around(self.models, known, tuple(free)):
            value = value_in(known, model)
            if value is None or bool(value) in shown:
                continue
            full = self.visible(cond, model, bool(value))
            if full is not None:
                shown[bool(value)] = full
            checks -= 1
            if len(shown) == 2 or checks == 0:
                return

    def visible(self, cond: Cond, model: Valuation, outcome: bool) -> dict[str, int] | None:
        """The valuation of the visible symbols around a question, checked against the facts."""
        values: dict[Symbol, int] = {}
        for fact in [None, *self.slice(cond.symbols, True, 200, None)]:
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
        """A valuation of every visible symbol that fits every fact, if a small system has one
        that is easily found."""
        free: list[Symbol] = []
        for symbol, dim in self.store.dims.items():
            if dim.definition is None:
                free.append(symbol)
                if len(free) > SYMBOL_LIMIT:
                    return None
        around = self.models.neighbourhood(tuple(free))
        if around is None or len(self.store.fact_list) > WITNESS_FACTS:
            return None
        for model in self.models.valuations(*around):
            values = {symbol: self.value_of(symbol, model) for symbol in self.store.dims}
            known = {symbol: value for symbol, value in values.items() if value is not None}
            if len(known) == len(values) and self.fits_facts(known):
                return {s.label: v for s, v in known.items() if s.label[0] != HIDDEN}
        return None

    def fits_facts(self, values: dict[Symbol, int]) -> bool:
        """Whether a valuation fits the declared ranges and every fact."""
        return all(
            inside(self.store.dims[symbol].declared, value) for symbol, value in values.items()
        ) and all(value_in(fact.statement, values) for fact in self.store.fact_list)

    def value_of(self, symbol: Symbol, model: Valuation) -> int | None:
        """The value of a symbol where the free symbols of its normal form have one."""
        normal: Expr = self.normals.root(symbol)
        if any(s not in model for s in normal.symbols):
            return None
        return value_in(normal, model)
