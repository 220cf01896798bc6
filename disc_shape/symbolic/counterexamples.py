"""The smallest assignment that satisfies the first facts of a prover and breaks a condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Final

from disc_shape.symbolic.assignments import numbers, value_in
from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.dims import HIDDEN
from disc_shape.symbolic.explanations import replay
from disc_shape.symbolic.facts import Fact
from disc_shape.symbolic.prover import Prover
from disc_shape.symbolic.terms import Expr, Symbol

MAX_FACTS: Final = 400
"""Facts around a condition that are stated again."""
MAX_FREE: Final = 8
"""Free symbols whose values are enumerated."""
MAX_TRIED: Final = 4000
"""Assignments that are tried."""
SMALL: Final = 9
"""The numbers below this are tried, and those next to the numbers in facts."""


def counterexample(prover: Prover, condition: Cond, known: int) -> dict[Symbol, int] | None:
    """
    An assignment that satisfies the first `known` facts of a prover and breaks `condition`, with
    the smallest sum among those that are tried; None where none is found. The symbols of the
    condition come first. Facts that share no symbols with the condition, not even through other
    facts, are left out: they restrict none of its symbols.
    """
    facts = connected(prover.store.fact_list[:known], condition.symbols)
    if len(facts) > MAX_FACTS:
        return None
    copy = replay(prover.store, Prover(False, prover.effort), facts, condition.symbols)
    if copy is None:
        return None
    symbols = sorted(copy.store.dims, key=lambda symbol: symbol.label)
    roots = {symbol: copy.normals.root(symbol) for symbol in symbols}
    found_free = {one for root in roots.values() for one in root.symbols}
    free = sorted(found_free, key=lambda symbol: symbol.label)
    if len(free) > MAX_FREE:
        return None
    mentioned = numbers([condition, *(fact.statement for fact in facts)])
    scales = lines(roots.values())
    near = set(around(scales, mentioned))
    # A size that is `-2*k` is none unless `k` is negative; one that is `10 - k` is.
    signs = {one: -1 for (scale, offset), one in scales.items() if scale < 0 > scale + offset}
    # Sizes of 0 make most products equal and say little, so they come after the small numbers.
    values = [*range(1, SMALL), 0, *sorted(n for n in near if n >= SMALL)]
    for tried in islice(by_sum(values, len(free)), MAX_TRIED):
        model = {one: value * signs.get(one, 1) for one, value in zip(free, tried, strict=True)}
        found: dict[Symbol, int] = {}
        for symbol, root in roots.items():
            value = value_in(root, model)
            if value is None:
                break
            found[symbol] = value
        else:
            if value_in(condition, found) == 0 and copy.explainer.witnesses.fits_facts(found):
                shown = [*condition.symbols, *symbols]
                return {s: found[s] for s in dict.fromkeys(shown) if s.label[0] != HIDDEN}
    return None


def lines(roots: Iterable[Expr]) -> dict[tuple[int, int], Symbol]:
    """The factors and offsets of symbols that are a multiple of one free symbol, plus a number."""
    found: dict[tuple[int, int], Symbol] = {}
    for root in roots:
        if len(root.symbols) == 1:
            (free,) = root.symbols
            first, second = (value_in(root, {free: value}) for value in (0, 1))
            if first is not None and second is not None and second != first:
                found[second - first, first] = free
    return found


def around(scales: Iterable[tuple[int, int]], mentioned: Iterable[int]) -> Iterator[int]:
    """
    The values of free symbols for which a symbol is one of the mentioned numbers, or next to it:
    where `s` is `4*k`, a condition `s <= 64` turns false for `k = 17`, that is `s = 68`.
    """
    for (scale, offset), number in product([(1, 0), *scales], mentioned):
        middle = abs(number - offset) // abs(scale)
        yield from (middle - 1, middle, middle + 1)


def connected(facts: Sequence[Fact], symbols: Iterable[Symbol]) -> list[Fact]:
    """The facts that share a symbol with `symbols`, with one of these, and so on, in order."""
    mentioning: dict[Symbol, list[Fact]] = {}
    for fact in facts:
        for symbol in fact.symbols:
            mentioning.setdefault(symbol, []).append(fact)
    found: dict[int, Fact] = {}
    work, visited = list(symbols), set[Symbol]()
    while work and len(found) <= MAX_FACTS:
        symbol = work.pop()
        if symbol in visited:
            continue
        visited.add(symbol)
        for fact in mentioning.get(symbol, ()):
            if fact.index not in found:
                found[fact.index] = fact
                work += fact.symbols
    return [found[index] for index in sorted(found)]


def by_sum(values: Sequence[int], length: int) -> Iterator[tuple[int, ...]]:
    """Tuples of ascending `values`, those of the first values before all others."""
    if not length:
        yield ()
        return
    for limit in range(1, len(values) + 1):
        newest = values[limit - 1]
        tuples = (one for one in product(values[:limit], repeat=length) if newest in one)
        yield from sorted(tuples, key=sum) if limit**length <= MAX_TRIED else tuples
