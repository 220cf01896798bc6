"""Bounds of numbers made of others that a machine holds, though nothing else is known of them."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import IndexType, IntegerType, Signedness, TensorType, f32, i1
from xdsl.ir import Attribute

from disc_shape.relations import RelationState
from disc_shape.relations.machine import INDEX_RANGE, bounds
from disc_shape.relations.value_types import integer_range
from disc_shape.symbolic import maximum, minimum

LEAST, MOST = INDEX_RANGE


def test_bounds() -> None:
    state = RelationState()
    a, b = state.fresh(None, None), state.fresh(None, None)
    size = state.fresh(2, 5)
    assert bounds(a, state) == (LEAST, MOST)
    assert bounds(a + b, state) == (2 * LEAST, 2 * MOST)
    assert bounds(-3 * a + 1, state) == (-3 * MOST + 1, -3 * LEAST + 1)
    assert bounds(a * b, state) == (LEAST * MOST, LEAST * LEAST)
    assert bounds(a // 2, state) == (LEAST // 2, MOST // 2)
    assert bounds(a // size, state) == (LEAST // 2, MOST // 2)
    assert bounds(minimum(a, b), state) == (LEAST, MOST)
    assert bounds(maximum(size, 3), state) == (3, 5)


def test_a_divisor_that_may_be_zero_or_negative_bounds_nothing() -> None:
    state = RelationState()
    a = state.fresh(None, None)
    assert bounds(a // state.fresh(0, 5), state) == (None, None)
    assert bounds(a // state.fresh(1, 5), state) == (LEAST, MOST)


@pytest.mark.parametrize(
    ("type", "least", "most"),
    [
        (i1, 0, 1),
        (IntegerType(8), -128, 127),
        (TensorType(IntegerType(8, Signedness.UNSIGNED), [2]), 0, 255),
        (IndexType(), None, None),
        (f32, None, None),
    ],
)
def test_ranges_of_types(type: Attribute, least: int | None, most: int | None) -> None:
    assert integer_range(type) == (least, most)
