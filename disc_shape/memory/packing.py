"""
Places in an arena for buffers whose sizes are symbols.

A *packing* says for each pair of buffers that are alive together which of the two lies lower. The
offset of a buffer is then the largest end of those that lie below it: a maximum of sums of sizes,
computed at run time. No two of them overlap, whatever the sizes, so nothing here can be unsound;
facts and likely sizes only decide how much memory is needed.

Packings come from sizes in numbers: for each of some assignments buffers are placed one by one, the
largest first, each at the lowest place where it fits; if that needs more than what is alive at
once, again with those first that lay above it. The packings that need least at some
assignment are kept, and the run takes the best of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from disc_shape.memory.amounts import NOTHING, Amount, largest, plus
from disc_shape.memory.lifetimes import Lifetime
from disc_shape.memory.sizes import Sizes, size_at

CHOICES = 3
"""The most packings that a run chooses from."""

CLOSE = 1.02
"""A packing that needs at most so many times what lives at once is good enough."""

IMPROVED = 4
"""How often buffers of one order are placed again, those first that lay above what is alive."""


@dataclass
class Packing:
    """The offsets of buffers, each the largest of some amounts, and the size of the arena."""

    offsets: list[list[Amount]]
    arena: list[Amount]

    def arena_at(self, values: Sequence[int]) -> int:
        """The bytes of the arena, given the values of the terms."""
        return max(size_at(one, values) for one in self.arena)


@dataclass
class Buffers:
    """Buffers to be packed: their lifetimes, their amounts, and who is alive together."""

    lives: Sequence[Lifetime]
    amounts: Sequence[Amount]
    conflicts: Sequence[Sequence[int]]

    @cached_property
    def moments(self) -> list[list[int]]:
        """The buffers alive at the start of each lifetime."""
        found: list[list[int]] = []
        alive: list[int] = []
        for number, life in enumerate(self.lives):
            alive = [other for other in alive if self.lives[other].end >= life.start]
            alive.append(number)
            found.append(list(alive))
        return found

    def live(self, sizes: Sizes) -> list[Amount]:
        """What is alive at once: the largest of these amounts."""
        totals: list[Amount] = []
        for alive in self.moments:
            total = NOTHING
            for number in alive:
                total = plus(total, self.amounts[number])
            totals.append(total)
        return largest(totals, sizes.at_most, sizes.legal.numbers)

    def live_at(self, numbers: Sequence[int]) -> int:
        """The bytes that are alive at once, given those of each buffer."""
        return max((sum(numbers[one] for one in alive) for alive in self.moments), default=0)


def packings(buffers: Buffers, sizes: Sizes, samples: Sequence[Sequence[int]]) -> list[Packing]:
    """The packings that a run chooses from; `samples` are values of the terms."""
    found: list[Packing] = []
    orders: set[tuple[int, ...]] = set()
    live: list[int] = []
    for values in samples:
        numbers = [size_at(one, values) for one in buffers.amounts]
        live.append(buffers.live_at(numbers))
        if any(one.arena_at(values) <= live[-1] for one in found):
            continue
        order = best_order(buffers, numbers, live[-1])
        if tuple(order) not in orders:
            orders.add(tuple(order))
            found.append(packing_of(order, buffers, sizes))
    needs = [[one.arena_at(values) for values in samples] for one in found]
    return [found[index] for index in chosen(needs, live)]


def chosen(needs: Sequence[Sequence[int]], live: Sequence[int]) -> list[int]:
    """The indices of a few packings such that at each sample one of them is as good as possible."""
    best = [CLOSE * size for size in live]
    kept: list[int] = []
    reached = [float("inf")] * len(live)

    def cost(index: int) -> tuple[float, float]:
        together = [min(a, b) for a, b in zip(reached, needs[index], strict=True)]
        ratios = [need / max(size, 1) for need, size in zip(together, best, strict=True)]
        return max(max(ratios, default=0.0), 1.0), sum(max(ratio, 1.0) for ratio in ratios)

    while len(kept) < min(CHOICES, len(needs)):
        index = min(range(len(needs)), key=cost)
        new = [min(a, b) for a, b in zip(reached, needs[index], strict=True)]
        if kept and all(b >= min(a, c) for a, b, c in zip(reached, new, best, strict=True)):
            break
        if index in kept:
            break
        kept.append(index)
        reached = new
        if all(need <= size for need, size in zip(reached, best, strict=True)):
            break
    return kept


def best_order(buffers: Buffers, numbers: Sequence[int], live: int) -> list[int]:
    """The buffers from the lowest place to the highest one, in a good packing of these sizes."""
    lives = buffers.lives
    count = range(len(lives))
    by_size = sorted(count, key=lambda one: (-numbers[one], lives[one].start - lives[one].end, one))
    by_area = sorted(
        count, key=lambda one: (-numbers[one] * (lives[one].end - lives[one].start + 1), one)
    )
    smallest, best = float("inf"), list(count)
    for first in (by_size, by_area, list(count)):
        order = first
        for _ in range(1 + IMPROVED):
            places = placed(order, buffers, numbers)
            ends = [place + size for place, size in zip(places, numbers, strict=True)]
            need = max(ends, default=0)
            if need < smallest:
                # Of two at one place one is empty; those placed first lie lower.
                rank = {one: position for position, one in enumerate(order)}
                keys = {one: (places[one], rank[one]) for one in order}
                smallest, best = need, sorted(count, key=keys.__getitem__)
            if need <= CLOSE * live:
                return best
            # Those that found no place among the others are placed first.
            order = sorted(order, key=lambda one: ends[one] <= live)
    return best


def placed(order: Sequence[int], buffers: Buffers, numbers: Sequence[int]) -> list[int]:
    """The lowest place of each buffer, one after the other, at which it overlaps none before."""
    places = [-1] * len(numbers)
    for one in order:
        taken = [
            (places[other], places[other] + numbers[other])
            for other in buffers.conflicts[one]
            if places[other] >= 0 and numbers[other]
        ]
        taken.sort()
        at = 0
        for low, high in taken:
            if at + numbers[one] <= low:
                break
            if high > at:
                at = high
        places[one] = at
    return places


def packing_of(order: Sequence[int], buffers: Buffers, sizes: Sizes) -> Packing:
    """
    The packing in which of two buffers alive together the one that comes first lies lower. A buffer
    need not be compared with those below another one that is alive at the same time and below it.
    """
    offsets: list[list[Amount]] = [[] for _ in order]
    ends: list[list[Amount]] = [[] for _ in order]
    below: list[set[int]] = [set() for _ in order]
    done: set[int] = set()
    for one in order:
        lower = below[one] = done.intersection(buffers.conflicts[one])
        next_ones = lower.difference(*(below[other] for other in lower))
        offsets[one] = largest(
            (end for other in buffers.conflicts[one] if other in next_ones for end in ends[other]),
            sizes.at_most,
            sizes.legal.numbers,
        )
        ends[one] = [plus(offset, buffers.amounts[one]) for offset in offsets[one]]
        done.add(one)
    all_ends = (end for one in ends for end in one)
    return Packing(offsets, largest(all_ends, sizes.at_most, sizes.legal.numbers))
