"""Sizes in numbers at which plans are compared: where they are computed from others, legal ones."""

from __future__ import annotations

from typing import cast

import pytest

from disc_shape.memory.samples import is_illegal, is_legal, numbers, solved
from disc_shape.memory.sizes import Sizes, number_of
from disc_shape.symbolic import Expr, Prover, Symbol, sym

A, B, Q = sym("a"), sym("b"), sym("q")


class Known:
    """Sizes with what they equal; hidden ones are from 16 to 64."""

    def __init__(self, forms: dict[Symbol, Expr]) -> None:
        self.forms = forms
        self.symbols = list(forms)

    def normal(self, symbol: Symbol) -> Expr:
        return self.forms[symbol]

    def range(self, symbol: Symbol) -> tuple[int | None, int | None]:
        return (0, None) if symbol in self.forms else (16, 64)

    def likely(self, symbol: Symbol) -> tuple[int, ...]:
        return (256,) if symbol is A else ()


FORMS = {
    "free": {A: A, B: B},
    "multiples": {A: Q * 8, B: B},
    "one of the other": {A: A, B: A * 2 + 3},
    "before what it equals": {B: A * 2, A: A},
    "a sum": {A: A, B: Q + A},
    "a product": {A: Q * B, B: B},
    "the same": {A: Q * 8, B: Q * 4 + 1},
}


@pytest.mark.parametrize("forms", FORMS.values(), ids=FORMS)
def test_sizes_are_what_they_equal(forms: dict[Symbol, Expr]) -> None:
    known = Known(forms)
    found = numbers(cast("Sizes", known))
    assert len(found) >= 3
    for one in found:
        labels = {symbol.label: number for symbol, number in one.items()}
        for symbol, form in forms.items():
            assert one[symbol] == number_of(form, labels)
        for symbol, number in one.items():
            low, high = known.range(symbol)
            assert low is None or low <= number
            assert high is None or number <= high


def test_likely_sizes_come_first() -> None:
    first, *_ = numbers(cast("Sizes", Known({A: Q * 8, B: B})))
    assert (first[A], first[B]) == (256, 16)


def test_no_sizes() -> None:
    assert numbers(cast("Sizes", Known({}))) == [{}]


class Facts:
    """Sizes of which a prover knows something."""

    def __init__(self, prover: Prover) -> None:
        self.normal = prover.normal
        self.range = prover.bounds
        self.facts = prover.assignments


def learn(statement: str, prover: Prover) -> None:
    """Let a prover know a fact."""
    match statement:
        case "a >= 4":
            prover.add_le(4, A)
        case "4 divides a":
            prover.add_divisible(A, 4)
        case "a + b == 8*q + 3":
            prover.add_equal(A + B, Q * 8 + 3)
        case _:
            assert statement == "nothing"


@pytest.mark.parametrize(
    ("statement", "number", "excluded", "admitted"),
    [
        ("nothing", 1, False, True),
        ("a >= 4", 1, True, False),
        ("a >= 4", 4, False, True),
        ("4 divides a", 6, True, False),
        ("4 divides a", 8, False, True),
        ("a + b == 8*q + 3", 1, False, False),
    ],
)
def test_what_facts_exclude(statement: str, number: int, excluded: bool, admitted: bool) -> None:
    """A fact about other sizes besides excludes nothing, and leaves open whether all is legal."""
    prover = Prover()
    for symbol in (A, B, Q):
        prover.declare(symbol)
    learn(statement, prover)
    sizes = cast("Sizes", Facts(prover))
    numbers_ = {**solved({A: number}, {A: prover.normal(A)}, sizes), A: number}
    assert is_illegal(numbers_, sizes) is excluded
    assert is_legal(numbers_, sizes) is admitted
