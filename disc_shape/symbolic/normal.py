"""Layer 2: the normal form of an expression under the facts in force.

Definitions are substituted; `x % d` becomes `x - d*(x//d)` and `min`, `max` of two become `x +
max(y - x, 0)`, so that identities between them are identities of sums. What stays are polynomials
over free symbols and *atoms*: quotients, positive parts, selections. Equal normal forms are equal
values; the converse is what the other layers are for.
"""

from __future__ import annotations

from typing import Final

from disc_shape.symbolic.choice import Max, Min, Select, maximum, select
from disc_shape.symbolic.conditions import Comparison, Cond, Truism, compare
from disc_shape.symbolic.division import FloorDiv, Mod, content
from disc_shape.symbolic.domains import Domains, is_positive_part
from disc_shape.symbolic.nodes import postorder
from disc_shape.symbolic.quotients import divide, split_by_range
from disc_shape.symbolic.residues import possible_residues
from disc_shape.symbolic.terms import (
    ZERO,
    Const,
    Expr,
    Product,
    Sum,
    Symbol,
    const,
    factors_of,
    linear,
    make_product,
    make_sum,
    multiply,
    parts,
    power_product,
    scale,
)

ROUNDS: Final = 12
"""How often rules are applied to one polynomial."""
REWRITE_DEPTH: Final = 24
"""Rules applied inside the results of rules."""
DIRECT_LIMIT: Final = 120
"""A larger expression is normalised bottom-up, so that depth costs no recursion."""


class Normal(Domains):
    """Normal forms."""

    def __init__(self) -> None:
        super().__init__()
        self.rewriting = 0
        self.rules: dict[Expr, Expr] = {}
        """What facts say an atom equals."""
        self.monomial_rules: dict[Expr, dict[Expr, Expr]] = {}
        """By first factor: products (one per key) that facts say equal something smaller."""

    def normal(self, e: Expr) -> Expr:
        kind = type(e)
        if kind is Symbol:
            assert isinstance(e, Symbol)
            return self.root(e)
        if kind is Const:
            return e
        known = self.memo.get(e)
        if known is not None:
            if known[0] == self.epoch:
                return known[1]
            result = known[1]
            if is_plain_sum(result) and self.all_free(result):
                self.memo[e] = (self.epoch, result)
                return result
        if e.size > DIRECT_LIMIT:
            for node in postorder(e):
                if isinstance(node, Expr) and type(node) is not Symbol and type(node) is not Const:
                    result = self.memo[node] = (self.epoch, self.compute(node))
            return self.memo[e][1]
        result = self.compute(e)
        self.memo[e] = self.memo[result] = (self.epoch, result)
        return result

    def all_free(self, e: Expr) -> bool:
        """Whether no symbol of an expression has a definition."""
        dims = self.dims
        return all(dims[s].definition is None for s in e.symbols)

    def compute(self, e: Expr) -> Expr:
        """The normal form, from those of the operands."""
        if isinstance(e, Sum):
            changed = False
            items: list[tuple[Expr, int]] = []
            atoms = False
            for term, k in e.terms:
                if type(term) is Symbol:
                    new = self.root(term)
                else:
                    atoms = True
                    new = self.normal(term)
                changed = changed or new is not term
                items.append((new, k))
            result = linear(e.constant_term, items) if changed else e
            return self.finish(result) if atoms or changed else result
        if isinstance(e, Product):
            changed = False
            items = []
            for factor, n in e.factors:
                new = self.root(factor) if type(factor) is Symbol else self.normal(factor)
                changed = changed or new is not factor
                items.append((new, n))
            return self.finish(power_product(items) if changed else e)
        if isinstance(e, FloorDiv):
            return self.finish(self.quotient(self.normal(e.lhs), self.normal(e.rhs)))
        if isinstance(e, Mod):
            lhs, rhs = self.normal(e.lhs), self.normal(e.rhs)
            if rhs.constant is not None and not is_plain_sum(lhs):
                possible = possible_residues(lhs, rhs.constant)
                if possible is not None and len(possible) == 1:
                    return const(next(iter(possible)))
            return self.finish(lhs - multiply(rhs, self.quotient(lhs, rhs)))
        if isinstance(e, Max):
            return self.finish(self.largest([self.normal(arg) for arg in e.args]))
        if isinstance(e, Min):
            args = [scale(self.normal(arg), -1) for arg in e.args]
            return self.finish(scale(self.largest(args), -1))
        if isinstance(e, Select):
            return self.finish(self.selection(e))
        return e

    # -- polynomials

    def finish(self, e: Expr) -> Expr:
        """Apply what facts say of atoms and products until nothing changes."""
        if is_plain_sum(e):
            return e
        for _ in range(ROUNDS):
            constant, terms = parts(e)
            items: list[tuple[Expr, int]] = []
            changed = False
            for term, k in terms:
                new = term if type(term) is Symbol else self.apply_rules(term)
                changed = changed or new is not term
                items.append((new, k))
            if not changed:
                break
            e = linear(constant, items)
        return self.pair_halves(e)

    def apply_rules(self, term: Expr) -> Expr:
        """One step of what is known of an atom or a product."""
        if self.rewriting > REWRITE_DEPTH:
            return term
        self.rewriting += 1
        try:
            return self.rewrite(term)
        finally:
            self.rewriting -= 1

    def rewrite(self, term: Expr) -> Expr:
        known = self.rules.get(term)
        if known is not None:
            return self.normal(known)
        if not isinstance(term, Product):
            return term
        have = dict(term.factors)
        for factor, n in term.factors:
            if type(factor) is Symbol:
                continue
            if n > 1 and is_positive_part(factor):
                # max(d, 0)**2 == d * max(d, 0)
                assert isinstance(factor, Max)
                have[factor] = n - 1
                return multiply(make_product(have), factor.args[0])
            value = self.rules.get(factor)
            if value is not None:
                have[factor] = n - 1
                return multiply(make_product(have), self.normal(value))
        if self.monomial_rules:
            for factor in have:
                table = self.monomial_rules.get(factor)
                if not table:
                    continue
                for left, right in table.items():
                    if all(have.get(f, 0) >= n for f, n in factors_of(left)):
                        for f, n in factors_of(left):
                            have[f] -= n
                        return multiply(make_product(have), self.normal(right))
        return term

    def pair_halves(self, e: Expr) -> Expr:
        """y//2 + (y + 1)//2 == y: with both in one sum, the second is written by the first."""
        if not isinstance(e, Sum) or len(e.terms) < 2:
            return e
        halves = [t for t, _ in e.terms if isinstance(t, FloorDiv) and t.rhs.constant == 2]
        if len(halves) < 2:
            return e
        present = {half.lhs: half for half in halves}
        for half in halves:
            below = linear(-1, [(half.lhs, 1)])
            if below in present:
                k = dict(e.terms)[half]
                return linear(0, [(e, 1), (half, -k), (below, k), (present[below], -k)])
        return e

    # -- quotients

    def quotient(self, lhs: Expr, rhs: Expr) -> Expr:
        """lhs // rhs for normal operands."""
        if isinstance(rhs, Const):
            if rhs.number == 0:
                return lhs // rhs
            return self.map_quotients(lhs // rhs)
        if not self.never_zero(rhs):
            return lhs // rhs
        return divide(self, lhs, rhs)

    def map_quotients(self, e: Expr) -> Expr:
        """Quotients by constants, after what the ranges of their numerators say."""
        for _ in range(ROUNDS):
            constant, terms = parts(e)
            items: list[tuple[Expr, int]] = []
            changed = False
            for term, k in terms:
                new = split_by_range(self, term) if isinstance(term, FloorDiv) else term
                changed = changed or new is not term
                items.append((new, k))
            if not changed:
                break
            e = linear(constant, items)
        return e

    # -- choices

    def surely_ge(self, a: Expr, b: Expr) -> bool:
        """A cheap proof of a >= b for normal operands."""
        return self.surely_nonnegative(linear(0, [(a, 1), (b, -1)]))

    def surely_nonnegative(self, e: Expr) -> bool:
        """A cheap proof of e >= 0 for a normal e."""
        lo = self.bounds(e)[0]
        return lo is not None and lo >= 0

    def largest(self, args: list[Expr]) -> Expr:
        """The maximum of normal operands."""
        flat: dict[Expr, None] = {}
        for arg in args:
            flat.update(dict.fromkeys(arg.args if isinstance(arg, Max) else (arg,)))
        kept: list[Expr] = []
        for arg in flat:
            if any(self.surely_ge(other, arg) for other in kept):
                continue
            kept = [other for other in kept if not self.surely_ge(arg, other)]
            kept.append(arg)
        if len(kept) == 1:
            return kept[0]
        if len(kept) == 2:
            return linear(0, [(kept[0], 1), (self.positive_part(kept[1] - kept[0]), 1)])
        return maximum(*kept)

    def positive_part(self, d: Expr) -> Expr:
        """max(d, 0), with one of d and -d chosen to be inside."""
        if isinstance(d, Const):
            return d if d.number > 0 else ZERO
        constant, terms = parts(d)
        g = content(terms)
        if constant % g == 0 and g > 1:
            inner = make_sum(constant // g, {t: k // g for t, k in terms})
            return scale(self.positive_part(inner), g)
        if terms[0][1] < 0:
            return linear(0, [(d, 1), (maximum(scale(d, -1), 0), 1)])
        return maximum(d, 0)

    def selection(self, e: Select) -> Expr:
        """A selection between normal operands."""
        cond = self.normal_cond(e.cond)
        then, other = self.normal(e.then), self.normal(e.other)
        if then is other:
            return then
        if isinstance(cond, Truism):
            return then if cond.holds else other
        if isinstance(cond, Comparison):
            found = self.as_maximum(cond, then, other)
            if found is not None:
                return found
            kept = self.agreeing(cond, then, other)
            if kept is not None:
                return kept
            if cond.op == "!=":
                return select(compare("==", cond.lhs, cond.rhs), other, then)
        return select(cond, then, other)

    def agreeing(self, cond: Comparison, then: Expr, other: Expr) -> Expr | None:
        """The operand of a selection that is right in both cases."""
        raise NotImplementedError

    def as_maximum(self, cond: Comparison, then: Expr, other: Expr) -> Expr | None:
        """select(d >= 0, b + k*d, b) == b + k*max(d, 0)."""
        if cond.op not in ("<=", "<", ">=", ">"):
            return None
        d = cond.rhs - cond.lhs if cond.op[0] == "<" else cond.lhs - cond.rhs
        gap = then - other
        for shifted in (d, d + 1 if len(cond.op) == 2 else d - 1):
            k = multiple(gap, shifted)
            if k is not None:
                return linear(0, [(other, 1), (self.positive_part(shifted), k)])
        return None

    # -- conditions

    def without_factors(self, op: str, e: Expr) -> Expr:
        """e op 0 without the common factors of its terms that do not matter."""
        raise NotImplementedError

    def in_context(self, cond: Cond) -> Cond:
        """A conjunction with each part simplified where the others hold."""
        raise NotImplementedError

    def normal_cond(self, cond: Cond) -> Cond:
        """A condition over normal operands; TRUE or FALSE where that is cheap to see."""
        from disc_shape.symbolic.logic import normal_cond

        return normal_cond(self, cond)


def multiple(a: Expr, b: Expr) -> int | None:
    """k with a == k * b and k not 0, if there is one."""
    ta, tb = parts(a)[1], parts(b)[1]
    if not tb or len(ta) != len(tb) or ta[0][1] % tb[0][1]:
        return None
    k = ta[0][1] // tb[0][1]
    return k if scale(b, k) is a else None


def is_plain_sum(e: Expr) -> bool:
    """Whether an expression is linear over symbols."""
    kind = type(e)
    if kind is Symbol or kind is Const:
        return True
    return isinstance(e, Sum) and all(type(t) is Symbol for t, _ in e.terms)
