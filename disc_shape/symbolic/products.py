"""Layer 4: equalities between products, as linear algebra on exponents.

Over positive numbers `a*b == 6*c*d` is a linear equation between logarithms: one row of
exponents, with the constants written over a coprime base. An equality follows from others exactly
if its row is a rational combination of theirs (positive reals have no torsion: `a*a == b*b` gives
`a == b`). Zero has no logarithm: only rows whose factors are all proved to be above zero take
part, and common factors of a question are dropped first, which is right even where they are zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import Final, TypeAlias

from disc_shape.symbolic.terms import ONE, Expr, Symbol, Terms, factors_of, parts

Exponents: TypeAlias = dict[Expr | int, int]
"""Exponents of atoms and of the numbers of a coprime base."""

ROW_LIMIT: Final = 40


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
    return (isinstance(key, int), str(key))


def eliminate(target: Exponents, rows: list[Exponents]) -> Exponents:
    """What is left of a row after subtracting rational combinations of others (up to a factor)."""
    pivots: list[tuple[Expr | int, Exponents]] = []
    for original in rows[:ROW_LIMIT]:
        current = reduce(original, pivots)
        if current:
            pivot = min(current, key=sort_key)
            pivots.append((pivot, current))
    return reduce(target, pivots)


def reduce(vector: Exponents, pivots: list[tuple[Expr | int, Exponents]]) -> Exponents:
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
