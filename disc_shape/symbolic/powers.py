"""Products of many expressions at once."""

from __future__ import annotations

from collections.abc import Iterable

from disc_shape.symbolic.terms import (
    ZERO,
    Const,
    Expr,
    Sum,
    Symbol,
    factors_of,
    make_product,
    multiply,
    scale,
)


def power_product(items: Iterable[tuple[Expr, int]]) -> Expr:
    """The product of several expressions to exponents.

    Monomials are gathered first, so that a product of symbols is built once."""
    coefficient = 1
    exponents: dict[Expr, int] = {}
    sums: list[tuple[Expr, int]] = []
    for item, n in items:
        if n == 0:
            continue
        if type(item) is Symbol:
            exponents[item] = exponents.get(item, 0) + n
        elif isinstance(item, Sum):
            (first, k), *others = item.terms
            if item.constant_term or others:
                sums.append((item, n))
                continue
            coefficient *= k**n
            for factor, m in factors_of(first):
                exponents[factor] = exponents.get(factor, 0) + n * m
        elif isinstance(item, Const):
            coefficient *= item.number**n
        else:
            for factor, m in factors_of(item):
                exponents[factor] = exponents.get(factor, 0) + n * m
    if not coefficient:
        return ZERO
    result = make_product(exponents)
    if coefficient != 1:
        result = scale(result, coefficient)
    for item, n in sums:
        for _ in range(n):
            result = multiply(result, item)
    return result


def product(items: Iterable[Expr]) -> Expr:
    """The product of several expressions."""
    return power_product([(item, 1) for item in items])


def terms_made(items: Iterable[tuple[Expr, int]]) -> int:
    """How many terms a product has before equal ones are gathered."""
    made = 1
    for item, n in items:
        if isinstance(item, Sum):
            made *= (len(item.terms) + (item.constant_term != 0)) ** n
    return made
