"""Minima and maxima that facts decide, and what says the same as the decisions."""

from itertools import product

import pytest

from disc_shape.rewriting.decisions import decisions_in
from disc_shape.symbolic import Prover, parse_cond, sym

SIZES = (0, 1, 2, 7, 8, 9, 10)


def prover(*facts: str) -> Prover:
    found = Prover()
    for name in ("a", "b"):
        found.declare(sym(name), lo=0)
    for fact in facts:
        found.assume(parse_cond(fact))
    return found


@pytest.mark.parametrize(
    ("fact", "condition", "decided", "orders", "are_ranges"),
    [
        ("a <= 8", "2*(min(a, 9)//2) == min(a, 9)", "2*(a//2) == a", ["a <= 9"], True),
        ("a >= 1", "b*max(a, 1) == 8", "b*a == 8", ["a >= 1"], True),
        ("a <= b", "2*min(a, b) == 8", "2*a == 8", ["a <= b"], False),
        ("a == 0", "max(a, b) == 8", "b == 8", ["b >= a"], False),
    ],
)
def test_decided(
    fact: str, condition: str, decided: str, orders: list[str], are_ranges: bool
) -> None:
    statement = parse_cond(condition)
    found = decisions_in(statement, prover(fact).canonical)
    result = statement.substitute(found.chosen)
    assert all(order.is_range is are_ranges for order in found.orders)
    for a, b in product(SIZES, repeat=2):
        values = {"a": a, "b": b}
        holds = all(order.condition.evaluate(values) for order in found.orders)
        assert holds is all(parse_cond(order).evaluate(values) for order in orders)
        assert result.evaluate(values) is parse_cond(decided).evaluate(values)
        if holds:
            assert result.evaluate(values) is statement.evaluate(values)


@pytest.mark.parametrize("condition", ["min(a, 9) == 2*b", "max(a, b) == 8", "2*(a//2) == a"])
def test_undecided(condition: str) -> None:
    found = decisions_in(parse_cond(condition), prover("a <= 10").canonical)
    assert not found.chosen
    assert not found.orders
