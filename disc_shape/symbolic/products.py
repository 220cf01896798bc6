"""Layer 3: equalities between products, as linear algebra on exponents.

Over positive numbers `a*b == 6*c*d` is a linear equation between logarithms: one row of
exponents, with the constants written over a coprime base. An equality follows from others exactly
if its row is a rational combination of theirs (positive reals have no torsion: `a*a == b*b` gives
`a == b`). Zero has no logarithm: only rows whose factors are all proved to be above zero take
part, and common factors of a question are dropped first, which is right even where they are zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from math import gcd
from typing import TypeAlias

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.monomials import without
from disc_shape.symbolic.terms import (
    ONE,
    Expr,
    Symbol,
    Terms,
    factors_of,
    linear,
    make_product,
    parts,
)

Exponents: TypeAlias = dict[Expr | int, int]
"""Exponents of atoms and of the numbers of a coprime base."""


def binomial(e: Expr) -> tuple[int, Expr, int, Expr] | None:
    """(j, M, k, N) with e == j*M - k*N and both coefficients above zero."""
    constant, terms = parts(e)
    if constant or len(terms) != 2 or (terms[0][1] > 0) == (terms[1][1] > 0):
        if len(terms) == 1 and constant and (terms[0][1] > 0) != (constant > 0):
            k = terms[0][1]
            return abs(k), terms[0][0], abs(constant), ONE
        return None
    (m, j), (n, k) = terms
    return (j, m, -k, n) if j > 0 else (k, n, -j, m)


def coprime_base(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime numbers over which every given one is a product of powers."""
    base: list[int] = []
    todo = [n for n in numbers if n > 1]
    while todo:
        n = todo.pop()
        if n == 1:
            continue
        for i, b in enumerate(base):
            g = gcd(n, b)
            if g > 1:
                del base[i]
                todo += [x for x in (n // g, b // g, g) if x > 1]
                break
        else:
            base.append(n)
    return sorted(base)


def row(j: int, m: Expr, k: int, n: Expr, base: list[int]) -> Exponents:
    """The exponents of (j*M) / (k*N)."""
    result: Exponents = {}
    for sign, number, monomial in ((1, j, m), (-1, k, n)):
        for b in base:
            while number % b == 0:
                number //= b
                result[b] = result.get(b, 0) + sign
        for factor, power in factors_of(monomial):
            if factor.constant is None:
                result[factor] = result.get(factor, 0) + sign * power
    return {key: power for key, power in result.items() if power}


def sort_key(key: Expr | int) -> tuple[bool, str]:
    """The order of pivots: atoms before numbers, then by text."""
    return (isinstance(key, int), str(key))


def eliminate(target: Exponents, rows: list[Exponents]) -> Exponents:
    """What is left of a row after subtracting rational combinations of others (up to a factor)."""
    pivots: list[tuple[Expr | int, Exponents]] = []
    for original in rows[: BUDGET.statements]:
        current = reduce(original, pivots)
        if current:
            pivot = min(current, key=sort_key)
            pivots.append((pivot, current))
    return reduce(target, pivots)


def reduce(vector: Exponents, pivots: list[tuple[Expr | int, Exponents]]) -> Exponents:
    """A row without the pivots of others."""
    result = dict(vector)
    for pivot, by in pivots:
        have = result.get(pivot, 0)
        if not have:
            continue
        lead = by[pivot]
        g = gcd(have, lead)
        up, down = lead // g, have // g
        merged: Exponents = {}
        for key in {**result, **by}:
            value = up * result.get(key, 0) - down * by.get(key, 0)
            if value:
                merged[key] = value
        result = merged
    return result


def common_factors(terms: Terms) -> dict[Expr, int]:
    """The factors, with exponents, that every term has."""
    common = dict(factors_of(terms[0][0]))
    for term, _ in terms[1:]:
        if type(term) is Symbol:
            common = {f: 1 for f in common if f is term}
        else:
            have = dict(factors_of(term))
            common = {f: min(n, have[f]) for f, n in common.items() if f in have}
        if not common:
            break
    return common


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
        # M*d >= 1 implies d >= 1, for M >= 1
        whole = linear(1, [(e, 1)])
        stripped = strip_positive(domains, whole)
        return e if stripped is whole else linear(-1, [(stripped, 1)])
    return e


def divide_terms(terms: Terms, common: Mapping[Expr, int]) -> Expr:
    """sum(k * m) without the common factors."""
    return linear(0, [(without(term, common.items()), k) for term, k in terms])


def follows_from_products(domains: Domains, e: Expr) -> bool | None:
    """Whether e == 0 follows from equalities of products (True), or never holds (False)."""
    split = binomial(e)
    if split is None:
        return None
    j, m, k, n = split
    shared = common_factors(((m, 1), (n, 1)))
    if shared:
        m, n = (without(x, shared.items()) for x in (m, n))
    if not (is_positive(domains, m) and is_positive(domains, n)):
        return None
    equalities = [(j, m, k, n), *product_facts(domains, [*m.symbols, *n.symbols])]
    base = coprime_base(c for i, _, h, _ in equalities for c in (i, h))
    rows = [row(*equality, base) for equality in equalities]
    left = eliminate(rows[0], rows[1:])
    if not left:
        return True
    return False if not shared and all(isinstance(key, int) for key in left) else None


def product_facts(domains: Domains, symbols: list[Symbol]) -> Iterable[tuple[int, Expr, int, Expr]]:
    """Equalities of products with factors above zero, around some symbols."""
    found: dict[Expr, tuple[int, Expr, int, Expr]] = {}
    seen: set[Symbol] = set()
    todo = list(symbols)
    while todo and len(found) < BUDGET.statements:
        symbol = todo.pop()
        if symbol in seen:
            continue
        seen.add(symbol)
        watching = domains.store.dims[symbol].watching or ()
        for kind, e in islice(watching, BUDGET.watched):
            equation = domains.store.equality(kind, e)
            if equation is None or equation in found:
                continue
            split = binomial(equation)
            if split and is_positive(domains, split[1]) and is_positive(domains, split[3]):
                found[equation] = split
                todo += equation.symbols
    return found.values()


def is_positive(domains: Domains, monomial: Expr) -> bool:
    """Whether every factor of a product is above zero."""
    return all(domains.positive(f) for f, _ in factors_of(monomial))
