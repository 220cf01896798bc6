"""Layer 4: products of lists of factors, in which what both sides of an equality have is cancelled
before anything is multiplied out: a sum is a factor like any other."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from disc_shape.symbolic.monomials import power_product
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.terms import (
    ZERO,
    Const,
    Expr,
    Product,
    Symbol,
    factors_of,
    make_product,
    parts,
    scale,
)


def cancelled(
    normals: NormalForms, xs: Iterable[Expr], ys: Iterable[Expr], zero_too: bool = False
) -> tuple[Expr, Expr]:
    """The normal products of two lists, without the factors that both have and that are proved
    not to be zero: before they are multiplied out, a sum is a factor like any other.

    With `zero_too`, without all that both have: then only equality carries over."""
    up, left = factored(normals, xs)
    down, right = factored(normals, ys)
    for factor in left:
        if factor in right and (zero_too or normals.domains.never_zero(factor)):
            common = min(left[factor], right[factor])
            left[factor] -= common
            right[factor] -= common
    g = gcd(up, down) or 1
    return multiple(normals, up // g, left), multiple(normals, down // g, right)


def factored(normals: NormalForms, xs: Iterable[Expr]) -> tuple[int, dict[Expr, int]]:
    """A product as a number and normal factors with exponents."""
    number = 1
    found: dict[Expr, int] = {}
    dims = normals.store.dims
    for x in xs:
        if isinstance(x, Const):
            number *= x.number
            continue
        dim = dims.get(x) if type(x) is Symbol else None
        if dim is not None and dim.definition is None:
            found[x] = found.get(x, 0) + 1
            continue
        e = normals.root(x) if type(x) is Symbol else normals.of(x)
        constant, terms = parts(e)
        if not terms:
            number *= constant
            continue
        if constant == 0 and len(terms) == 1:
            e, k = terms[0]
            number *= k
        for factor, n in factors_of(e):
            found[factor] = found.get(factor, 0) + n
    return number, found


def multiple(normals: NormalForms, number: int, exponents: dict[Expr, int]) -> Expr:
    """The normal form of a number times normal factors to exponents."""
    for factor, n in exponents.items():
        if type(factor) is not Symbol:
            if n == 1 and sum(exponents.values()) == 1:
                return scale(factor, number) if number else ZERO
            return normals.finish(scale(power_product(exponents.items()), number))
    product = make_product(exponents)
    known = normals.rules.rewrite(product) if type(product) is Product else product
    return scale(product if known is product else normals.finish(known), number)
