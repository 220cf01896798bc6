"""Layer 4: the normal form of an expression under the facts in force.

Definitions are substituted; `x % d` becomes `x - d*(x//d)` and `min`, `max` of two become `x +
max(y - x, 0)`, so that identities between them are identities of sums. What stays are polynomials
over free symbols and *atoms*: quotients, positive parts, selections. Equal normal forms are equal
values; the converse is what the other layers are for.
"""

from __future__ import annotations

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max, Min, Select
from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.division import FloorDiv, Mod
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.interfaces import Cases
from disc_shape.symbolic.logic import normal_cond
from disc_shape.symbolic.monomials import power_product, terms_made
from disc_shape.symbolic.nodes import postorder
from disc_shape.symbolic.quotients import divide, split_by_ranges
from disc_shape.symbolic.roots import Roots
from disc_shape.symbolic.rounding import round_once
from disc_shape.symbolic.rules import Rules
from disc_shape.symbolic.selections import largest, selection
from disc_shape.symbolic.terms import (
    Const,
    Expr,
    Product,
    Sum,
    Symbol,
    linear,
    make_product,
    multiply,
    parts,
    scale,
)


class NormalForms:
    """Normal forms."""

    def __init__(self, domains: Domains) -> None:
        self.store = store = domains.store
        self.domains = domains
        self.hypotheses: Cases
        """Who splits into cases; set once that exists."""
        self.rules = Rules(store, self.of)
        self.root = Roots(store, self.rules, self.of).of
        self.in_one_form = store.work.effort.in_one_form

    # -- normal forms

    def of(self, e: Expr) -> Expr:
        """The normal form of an expression, remembered until something is learned."""
        kind = type(e)
        if kind is Symbol:
            assert isinstance(e, Symbol)
            return self.root(e)
        if kind is Const:
            return e
        known = self.store.memo.get(e)
        if known is not None:
            if known[0] == self.store.epoch:
                return known[1]
            result = known[1]
            if (result.linear or known[0] >= self.store.facts_epoch) and self.all_free(result):
                self.store.memo[e] = (self.store.epoch, result)
                return result
        if e.size > BUDGET.nodes:
            for node in postorder(e):
                if isinstance(node, Expr) and type(node) is not Symbol and type(node) is not Const:
                    result = self.store.memo[node] = (self.store.epoch, self.compute(node))
            return self.store.memo[e][1]
        result = self.compute(e)
        self.store.memo[e] = self.store.memo[result] = (self.store.epoch, result)
        return result

    def unruled(self, e: Expr) -> Expr:
        """The normal form of an atom or a product, without the rule for just that."""
        if isinstance(e, Product):
            return self.substituted(e)
        if isinstance(e, FloorDiv):
            return self.quotient(self.of(e.lhs), self.of(e.rhs))
        if isinstance(e, Max):
            return largest(self, [self.of(arg) for arg in e.args])
        return selection(self, e) if isinstance(e, Select) else e

    def all_free(self, e: Expr) -> bool:
        """Whether no symbol of an expression has a definition."""
        dims = self.store.dims
        for symbol in e.symbols:
            if dims[symbol].definition is not None:
                return False
        return True

    def compute(self, e: Expr) -> Expr:
        """The normal form, from those of the operands."""
        dims = self.store.dims
        if isinstance(e, Sum):
            changed = False
            items: list[tuple[Expr, int]] = []
            for term, k in e.terms:
                if type(term) is Symbol:
                    dim = dims.get(term)
                    free = dim is not None and dim.definition is None
                    new = term if free else self.root(term)
                else:
                    new = self.compute(term) if type(term) is Product else self.of(term)
                changed = changed or new is not term
                items.append((new, k))
            # the terms of normal forms are normal: only what two of them make together is not
            return self.rounded(linear(e.constant_term, items) if changed else e)
        if isinstance(e, Product):
            result = self.substituted(e)
            if isinstance(result, Product):
                known = self.rules.rewrite(result)
                return result if known is result else self.finish(known)
            return self.finish(result)
        if isinstance(e, FloorDiv):
            return self.finish(self.quotient(self.of(e.lhs), self.of(e.rhs)))
        if isinstance(e, Mod):
            lhs, rhs = self.of(e.lhs), self.of(e.rhs)
            return self.finish(lhs - multiply(rhs, self.quotient(lhs, rhs)))
        if isinstance(e, Max):
            result = largest(self, [self.of(arg) for arg in e.args])
            # the operands are normal: without rules for atoms, so is their maximum
            return self.finish(result) if self.store.rules else self.rounded(result)
        if isinstance(e, Min):
            args = [scale(self.of(arg), -1) for arg in e.args]
            return self.finish(scale(largest(self, args), -1))
        if isinstance(e, Select):
            return self.finish(selection(self, e))
        return e

    def substituted(self, e: Product) -> Expr:
        """A product over the normal forms of its factors."""
        dims = self.store.dims
        items: list[tuple[Expr, int]] = []
        changed = False
        plain = True
        for factor, n in e.factors:
            if type(factor) is Symbol:
                dim = dims.get(factor)
                free = dim is not None and dim.definition is None
                new = factor if free else self.root(factor)
            else:
                new = self.of(factor)
            if new is not factor:
                changed = True
            if type(new) is not Symbol:
                plain = False
            items.append((new, n))
        if not changed:
            return e
        if not plain:
            self.store.work.spend(terms_made(items))
            return power_product(items)
        exponents: dict[Expr, int] = {}
        for new, n in items:
            exponents[new] = exponents.get(new, 0) + n
        return make_product(exponents)

    # -- polynomials

    def finish(self, e: Expr) -> Expr:
        """Apply the rules for atoms and products, and round, until nothing changes."""
        if e.linear:
            return e
        for _ in range(BUDGET.iterations):
            if type(e) is Product:
                new = self.rules.rewrite(e)
                if new is e:
                    return e
                e = new
                continue
            constant, terms = parts(e)
            items: list[tuple[Expr, int]] = []
            changed = False
            for term, k in terms:
                new = term if type(term) is Symbol else self.rules.rewrite(term)
                changed = changed or new is not term
                items.append((new, k))
            if changed:
                e = linear(constant, items)
            elif (new := self.rounded_once(e)) is e:
                break
            else:
                e = new
        return e

    def rounded(self, e: Expr) -> Expr:
        """A sum of normal terms with its quotients by constants in one form."""
        if e.linear or (new := self.rounded_once(e)) is e:
            return e
        return self.finish(new)

    def rounded_once(self, e: Expr) -> Expr:
        """`round_once`, remembered."""
        if e.polynomial:
            return e
        known = self.in_one_form.get(e)
        if known is None:
            known = self.in_one_form[e] = round_once(e)
        return known

    # -- quotients

    def quotient(self, lhs: Expr, rhs: Expr) -> Expr:
        """lhs // rhs for normal operands."""
        if isinstance(rhs, Const):
            if rhs.number == 0:
                return lhs // rhs
            return split_by_ranges(self.domains, lhs // rhs)
        if not self.domains.never_zero(rhs):
            return lhs // rhs
        return divide(self, lhs, rhs)

    # -- conditions

    def normal_cond(self, cond: Cond) -> Cond:
        """A condition over normal operands; TRUE or FALSE where that is cheap to see."""
        return normal_cond(self, cond)
