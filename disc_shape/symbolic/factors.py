"""Common factors of all terms of a sum, and which of them may be dropped."""

from __future__ import annotations

from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.products import common_factors
from disc_shape.symbolic.terms import Expr, Terms, factors_of, linear, make_product, parts


def strip(domains: Domains, e: Expr) -> Expr:
    """e without the common factors of its terms that cannot be zero."""
    _, terms = parts(e)
    common = common_factors(terms)
    if not common:
        return e
    gone = {f: n for f, n in common.items() if domains.never_zero(f)}
    if len(gone) < len(common):
        # M * d == 0: one of the two is zero
        rest = divide_terms(terms, common)
        if domains.never_zero(rest):
            return make_product({f: 1 for f in common if f not in gone})
    if not gone:
        return e
    return divide_terms(terms, gone)


def strip_positive(domains: Domains, e: Expr) -> Expr:
    """e without the common factors of its terms that are above zero."""
    _, terms = parts(e)
    common = common_factors(terms)
    common = {f: n for f, n in common.items() if domains.positive(f)}
    return divide_terms(terms, common) if common else e


def without_factors(domains: Domains, op: str, e: Expr) -> Expr:
    """e op 0 without the common factors of its terms that do not matter."""
    if e.linear:
        return e
    constant, terms = parts(e)
    if op != ">=":
        return e if constant or not terms else strip(domains, e)
    if constant == 0:
        return strip_positive(domains, e) if terms else e
    if constant == -1 and terms:
        # M*d >= 1 says d >= 1, for M >= 1
        whole = linear(1, [(e, 1)])
        stripped = strip_positive(domains, whole)
        return e if stripped is whole else linear(-1, [(stripped, 1)])
    return e


def divide_terms(terms: Terms, common: dict[Expr, int]) -> Expr:
    """sum(k * m) without the common factors."""
    items: list[tuple[Expr, int]] = []
    for term, k in terms:
        have = dict(factors_of(term))
        for factor, n in common.items():
            have[factor] -= n
        items.append((make_product(have), k))
    return linear(0, items)
