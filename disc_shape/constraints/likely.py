"""Likely sizes: given for some symbols, worked out for those that depend on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from disc_shape.symbolic import Expr, Prover, Symbol, Truth, compare

LARGEST = 4096
"""Up to here a size is looked for that makes another one likely."""

MOST = 16
"""A symbol with more likely sizes than this gets none: they would not help to choose."""


def likely_symbols(
    prover: Prover, given: Mapping[Expr, tuple[int, ...]]
) -> dict[Expr, tuple[int, ...]]:
    """
    Likely values of the symbols that sizes are made of: those given for a symbol itself, and those
    that follow for the only symbol of a size: when `2*b` is likely 16, `b` is likely 8.
    """
    known: dict[Expr, tuple[int, ...]] = {}
    for size, values in given.items():
        form = prover.canonical(size)
        if isinstance(form, Symbol):
            known[form] = values
    for size, values in given.items():
        form = prover.canonical(size)
        if isinstance(form, Symbol) or len(form.symbols) != 1 or form.symbols[0] in known:
            continue
        symbol = form.symbols[0]
        fitting = [inverse(prover, form, symbol, value) for value in values]
        found = tuple(dict.fromkeys(value for value in fitting if value is not None))
        if found:
            known[symbol] = found
    return known


def inverse(prover: Prover, size: Expr, symbol: Symbol, value: int) -> int | None:
    """The only possible value of its symbol at which a size has a value, among small ones."""
    possible = [
        candidate
        for candidate in range(LARGEST + 1)
        if evaluate(size, {symbol: candidate}) == value
    ]
    possible = [
        candidate
        for candidate in possible[:MOST]
        if prover.truth(compare("==", symbol, candidate)) is not Truth.NO
    ]
    return possible[0] if len(possible) == 1 else None


def values_of(size: Expr, likely: Mapping[Expr, tuple[int, ...]]) -> tuple[int, ...]:
    """
    What a size is likely to be: its values where each symbol has one of its likely values. None
    when a symbol has none, when there are too many, or for a number.
    """
    symbols = list(dict.fromkeys(size.symbols))
    choices = [likely.get(symbol, ()) for symbol in symbols]
    count = 1
    for choice in choices:
        count *= len(choice)
    if not symbols or not 0 < count <= MOST:
        return ()
    found: dict[int, None] = {}
    for chosen in product(*choices):
        value = evaluate(size, dict(zip(symbols, chosen, strict=True)))
        if value is not None:
            found[value] = None
    return tuple(found)


def evaluate(size: Expr, values: Mapping[Symbol, int]) -> int | None:
    """A size at given values of its symbols; None where it divides by zero."""
    try:
        return size.evaluate({symbol.name: value for symbol, value in values.items()})
    except ZeroDivisionError:
        return None


def allowed(values: Iterable[int], intervals: Iterable[tuple[int, int | None]]) -> tuple[int, ...]:
    """The values that lie in one of several closed intervals."""
    pieces = tuple(intervals)
    return tuple(
        value
        for value in values
        if any(low <= value and (high is None or value <= high) for low, high in pieces)
    )
