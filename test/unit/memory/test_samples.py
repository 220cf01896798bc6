"""Sizes in numbers at which plans are compared: where they are computed from others, legal ones."""

from __future__ import annotations

from typing import cast

import pytest

from disc_shape.memory.samples import numbers
from disc_shape.memory.sizes import Sizes, number_of
from disc_shape.symbolic import Expr, Symbol, sym

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
