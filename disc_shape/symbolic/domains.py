"""Layer 3: ranges, residues and signs of normal expressions, read off what the dims know.

Nothing here changes state: the bounds of dims are moved by `inequalities.py`, these methods carry
them up through an expression. A floor quotient is never further than one divisor from the exact
quotient, and max(d, 0) is either d or 0; both are used so that `p - s` with `p = (s + 7)//8*8` is
known to lie in [0, 7] although neither p nor s is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max, Select
from disc_shape.symbolic.division import FloorDiv, content
from disc_shape.symbolic.intervals import (
    EVERYTHING,
    Interval,
    inside,
    join,
    largest_interval,
    meet,
    plus,
    power_interval,
    quotient_interval,
    round_to_residue,
    scaled_interval,
    times_interval,
)
from disc_shape.symbolic.residues import Residues
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import (
    Const,
    Expr,
    Product,
    Sum,
    Symbol,
    linear,
    minus,
    ordered_sum,
    parts,
    scale,
)


class Domains:
    """Ranges and residues of expressions."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.congruence = Residues().of
        self.ranges: dict[Expr, tuple[int, Interval]] = {}
        """By large atom, its range and the epoch of it."""

    def bounds(self, e: Expr) -> Interval:
        """An interval that holds every value of a normal expression."""
        if type(e) is Symbol:
            dim = self.store.dims.get(e) or self.store.dim(e)
            return dim.lo, dim.hi
        if isinstance(e, Const):
            return e.number, e.number
        if isinstance(e, Sum):
            found = self.sum_bounds(e, BUDGET.depth)
            if found[0] is None and found[1] is None:
                return found
            residue = self.congruence(e)
            return found if residue[0] == 1 else round_to_residue(found, residue)
        if isinstance(e, Product):
            return self.atom_bounds(e)
        if e.size > BUDGET.large:
            return EVERYTHING
        held = self.ranges.get(e)
        if held is None or held[0] != self.store.epoch:
            held = self.ranges[e] = (self.store.epoch, self.atom_bounds(e))
        return held[1]

    def atom_bounds(self, e: Expr) -> Interval:
        """The range of an atom or a product, from its operands and from facts about it."""
        found = self.atom_range(e)
        known = self.store.forms.get(e)
        return found if known is None else meet(found, known)

    def atom_range(self, e: Expr) -> Interval:
        """The range of a product, quotient, maximum or selection from those of its operands."""
        if isinstance(e, Product):
            return self.sizes_range(e) or self.product_range(e)
        if isinstance(e, FloorDiv):
            divisor = self.bounds(e.rhs)
            if divisor[0] is not None and divisor[0] >= 1:
                return quotient_interval(self.bounds(e.lhs), divisor)
            return EVERYTHING
        if isinstance(e, Max):
            return largest_interval([self.bounds(arg) for arg in e.args])
        if isinstance(e, Select):
            return join(self.bounds(e.then), self.bounds(e.other))
        return EVERYTHING

    def sizes_range(self, e: Product) -> Interval | None:
        """The range of a product of symbols that are none of them negative; else None."""
        dims = self.store.dims
        low: int = 1
        high: int | None = 1
        for factor, n in e.factors:
            dim = dims.get(factor) if type(factor) is Symbol else None
            if dim is None:
                return None
            lo, hi = dim.lo, dim.hi
            if lo != 1:
                if lo is None or lo < 0:
                    return None
                low *= lo**n
            if hi is None:
                high = None
            elif hi == 0:
                return 0, 0
            elif high is not None:
                high *= hi**n
        return low, high

    def product_range(self, e: Product) -> Interval:
        """The range of a product, factor by factor."""
        result: Interval = (1, 1)
        for factor, n in e.factors:
            result = times_interval(result, power_interval(self.bounds(factor), n))
        return result

    def plainly_above(self, e: Expr, low: int) -> bool:
        """Whether e >= low by the ranges of its terms one by one: quick, and often enough."""
        constant, terms = parts(e)
        for term, k in terms:
            at = self.bounds(term)[0 if k > 0 else 1]
            if at is None:
                return False
            constant += k * at
        return constant >= low

    def sum_bounds(self, e: Sum, depth: int) -> Interval:
        """The range of a sum: term by term, and once more with a quotient or maximum relaxed."""
        lo: int | None = e.constant_term
        hi: int | None = e.constant_term
        relaxed: Expr | None = None
        scale = 1
        maxima = 0
        for term, k in e.terms:
            low, high = self.bounds(term)
            if k < 0:
                low, high = high, low
            lo = None if lo is None or low is None else lo + k * low
            hi = None if hi is None or high is None else hi + k * high
            if type(term) is not Symbol and type(term) is not Product and len(e.terms) > 1:
                if relaxed is None and (isinstance(term, FloorDiv) or is_positive_part(term)):
                    relaxed, scale = term, k
                maxima += isinstance(term, Max)
        result: Interval = (lo, hi)
        if self.store.forms:
            form, scale_by, constant = form_of(e)
            known = self.store.forms.get(form)
            if known is not None:
                known = scaled_interval(known, scale_by)
                result = meet(result, plus(known, (constant, constant)))
        if depth and maxima > 1:
            for left, right, k, lowest, width in clamps(e.terms):
                rest = linear(0, [(e, 1), (left, -k), (right, k)])
                between = scaled_interval((lowest, lowest + width), k)
                result = meet(result, plus(self.depth_bounds(rest, depth - 1), between))
        if relaxed is None or depth == 0:
            return result
        rest = linear(0, [(e, 1), (relaxed, -scale)])
        if isinstance(relaxed, FloorDiv):
            return meet(result, self.relax_quotient(relaxed, scale, rest, depth))
        assert isinstance(relaxed, Max)
        zero = self.depth_bounds(rest, depth - 1)
        whole = self.depth_bounds(linear(0, [(rest, 1), (relaxed.args[0], scale)]), depth - 1)
        either = join(zero, whole)
        if scale > 0:
            # e is the larger of the two cases
            return meet(result, meet(either, (meet(zero, (whole[0], None))[0], None)))
        return meet(result, meet(either, (None, meet(zero, (None, whole[1]))[1])))

    def relax_quotient(self, quotient: FloorDiv, k: int, rest: Expr, depth: int) -> Interval:
        """The range of rest + k * (y // d), from  y - d + 1 <= d * (y // d) <= y."""
        d = quotient.rhs.constant
        if d is None:
            return EVERYTHING
        if d < 1:
            return EVERYTHING
        base = linear(0, [(rest, d), (quotient.lhs, k)])
        lo, hi = self.depth_bounds(base, depth - 1)
        slack = k * (d - 1)
        low_slack, high_slack = (slack, 0) if k > 0 else (0, slack)
        return (
            None if lo is None else -((low_slack - lo) // d),
            None if hi is None else (hi - high_slack) // d,
        )

    def depth_bounds(self, e: Expr, depth: int) -> Interval:
        """The range of an expression, with as many terms of a sum relaxed."""
        return self.sum_bounds(e, depth) if isinstance(e, Sum) else self.bounds(e)

    def never_zero(self, e: Expr) -> bool:
        """Whether a normal expression surely differs from 0."""
        if type(e) is Symbol:
            dim = self.store.dims.get(e) or self.store.dim(e)
            if (dim.lo is not None and dim.lo > 0) or (dim.hi is not None and dim.hi < 0):
                return True
            return e in self.store.nonzeros or bool(dim.holes and not allowed(dim.holes, 0))
        if isinstance(e, Const):
            return e.number != 0
        return self.differs(e) or not inside(self.bounds(e), 0)

    def differs(self, e: Expr) -> bool:
        """Whether facts or residues, not ranges, imply that a normal expression is not 0."""
        if self.store.nonzeros and signed(e) in self.store.nonzeros:
            return True
        if isinstance(e, Product):
            for factor, _ in e.factors:
                if not self.never_zero(factor):
                    break
            else:
                return True
        m, r = self.congruence(e)
        return r % m != 0 if m else r != 0

    def positive(self, e: Expr) -> bool:
        """Whether a normal expression is surely at least 1."""
        lo = self.bounds(e)[0]
        return lo is not None and lo >= 1

    def surely_ge(self, a: Expr, b: Expr) -> bool:
        """A cheap proof of a >= b for normal operands."""
        return self.surely_nonnegative(minus(a, b))

    def surely_nonnegative(self, e: Expr) -> bool:
        """A cheap proof of e >= 0 for a normal e."""
        lo = self.bounds(e)[0]
        return lo is not None and lo >= 0


def signed(e: Expr) -> Expr:
    """e or -e: the one with a leading coefficient above zero."""
    _, terms = parts(e)
    return scale(e, -1) if terms and terms[0][1] < 0 else e


def form_of(e: Expr) -> tuple[Expr, int, int]:
    """e == k * form + c, as (form, k, c): one key for a sum, its multiples and its shifts."""
    c, terms = parts(e)
    k = content(terms)
    if terms and terms[0][1] < 0:
        k = -k
    if k == 1 and c == 0:
        return e, 1, 0
    if not terms:
        return e, k, c
    return ordered_sum(0, tuple([(t, j // k) for t, j in terms])), k, c


def allowed(holes: tuple[Interval, ...], value: int) -> bool:
    """Whether a value lies in one of several intervals."""
    return any(inside(part, value) for part in holes)


def is_positive_part(e: Expr) -> bool:
    """Whether an atom is max(d, 0)."""
    return isinstance(e, Max) and len(e.args) == 2 and e.args[1].constant == 0


class Clamp(NamedTuple):
    """factor*(left - right): the maxima max(x, c) and max(y, d), x - c being more than y - d."""

    left: Max
    right: Max
    factor: int
    lowest: int
    """c - d, the difference of the maxima until x exceeds c."""
    width: int
    """By how much x - c exceeds y - d, and so what the difference grows by until y exceeds d."""


def clamps(terms: Sequence[tuple[Expr, int]]) -> Iterator[Clamp]:
    """The differences of two maxima among some terms that stay between two numbers."""
    found = [
        (term, k, term.args[1].constant)
        for term, k in terms
        if isinstance(term, Max) and len(term.args) == 2
    ]
    if len(found) < 2:
        return
    for left, k, c in found:
        for right, other, d in found:
            if k + other == 0 and c is not None and d is not None:
                width = linear(d - c, [(left.args[0], 1), (right.args[0], -1)]).constant
                if width is not None and width > 0:
                    yield Clamp(left, right, k, c - d, width)
