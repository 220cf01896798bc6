"""
Results as memory for buffers that are dead before the result is written.

A result is an allocation of its own, which its caller frees. It is allocated while the arena is
alive, so it raises the peak unless its memory serves until then: for buffers of the same element
type and as many elements, one after the other, all of them dead when the result is first written.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from xdsl.dialects import memref
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from disc_shape.analysis.module import FunctionFacts
from disc_shape.errors import OperationError
from disc_shape.lowering.deallocation import touches_of
from disc_shape.lowering.types import buffer_of
from disc_shape.lowering.writer import is_natural
from disc_shape.memory.amounts import Amount
from disc_shape.memory.facts import allows
from disc_shape.memory.hoisting import is_hoistable
from disc_shape.memory.lifetimes import Lifetime, Times, ancestor_in, may_be_planned
from disc_shape.memory.packing import Buffers
from disc_shape.memory.sizes import Sizes, size_at

CLOSE = 1.1
"""Moments at which this much times what is alive is the most that ever is count as critical."""


@dataclass
class Lent:
    """The memory of a result, and the buffers that use it before, in the order of their lives."""

    result: memref.AllocOp
    buffers: list[Lifetime]


@dataclass
class Lender:
    """Finds results of one function that can lend their memory."""

    facts: FunctionFacts
    sizes: Sizes
    times: Times
    lives: Sequence[Lifetime]

    def lend(
        self, amounts: Mapping[Lifetime, Amount], values: Sequence[Sequence[int]]
    ) -> list[Lent]:
        """
        For each result some buffers that are never alive together, such that one of them is alive
        as often as possible when most is, at the sizes that are tried.
        """
        if not allows(self.sizes.level, "equal"):
            return []
        left = list(self.lives)
        planned = {life.alloc for life in left}
        found: list[Lent] = []
        for op in self.facts.function.body.block.ops:
            if not isinstance(op, memref.AllocOp) or op in planned:
                continue
            users = self._users(op, left)
            if users:
                chosen = heaviest(users, weights_of(users, left, amounts, values))
                found.append(Lent(op, chosen))
                left = [life for life in left if life not in chosen]
        return found

    def _users(self, result: memref.AllocOp, lives: Sequence[Lifetime]) -> list[Lifetime]:
        """The buffers that may use the memory of a result: equal ones that are dead before."""
        first = self.first_use(result)
        if first is None:
            return []
        element, size = buffer_of(result.memref).element_type, self.sizes.bytes_of(result.memref)
        return [
            life
            for life in lives
            if life.family is None
            and life.end < first
            and buffer_of(life.alloc.memref).element_type == element
            and self._are_known(life.alloc)
            and self.sizes.bytes_of(life.alloc.memref) == size
        ]

    def first_use(self, result: memref.AllocOp) -> int | None:
        """When a result is first used; None for memory that cannot be allocated earlier."""
        hoistable = all(is_hoistable(one) and is_natural(one) for one in result.dynamic_sizes)
        if not hoistable or not may_be_planned(result) or not self._are_known(result):
            return None
        try:
            touches = touches_of(result.memref)
        except OperationError:
            return None
        uses = [ancestor_in(touch.op, result.parent) for touch in touches]
        numbers = [self.times.enter[op] for op in uses if op is not None]
        return min(numbers) if numbers and len(numbers) == len(uses) else None

    def _are_known(self, alloc: memref.AllocOp) -> bool:
        """Whether what is known of the sizes of a buffer holds before anything is written."""
        return all(map(self.sizes.known, self.sizes.dims(alloc.memref)))


def weights_of(
    users: Sequence[Lifetime],
    lives: Sequence[Lifetime],
    amounts: Mapping[Lifetime, Amount],
    values: Sequence[Sequence[int]],
) -> list[int]:
    """
    For each of some buffers how often it is alive when about as much is alive as ever: counted at
    the starts of lifetimes, for each of the sizes that are tried.
    """
    buffers = Buffers(lives, [amounts[life] for life in lives], [])
    starts = [life.start for life in lives]
    before = [0] * (len(lives) + 1)
    for numbers in values:
        sizes = [size_at(one, numbers) for one in buffers.amounts]
        alive = [sum([sizes[one] for one in moment]) for moment in buffers.moments]
        most = max(alive)
        for index, bytes_ in enumerate(alive):
            before[index + 1] += bytes_ * CLOSE >= most
    before = list(accumulate(before))
    return [
        1 + before[bisect_right(starts, life.end)] - before[bisect_left(starts, life.start)]
        for life in users
    ]


def heaviest(lives: Sequence[Lifetime], weights: Sequence[int]) -> list[Lifetime]:
    """Lifetimes of the largest weight in all, of which no two share a point of time."""
    order = sorted(range(len(lives)), key=lambda one: lives[one].end)
    ends = [lives[one].end for one in order]
    best: list[tuple[int, list[int]]] = [(0, [])]
    for position, one in enumerate(order):
        weight, chosen = best[bisect_left(ends, lives[one].start, 0, position)]
        with_it = (weight + weights[one], [*chosen, one])
        best.append(max(best[-1], with_it, key=lambda pair: pair[0]))
    return [lives[one] for one in best[-1][1]]


def before_all(lives: Sequence[Lifetime]) -> Operation:
    """The operation of a function's block with which the first of some lifetimes begins."""
    op = lives[0].first
    while (outer := op.parent_op()) is not None and not isinstance(outer, FuncOp):
        op = outer
    return op
