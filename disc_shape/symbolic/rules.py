"""Layer 4: rules for atoms and products, applied to the terms of a normal form.

An equation that no symbol solves is a rule for its largest atom or product (`equations.py`): it
rewrites downwards, so that applying rules comes to an end; limits hold where facts tie the values
of rules to each other.
"""

from __future__ import annotations

from collections.abc import Callable

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.domains import is_positive_part
from disc_shape.symbolic.monomials import monomial_key, without
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import ONE, Expr, Product, Symbol, factors_of, multiply, parts


class Rules:
    """Rules in force."""

    def __init__(self, store: Store, normal: Callable[[Expr], Expr]) -> None:
        self.store = store
        self.normal = normal
        """The normal form of the value of a rule."""
        self.rewriting = 0
        self.applications = 0

    def rewrite(self, term: Expr) -> Expr:
        """One step of what is known of an atom or a product."""
        rules = self.store.rules
        if not isinstance(term, Product):
            known = rules.get(term)
            return term if known is None else self.applied(known, ONE, term)
        for factor, n in () if term.polynomial else term.factors:
            if type(factor) is Symbol:
                continue
            if n > 1 and is_positive_part(factor):
                # max(d, 0)**2 == d * max(d, 0)
                assert isinstance(factor, Max)
                return multiply(without(term, [(factor, 1)]), factor.args[0])
            value = rules.get(factor)
            if value is not None:
                return self.applied(value, without(term, [(factor, 1)]), term)
        left = self.ruled_part(term) if self.store.monomial_rules else None
        if left is None:
            return term
        value = self.store.rule_of(left)
        return term if value is None else self.applied(value, without(term, factors_of(left)), term)

    def rewrites_part_of(self, e: Expr) -> bool:
        """Whether a rule rewrites a product in a polynomial."""
        if e.linear or not self.store.monomial_rules:
            return False
        if isinstance(e, Product):
            return self.ruled_part(e) is not None
        for term, _ in parts(e)[1]:
            if isinstance(term, Product) and self.ruled_part(term) is not None:
                return True
        return False

    def ruled_part(self, term: Product) -> Expr | None:
        """The part of a product that a rule rewrites; of several the largest, whichever rule came
        first."""
        tables = self.store.monomial_rules
        have: dict[Expr, int] | None = None
        best: Expr | None = None
        for factor, _ in term.factors:
            if factor not in tables or not (table := tables[factor]):
                continue
            if have is None:
                have = dict(term.factors)
            for left in table:
                for f, n in factors_of(left):
                    if have.get(f, 0) < n:
                        break
                else:
                    if best is None or monomial_key(best) < monomial_key(left):
                        best = left
        return best

    def applied(self, value: Expr, rest: Expr, term: Expr) -> Expr:
        """The value that a rule has for a part of a term, times the rest of it; the term itself
        where rules have been applied inside the results of rules too often."""
        if self.rewriting == 0:
            self.applications = 0
        self.applications += 1
        if self.rewriting > BUDGET.iterations or self.applications > BUDGET.statements:
            return term
        self.rewriting += 1
        try:
            value = self.normal(value)
        finally:
            self.rewriting -= 1
        return value if rest is ONE else multiply(rest, value)
