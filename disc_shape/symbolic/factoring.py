"""Layer 5: equations between products, and what the value of a product implies of its factors.

`M*d == 0` implies that one of the factors is zero, `M*d == M*e` that `d == e` where M is not zero,
`a*a == b*b` that `a == b` where neither is negative; of `a*b == 12` both are divisors of 12.
"""

from __future__ import annotations

from math import gcd, isqrt

from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.inequalities import Inequalities
from disc_shape.symbolic.intervals import inside
from disc_shape.symbolic.monomials import without
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.products import common_factors, divide_terms
from disc_shape.symbolic.rounding import divisors
from disc_shape.symbolic.terms import (
    ZERO,
    Expr,
    Product,
    Sum,
    Symbol,
    Terms,
    affine,
    const,
    factors_of,
    make_product,
    minus,
    parts,
    scale,
)
from disc_shape.symbolic.worklist import Layer, Worklist


class Factoring(Layer):
    """Equations whose terms are products."""

    def __init__(
        self,
        normals: NormalForms,
        worklist: Worklist,
        definitions: Definitions,
        inequalities: Inequalities,
    ) -> None:
        super().__init__(normals, worklist)
        self.definitions = definitions
        self.inequalities = inequalities

    def cancelled(self, e: Expr) -> Expr:
        """e == 0 as the factors of it that may be 0, and equal powers as equal roots: once
        symbols that are defined as sums are multiplied out, that would not be seen any more."""
        if e.linear or type(e) is not Sum or e.constant_term:
            return e
        common = common_factors(e.terms)
        gone: dict[Expr, int] = {
            f: n
            for f, n in common.items()
            if type(f) is Symbol and self.domains.never_zero(self.normals.root(f))
        }
        if len(gone) < len(common) and len(e.terms) > 1:
            rest = divide_terms(e.terms, common)
            if self.domains.never_zero(self.normals.of(rest)):
                return make_product({f: 1 for f in common if f not in gone})
        if gone:
            return divide_terms(e.terms, gone)
        roots = self.equal_roots(e) if len(e.terms) == 2 else None
        return e if roots is None else minus(*roots)

    def equal_roots(self, e: Sum) -> tuple[Expr, Expr] | None:
        """x and y where e is x**g - y**g, and neither is negative."""
        (m, j), (n, k) = e.terms
        if j + k or abs(j) != 1:
            return None
        g = 0
        for _, power in (*factors_of(m), *factors_of(n)):
            g = gcd(g, power)
        if g < 2:
            return None
        x, y = [make_product({f: p // g for f, p in factors_of(t)}) for t in (m, n)]
        of, surely_nonnegative = self.normals.of, self.domains.surely_nonnegative
        return (x, y) if surely_nonnegative(of(x)) and surely_nonnegative(of(y)) else None

    def divisors_of_constant(self, constant: int, terms: Terms) -> None:
        """f * (...) == c: a symbol that every term has is a divisor of c."""
        for factor in common_factors(terms):
            self.worklist.queue.append(("!=", factor))
            if isinstance(factor, Symbol) and self.store.work.affords(isqrt(abs(constant))):
                whole = divisors(abs(constant))
                signed = [*(-v for v in reversed(whole)), *whole]
                self.inequalities.restrict(self.store.dims[factor], tuple([(v, v) for v in signed]))

    def equate(self, term: Expr, value: Expr) -> None:
        """A monomial has a value: a constant."""
        if isinstance(term, Symbol):
            self.definitions.define(term, value)
        elif isinstance(term, Product) and value is ZERO:
            open_factors = [f for f, _ in term.factors if not self.domains.never_zero(f)]
            if not open_factors:
                raise self.worklist.conflict(f"{self.worklist.say(term)} is never 0")
            if len(open_factors) == 1:
                self.worklist.queue.append(("==", open_factors[0]))
            else:
                self.definitions.add_rule(make_product(dict.fromkeys(open_factors, 1)), ZERO)
        else:
            if not inside(self.domains.bounds(term), value.constant or 0):
                raise self.worklist.conflict(
                    f"{self.worklist.say(term)} is never {self.worklist.say(value)}"
                )
            self.definitions.add_rule(term, value)
            if isinstance(term, Product):
                self.product_value(term, value.constant or 0)

    def product_value(self, term: Product, value: int) -> None:
        """A product of dimensions has a non-zero value: each factor is one of its divisors."""
        for factor, _ in term.factors:
            self.worklist.queue.append(("!=", factor))
        if not value:
            return
        size = abs(value)
        if not self.store.work.affords(isqrt(size)):
            for factor, _ in term.factors:
                self.worklist.queue.append((">=", affine(factor, -1, size)))
                self.worklist.queue.append((">=", affine(factor, 1, size)))
            return
        whole = divisors(size)
        signed = [*(-v for v in reversed(whole)), *whole]
        for factor, n in term.factors:
            others = without(term, [(factor, n)])
            span = self.domains.bounds(self.normals.of(others))
            fits = [v for v in signed if size % v**n == 0 and inside(span, value // v**n)]
            if isinstance(factor, Symbol):
                self.inequalities.restrict(self.store.dim(factor), tuple([(v, v) for v in fits]))
            elif fits:
                self.worklist.queue_interval(factor, (fits[0], fits[-1]))

    def binomial_fact(self, e: Expr) -> bool:
        """j*M == k*N: equal powers have equal roots; otherwise M == k*t and N == j*t."""
        (m, j), (n, k) = parts(e)[1]
        if j * k >= 0 or type(m) is Symbol or type(n) is Symbol or not e.symbols:
            return False  # without symbols: divisions by zero, which have no value
        if abs(j) == abs(k) == 1:
            assert isinstance(e, Sum)
            roots = self.equal_roots(e)
            if roots is not None:
                self.worklist.queue.append(("==", minus(*roots)))
            return roots is not None
        if abs(j) == 1 or abs(k) == 1 or self.store.nested(m):
            return False
        order = max(self.store.dims[s].order for s in e.symbols)
        t = self.store.hidden(None, None, order | 1, m)
        lo = self.domains.bounds(m)[0]
        if lo is not None and lo >= 0:
            t.lo = 0
        t.face = (m, const(abs(k)), ZERO)
        self.definitions.add_rule(m, scale(t.symbol, abs(k)))
        self.definitions.add_rule(n, scale(t.symbol, abs(j)))
        return True
