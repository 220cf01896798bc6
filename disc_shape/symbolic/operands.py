"""Layer 5: what the value or the range of an atom or a product implies of its operands."""

from __future__ import annotations

from collections.abc import Iterator

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.domains import Domains, form_of, is_positive_part
from disc_shape.symbolic.interfaces import Forms
from disc_shape.symbolic.intervals import (
    EVERYTHING,
    Interval,
    inside,
    is_too_large,
    meet,
    root_interval,
    scaled_interval,
)
from disc_shape.symbolic.monomials import without
from disc_shape.symbolic.products import is_positive
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Product, Sum, affine, linear, minus, multiply
from disc_shape.symbolic.worklist import Statement


def of_interval(domains: Domains, atom: Expr, interval: Interval) -> Iterator[Statement]:
    """What holds of the operands of an atom or a product that lies in an interval."""
    lo, hi = interval
    if isinstance(atom, Sum):
        yield from of_sum(domains, atom, interval)
    elif isinstance(atom, FloorDiv) and domains.positive(atom.rhs):
        if lo is not None:
            yield ">=", linear(0, [(atom.lhs, 1), (atom.rhs, -lo)])
        if hi is not None:
            yield ">=", linear(-1, [(atom.rhs, hi + 1), (atom.lhs, -1)])
    elif isinstance(atom, Max):
        if hi is not None:
            for arg in atom.args:
                yield ">=", linear(hi, [(arg, -1)])
        if lo is not None and lo > 0 and is_positive_part(atom):
            yield ">=", linear(-lo, [(atom.args[0], 1)])
    elif isinstance(atom, Product):
        if (lo, hi) != (1, None) or not is_positive(domains, atom):
            yield from of_product(domains, atom, interval)


def of_sum(domains: Domains, form: Sum, interval: Interval) -> Iterator[Statement]:
    """In which intervals the terms of a sum without constant lie, where it lies in one: those that
    are smaller than what is known of them."""
    if len(form.terms) > BUDGET.statements:
        return
    spans = [(t, k, scaled_interval(domains.bounds(t), k)) for t, k in form.terms]
    lows = [s[0] for _, _, s in spans if s[0] is not None]
    highs = [s[1] for _, _, s in spans if s[1] is not None]
    low_gaps, high_gaps = len(spans) - len(lows), len(spans) - len(highs)
    low_sum, high_sum = sum(lows), sum(highs)
    lo, hi = interval
    for term, k, (low, high) in spans:
        least = most = None
        if lo is not None and high_gaps <= (high is None):
            least = lo - (high_sum - (high or 0))
        if hi is not None and low_gaps <= (low is None):
            most = hi - (low_sum - (low or 0))
        if k < 0:
            least, most = most, least
        least = None if least is None else -(-least // k)
        most = None if most is None else most // k
        new = None if is_too_large(least) else least, None if is_too_large(most) else most
        have = domains.bounds(term)
        if new != EVERYTHING and meet(have, new) != have:
            yield term, new


def of_product(domains: Domains, term: Product, interval: Interval) -> Iterator[Statement]:
    """What holds of the factors of a product that lies in an interval."""
    lo, hi = interval
    for factor, n in term.factors:
        have = domains.bounds(factor)
        if (have[0] is None or have[0] < 0) and not inside(interval, 0):
            yield "!=", factor
        others = without(term, [(factor, n)])
        low, high = domains.bounds(others)
        if low is None or low < 1:
            # not negative, and not 0 where the product is not
            if low != 0 or lo is None or lo < 1:
                continue
            low = 1
            if high == 0:
                yield "!=", others
                continue
        least, most = root_interval(ratio_range((lo, hi), low, high), have, n)
        if least is not None and (have[0] is None or have[0] < least):
            yield ">=", affine(factor, 1, -least)
        if most is not None and (have[1] is None or have[1] > most):
            yield ">=", affine(factor, -1, most)


def ratio_range(product: Interval, low: int, high: int | None) -> Interval:
    """The range of a factor of a product in an interval, where the other lies in [low, high] and is
    at least 1."""
    lo, hi = product
    least = most = None
    if lo is not None:
        least = -(-lo // low) if lo <= 0 else 1 if high is None else -(-lo // high)
    if hi is not None:
        most = hi // low if hi >= 0 else -1 if high is None else hi // high
    return least, most


def of_rule(normals: Forms, term: Expr, value: Expr) -> Iterator[Statement]:
    """What follows where an atom or a product equals a value: the operands of an atom are as close
    to that as to the atom."""
    domains = normals.domains
    if isinstance(term, FloorDiv):
        d = term.rhs
        if domains.positive(d):
            below = linear(0, [(term.lhs, 1), (multiply(d, value), -1)])
            yield ">=", below
            yield ">=", linear(-1, [(d, 1), (below, -1)])
    elif isinstance(term, Max):
        # it is one of the operands that it may equal
        gaps = [minus(value, arg) for arg in term.args]
        for gap in gaps:
            yield ">=", gap
        possible = [gap for gap in gaps if not domains.never_zero(normals.of(gap))]
        if len(possible) < 2:
            yield "==", (possible or gaps)[0]
    elif not isinstance(term, Product):
        return
    if are_sizes(domains.store, term, True) and are_sizes(domains.store, value, False):
        return
    lo, hi = domains.atom_range(term)
    low, high = domains.bounds(value)
    if isinstance(term, Product):
        if lo == low == 1 and hi is high is None:
            return
        yield from of_interval(domains, term, (low, high))
    lo = None if lo is None or (low is not None and low >= lo) else lo
    hi = None if hi is None or (high is not None and high <= hi) else hi
    if (lo, hi) != EVERYTHING:
        yield value, (lo, hi)


def are_sizes(store: Store, e: Expr, least: bool) -> bool:
    """Whether an expression is one of sizes that are at least 1 (with `least`, a product of
    those of which no more is known) and without a bound above: no range of it is news."""
    if isinstance(e, Sum) and not least:
        if not e.polynomial or e.constant_term < 0 or min([k for _, k in e.terms]) < 0:
            return False
        if form_of(e)[0] in store.forms:
            return False
    elif type(e) is not Product or not e.polynomial or e in store.forms:
        return False
    for symbol in e.symbols:
        dim = store.dims[symbol]
        if dim.hi is not None or dim.lo is None or dim.lo < 1 or (least and dim.lo > 1):
            return False
    return True
