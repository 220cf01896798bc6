"""Interval and residue arithmetic against enumeration, empty intervals included."""

import itertools
from typing import TypeAlias

import pytest

from disc_shape.symbolic.intervals import (
    Interval,
    inside,
    join_residues,
    largest_interval,
    multiply_residues,
    plus,
    power_interval,
    quotient_interval,
    root_interval,
    round_to_residue,
    scaled_interval,
    times_interval,
)

Ends: TypeAlias = list[int | None]
ENDS: Ends = [None, -4, -1, 0, 1, 3]
INTERVALS: list[Interval] = list(itertools.product(ENDS, ENDS))
CLASSES = [(0, 5), (1, 0), (2, 1), (3, 2), (4, 2), (6, 0)]


def members(interval: Interval) -> list[int]:
    return [v for v in range(-9, 10) if inside(interval, v)]


def test_every_result_holds_every_value() -> None:
    for a, b in itertools.product(INTERVALS, INTERVALS):
        total, whole, largest = plus(a, b), times_interval(a, b), largest_interval((a, b))
        for x, y in itertools.product(members(a), members(b)):
            assert inside(total, x + y)
            assert inside(whole, x * y)
            assert inside(largest, max(x, y))
        if b[0] is not None and b[0] >= 1:
            quotient = quotient_interval(a, b)
            for x, y in itertools.product(members(a), members(b)):
                assert inside(quotient, x // y)


def test_powers_and_multiples() -> None:
    for a in INTERVALS:
        for x in members(a):
            for n in (1, 2, 3, 4):
                assert inside(power_interval(a, n), x**n)
            for k in (-3, 1, 2):
                assert inside(scaled_interval(a, k), k * x)
    assert power_interval((-3, 2), 2) == (0, 9)


def test_roots() -> None:
    for powers, base in itertools.product(INTERVALS, INTERVALS):
        for n in (1, 2, 3, 4, 5):
            found = root_interval(powers, base, n)
            for x in members(base):
                assert inside(found, x) or not inside(powers, x**n)
            assert all(inside(base, x) for x in members(found))
    assert root_interval((5, 26), (0, None), 2) == (3, 5)
    assert root_interval((5, 26), (None, 0), 2) == (-5, -3)
    assert root_interval((5, 26), (None, None), 2) == (-5, 5)
    assert root_interval((-28, 63), (None, None), 3) == (-3, 3)
    assert root_interval((10**30, 10**30), (0, None), 3) == (10**10, 10**10)


def fits(value: int, residue: tuple[int, int]) -> bool:
    m, r = residue
    return value == r if m == 0 else value % m == r


def test_residues() -> None:
    values = range(-30, 31)
    for a, b in itertools.product(CLASSES, CLASSES):
        for x in values:
            if fits(x, a) or fits(x, b):
                assert fits(x, join_residues(a, b))
            for y in values:
                if fits(x, a) and fits(y, b):
                    assert fits(x * y, multiply_residues(a, b))


@pytest.mark.parametrize(
    ("interval", "residue", "expected"),
    [((3, 62), (8, 5), (5, 61)), ((0, None), (4, 3), (3, None)), ((None, 9), (0, 4), (4, 4))],
)
def test_rounding(interval: Interval, residue: tuple[int, int], expected: Interval) -> None:
    assert round_to_residue(interval, residue) == expected
