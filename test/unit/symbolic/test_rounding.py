"""
Sums of quotients of one number, and choices by divisibility, which are how programs round: one form
for equal ones, compared with plain arithmetic.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disc_shape.symbolic import (
    TRUE,
    Expr,
    Prover,
    Select,
    Truth,
    ceildiv,
    compare,
    const,
    parse,
    parse_cond,
    select,
    sym,
)
from disc_shape.symbolic.comparisons import simplify_comparisons

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


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("x - x//2", "(x + 1)//2"),
        ("-(-x//2)", "(x + 1)//2"),
        ("(x + 1)//2 + x//2", "x"),
        ("(x + 2*(x//2))//4 + (x + 3)//4 - x//2", "(x + 3)//4"),
        ("(x - x//2)//2", "(x + 1)//4"),
        ("x//4 + (x + 2)//4", "x//2"),
        ("x//3 + (x + 1)//3 + (x + 2)//3", "x"),
        ("x - x//2 - x//4", "(x + 1)//2 - x//4"),
        ("select((x + 1)//4 == (x + 3)//4, (x + 1)//4, (x + 1)//4 + 1)", "(x + 3)//4"),
        ("x + y - (x + y)//2", "(x + y + 1)//2"),
        ("x*y - (x*y)//2", "(x*y + 1)//2"),
        ("x - 2*(x//2)", "x % 2"),
        # what is no shorter stays
        ("x - x//3", "x - x//3"),
        ("x//2 + y//2", "x//2 + y//2"),
        ("x//y - x//2", "x//y - x//2"),
        ("select(x//4 == 0, x//2, 0)", "select(x//4 == 0, x//2, 0)"),
    ],
)
def test_rounded_sums_have_one_form(text: str, form: str) -> None:
    prover = Prover()
    prover.declare(sym("x"), None)
    found = prover.canonical(parse(text))
    assert str(found) == form
    assert prover.canonical(found) is found


def sums(symbol: Expr, items: list[tuple[int, int, int]]) -> Expr:
    """The sum of `factor*((symbol + shift)//divisor)` for some (factor, shift, divisor)."""
    total: Expr = const(0)
    for factor, shift, divisor in items:
        total = total + factor * ((symbol + shift) // divisor)
    return total


QUOTIENTS = st.lists(
    st.tuples(st.integers(-2, 2), st.integers(-4, 8), st.sampled_from([1, 2, 3, 4, 6, 8])),
    min_size=1,
    max_size=4,
)


@given(QUOTIENTS, st.integers(0, 7), st.sampled_from([1, 2, 4]))
def test_a_rounded_sum_keeps_its_values(
    items: list[tuple[int, int, int]], shift: int, divisor: int
) -> None:
    prover = Prover()
    prover.declare(X, None)
    e = (sums(X, items) + shift) // divisor
    form = prover.canonical(e)
    for x in range(-30, 31):
        assert form.evaluate({"x": x}) == e.evaluate({"x": x})


@given(QUOTIENTS, QUOTIENTS)
def test_equal_sums_are_known_to_be_equal(
    one: list[tuple[int, int, int]], other: list[tuple[int, int, int]]
) -> None:
    prover = Prover()
    prover.declare(X, None)
    left, right = sums(X, one), sums(X, other)
    # increments repeat after at most 24 steps
    same = all(left.evaluate({"x": x}) == right.evaluate({"x": x}) for x in range(-1, 25))
    assert (prover.equal(left, right).truth is Truth.YES) == same
    assert prover.equal(left + right - right, left).truth is Truth.YES


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("x//4 >= 2", "x >= 8"),
        ("x//4 > 2", "x >= 12"),
        ("x//4 <= 2", "x < 12"),
        ("2 > x//4", "x < 8"),
        ("x//4 == 2", "x//4 == 2"),
        ("(x - y)//4 <= 2", "(x - y)//4 <= 2"),
        ("x - x//2 <= y", "(x + 1)//2 <= y"),
    ],
)
def test_facts_about_quotients_are_written_without_them(text: str, form: str) -> None:
    fact = simplify_comparisons(parse_cond(text))
    assert str(fact) == form
    for x in range(-20, 20):
        assert fact.evaluate({"x": x, "y": 5}) == parse_cond(text).evaluate({"x": x, "y": 5})


def test_an_identity_is_no_fact() -> None:
    assert simplify_comparisons(parse_cond("(x + 1)//2 + x//2 == x")) is TRUE
