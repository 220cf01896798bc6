"""Products of factors to powers: making them, the order in which rules rewrite downwards, and what
occurs inside what."""

from __future__ import annotations

from collections.abc import Iterable

from disc_shape.symbolic.nodes import Node, postorder, sort_text
from disc_shape.symbolic.terms import (
    ZERO,
    Const,
    Expr,
    Product,
    Sum,
    Symbol,
    Terms,
    factors_of,
    make_product,
    multiply,
    scale,
)


def largest_term(terms: Terms) -> tuple[Expr, int]:
    """The largest term in the order of `monomial_key`; texts are compared only where the degrees
    do not decide."""
    degrees = [sum([n for _, n in factors_of(t)]) for t, _ in terms]
    highest = max(degrees)
    if degrees.count(highest) == 1:
        return terms[degrees.index(highest)]
    tied = [t for t, degree in zip(terms, degrees, strict=True) if degree == highest]
    if all([t.polynomial for t, _ in tied]):
        # symbols are all of one size, and sorted by name already
        return max(tied, key=names_last_first)
    return max(tied, key=lambda item: monomial_key(item[0]))


def names_last_first(item: tuple[Expr, int]) -> list[str]:
    """The names of the symbols of a product, as often as they are factors, the last one first."""
    return [f.text for f, n in factors_of(item[0])[::-1] for _ in range(n)]


def monomial_key(monomial: Expr) -> tuple[int, list[tuple[int, str]]]:
    """A term order (graded, then lexicographic, larger atoms first): rules rewrite downwards."""
    factors = [(f.size, sort_text(f)) for f, n in factors_of(monomial) for _ in range(n)]
    factors.sort(reverse=True)
    return len(factors), factors


def without(monomial: Expr, factors: Iterable[tuple[Expr, int]]) -> Expr:
    """A product without some of its factors."""
    have = dict(factors_of(monomial))
    for factor, n in factors:
        have[factor] -= n
    return make_product(have)


def divide_monomial(a: Expr, b: Expr) -> Expr | None:
    """a / b if the monomial b divides the monomial a."""
    return without(a, factors_of(b)) if is_multiple(a, b) else None


def is_multiple(monomial: Expr, part: Expr) -> bool:
    """Whether a product has all factors of another."""
    if monomial is part:
        return True
    if not isinstance(monomial, Product):
        return False
    have = dict(monomial.factors)
    return all(have.get(f, 0) >= n for f, n in factors_of(part))


def contains(monomial: Expr, part: Expr) -> bool:
    """Whether a product has all factors of another, or an atom or a product with all of them occurs
    inside a factor."""
    return is_multiple(monomial, part) or any(
        type(f) is not Symbol and occurs_in_statement(f, part) for f, _ in factors_of(monomial)
    )


def occurs_in_statement(statement: Node, part: Expr) -> bool:
    """Whether an atom, or a product as a factor of another, occurs anywhere in a statement."""
    symbols = statement.symbols
    return all(s in symbols for s in part.symbols) and any(
        isinstance(node, Expr) and is_multiple(node, part) for node in postorder(statement)
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
