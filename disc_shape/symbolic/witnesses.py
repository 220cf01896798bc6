"""Assignments that are shown to people: two that answer a question differently, one that fits all
facts. They give numbers to the visible symbols, and are checked against the facts as stated."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from disc_shape.symbolic.assignments import Assignment, Assignments, value_in
from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Comparison, Cond
from disc_shape.symbolic.dims import HIDDEN
from disc_shape.symbolic.facts import Fact, Reason, Status
from disc_shape.symbolic.intervals import inside
from disc_shape.symbolic.logic import difference
from disc_shape.symbolic.neighbourhood import neighbourhood
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Symbol

SHOWN: Final = 12
"""Values of one assignment that are printed."""


def facts_around(
    store: Store, symbols: Iterable[Symbol], wide: bool, limit: int, last: Fact | None = None
) -> list[Fact]:
    """The facts that defined the symbols, then those their statements depend on, and so on;
    with `wide`, also the facts that bounded them or tied them to others."""
    found: dict[int, Fact] = {} if last is None else {last.index: last}
    seen: set[Symbol] = set()
    todo = list(symbols)
    i = 0
    while i < len(todo) and len(found) < limit:
        symbol = todo[i]
        i += 1
        if symbol in seen or symbol not in store.dims:
            continue
        seen.add(symbol)
        dim = store.dims[symbol]
        causes: list[int] = [] if dim.cause < 0 else [dim.cause]
        if wide or dim.definition is None:
            causes += (store.events.get(symbol) or [])[: BUDGET.statements]
            causes += islice((dim.watching or {}).values(), BUDGET.statements)
        for cause in causes:
            if 0 <= cause < len(store.fact_list) and cause not in found:
                fact = store.fact_list[cause]
                found[cause] = fact
                todo += fact.symbols
                todo += store.made.get(cause, ())
        if dim.definition is not None:
            todo += dim.definition.symbols
    return [found[index] for index in sorted(found)]


class Witnesses:
    """Assignments of visible symbols."""

    def __init__(self, normals: NormalForms, assignments: Assignments) -> None:
        self.store = normals.store
        self.normals = normals
        self.assignments = assignments

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
        around = neighbourhood(self.store, tuple({**dict.fromkeys(known.symbols), **free}))
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
        for fact in [None, *facts_around(self.store, cond.symbols, True, BUDGET.facts // 10)]:
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
        around = neighbourhood(self.store, tuple(free))
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
