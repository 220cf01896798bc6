"""Rows: what is written inside of a reduction, and read again."""

from __future__ import annotations

from collections.abc import Sequence

from disc_shape.cards.indices import element_type_of
from disc_shape.loops.aliases import may_write
from disc_shape.loops.factors import Factors
from disc_shape.loops.nests import Nest, Store
from disc_shape.loops.nodes import Apply, Load, Reduction
from disc_shape.loops.numbers import Digit, Index, Loop, Place, Size
from disc_shape.loops.tracing import Tracer


def agree(ones: Sequence[Size], others: Sequence[Size], factors: Factors) -> bool:
    """Whether two lists of sizes are known to be equal."""
    return len(ones) == len(others) and all(
        factors.same([one], [other]) for one, other in zip(ones, others, strict=True)
    )


def keep_rows(nest: Nest, tracer: Tracer) -> None:
    """
    Let an expensive function that a reduction of a row and the output of the row both need be
    evaluated once: the reduction writes it into the row of the output, which is read again.

        for j { e = exp(x[i, j] - m); y[i, j] = e; s += e }
        for j { y[i, j] = y[i, j] / s }
    """
    if len(nest.stores) != 1 or nest.inner:
        return
    (store,) = nest.stores
    places = {node: key for key, node in tracer.nodes.items()}
    computed = set(nest.nodes)
    outer = nest.below([store.node])
    for reduction in [node for node in computed if isinstance(node, Reduction)]:
        rows = len(nest.loops) - len(reduction.axes)
        inner = nest.loops[rows:]
        if (
            not reduction.axes  # Of one element: it is the row.
            or rows < 0
            or reduction.domain
            or reduction.loops & frozenset(inner)
            or not agree(
                [one.size for one in reduction.axes], [one.size for one in inner], tracer.factors
            )
        ):
            continue
        moved = dict(zip(reduction.axes, inner, strict=True))
        for node in nest.below(reduction.elements):
            if not isinstance(node, Apply) or not is_dear(node) or node not in places:
                continue
            if not node.loops >= frozenset(reduction.axes):
                continue  # It is computed once for the row.
            value, index = places[node]
            again = tracer.nodes.get((value, renamed(index, moved)))
            if again is None or again not in computed:
                continue
            if element_type_of(store.buffer.type) == node.type and reduction in outer:
                back = {new: old for old, new in moved.items()}
                nest.inner[reduction] = [Store(store.buffer, renamed(store.index, back), node)]
                nest.replaced[again] = Load(store.buffer, store.index, node.type)
                if may_write([nest]):
                    return
                nest.inner.clear()
                nest.replaced.clear()


def is_dear(node: Apply) -> bool:
    """Whether a function costs many times what an addition costs."""
    return node.scalar is not None and node.scalar.function.expensive


def renamed(index: Index, loops: dict[Loop, Loop]) -> Index:
    """An index with loops exchanged."""
    return tuple(
        Place(
            tuple(
                Digit(loops.get(one.number, one.number), one.size)
                if isinstance(one.number, Loop)
                else one
                for one in place.digits
            ),
            place.is_whole,
        )
        for place in index
    )
