"""Nests of one kernel that become one: they evaluate a common value, at each index once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

from xdsl.ir import SSAValue

from disc_shape.loops.aliases import may_write
from disc_shape.loops.nests import Nest, Store
from disc_shape.loops.nodes import Apply, Choice, Load, Node, Reduction, is_dear
from disc_shape.loops.numbers import Digit, Index, Loop, Place
from disc_shape.loops.tracing import Tracer

Counters: TypeAlias = Mapping[Loop, Sequence[Digit]]
"""The digits that count what a loop of another nest counts."""


class Meeting(NamedTuple):
    """How a nest evaluates what another one evaluates."""

    counters: Counters
    reduction: Reduction | None
    """The reduction in whose iterations it does so; None for the iterations of the nest itself."""


def share_nests(
    nests: Sequence[Nest], values: Mapping[SSAValue, SSAValue], tracer: Tracer
) -> list[Nest]:
    """
    Let the outputs of one nest be written by another one where a value that both are computed from
    is evaluated; `values` gives the value of each output.

        for i, j { y[i, j] = exp(x[i, j]) }
        for j { for i { s += exp(x[i, j]) }; z[j] = s }

    become

        for j { for i { e = exp(x[i, j]); y[i, j] = e; s += e }; z[j] = s }
    """
    left = list(nests)
    while (shared := _share_two(left, values, tracer)) is not None:
        left = shared
    return left


def _share_two(
    nests: Sequence[Nest], values: Mapping[SSAValue, SSAValue], tracer: Tracer
) -> list[Nest] | None:
    """The nests with one of them moved into another one; None if none can be."""
    for moved, kept in permutations(nests, 2):
        if moved.inner:
            continue
        for meeting in meetings(moved, kept, tracer):
            joined = _joined(moved, kept, meeting, values, tracer)
            if joined is None:
                continue
            left = [joined if one is kept else one for one in nests if one is not moved]
            if may_write(left):
                return left
    return None


def _joined(
    moved: Nest,
    kept: Nest,
    meeting: Meeting,
    values: Mapping[SSAValue, SSAValue],
    tracer: Tracer,
) -> Nest | None:
    """A nest that writes what another one writes as well; None where it cannot."""
    tracer.outer = frozenset(kept.loops)
    stores: list[Store] = []
    for store in moved.stores:
        index = renamed(store.index, meeting.counters)
        stores.append(Store(store.buffer, index, tracer.element(values[store.buffer], index)))
    nest = Nest(kept.loops, list(kept.stores), inner={**kept.inner})
    if meeting.reduction is None:
        nest.stores += stores
        return nest
    if meeting.reduction in nest.below([store.node for store in stores]):
        return None  # It needs the result.
    nest.inner[meeting.reduction] = [*nest.inner.get(meeting.reduction, ()), *stores]
    return nest


def meetings(moved: Nest, kept: Nest, tracer: Tracer) -> Iterator[Meeting]:
    """
    How a nest evaluates values that another one evaluates in each of its iterations, expensive
    functions first and what is read from memory last.
    """
    others: dict[SSAValue, list[tuple[Index, Node]]] = {}
    for value, index, node in evaluated(kept, tracer):
        others.setdefault(value, []).append((index, node))
    ranked = sorted(evaluated(moved, tracer), key=lambda one: rank(one[2]))
    reductions = unconditional_reductions(kept)
    below = {one: set(kept.below(one.elements)) for one in reductions}
    for value, index, _ in ranked:
        if not counts(index, moved.loops):
            continue
        for other, node in others.get(value, ()):
            counters = counters_of(index, other, tracer)
            if counters is None:
                continue
            if counts(other, kept.loops):
                yield Meeting(counters, None)
            for reduction in reductions:
                if node in below[reduction] and counts(other, [*kept.loops, *reduction.axes]):
                    yield Meeting(counters, reduction)


def unconditional_reductions(nest: Nest) -> list[Reduction]:
    """
    The reductions whose iterations run whenever, and as often as, those around them do. One that
    the nest evaluates at other indices, too, may be read again there, and is not evaluated then.
    """
    times = Counter(node.op for node in nest.nodes if isinstance(node, Reduction))
    choices = [node for node in nest.nodes if isinstance(node, Choice)]
    chosen = set(nest.below([one for node in choices for one in (node.then, node.otherwise)]))
    return [
        node
        for node in nest.nodes
        if isinstance(node, Reduction)
        and not node.domain
        and times[node.op] == 1
        and node not in chosen
        and node.loops == frozenset(nest.loops)
    ]


def evaluated(nest: Nest, tracer: Tracer) -> list[tuple[SSAValue, Index, Node]]:
    """The values that a nest evaluates, and where."""
    nodes = set(nest.nodes)
    return [
        (value, index, node)
        for (value, index), node in tracer.nodes.items()
        if node in nodes and not isinstance(node, Reduction)
    ]


def rank(node: Node) -> int:
    """The order in which nests are compared by what they evaluate."""
    if isinstance(node, Apply):
        return 0 if is_dear(node) else 1
    return 3 if isinstance(node, Load) else 2


def counts(index: Index, loops: Sequence[Loop]) -> bool:
    """Whether the digits of an index are some loops, each once."""
    numbers = [digit.number for place in index for digit in place.digits]
    return len(numbers) == len(loops) and frozenset(numbers) == frozenset(loops)


def counters_of(index: Index, other: Index, tracer: Tracer) -> Counters | None:
    """The digits of another index that count what each loop of an index counts."""
    found: dict[Loop, Sequence[Digit]] = {}
    for place, theirs in zip(index, other, strict=True):
        groups = [[one] for one in theirs.digits]
        if len(place.digits) == 1:
            groups = [list(theirs.digits)]
        if len(groups) != len(place.digits):
            return None
        for digit, group in zip(place.digits, groups, strict=True):
            loop, sizes = (
                digit.number,
                [one.number.size for one in group if isinstance(one.number, Loop)],
            )
            if not isinstance(loop, Loop) or not tracer.factors.same([loop.size], sizes):
                return None
            found[loop] = group
    return found


def renamed(index: Index, counters: Counters) -> Index:
    """An index by the digits of another nest."""
    return tuple(
        Place(
            tuple(
                new
                for one in place.digits
                for new in (counters[one.number] if isinstance(one.number, Loop) else (one,))
            ),
            place.is_whole,
        )
        for place in index
    )
