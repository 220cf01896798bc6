"""Layer 9: refuting a conjunction of conditions by what is known around it.

A question is answered YES when its opposite cannot hold. The opposite is assumed in a scope,
where the layers below may already run into a contradiction; if not, the inequalities around it
are collected, together with what is always true of the quotients, maxima and products in them,
and refuted by elimination. What is left is split into cases, to a small depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from disc_shape.symbolic.assignments import Assignments
from disc_shape.symbolic.budget import BUDGET, LEMMA
from disc_shape.symbolic.choice import Max, Select
from disc_shape.symbolic.conditions import And, Comparison, Cond, Or, Truism, compare, negate
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.domains import Domains, form_of, is_positive_part
from disc_shape.symbolic.elimination import Row, infeasible, row_of
from disc_shape.symbolic.hypotheses import Hypotheses
from disc_shape.symbolic.lemmas import Lemmas
from disc_shape.symbolic.logic import difference
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.products import binomial, coprime_base, eliminate, row
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import (
    Expr,
    Product,
    Symbol,
    factors_of,
    linear,
    make_product,
    parts,
)


class Refuter:
    """Refutation."""

    def __init__(
        self,
        store: Store,
        domains: Domains,
        normals: NormalForms,
        hypotheses: Hypotheses,
        assignments: Assignments,
    ) -> None:
        self.store = store
        self.domains = domains
        self.normals = normals
        self.hypotheses = hypotheses
        self.assignments = assignments
        self.lemmas = Lemmas(domains, normals)

    def refute(self, conds: Iterable[Cond], splits: int = BUDGET.depth) -> bool:
        """Whether the conditions surely cannot hold together."""
        if self.store.work.left <= 0:
            return False
        stated = [part for cond in conds for part in conjuncts(cond)]
        found = self.hypotheses.assuming(stated, lambda: self.inconsistent(stated, splits))
        return found is None or found

    def inconsistent(self, stated: list[Cond], splits: int) -> bool:
        """Whether the state, with the conditions already taken, has no solution around them."""
        goals = [self.normals.of(difference(c)[1]) for c in stated if isinstance(c, Comparison)]
        # a condition that was used up has moved the ranges of its symbols
        goals += dict.fromkeys(self.normals.root(s) for c in stated for s in c.symbols)
        inequalities = [
            self.normals.of(e)
            for op, e in (difference(c) for c in stated if isinstance(c, Comparison))
            if op == ">="
        ]
        if self.no_solution(goals, inequalities):
            return True
        if splits == 0:
            return False
        goals += [difference(c)[1] for c in stated if isinstance(c, Comparison)]
        for cases in self.cases(goals):
            return all(self.refute([*case, *stated], splits - 1) for case in cases)
        return False

    # -- inequalities around a question

    def no_solution(self, goals: list[Expr], inequalities: list[Expr]) -> bool:
        """Elimination on the inequalities around the goals, and on what follows from products."""
        atoms: dict[Expr, None] = {}
        for goal in goals:
            for term, _ in parts(goal)[1]:
                atoms[term] = None
        if len(atoms) > BUDGET.statements:
            return False
        facts: dict[Expr, None] = dict.fromkeys(inequalities)
        seen: set[Expr] = set()
        for _ in range(BUDGET.depth):
            new = [atom for atom in atoms if atom not in seen]
            if not new or len(facts) > BUDGET.statements or len(atoms) > 2 * BUDGET.statements:
                break
            seen.update(new)
            focus = {symbol for atom in atoms for symbol in atom.symbols}
            for atom in new:
                known = len(facts)
                for fact in self.about(atom, focus):
                    facts.setdefault(fact)
                if not self.store.work.affords(8 * (len(facts) - known + 1)):
                    return False
            for fact in list(facts):
                for term, _ in parts(fact)[1]:
                    atoms[term] = None
        for fact in self.lemmas.quotients(facts, atoms):
            facts[fact] = None
        products = [atom for atom in {**atoms, **self.ruled(atoms)} if isinstance(atom, Product)]
        lemmas = list(self.lemmas.products(list(facts), products))
        if not self.store.work.affords(LEMMA * len(lemmas)):
            return False
        seen = set(products)
        atoms.update(dict.fromkeys(term for lemma in lemmas for term, _ in parts(lemma)[1]))
        if self.infeasible([*facts, *lemmas], atoms):
            return True
        # what came of it may have brought new products; about them, no newer ones
        products = [atom for atom in atoms if isinstance(atom, Product) and atom not in seen]
        more = list(self.lemmas.products(list(facts), products, atoms)) if products else []
        self.store.work.affords(LEMMA * len(more))
        return bool(more) and self.infeasible([*facts, *lemmas, *more], atoms)

    def infeasible(self, facts: Iterable[Expr], atoms: Iterable[Expr]) -> bool:
        """Elimination on inequalities and the ranges of the terms in them."""
        rows: list[Row] = [row_of(fact) for fact in facts]
        for atom in atoms:
            lo, hi = self.domains.bounds(atom)
            if lo is not None:
                rows.append((-lo, {atom: 1}))
            if hi is not None:
                rows.append((hi, {atom: -1}))
        return infeasible(rows, self.store.work.affords)

    def about(self, atom: Expr, focus: set[Symbol]) -> Iterator[Expr]:
        """Expressions known to be at least 0 that mention an atom.

        Of a symbol that very many statements mention, only those about symbols in focus."""
        for symbol in atom.symbols:
            watching = self.store.dims[symbol].watching or {}
            hub = len(watching) > BUDGET.statements
            for kind, e in islice(watching, BUDGET.watched):
                if not isinstance(e, Expr) or (hub and not focus.issuperset(e.symbols)):
                    continue
                if kind == "form" and e in self.store.forms:
                    lo, hi = self.store.forms[e]
                    if lo is not None:
                        yield linear(-lo, [(e, 1)])
                    if hi is not None:
                        yield linear(hi, [(e, -1)])
                elif kind == "==" and e in self.store.equations:
                    yield e
                    yield linear(0, [(e, -1)])
        for factor, _ in factors_of(atom):
            yield from self.lemmas.axioms(factor)

    def ruled(self, atoms: dict[Expr, None]) -> dict[Expr, None]:
        """Products that rules about the symbols of a question rewrite."""
        found: dict[Expr, None] = {}
        for atom in atoms:
            for symbol in atom.symbols:
                for kind, e in islice(self.store.dims[symbol].watching or (), BUDGET.watched):
                    if kind == "rule" and isinstance(e, Product):
                        value = self.store.monomial_rules.get(e.factors[0][0], {}).get(e)
                        if value is not None:
                            found[e] = None
                            found.update(dict.fromkeys(t for t, _ in parts(value)[1]))
        return found

    def by_products(self, e: Expr) -> bool | None:
        """Whether e == 0 follows from equalities of products (True), or never holds (False)."""
        split = binomial(e)
        if split is None:
            return None
        j, m, k, n = split
        common = dict(factors_of(n))
        shared = {f: min(p, common[f]) for f, p in factors_of(m) if f in common}
        if shared:
            m, n = (
                make_product({f: p - shared.get(f, 0) for f, p in factors_of(x)}) for x in (m, n)
            )
        if not all(self.domains.positive(f) for x in (m, n) for f, _ in factors_of(x)):
            return None
        equalities = [(j, m, k, n), *self.product_facts([*m.symbols, *n.symbols])]
        base = coprime_base(c for i, _, h, _ in equalities for c in (i, h))
        rows = [row(*equality, base) for equality in equalities]
        left = eliminate(rows[0], rows[1:])
        if not left:
            return True
        if all(isinstance(key, int) for key in left) and not shared:
            return False
        return None

    def product_facts(self, symbols: list[Symbol]) -> list[tuple[int, Expr, int, Expr]]:
        """Equalities of products with factors above zero, around some symbols."""
        found: dict[Expr, tuple[int, Expr, int, Expr]] = {}
        seen: set[Symbol] = set()
        todo = list(symbols)
        while todo and len(found) < BUDGET.statements:
            symbol = todo.pop()
            if symbol in seen:
                continue
            seen.add(symbol)
            for kind, e in islice(self.store.dims[symbol].watching or (), BUDGET.watched):
                if not isinstance(e, Expr):
                    continue
                if kind == "rule" and isinstance(e, Product):
                    value = self.store.monomial_rules.get(e.factors[0][0], {}).get(e)
                    equation = None if value is None else linear(0, [(e, 1), (value, -1)])
                else:
                    equation = e if kind == "==" and e in self.store.equations else None
                if equation is None or equation in found:
                    continue
                split = binomial(equation)
                if split is not None and all(
                    self.domains.positive(f) for x in (split[1], split[3]) for f, _ in factors_of(x)
                ):
                    found[equation] = split
                    todo += equation.symbols
        return list(found.values())

    # -- cases

    def residue_cases(self, goal: Expr) -> Iterator[list[list[Cond]]]:
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

    def cases(self, goals: list[Expr]) -> Iterator[list[list[Cond]]]:
        """Ways to split the state around the goals into cases that leave nothing out."""
        symbols: dict[Symbol, None] = {}
        for goal in goals:
            symbols.update(dict.fromkeys(s for s in goal.symbols if s in self.store.dims))
            for term, _ in () if goal.polynomial else parts(goal)[1]:
                for factor in atoms_in(term):
                    if is_positive_part(factor):
                        assert isinstance(factor, Max)
                        yield [
                            [compare(">=", factor.args[0], 0)],
                            [compare("<", factor.args[0], 0)],
                        ]
                    elif isinstance(factor, Max) and len(factor.args) <= BUDGET.cases:
                        yield [
                            [compare(">=", arg, other) for other in factor.args if other is not arg]
                            for arg in factor.args
                        ]
                    while isinstance(factor, Select):
                        known = self.normals.normal_cond(factor.cond)
                        if not isinstance(known, Truism):
                            yield [[factor.cond], [negate(factor.cond)]]
                            break
                        factor = factor.then if known.holds else factor.other
        for goal in goals:
            yield from self.residue_cases(goal)
        clauses: dict[Or, None] = {}
        for symbol in symbols:
            for _, e in self.store.dims[symbol].watching or ():
                if isinstance(e, Or) and e in self.store.clauses:
                    clauses[e] = None
        for clause in clauses:
            yield [[arg] for arg in clause.args]
        for symbol in symbols:
            dim = self.store.dims[symbol]
            if 1 < len(dim.holes) <= 8:
                yield [
                    [
                        compare(op, symbol, end)
                        for op, end in ((">=", lo), ("<=", hi))
                        if end is not None
                    ]
                    for lo, hi in dim.holes
                ]
            for kind, e in dim.watching or ():
                if kind == "!=" and isinstance(e, Expr) and e in self.store.nonzeros:
                    yield [[compare(">", e, 0)], [compare("<", e, 0)]]
        for goal in goals:
            for term, _ in parts(goal)[1]:
                if isinstance(term, Product):
                    for factor, _ in term.factors:
                        if isinstance(factor, Symbol) and self.domains.bounds(factor)[0] == 0:
                            yield [[compare("==", factor, 0)], [compare(">=", factor, 1)]]


def conjuncts(cond: Cond) -> tuple[Cond, ...]:
    """The parts of a conjunction."""
    return cond.args if isinstance(cond, And) else (cond,)


def atoms_in(term: Expr) -> Iterator[Expr]:
    """The factors of a term, and those of the terms that a quotient among them divides."""
    for factor, _ in factors_of(term):
        yield factor
        if isinstance(factor, FloorDiv):
            for part, _ in parts(factor.lhs)[1]:
                for inner, _ in factors_of(part):
                    yield inner
