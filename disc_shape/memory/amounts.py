"""Amounts of bytes as sums of terms that are never negative, and the largest of some amounts.

An amount is a multiset of *terms*: `bytes = sum of count * term`. Terms are numbers from 0 on, so
an amount with no smaller count of any term is no smaller, whatever the sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import le
from typing import TypeAlias

Amount: TypeAlias = "tuple[tuple[int, int], ...]"
"""The terms of an amount, by their numbers, and how often each counts; sorted, no count is zero."""

NOTHING: Amount = ()

KEPT = 24
"""The number of amounts, none known to be the largest, above which a maximum is rounded up."""

AtMost = Callable[[Amount, Amount], bool]
"""Whether an amount is known to be no larger than another one."""


def amount(counts: Mapping[int, int]) -> Amount:
    """The amount with these counts of terms."""
    return tuple(sorted([(term, count) for term, count in counts.items() if count]))


def plus(one: Amount, other: Amount) -> Amount:
    """The sum of two amounts."""
    return combined(one, other, 1)


def minus(one: Amount, other: Amount) -> Amount:
    """The difference of two amounts, whose counts may be negative."""
    return combined(one, other, -1)


def combined(one: Amount, other: Amount, sign: int) -> Amount:
    """One amount and `sign` times another one."""
    if not other:
        return one
    counts = dict(one)
    for term, count in other:
        counts[term] = counts.get(term, 0) + sign * count
    return amount(counts)


def counts_at_most(one: Amount, other: Amount) -> bool:
    """Whether an amount has no more of any term than another one."""
    if len(one) > len(other):
        return False
    counts = dict(other)
    for term, count in one:
        if count > counts.get(term, 0):
            return False
    return True


def nothing_at(_of: Amount) -> Sequence[int]:
    """The numbers of an amount at no sizes."""
    return ()


def largest(
    amounts: Iterable[Amount],
    at_most: AtMost = counts_at_most,
    numbers_at: Callable[[Amount], Sequence[int]] = nothing_at,
) -> list[Amount]:
    """
    Amounts whose maximum is that of all of them: those known to be no larger than another are left
    out. Of many the result is one amount with the largest count of each term, which is no smaller.

    `numbers_at` gives the numbers of an amount at some legal sizes. One that is larger there needs
    no comparison: of the amounts of a long program most pairs are such.
    """
    kept: list[tuple[Amount, Sequence[int]]] = []
    for new in dict.fromkeys(amounts):
        here = numbers_at(new)
        if any(all(map(le, here, there)) and at_most(new, old) for old, there in kept):
            continue
        kept = [
            (old, there)
            for old, there in kept
            if not (all(map(le, there, here)) and at_most(old, new))
        ]
        kept.append((new, here))
    if len(kept) > KEPT:
        counts: dict[int, int] = {}
        for one, _ in kept:
            for term, count in one:
                counts[term] = max(counts.get(term, 0), count)
        return [amount(counts)]
    return [one for one, _ in kept] or [NOTHING]
