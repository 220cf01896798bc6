"""Sums of quotients of one number by constants, in one form.

A sum such as `h - h//2` or `(h + 2*(h//2))//4 - h//4` depends on one integer `h`, and its
increments from `h - 1` to `h` repeat with a period. They determine it but for a constant. So they
are tabulated, and the shortest sum with the same increments takes its place: `(h + 1)//2` and
`(h + 2)//4`. Every rule here is an identity of integers, whatever is known of the symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import gcd, isqrt, lcm
from typing import NamedTuple, TypeAlias

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Select
from disc_shape.symbolic.conditions import Comparison, holds
from disc_shape.symbolic.division import FloorDiv, content, floordiv
from disc_shape.symbolic.terms import Expr, Sum, const, linear, ordered_sum, parts

Increments: TypeAlias = tuple[int, ...]
"""By how much a function grows from `u - 1` to `u`, for `u` from 0 up to its period."""


class Quotient(NamedTuple):
    """`factor * ((u + shift) // divisor)`."""

    factor: int
    shift: int
    divisor: int


class Steps(NamedTuple):
    """`slope * u` and some quotients of `u`."""

    slope: int
    quotients: tuple[Quotient, ...]

    @property
    def cost(self) -> tuple[int, int, int, int, tuple[Quotient, ...]]:
        """What there is to write: terms, quotients, shifts, coefficients; it orders all sums."""
        factors = [q.factor for q in self.quotients]
        numbers = [k for k in (self.slope, *factors) if k]
        negative = sum(k < 0 for k in numbers)
        shifts = sum(q.shift for q in self.quotients)
        sizes = negative + sum(map(abs, numbers))
        return len(numbers), len(factors), shifts, sizes, self.quotients


def round_once(e: Expr) -> Expr:
    """A sum or atom with the quotients of each number in one form; `e` itself where they are."""
    groups: dict[Expr, list[Expr]] = {}
    for term, _ in parts(e)[1]:
        number = number_of(term)
        if number is not None:
            groups.setdefault(number, []).append(term)
    for number, atoms in groups.items():
        e = round_group(e, number, atoms)
    return e


def round_group(e: Expr, number: Expr, atoms: list[Expr]) -> Expr:
    """A sum with some of its terms, which depend on one number, in one form with it."""
    factors = dict(parts(e)[1])
    slope = multiple_of(number, factors)
    if len(atoms) == 1 and not slope and is_plain(atoms[0], number):
        return e
    group = linear(0, [(number, slope), *((atom, factors[atom]) for atom in atoms)])
    period = period_of(group, number)
    if not period:
        return e
    values = [value_at(group, number, at) for at in range(-1, period)]
    found = shortest(tuple([b - a for a, b in pairwise(values)]))
    if found is None:
        return e
    items = [(e, 1), (group, -1), (number, found.slope)]
    offset = values[1]
    for factor, shift, divisor in found.quotients:
        items.append((floordiv(linear(shift, [(number, 1)]), const(divisor)), factor))
        offset -= factor * (shift // divisor)
    rounded = linear(offset, items)
    if isinstance(number, Sum) and len(parts(rounded)[1]) > len(factors):
        return e
    return rounded


def is_plain(atom: Expr, number: Expr) -> bool:
    """Whether an atom is a quotient of a number that is shifted, and nothing else."""
    return isinstance(atom, FloorDiv) and parts(atom.lhs)[1] == parts(number)[1]


def number_of(atom: Expr) -> Expr | None:
    """The number that a quotient by a constant, or a choice by remainders, depends on; None for
    other terms, and for those of several numbers."""
    if atom.size > BUDGET.nodes:
        return None
    if isinstance(atom, FloorDiv):
        numbers = numbers_in(atom.lhs) if (atom.rhs.constant or 0) > 0 else {}
    elif isinstance(atom, Select) and isinstance(atom.cond, Comparison):
        sides = (atom.cond.lhs, atom.cond.rhs, atom.then, atom.other)
        numbers = {number: None for side in sides for number in numbers_in(side)}
    else:
        return None
    return next(iter(numbers)) if len(numbers) == 1 else None


def numbers_in(e: Expr) -> dict[Expr, None]:
    """What an expression depends on, if all but its quotients and choices is one number: a sum
    without constant and common factor, or one term."""
    plain: list[tuple[Expr, int]] = []
    found: dict[Expr, None] = {}
    for term, k in parts(e)[1]:
        number = number_of(term)
        if number is None:
            plain.append((term, k))
        else:
            found[number] = None
    if plain:
        k = content(tuple(plain)) * (1 if plain[0][1] > 0 else -1)
        found[ordered_sum(0, tuple([(term, j // k) for term, j in plain]))] = None
    return found


def multiple_of(number: Expr, terms: Mapping[Expr, int]) -> int:
    """How often a number is in terms that are a multiple of it, or also something else."""
    first, unit = parts(number)[1][0]
    return terms.get(first, 0) // unit


def period_of(e: Expr, number: Expr) -> int:
    """After how many steps of a number the increments of what depends on it repeat; 0 where they do
    not, or not soon."""
    period = 1
    for term, _ in parts(e)[1]:
        if number_of(term) is number:
            inner = atom_period(term, number)
            period = lcm(period, inner) if inner else 0
            if not 0 < period <= BUDGET.nodes:
                return 0
    return period


def atom_period(atom: Expr, number: Expr) -> int:
    """`period_of` for a quotient or a choice."""
    if isinstance(atom, FloorDiv):
        period = period_of(atom.lhs, number)
        rise = rise_of(atom.lhs, number, period)
        divisor = atom.rhs.constant or 1
        return period * (divisor // gcd(rise, divisor))
    assert isinstance(atom, Select)
    assert isinstance(atom.cond, Comparison)
    gap = linear(0, [(atom.cond.lhs, 1), (atom.cond.rhs, -1)])
    arms = linear(0, [(atom.then, 1), (atom.other, -1)])
    periods = [period_of(side, number) for side in (gap, atom.then, atom.other)]
    period = lcm(*periods)
    if period > BUDGET.nodes:
        return 0
    # the same arm is taken one period later, and both rise alike
    steady = rise_of(gap, number, period) == 0 == rise_of(arms, number, period)
    return period if steady else 0


def rise_of(e: Expr, number: Expr, period: int) -> int:
    """By how much an expression is larger one period later."""
    return value_at(e, number, period) - value_at(e, number, 0)


def value_at(e: Expr, number: Expr, at: int) -> int:
    """An expression that depends on one number, where that has a value."""
    constant, terms = parts(e)
    total = constant
    plain: dict[Expr, int] = {}
    for term, k in terms:
        if number_of(term) is not number:
            plain[term] = k
        elif isinstance(term, FloorDiv):
            total += k * (value_at(term.lhs, number, at) // (term.rhs.constant or 1))
        elif isinstance(term, Select) and isinstance(term.cond, Comparison):
            sides = [value_at(side, number, at) for side in (term.cond.lhs, term.cond.rhs)]
            arm = term.then if holds(term.cond.op, *sides) else term.other
            total += k * value_at(arm, number, at)
    return total + at * multiple_of(number, plain)


@lru_cache(maxsize=4096)
def shortest(increments: Increments) -> Steps | None:
    """The shortest sum of a multiple of a number and at most two quotients with some increments."""
    increments = repeated(increments)
    period = len(increments)
    found = list(with_one_quotient(increments))
    if not found and period <= 2 * BUDGET.cases:
        differences = {a - b for a in increments for b in increments} - {0}
        for divisor in divisors(period)[1:]:
            for shift in range(divisor):
                jumps = [(i + shift) % divisor == 0 for i in range(period)]
                for factor in differences:
                    rest = tuple(a - factor * j for a, j in zip(increments, jumps, strict=True))
                    quotient = Quotient(factor, shift, divisor)
                    for slope, others in with_one_quotient(rest):
                        if all(q.divisor != divisor or q.shift != shift for q in others):
                            found.append(Steps(slope, tuple(sorted((quotient, *others)))))
    return min(found, key=lambda steps: steps.cost, default=None)


def with_one_quotient(increments: Increments) -> Iterator[Steps]:
    """A multiple of a number and at most one quotient with some increments: all but those at the
    multiples of the divisor are equal."""
    once = repeated(increments)
    period = len(once)
    if period == 1:
        yield Steps(once[0], ())
        return
    for at, jump in enumerate(once):
        others = {a for i, a in enumerate(once) if i != at}
        if len(others) == 1:
            slope = others.pop()
            yield Steps(slope, (Quotient(jump - slope, -at % period, period),))


def repeated(increments: Increments) -> Increments:
    """The shortest of what increments repeat."""
    count = len(increments)
    periods = (d for d in divisors(count) if increments[:d] * (count // d) == increments)
    return increments[: next(periods)]


def divisors(value: int) -> list[int]:
    """The divisors of a number above zero, ascending (trial division; callers bound the size)."""
    small = [v for v in range(1, isqrt(value) + 1) if value % v == 0]
    return sorted({*small, *(value // v for v in small)})
