"""Conditions as steps hold for the same sizes as those of the prover."""

from __future__ import annotations

import json
from itertools import product

import pytest

from disc_shape.engines.conditions import INTEGER, OPERATIONS, SIZE, Condition
from disc_shape.engines.steps import cond_of, condition_of
from disc_shape.symbolic import Cond, compare, conj, disj, maximum, parse_cond, sym

TEXTS = [
    "n == m",
    "n != 2*m + 1",
    "n < m + 3",
    "3*n - m <= 4",
    "n > m*n",
    "n**3 >= m*m",
    "n % 3 == 1",
    "n // m == 2",
    "min(n, m, 4) == 3 or max(n, m) >= 5",
    "n >= 1 and m >= 2 and n + m <= 6",
    "select(n == 2, m, n // 2) == 1",
    "n == 0 or m // n == 2",
    "ceildiv(n, 2) == m",
]
SIZES = [{"n": n, "m": m} for n, m in product([*range(6), 10**20], range(6))]


def holds(condition: Cond, sizes: dict[str, int]) -> bool:
    try:
        return condition.evaluate(sizes)
    except ZeroDivisionError:
        return False


@pytest.mark.parametrize("text", TEXTS)
def test_a_condition_of_steps_is_that_of_the_prover(text: str) -> None:
    condition = parse_cond(text)
    found = condition_of(condition)
    assert found.names == [one.name for one in condition.symbols]
    assert cond_of(found) is condition
    again = Condition(*json.loads(json.dumps([found.text, found.steps])))
    assert again == found
    results = [one.holds(sizes) for one in (found, again) for sizes in SIZES]
    assert results == [holds(condition, sizes) for sizes in SIZES] * 2
    assert set(results) == {False, True}


def test_names_need_not_be_words() -> None:
    """Their text cannot be read again."""
    condition = compare("<", sym("a size"), 3)
    assert cond_of(condition_of(condition)) is condition
    assert [condition_of(condition).holds({"a size": size}) for size in (2, 3)] == [True, False]


@pytest.mark.parametrize("condition", [conj(()), disj(())])
def test_conditions_without_sizes(condition: Cond) -> None:
    assert condition_of(condition).holds({}) == condition.evaluate({})


def test_every_operation_is_tested() -> None:
    used = {name for text in TEXTS for name, _ in condition_of(parse_cond(text)).steps}
    assert used == {*OPERATIONS, INTEGER, SIZE}


def test_depth_costs_nothing() -> None:
    n = found = sym("n")
    for _ in range(3000):
        found = maximum(found // 2, n) + 1
    condition = condition_of(compare(">=", found, n))
    assert condition.holds({"n": 7})
    assert not condition_of(compare("<", found, n)).holds({"n": 7})
