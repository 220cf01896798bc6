"""Comparisons in the form in which facts are written.

`s - 8 >= 0` is written `s >= 8`, and `-(s % 4) == 0` is `s % 4 == 0`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import gcd

from disc_shape.symbolic.conditions import MIRRORED, And, Comparison, Cond, Or, compare, conj, disj
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.rounding import round_once
from disc_shape.symbolic.terms import Expr, Symbol, linear, parts


@lru_cache(maxsize=1 << 10)
def simplify_comparisons(cond: Cond) -> Cond:
    """The same condition with every term of every comparison on the side where it is positive."""
    match cond:
        case Comparison():
            return _simplify_comparison(cond)
        case And():
            return conj(simplify_comparisons(part) for part in cond.args)
        case Or():
            return disj(simplify_comparisons(part) for part in cond.args)
        case _:
            return cond


def _simplify_comparison(cond: Comparison) -> Cond:
    constant, terms = parts(round_once(linear(0, [(cond.lhs, 1), (cond.rhs, -1)])))
    if not terms:
        return compare(cond.op, constant, 0)
    if cond.op in ("==", "!=") and constant == 0 and len(terms) == 2:
        for (term, factor), (other, scale) in (terms, terms[::-1]):
            # x == k * (x // k) is that k divides x.
            if isinstance(term, FloorDiv) and term.lhs is other:
                divisor = term.rhs.constant
                if divisor is not None and factor == -scale * divisor:
                    return compare(cond.op, other % divisor, 0)
    if len(terms) == 1 and (of_numerator := _bound_of_numerator(cond.op, constant, *terms[0])):
        return _simplify_comparison(of_numerator)
    divisor = gcd(constant, *(factor for _, factor in terms))
    constant //= divisor
    factors = {term: factor // divisor for term, factor in terms}
    left = _side(factors, 1)
    right = _side(factors, -1)
    op = cond.op
    if not left or (op in ("==", "!=") and terms[0][1] < 0 and right):
        left, right, constant, op = right, left, -constant, MIRRORED[op]
    if constant > 0 and right:
        return compare(op, linear(constant, left), linear(0, right))
    return compare(op, linear(0, left), linear(-constant, right))


def _bound_of_numerator(op: str, constant: int, term: Expr, factor: int) -> Comparison | None:
    """
    A bound of the quotient of a symbol as one of the symbol: `x // 4 >= 2` is `x >= 8`, and
    `x // 4 <= 2` is `x < 12`.
    """
    if not isinstance(term, FloorDiv) or not isinstance(term.lhs, Symbol) or abs(factor) != 1:
        return None
    divisor = term.rhs.constant
    if divisor is None or divisor < 1:
        return None
    op, number = (op, -constant) if factor == 1 else (MIRRORED[op], constant)
    match op:
        case ">=" | "<":
            bound = compare(op, term.lhs, number * divisor)
        case ">" | "<=":
            bound = compare(">=" if op == ">" else "<", term.lhs, (number + 1) * divisor)
        case _:
            return None
    return bound if isinstance(bound, Comparison) else None


def _side(factors: Mapping[Expr, int], sign: int) -> list[tuple[Expr, int]]:
    return [(term, abs(factor)) for term, factor in factors.items() if factor * sign > 0]
