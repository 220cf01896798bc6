"""Layer 3, the frequent case: two products of symbols are equal.

Programs state many of these (every reshape), and state each anew when two of its symbols turn out
to be one. What `equations.py` does with any equation is done here for `a*b == c*d` without making
the difference `a*b - c*d` first; whatever is out of the ordinary is left to it.
"""

from __future__ import annotations

from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.intervals import empty, meet
from disc_shape.symbolic.store import SUBSTITUTION_LIMIT, Store
from disc_shape.symbolic.terms import Expr, Product, Sum, Symbol, make_product


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
        if type(left) is not Product or not left.polynomial or self.has_power(left):
            return False
        if isinstance(right, Symbol):
            if right in left.symbols or left.size > SUBSTITUTION_LIMIT:
                return False
            self.definitions.define(right, left)
            return True
        if type(right) is not Product or self.has_power(right) or self.out_of_the_ordinary(left):
            return False
        if empty(meet(self.domains.bounds(left), self.domains.bounds(right))):
            return False
        if is_smaller(left, right):
            left, right = right, left
        if right.size > SUBSTITUTION_LIMIT:
            return False
        self.definitions.add_rule(left, right)
        return True

    def cancelled(self, left: Product, right: Product) -> tuple[Expr, Expr] | None:
        """Both without their common factors; None where one of these may be zero, or nothing else
        is left on one side, or only symbols are."""
        common = {f: n for f, n in right.factors}
        shared = [f for f, _ in left.factors if f in common]
        if not shared:
            return left, right
        have = {f: n for f, n in left.factors}
        for factor in shared:
            if not self.domains.never_zero(factor):
                return None
            n = min(have[factor], common[factor])
            have[factor] -= n
            common[factor] -= n
        a, b = make_product(have), make_product(common)
        return None if a.constant is not None or b.constant is not None else (a, b)

    def has_power(self, e: Product) -> bool:
        """Whether a factor stands more than once: equal powers may have equal roots."""
        return any(n != 1 for _, n in e.factors)

    def out_of_the_ordinary(self, e: Product) -> bool:
        """Whether something is known of the difference of products like this one."""
        if self.store.nonzeros:
            return True
        for kind, form in self.store.dims[e.symbols[0]].watching or ():
            if kind == "form" and type(form) is Sum and not form.linear:
                return True
        return False


def is_smaller(a: Product, b: Product) -> bool:
    """Whether a product without powers comes before another in the order in which rules rewrite
    downwards: by degree, then by names, the last first."""
    if len(a.factors) != len(b.factors):
        return len(a.factors) < len(b.factors)
    return [f.text for f, _ in a.factors[::-1]] < [f.text for f, _ in b.factors[::-1]]
