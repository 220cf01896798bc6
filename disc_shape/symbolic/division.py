"""`//` and `%`: floor division and its remainder, normal where the divisor is a constant.

Every rule here is an identity of integers, whatever the values of the symbols; what needs to know
something about a symbol (a range, a divisor that cannot be zero) is in `quotients.py`. A divisor
that may be zero has no value there: nothing is concluded about such a quotient.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from disc_shape.symbolic.nodes import Node, intern, wrapped
from disc_shape.symbolic.terms import (
    ZERO,
    Const,
    Expr,
    as_expr,
    as_operand,
    const,
    linear,
    make_sum,
    ordered_sum,
    parts,
    scale,
)


class Division(Expr):
    """An operation on a dividend and a divisor."""

    __slots__ = ("lhs", "rhs")
    lhs: Expr
    rhs: Expr
    rank = 6

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.lhs, self.rhs)


class FloorDiv(Division):
    """The largest integer q with q * rhs <= lhs (>= for a negative rhs)."""

    __slots__ = ()

    def render(self) -> str:
        return f"{wrapped(self.lhs, 6)}//{wrapped(self.rhs, 7)}"

    def compute(self, values: Mapping[Node, int]) -> int:
        return values[self.lhs] // values[self.rhs]

    def rebuild(self, changed: Mapping[Node, Node]) -> Expr:
        return floordiv(as_expr(changed[self.lhs]), as_expr(changed[self.rhs]))


class Mod(Division):
    """lhs - rhs * (lhs // rhs)."""

    __slots__ = ()

    def render(self) -> str:
        return f"{wrapped(self.lhs, 6)} % {wrapped(self.rhs, 7)}"

    def compute(self, values: Mapping[Node, int]) -> int:
        return values[self.lhs] % values[self.rhs]

    def rebuild(self, changed: Mapping[Node, Node]) -> Expr:
        return modulo(as_expr(changed[self.lhs]), as_expr(changed[self.rhs]))


def floordiv_node(lhs: Expr, rhs: Expr) -> FloorDiv:
    """The node itself, without any rule."""
    return intern(FloorDiv, lhs=lhs, rhs=rhs)


def content(terms: tuple[tuple[Expr, int], ...]) -> int:
    """The greatest common divisor of the coefficients."""
    return gcd(*[k for _, k in terms])


def divided(e: Expr, g: int) -> Expr:
    """e / g, for a g that divides the coefficients of e; the constant is rounded down."""
    constant, terms = parts(e)
    return ordered_sum(constant // g, tuple([(t, k // g) for t, k in terms]))


def split_coefficient(k: int, d: int) -> tuple[int, int]:
    """k = q*d + r with -d/2 <= r <= d/2, the sign of a tie following k."""
    q, r = divmod(k, d)
    if 2 * r > d or (2 * r == d and k < 0):
        return q + 1, r - d
    return q, r


def reduce_numerator(lhs: Expr, d: int) -> tuple[Expr, Expr, int, int]:
    """lhs // d == outside + sign * (inside // divisor), as (outside, inside, divisor, sign).

    `inside` has coefficients in [-d/2, d/2], a constant in [0, d), no common factor with the
    divisor, and a leading coefficient above zero."""
    constant, terms = parts(lhs)
    outside: list[tuple[Expr, int]] = []
    inside: list[tuple[Expr, int]] = []
    for term, k in terms:
        q, r = split_coefficient(k, d)
        if q:
            outside.append((term, q))
        if r:
            inside.append((term, r))
    shift, constant = divmod(constant, d)
    if not inside:
        return linear(shift, outside), ZERO, d, 1
    g = gcd(content(tuple(inside)), d)
    if g > 1:
        inside = [(term, k // g) for term, k in inside]
        d //= g
        constant //= g
        if d == 1:
            return linear(shift + constant, [*outside, *inside]), ZERO, 1, 1
    sign = 1
    # coefficients of d/2 are the same as -d/2, so the first other one decides
    if next((k for _, k in inside if 2 * abs(k) != d), inside[0][1]) < 0:
        # y // d == -((-y - 1) // d) - 1, and -c - 1 == (d - 1 - c) - d
        sign = -1
        inside = [(term, -k) for term, k in inside]
        constant = d - 1 - constant
    for i, (term, k) in enumerate(inside):
        if 2 * k == -d:
            inside[i] = (term, -k)
            outside.append((term, -sign))
    return linear(shift, outside), make_sum(constant, dict(inside)), d, sign


def floordiv(lhs: Expr, rhs: Expr) -> Expr:
    """lhs // rhs, simplified by identities."""
    d = rhs.constant
    if d is None or d == 0:
        return floordiv_node(lhs, rhs)
    if d < 0:
        return floordiv(scale(lhs, -1), const(-d))
    return const(lhs.number // d) if isinstance(lhs, Const) else divide_by_constant(lhs, d)


def divide_by_constant(lhs: Expr, d: int) -> Expr:
    """lhs // d for d > 0: whole multiples leave, nested divisions become one."""
    outside: list[tuple[Expr, int]] = []
    sign = 1
    while True:
        left, inside, d, flip = reduce_numerator(lhs, d)
        outside.append((left, sign))
        sign *= flip
        if inside is ZERO:
            return linear(0, outside)
        constant, terms = parts(inside)
        nested = nested_quotient(terms)
        if nested is None:
            return linear(0, [*outside, (floordiv_node(inside, const(d)), sign)])
        # (T + q) // d with q = x // a:  (a*T + x) // (a*d)
        quotient, k = nested
        assert isinstance(quotient, FloorDiv)
        a = quotient.rhs.constant or 1
        numerator = quotient.lhs
        rest = [(t, j * a) for t, j in terms if t is not quotient]
        if k < 0:
            # -(x // a) == (a - 1 - x) // a
            numerator = linear(a - 1, [(numerator, -1)])
        lhs = linear(constant * a, [*rest, (numerator, 1)])
        d *= a


def nested_quotient(terms: tuple[tuple[Expr, int], ...]) -> tuple[Expr, int] | None:
    """A term that is +-1 times a quotient by a positive constant."""
    for term, k in terms:
        if k in (1, -1) and isinstance(term, FloorDiv):
            divisor = term.rhs.constant
            if divisor is not None and divisor > 0:
                return term, k
    return None


def modulo(lhs: Expr, rhs: Expr) -> Expr:
    """lhs % rhs, simplified by identities."""
    d = rhs.constant
    if d is None or d == 0:
        return intern(Mod, lhs=lhs, rhs=rhs)
    if d < 0:
        # x % -d == -((-x) % d)
        return scale(modulo(scale(lhs, -1), const(-d)), -1)
    if isinstance(lhs, Const):
        return const(lhs.number % d)
    constant, terms = parts(lhs)
    kept: dict[Expr, int] = {}
    for term, k in terms:
        r = split_coefficient(k, d)[1]
        if r:
            kept[term] = abs(r) if 2 * abs(r) == d else r
    constant %= d
    if not kept:
        return const(constant)
    g = gcd(content(tuple(kept.items())), d)
    if g > 1:
        inner = make_sum(constant // g, {t: k // g for t, k in kept.items()})
        return linear(constant % g, [(modulo(inner, const(d // g)), g)])
    if len(kept) == 1 and constant == 0:
        term, k = next(iter(kept.items()))
        if k == 1 and isinstance(term, Mod):
            inner_divisor = term.rhs.constant
            if inner_divisor is not None and inner_divisor > 0:
                if inner_divisor % d == 0:
                    return modulo(term.lhs, rhs)
                if d % inner_divisor == 0:
                    return term
    return intern(Mod, lhs=make_sum(constant, kept), rhs=rhs)


def ceildiv(lhs: Expr | int, rhs: Expr | int) -> Expr:
    """
    The quotient rounded up, for a positive rhs or a constant: the smallest integer q with
    q * rhs >= lhs, or that of the negative numbers.
    """
    lhs, rhs = as_operand(lhs), as_operand(rhs)
    if rhs.constant is not None and rhs.constant < 0:
        lhs, rhs = scale(lhs, -1), scale(rhs, -1)
    return floordiv(linear(-1, [(lhs, 1), (rhs, 1)]), rhs)
