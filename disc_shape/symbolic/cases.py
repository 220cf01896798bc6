"""Layer 9: ways to split the state around some expressions into cases that leave nothing out: which
operand a maximum or a selection is, what a remainder is, which branch of a disjunction holds, on
which side of a gap a symbol lies, whether a factor is zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max, Select
from disc_shape.symbolic.conditions import Cond, Or, Truism, compare, interval_cond, negate
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.domains import form_of, is_positive_part
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.terms import Expr, Product, Symbol, factors_of, parts

Cases: TypeAlias = list[list[Cond]]
"""Conjunctions, of which one holds."""


def cases_around(normals: NormalForms, goals: list[Expr]) -> Iterator[Cases]:
    """Ways to split, those that are about the expressions themselves first."""
    for goal in goals:
        for term, _ in () if goal.polynomial else parts(goal)[1]:
            for factor in atoms_in(term):
                yield from choice_cases(normals, factor)
    for goal in goals:
        yield from remainder_cases(goal)
    store = normals.store
    symbols = [s for goal in goals for s in goal.symbols if s in store.dims]
    yield from symbol_cases(normals, dict.fromkeys(symbols))
    for goal in goals:
        for term, _ in parts(goal)[1]:
            for factor, _ in term.factors if isinstance(term, Product) else ():
                if isinstance(factor, Symbol) and normals.domains.bounds(factor)[0] == 0:
                    yield [[compare("==", factor, 0)], [compare(">=", factor, 1)]]


def choice_cases(normals: NormalForms, atom: Expr) -> Iterator[Cases]:
    """Which operand a maximum or a selection is."""
    if isinstance(atom, Max) and is_positive_part(atom):
        yield [[compare(op, atom.args[0], 0)] for op in (">=", "<")]
    elif isinstance(atom, Max) and len(atom.args) <= BUDGET.cases:
        args = atom.args
        yield [[compare(">=", arg, other) for other in args if other is not arg] for arg in args]
    while isinstance(atom, Select):
        known = normals.normal_cond(atom.cond)
        if not isinstance(known, Truism):
            yield [[atom.cond], [negate(atom.cond)]]
            return
        atom = atom.value_of(known.holds)


def remainder_cases(goal: Expr) -> Iterator[Cases]:
    """Several quotients by one small number, or one in a product or of products: one case for
    each remainder of the numerator, or of the symbol in it."""
    if goal.polynomial:
        return
    terms = [t for t, _ in parts(goal)[1]]
    found = [f for t in terms for f, _ in factors_of(t) if isinstance(f, FloorDiv)]
    quotients = list(dict.fromkeys(found))
    divisors = {q.rhs.constant or 0 for q in quotients}
    d = max(divisors, default=0)
    if not 1 < d <= BUDGET.cases or any(k < 1 or d % k for k in divisors):
        return
    numerator = form_of(quotients[0].lhs)[0]
    curved = not numerator.linear
    if curved and len(numerator.symbols) == 1:
        numerator = numerator.symbols[0]
    elif curved or (len(quotients) < 2 and quotients[0] in terms):
        return
    yield [[compare("==", numerator % d, r)] for r in range(d)]


def symbol_cases(normals: NormalForms, symbols: Iterable[Symbol]) -> Iterator[Cases]:
    """What stored statements leave open for some symbols."""
    store = normals.store
    watching = [(symbol, store.dims[symbol].watching or ()) for symbol in symbols]
    clauses = {e: None for _, keys in watching for _, e in keys if isinstance(e, Or)}
    for clause in clauses:
        if clause in store.clauses:
            yield [[arg] for arg in clause.args]
    for symbol, keys in watching:
        holes = store.dims[symbol].holes
        if 1 < len(holes) <= BUDGET.cases:
            yield [[interval_cond(symbol, piece)] for piece in holes]
        for kind, e in keys:
            if kind == "!=" and isinstance(e, Expr) and e in store.nonzeros:
                yield [[compare(">", e, 0)], [compare("<", e, 0)]]


def atoms_in(term: Expr) -> Iterator[Expr]:
    """The factors of a term, and those of the terms that a quotient among them divides."""
    for factor, _ in factors_of(term):
        yield factor
        for part, _ in parts(factor.lhs)[1] if isinstance(factor, FloorDiv) else ():
            for inner, _ in factors_of(part):
                yield inner
