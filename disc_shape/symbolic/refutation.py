"""Layer 9: refuting a conjunction of conditions by what is known around it.

A question is answered YES when its opposite cannot hold. The opposite is assumed in a scope,
where the layers below may already run into a contradiction; if not, the inequalities around it
are collected, together with what is always true of the quotients, maxima and products in them,
and refuted by elimination. What is left is split into cases, to a small depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from disc_shape.symbolic.budget import BUDGET, LEMMA
from disc_shape.symbolic.cases import cases_around
from disc_shape.symbolic.conditions import Comparison, Cond, conjuncts
from disc_shape.symbolic.elimination import Row, infeasible, row_of
from disc_shape.symbolic.hypotheses import Hypotheses
from disc_shape.symbolic.lemmas import Lemmas
from disc_shape.symbolic.logic import difference
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.terms import Expr, Product, Symbol, factors_of, linear, parts


class Refuter:
    """Refutation."""

    def __init__(self, normals: NormalForms, hypotheses: Hypotheses) -> None:
        self.store = normals.store
        self.domains = normals.domains
        self.normals = normals
        self.hypotheses = hypotheses
        self.lemmas = Lemmas(normals)

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
        for cases in cases_around(self.normals, goals):
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
                    value = self.store.rule_of(e) if kind == "rule" else None
                    if value is not None and isinstance(e, Product):
                        found[e] = None
                        found.update(dict.fromkeys(t for t, _ in parts(value)[1]))
        return found
