"""Layer 3, the frequent case: two products of symbols are equal.

Programs state many of these (every reshape), and state each anew when two of its symbols turn out
to be one. What `equations.py` does with any equation is done here for `a*b == 8*c*d` without making
the difference `a*b - 8*c*d` first; whatever is out of the ordinary is left to it.
"""

from __future__ import annotations

from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.store import SUBSTITUTION_LIMIT, Store
from disc_shape.symbolic.terms import Expr, Product, Sum, Symbol, make_product, scale


class Binomials:
    """Equations between two products of symbols."""

    def __init__(self, store: Store, domains: Domains, definitions: Definitions) -> None:
        self.store = store
        self.domains = domains
        self.definitions = definitions

    def equate(self, left: Expr, right: Expr) -> bool:
        """Learn that two normal monomials over symbols are equal; False, and nothing learned, where
        that is not all there is to it."""
        if left is right:
            return True
        if type(left) is Sum or type(right) is Sum:
            return self.equate_multiple(left, right)
        if type(left) is Product and type(right) is Product:
            if not left.polynomial or not right.polynomial:
                return False
            reduced = self.cancelled(left, right)
            if reduced is None:
                return False
            left, right = reduced
        if isinstance(left, Symbol) and isinstance(right, Symbol):
            dims = self.store.dims
            if dims[left].order < dims[right].order:
                left, right = right, left
            self.definitions.define(left, right)
            return True
        if type(left) is not Product:
            left, right = right, left
        if type(left) is not Product or not is_plain(left):
            return False
        if isinstance(right, Symbol):
            return self.define(right, left)
        if type(right) is not Product or not is_plain(right):
            return False
        if is_smaller(left, right):
            left, right = right, left
        return self.rewrite(left, right)

    def equate_multiple(self, left: Expr, right: Expr) -> bool:
        """M == k*N, one of the two with a coefficient."""
        if type(left) is Sum:
            left, right = right, left
        if not isinstance(right, Sum) or right.constant_term or len(right.terms) != 1:
            return False
        other, k = right.terms[0]
        if k < 0 or not left.polynomial or type(left) is Sum or not other.polynomial:
            return False
        if type(left) is Product and type(other) is Product:
            reduced = self.cancelled(left, other)
            if reduced is None:
                return False
            left, other = reduced
        if isinstance(left, Symbol):
            return left is not other and self.define(left, scale(other, k))
        if type(left) is not Product or not is_plain(left):
            return False
        if type(other) is Product:
            if not is_plain(other) or is_smaller(left, other):
                return False
        elif other in left.symbols:
            return False
        return self.rewrite(left, scale(other, k))

    def define(self, symbol: Symbol, value: Expr) -> bool:
        """A symbol is a monomial without it."""
        if symbol in value.symbols or value.size > SUBSTITUTION_LIMIT:
            return False
        self.definitions.define(symbol, value)
        return True

    def rewrite(self, left: Product, right: Expr) -> bool:
        """A product is a smaller monomial, as far as is known."""
        if right.size > SUBSTITUTION_LIMIT or self.out_of_the_ordinary(left):
            return False
        self.definitions.add_rule(left, right)
        return True

    def cancelled(self, left: Product, right: Product) -> tuple[Expr, Expr] | None:
        """Both without their common factors; None where one of these may be zero, or nothing else
        is left on one side, or only symbols are."""
        common = dict(right.factors)
        shared = [f for f, _ in left.factors if f in common]
        if not shared:
            return left, right
        have = dict(left.factors)
        for factor in shared:
            if not self.domains.never_zero(factor):
                return None
            n = min(have[factor], common[factor])
            have[factor] -= n
            common[factor] -= n
        a, b = make_product(have), make_product(common)
        return None if a.constant is not None or b.constant is not None else (a, b)

    def out_of_the_ordinary(self, e: Product) -> bool:
        """Whether something is known of the difference of products like this one."""
        if self.store.nonzeros:
            return True
        for kind, form in self.store.dims[e.symbols[0]].watching or ():
            if kind == "form" and type(form) is Sum and not form.linear:
                return True
        return False


def is_plain(e: Product) -> bool:
    """Whether a product is one of distinct symbols: equal powers may have equal roots."""
    for factor, n in e.factors:
        if n != 1 or type(factor) is not Symbol:
            return False
    return True


def is_smaller(a: Product, b: Product) -> bool:
    """Whether a product of distinct symbols comes before another in the order in which rules
    rewrite downwards: by degree, then by names, the last first."""
    if len(a.factors) != len(b.factors):
        return len(a.factors) < len(b.factors)
    return [f.text for f, _ in a.factors[::-1]] < [f.text for f, _ in b.factors[::-1]]
