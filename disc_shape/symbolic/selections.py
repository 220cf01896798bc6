"""Normal forms of `max` and `select`, for operands that are normal.

A maximum of two becomes `x + max(y - x, 0)`. A selection that is a maximum becomes one, one whose
operands agree where it matters becomes an operand, and the first of several sizes that is not 1
(what broadcasting gives) has its sizes in one order as far as facts let them change places.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from disc_shape.symbolic.choice import Max, Select, maximum, select
from disc_shape.symbolic.conditions import FALSE, TRUE, Comparison, Cond, Truism, compare, disj
from disc_shape.symbolic.division import content, divided
from disc_shape.symbolic.domains import form_of, is_positive_part
from disc_shape.symbolic.interfaces import Forms
from disc_shape.symbolic.logic import difference, normal_cond, quick, reduced, written
from disc_shape.symbolic.nodes import sort_text
from disc_shape.symbolic.products import without_factors
from disc_shape.symbolic.terms import ZERO, Const, Expr, Symbol, const, linear, minus, parts, scale


def largest(normals: Forms, args: list[Expr]) -> Expr:
    """The maximum of normal operands."""
    surely_ge = normals.domains.surely_ge
    if len(args) == 2 and not isinstance(args[0], Max) and not isinstance(args[1], Max):
        a, b = args
        gap = minus(b, a)
        lo, hi = normals.domains.bounds(gap)
        if hi is not None and hi <= 0:
            return a
        if lo is not None and lo >= 0:
            return b
        return shifted(normals, a, b, gap)
    flat: dict[Expr, None] = {}
    for arg in args:
        flat.update(dict.fromkeys(arg.args if isinstance(arg, Max) else (arg,)))
    kept: list[Expr] = []
    apart = unrelated(normals, flat) if len(flat) > FEW else frozenset[Expr]()
    if apart:
        kept = undominated(normals, apart)
        flat = dict.fromkeys(arg for arg in flat if arg not in apart)
    for arg in flat:
        if any(surely_ge(other, arg) for other in kept):
            continue
        kept = [other for other in kept if not surely_ge(arg, other)]
        kept.append(arg)
    if len(kept) == 1:
        return kept[0]
    if len(kept) == 2:
        return shifted(normals, kept[0], kept[1], minus(kept[1], kept[0]))
    return maximum(*kept)


FEW = 8
"""So many operands of a maximum are compared pair by pair."""


def unrelated(normals: Forms, args: Iterable[Expr]) -> frozenset[Expr]:
    """
    The operands that are a symbol or the negative of one, none of the symbols in a known range of a
    sum: only their own ranges compare them.
    """
    related = {symbol for form in normals.domains.store.forms for symbol in form.symbols}
    single = {arg: parts(arg) for arg in args}
    return frozenset(
        arg
        for arg, (constant, terms) in single.items()
        if constant == 0
        and len(terms) == 1
        and abs(terms[0][1]) == 1
        and isinstance(terms[0][0], Symbol)
        and terms[0][0] not in related
    )


def undominated(normals: Forms, args: Iterable[Expr]) -> list[Expr]:
    """The operands that no other one is surely at least as large as, by their own ranges."""
    ranges = {arg: normals.domains.bounds(arg) for arg in args}
    lowest = max((low for low, _ in ranges.values() if low is not None), default=None)
    if lowest is None:
        return list(ranges)
    first = next(arg for arg, (low, _) in ranges.items() if low == lowest)
    return [
        arg for arg, (_, high) in ranges.items() if arg is first or high is None or high > lowest
    ]


def shifted(normals: Forms, a: Expr, b: Expr, gap: Expr) -> Expr:
    """
    max(a, b), gap being b - a, as a sum with a positive part, in which no maximum stands alone with
    a number: max(max(x, y) - 3, 0) is the largest of x - 3, y - 3 and 0. What lies between two ends
    is one form: max(min(y, h), 0) is min(max(y, 0), h), which is max(y, 0) - max(y - h, 0), and
    max(max(y, 0) - h, 0) is max(y - h, 0), for an h that is not negative.
    """
    for lower, above in ((a, gap), (b, scale(gap, -1))):
        constant, terms = parts(above)
        if len(terms) == 1 and terms[0][1] == 1 and isinstance(terms[0][0], Max):
            moved = [linear(constant, ((arg, 1),)) for arg in terms[0][0].args]
            return linear(0, ((lower, 1), (largest(normals, [*moved, ZERO]), 1)))
        for term, k in terms:
            if k not in (1, -1) or not is_positive_part(term):
                continue
            assert isinstance(term, Max)
            rest = linear(0, ((above, 1), (term, -k)))
            if k == -1 and normals.domains.surely_ge(rest, term.args[0]):
                return linear(0, ((lower, 1), (largest(normals, [ZERO, rest]), 1), (term, -1)))
            if k == 1 and normals.domains.surely_ge(ZERO, rest):
                case = linear(0, ((rest, 1), (term.args[0], 1)))
                return linear(0, ((lower, 1), (largest(normals, [ZERO, case]), 1)))
    return linear(0, ((a, 1), (positive_part(gap), 1)))


def positive_part(d: Expr) -> Expr:
    """max(d, 0), with one of d and -d chosen to be inside."""
    if isinstance(d, Const):
        return d if d.number > 0 else ZERO
    constant, terms = parts(d)
    g = content(terms)
    if constant % g == 0 and g > 1:
        return scale(positive_part(divided(d, g)), g)
    if terms[0][1] < 0:
        return linear(0, [(d, 1), (maximum(scale(d, -1), 0), 1)])
    return maximum(d, 0)


def selection(normals: Forms, e: Select) -> Expr:
    """A selection between operands that are made normal here."""
    cond = normal_cond(normals, e.cond)
    then, other = unconditional(cond, normals.of(e.then), normals.of(e.other))
    if then is other:
        return then
    if isinstance(cond, Truism):
        return then if cond.holds else other
    if not isinstance(cond, Comparison):
        return select(cond, then, other)
    found = as_maximum(normals, cond, then, other) or normals.hypotheses.agreeing(cond, then, other)
    if found is not None:
        return found
    if cond.op == "!=":
        cond, then, other = compare("==", cond.lhs, cond.rhs), other, then
    return in_order(normals, select(cond, then, other))


def unconditional(cond: Cond, then: Expr, other: Expr) -> tuple[Expr, Expr]:
    """
    The operands of a selection without selections by the same condition, of which each has one
    answer: `select(c, select(c, x, y), y)` is `select(c, x, y)`.
    """
    while isinstance(then, Select) and then.cond is cond:
        then = then.then
    while isinstance(other, Select) and other.cond is cond:
        other = other.other
    return then, other


def as_maximum(normals: Forms, cond: Comparison, then: Expr, other: Expr) -> Expr | None:
    """select(d >= 0, b + k*d, b) == b + k*max(d, 0), in which max(d, 0) may well be d."""
    if cond.op not in ("<=", "<", ">=", ">"):
        return None
    d = cond.rhs - cond.lhs if cond.op[0] == "<" else cond.lhs - cond.rhs
    gap = then - other
    for shifted in (d, d + 1 if len(cond.op) == 2 else d - 1):
        k = multiple(gap, shifted)
        if k is not None:
            return linear(0, [(other, 1), (largest(normals, [shifted, ZERO]), k)])
    return None


def multiple(a: Expr, b: Expr) -> int | None:
    """k with a == k * b and k not 0, if there is one."""
    ta, tb = parts(a)[1], parts(b)[1]
    if not tb or len(ta) != len(tb) or ta[0][1] % tb[0][1]:
        return None
    k = ta[0][1] // tb[0][1]
    return k if scale(b, k) is a else None


# -- the first of several sizes that is not 1


def in_order(normals: Forms, e: Expr) -> Expr:
    """
    `select(x == c, y, x)`, the first of x and y that is not c, is the first of y and x as well
    where `x == c or y == c or x == y`: the two that come first in print change places, also inside
    longer chains.
    """
    passed = passed_over(e) if normals.domains.store.clauses else None
    if passed is None:
        return e
    assert isinstance(e, Select)
    chain: list[Expr] = [e.other]
    rest = e.then
    while isinstance(rest, Select) and passed_over(rest) == passed:
        chain.append(rest.other)
        rest = rest.then
    stated = [*chain, rest]
    chain = list(dict.fromkeys(stated))
    for end in range(len(chain) - 1, 0, -1):
        for i in range(end):
            x, y = chain[i], chain[i + 1]
            if sort_text(y) < sort_text(x) and interchangeable(normals, x, y, passed):
                chain[i], chain[i + 1] = y, x
    if chain == stated:
        return e
    result = chain[-1]
    for x in reversed(chain[:-1]):
        result = select(is_equal(normals, x, const(passed)), result, x)
    return result


def passed_over(e: Expr) -> int | None:
    """The number c of a normal `select(x == c, y, x)`, else None."""
    if not isinstance(e, Select) or not isinstance(e.cond, Comparison) or e.cond.op != "==":
        return None
    form, k, shift = form_of(e.other)
    other_form, j, at = form_of(difference(e.cond)[1])
    return shift - k * at // j if form is other_form and k * at % j == 0 else None


def interchangeable(normals: Forms, x: Expr, y: Expr, c: int) -> bool:
    """Whether a fact in force is that x == c or y == c or x == y, or only two of these."""
    clauses = normals.domains.store.clauses
    found = [
        is_equal(normals, a, b) for a, b in ((x, const(c)), (y, const(c)), (x, y)) if a is not b
    ]
    open_ones = sorted((cond for cond in found if cond is not FALSE), key=sort_text)
    return TRUE in open_ones or any(
        disj(some) in clauses for n in (3, 2) for some in combinations(open_ones, n)
    )


def is_equal(normals: Forms, a: Expr, b: Expr) -> Cond:
    """a == b for normal operands, as the prover writes it. They are not made normal again: inside
    rules that hold themselves that would not come to an end soon."""
    goal = reduced("==", linear(0, ((a, 1), (b, -1))))
    if isinstance(goal, Truism):
        return goal
    e = without_factors(normals.domains, *goal)
    return quick(normals.domains, "==", e) or written("==", e)
