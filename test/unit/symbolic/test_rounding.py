"""Choices by divisibility, which are how programs round quotients, against plain arithmetic."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disc_shape.symbolic import Select, ceildiv, compare, select, sym

X, Y = sym("x"), sym("y")


@pytest.mark.parametrize(
    ("divisor", "step"), [(2, 1), (2, -1), (3, 1), (3, -1), (4, 2), (7, -3), (1, 5)]
)
@pytest.mark.parametrize("swapped", [False, True])
def test_the_next_quotient_is_rounded_up(divisor: int, step: int, swapped: bool) -> None:
    low = step * (X // divisor) + Y
    condition = compare("!=" if swapped else "==", X % divisor, 0)
    arms = (low + step, low) if swapped else (low, low + step)
    rounded = select(condition, *arms)
    assert rounded is step * ceildiv(X, divisor) + Y


def test_other_choices_stay() -> None:
    for condition in (compare("==", X % 3, 1), compare("==", X % Y, 0), compare("<", X, Y)):
        assert isinstance(select(condition, X // 3, X // 3 + 1), Select)
    assert isinstance(select(compare("==", X % 3, 0), X, X + 1), Select)


@given(
    st.integers(-40, 40),
    st.integers(1, 9),
    st.integers(-3, 3),
    st.integers(-3, 3),
    st.booleans(),
)
def test_values(x: int, divisor: int, factor: int, step: int, inverse: bool) -> None:
    low = factor * (X // divisor) + 2 * X
    expression = select(compare("!=" if inverse else "==", X % divisor, 0), low, low + step)
    plain = factor * (x // divisor) + 2 * x
    expected = plain if (x % divisor == 0) != inverse else plain + step
    assert expression.evaluate({"x": x}) == expected
