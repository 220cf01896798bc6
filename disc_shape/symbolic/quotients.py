"""Quotients that facts simplify: ranges of the numerator, divisors that cannot be zero.

Every rule names its identity. `divide` is only called for a divisor that is proved to differ from
zero; a quotient by something that may be zero stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.division import FloorDiv, floordiv
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.interfaces import Forms
from disc_shape.symbolic.monomials import divide_monomial, without
from disc_shape.symbolic.products import common_factors
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import (
    ZERO,
    Const,
    Expr,
    Sum,
    const,
    factors_of,
    linear,
    make_sum,
    multiply,
    parts,
    scale,
)


def split_by_range(domains: Domains, quotient: FloorDiv) -> Expr:
    """y // d where the range of y, or of a part of it, determines more.

    y in [q*d, q*d + d) gives q.  With y == g*a + b, g a divisor of d and b in [q*g, q*g + g):
    y // d == (a + q) // (d/g)."""
    d = quotient.rhs.constant
    if d is None or d < 1:
        return quotient
    lo, hi = domains.bounds(quotient)
    if lo is not None and lo == hi:
        return const(lo)
    constant, terms = parts(quotient.lhs)
    if len(terms) == 1 and constant == 0:
        return quotient
    for g in sorted({gcd(k, d) for _, k in terms}, reverse=True):
        if g == 1:
            break
        whole = {t: k // g for t, k in terms if k % g == 0}
        rest = make_sum(constant, {t: k for t, k in terms if k % g})
        lo, hi = domains.bounds(rest)
        if lo is not None and hi is not None and lo // g == hi // g:
            return floordiv(make_sum(lo // g, whole), const(d // g))
    return quotient


def split_by_ranges(domains: Domains, e: Expr) -> Expr:
    """A sum with its quotients by constants as the ranges of their numerators determine them."""
    for _ in range(BUDGET.iterations):
        constant, terms = parts(e)
        split = [split_by_range(domains, t) if isinstance(t, FloorDiv) else t for t, _ in terms]
        if all(new is t for new, (t, _) in zip(split, terms, strict=True)):
            break
        e = linear(constant, [(new, k) for new, (_, k) in zip(split, terms, strict=True)])
    return e


def divide(normals: Forms, lhs: Expr, rhs: Expr) -> Expr:
    """lhs // rhs for a divisor that is not a constant and not zero."""
    if lhs is rhs:
        return const(1)
    lhs, rhs = cancel_common(lhs, rhs)
    if isinstance(rhs, Const):
        return normals.quotient(lhs, rhs)
    whole, rest = long_division(lhs, rhs)
    if rest is ZERO:
        return whole
    small = between(normals.domains, rest, rhs)
    if small is not None:
        return linear(small, [(whole, 1)])
    if (
        isinstance(rest, FloorDiv)
        and normals.domains.positive(rhs)
        and normals.domains.never_zero(rest.rhs)
    ):
        # (x // a) // b == x // (a*b) for b > 0
        return linear(0, [(whole, 1), (normals.quotient(rest.lhs, multiply(rest.rhs, rhs)), 1)])
    shorter = by_equalities(normals, rest, rhs)
    if shorter is not None:
        return linear(0, [(whole, 1), (normals.quotient(shorter, rhs), 1)])
    return linear(0, [(whole, 1), (floordiv(rest, rhs), 1)])


def by_equalities(normals: Forms, lhs: Expr, rhs: Expr) -> Expr | None:
    """The same value as lhs, of which rhs divides more terms, by an equality between products.

    After `a*b == k*t`, which is how `a*b % k == 0` is kept, `(a*b + c) // k` is `(k*t + c) // k`.
    """
    shift, divisor = parts(rhs)
    if len(divisor) != 1 or shift:
        return None
    monomial, c = divisor[0]
    have = dict(parts(lhs)[1])
    for equality in product_equalities(normals.domains.store, monomial):
        _, terms = parts(equality)
        others = [(t, k) for t, k in terms if k % c or divide_monomial(t, monomial) is None]
        if not others or len(others) == len(terms):
            continue
        for factor, ratio in matches(have, others):
            return linear(0, [(lhs, 1), (multiply(factor, equality), -ratio)])
    return None


def product_equalities(store: Store, monomial: Expr) -> Iterator[Expr]:
    """Expressions that are 0 by facts, with all symbols of a monomial in one product; none
    where very many statements mention them."""
    watching = [store.dims[symbol].watching or {} for symbol in monomial.symbols]
    fewest = min(watching, key=len, default=())
    for kind, e in fewest if len(fewest) <= BUDGET.statements else ():
        equality = store.equality(kind, e)
        if equality is not None:
            yield equality


def matches(have: dict[Expr, int], pattern: list[tuple[Expr, int]]) -> Iterator[tuple[Expr, int]]:
    """(m, j): every term of a pattern, times j*m, is among the given ones."""
    head, k = pattern[0]
    for term, found in have.items():
        m = divide_monomial(term, head)
        if m is None or found % k:
            continue
        j = found // k
        if all(have.get(multiply(t, m), 0) == i * j for t, i in pattern[1:]):
            yield m, j


def cancel_common(lhs: Expr, rhs: Expr) -> tuple[Expr, Expr]:
    """(g*a, g*b) -> (a, b): a factor of a divisor that is not zero is not zero either."""
    lc, lt = parts(lhs)
    rc, rt = parts(rhs)
    g = gcd(lc, rc, *[k for _, k in (*lt, *rt)])
    common = {} if lc or rc else common_factors((*lt, *rt))
    if g == 1 and not common:
        return lhs, rhs
    return quotient_by(lhs, g, common), quotient_by(rhs, g, common)


def quotient_by(e: Expr, g: int, monomial: dict[Expr, int]) -> Expr:
    """e / (g * monomial), which divides every term."""
    constant, terms = parts(e)
    return linear(constant // g, [(without(t, monomial.items()), k // g) for t, k in terms])


def leading(e: Expr) -> tuple[Expr, int]:
    """The term that long division eliminates: of highest degree, then the last in print order."""
    _, terms = parts(e)
    best = terms[0]
    degree = sum(n for _, n in factors_of(best[0]))
    for term in terms[1:]:
        d = sum(n for _, n in factors_of(term[0]))
        if d >= degree:
            best, degree = term, d
    return best


def long_division(lhs: Expr, rhs: Expr) -> tuple[Expr, Expr]:
    """(whole, rest) with lhs == whole * rhs + rest, taking out what divides exactly.

    For a divisor of several terms the division is kept only if it leaves nothing or a rest with
    fewer terms."""
    if not isinstance(rhs, Sum) or (len(rhs.terms) == 1 and rhs.constant_term == 0):
        c, m = (1, rhs) if not isinstance(rhs, Sum) else (rhs.terms[0][1], rhs.terms[0][0])
        constant, terms = parts(lhs)
        whole: list[tuple[Expr, int]] = []
        rest: dict[Expr, int] = {}
        for term, k in terms:
            part = divide_monomial(term, m)
            q, r = divmod(k, c) if part is not None else (0, k)
            if part is not None and q:
                whole.append((part, q))
            if r:
                rest[term] = r
        return linear(0, whole), make_sum(constant, rest)
    head, c = leading(rhs)
    rest_e, whole_e = lhs, ZERO
    for _ in range(8):
        _, terms = parts(rest_e)
        for term, k in terms:
            part = divide_monomial(term, head)
            if part is not None and k % c == 0:
                step = scale(part, k // c)
                whole_e = linear(0, [(whole_e, 1), (step, 1)])
                rest_e = linear(0, [(rest_e, 1), (multiply(step, rhs), -1)])
                break
        else:
            break
    if len(parts(rest_e)[1]) < len(parts(lhs)[1]):
        return whole_e, rest_e
    return ZERO, lhs


def between(domains: Domains, e: Expr, rhs: Expr) -> int | None:
    """q in {0, -1} with q*rhs <= e < (q + 1)*rhs, for a divisor above zero."""
    if not domains.positive(rhs):
        return None
    if domains.surely_nonnegative(e) and domains.surely_nonnegative(
        linear(-1, [(rhs, 1), (e, -1)])
    ):
        return 0
    if domains.surely_nonnegative(linear(-1, [(e, -1)])) and domains.surely_nonnegative(
        linear(0, [(rhs, 1), (e, 1)])
    ):
        return -1
    return None
