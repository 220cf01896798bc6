"""Sizes in numbers, at which plans are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from disc_shape.memory.sizes import Sizes, number_of
from disc_shape.symbolic import Expr, Symbol
from disc_shape.symbolic.assignments import admits, excludes
from disc_shape.symbolic.terms import parts

SINGLED_OUT = 6
"""The number of sizes that are large, and small, while the others are not."""

MIXED = (3, 64, 17, 512, 8, 1, 128, 33, 256, 5, 24)
"""A prime number of sizes, none in proportion to its place."""


def samples(sizes: Sizes) -> list[list[int]]:
    """
    Values of the terms at some sizes: likely ones, equal ones, mixed ones, and such that one size
    is much larger or smaller than the others.
    """
    return [
        sizes.values_at({symbol.label: number for symbol, number in one.items()})
        for one in numbers(sizes)
    ]


def numbers(sizes: Sizes) -> list[dict[Symbol, int]]:
    """The sizes that are tried, in numbers."""
    symbols = sizes.symbols
    if not symbols:
        return [{}]
    forms = {symbol: sizes.normal(symbol) for symbol in symbols}
    found = [
        solved(dict(zip(symbols, one, strict=True)), forms, sizes)
        for one in assignments(symbols, sizes)
    ]
    return list({tuple(one.values()): one for one in found}.values())


def solved(
    numbers: Mapping[Symbol, int], forms: Mapping[Symbol, Expr], sizes: Sizes
) -> dict[Symbol, int]:
    """
    Numbers near those given at which each size is what it equals: one that equals `8*q` is a
    multiple of 8. What sizes are computed from comes first.
    """
    free: dict[Symbol, int] = {}
    for symbol, form in forms.items():
        constant, terms = parts(form)
        factors = dict(terms)
        for own in form.symbols:
            wanted = numbers.get(own, (numbers[symbol] - constant) // max(factors.get(own, 1), 1))
            free.setdefault(own, clipped(wanted, own, sizes))
    labels = {symbol.label: number for symbol, number in free.items()}
    return {**free, **{symbol: number_of(form, labels) for symbol, form in forms.items()}}


def is_legal(numbers: Mapping[Symbol, int], sizes: Sizes) -> bool:
    """Whether all that is proved of sizes holds at some; False where that is not clear."""
    free, equal = of_free(numbers, sizes)
    return equal is True and admits(free, sizes.facts)


def is_illegal(numbers: Mapping[Symbol, int], sizes: Sizes) -> bool:
    """Whether something that is proved of sizes is false at some; False where that is not clear."""
    free, equal = of_free(numbers, sizes)
    return equal is False or excludes(free, sizes.facts)


def of_free(numbers: Mapping[Symbol, int], sizes: Sizes) -> tuple[dict[Symbol, int], bool | None]:
    """
    The numbers of the sizes that equal no expression, and whether the others are what they equal;
    None where an expression has a size that is not among them.
    """
    normal = {symbol: sizes.normal(symbol) for symbol in numbers}
    free = {symbol: number for symbol, number in numbers.items() if normal[symbol] is symbol}
    forms = [(form, numbers[symbol]) for symbol, form in normal.items() if form is not symbol]
    if not all(set(form.symbols) <= free.keys() for form, _ in forms):
        return free, None
    labels = {symbol.label: number for symbol, number in free.items()}
    return free, all(number_of(form, labels) == number for form, number in forms)


def assignments(symbols: list[Symbol], sizes: Sizes) -> Iterator[list[int]]:
    """Numbers for some sizes."""
    likely = [sizes.likely(symbol) for symbol in symbols]
    for place in range(max(map(len, likely))):
        yield [values[place % len(values)] if values else 16 for values in likely]
    for number in (16, 256, 4, 2, 1):
        yield [number] * len(symbols)
    for step in range(1, len(MIXED)):
        yield [MIXED[(step * (place + 1)) % len(MIXED)] for place in range(len(symbols))]
    for one in range(min(len(symbols), SINGLED_OUT)):
        yield [1024 if place == one else 4 for place in range(len(symbols))]
        yield [1 if place == one else 64 for place in range(len(symbols))]


def clipped(number: int, symbol: Symbol, sizes: Sizes) -> int:
    """A number within the range of a size."""
    low, high = sizes.range(symbol)
    number = max(number, 0 if low is None else low)
    return number if high is None else min(number, high)
