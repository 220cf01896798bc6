"""Choices that ask whether a symbol is a number."""

from itertools import product

import pytest

from disc_shape.symbolic import (
    Expr,
    Prover,
    Select,
    compare,
    maximum,
    parse,
    parse_cond,
    select,
    sym,
)

D, E = sym("d"), sym("e")

VALUES: list[Expr | int] = [0, 2, D, E, D + 2, D * E, D * D, D // 2, E % 3, maximum(D, E), D - E]


@pytest.mark.parametrize("number", [0, 1, 3])
@pytest.mark.parametrize("op", ["==", "!="])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_choice_keeps_its_value(number: int, op: str, swapped: bool) -> None:
    sides = (number, D) if swapped else (D, number)
    for then, other in product(VALUES, repeat=2):
        chosen = select(compare(op, *sides), then, other)
        for d, e in product(range(5), repeat=2):
            taken = then if (d == number) == (op == "==") else other
            expected = taken if isinstance(taken, int) else taken.evaluate({"d": d, "e": e})
            assert chosen.evaluate({"d": d, "e": e}) == expected, (then, other, d, e)


def test_the_number_stands_for_the_symbol() -> None:
    assert select(compare("==", D, 0), D + 2, D) is select(compare("==", D, 0), 2, D)
    assert select(compare("==", D, 0), 0, D) is D
    assert select(compare("==", D, 1), E, D * E) is D * E
    assert select(compare("!=", D, 1), D * E, E) is D * E


def test_other_choices_stay() -> None:
    assert isinstance(select(compare("==", D, 1), E, D), Select)
    assert isinstance(select(compare("<=", D, 0), 0, D), Select)
    assert isinstance(select(compare("==", D, E), E, D + 1), Select)


def test_a_division_by_what_may_be_zero_is_left_alone() -> None:
    """`d * (e // d)` has no value where `d` is zero, and the choice has one."""
    chosen = select(compare("==", D, 0), 0, D * (E // D))
    assert isinstance(chosen, Select)


@pytest.mark.parametrize("inner", [1, 4])
@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("step", [-1, 1, 3])
def test_rounding_of_a_quotient(inner: int, k: int, step: int) -> None:
    number = (D + 1) // inner
    quotient = number // k
    chosen = select(compare("==", number, k * quotient), step * quotient, step * quotient + step)
    assert not isinstance(chosen, Select)
    assert "select" not in str(chosen)
    for d in range(40):
        assert chosen.evaluate({"d": d}) == step * -(-((d + 1) // inner) // k)


@pytest.mark.parametrize("least", [None, 0])
@pytest.mark.parametrize(
    "text",
    [
        "min(max(m, 0), 3)",
        "max(min(m, 3), 0)",
        "min(max(m - 1, 0), 3) + n",
        "max(m, 0) - max(m - 3, 0)",
        "2*max(m + 2, 0) - 2*max(m - 3, 0) - n",
        "max(m, 0) - max(m + 3, 0)",
        "max(m, 0) - max(m - n, 0)",
    ],
)
def test_what_is_kept_between_two_numbers_is_written_so(text: str, least: int | None) -> None:
    prover = Prover()
    prover.declare(sym("m"), least)
    written = parse(text)
    shown = prover.canonical(written)
    assert len(str(shown)) <= len(text)
    assert prover.canonical(shown) is shown
    for m in range(-6 if least is None else 0, 9):
        for n in range(4):
            sizes = {"m": m, "n": n}
            assert shown.evaluate(sizes) == written.evaluate(sizes), (m, n)


@pytest.mark.parametrize(
    ("fact", "bounds"),
    [
        ("max(2*m - 3, 0) + 2 - 2*m >= 0", (None, 1)),
        ("min(m, 3) <= 2", (None, 2)),
        ("max(m, 4) <= max(m - 1, 7)", (None, 7)),
        ("min(m, 3) <= 3", (None, None)),
        ("max(m, 0) >= 1", (1, None)),
    ],
)
def test_a_maximum_of_which_one_operand_is_ruled_out_bounds_at_once(
    fact: str, bounds: tuple[int | None, int | None]
) -> None:
    prover = Prover()
    prover.declare(sym("m"), None, 1 << 40 if bounds[1] is not None else None)
    prover.assume(parse_cond(fact))
    assert prover.range(sym("m")) == bounds
