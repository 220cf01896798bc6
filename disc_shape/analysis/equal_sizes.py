"""
The last merge of sizes: sizes that the prover proves equal become one expression, and so one
symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.constraints.contradictions import contradictions_as_errors
from disc_shape.constraints.symbols import RANKS
from disc_shape.symbolic import Expr, Prover, Reason, Status, Symbol

MAX_PAIRS = 200
"""Pairs of sizes to compare; a function has few sizes that are no symbol."""

MAX_SIZE = 64
"""Pairs of sizes with more nodes together are not compared."""


def merge_equal_sizes(shapes: FunctionShapes, trusted: FunctionShapes | None = None) -> None:
    """
    State the equalities that no canonical form shows, such as `max(a, b)//2` and `max(a//2, b//2)`,
    so that both sizes have one form from then on. The reasons are those of the proof.

    `trusted` is an analysis of the same function with more facts, whose sizes are merged already:
    what it does not find equal is not compared again.
    """
    state = shapes.state
    prover = state.prover
    stated = {size: None for _, raw in state.known_sizes() for size in raw}
    sizes = dict.fromkeys(map(prover.canonical, stated))
    compound = [size for size in sizes if size.constant is None and size.name is None]
    if not compound:
        return
    candidates = [size for size in sizes if size.constant is None]
    pairs = list(islice(comparable_pairs(candidates), MAX_PAIRS))
    known: dict[Expr, Expr] = {}
    function = shapes.body.parent
    places = {size: place for place, size in enumerate(dict.fromkeys(chain(*pairs)))}
    samples = Samples(prover, [*places])
    with contradictions_as_errors(state):
        for left, right in pairs:
            if samples.differ(places[left], places[right]):
                continue
            if trusted is not None:
                known = known or known_forms(shapes, trusted)
                if len({known[one] for one in (left, right) if one in known}) == 2:
                    continue
            if prover.canonical(left) is prover.canonical(right):
                continue
            if prover.proves_equal(left, right):
                provenance = prover.equal(left, right).explain()
                status = max(
                    (reason.status for reason in provenance),
                    key=RANKS.index,
                    default=Status.DERIVED,
                )
                why = f"{left} and {right} are always equal"
                reason = Reason(why, function, status, lambda provenance=provenance: provenance)
                prover.add_equal(left, right, reason)
                samples = Samples(prover, [*places])
        shapes.solver.drain()


class Samples:
    """
    The values of some sizes in a few assignments. One is worked out when two sizes have the same
    values in those before it.
    """

    def __init__(self, prover: Prover, sizes: Sequence[Expr]) -> None:
        self._known: list[tuple[int | None, ...]] = []
        self._more = prover.assignments.samples([*map(prover.normal, sizes)])

    def differ(self, left: int, right: int) -> bool:
        """Whether the sizes at two places have different values in some assignment."""
        return any(
            None not in (one[left], one[right]) and one[left] != one[right] for one in self._all()
        )

    def _all(self) -> Iterator[tuple[int | None, ...]]:
        yield from self._known
        for sample in self._more:
            self._known.append(sample)
            yield sample


def known_forms(shapes: FunctionShapes, trusted: FunctionShapes) -> dict[Expr, Expr]:
    """For the sizes of values in one analysis, the form that they have in another one."""
    found: dict[Expr, Expr] = {}
    canonical, form = shapes.state.prover.canonical, trusted.state.prover.canonical
    for value, sizes in shapes.state.known_sizes():
        for size, other in zip(sizes, trusted.state.recorded_dims(value) or (), strict=False):
            found.setdefault(canonical(size), form(other))
    return found


def comparable_pairs(sizes: Sequence[Expr]) -> Iterator[tuple[Expr, Expr]]:
    """
    The pairs of sizes that have a symbol in common, are small and not both symbols, in order. Pairs
    that are none are not visited.
    """
    places: dict[Symbol, dict[int, list[int]]] = {}
    for place, size in enumerate(sizes):
        for name in dict.fromkeys(size.symbols):
            places.setdefault(name, {}).setdefault(size.size, []).append(place)
    for place, left in enumerate(sizes):
        found = {
            other
            for name in left.symbols
            for nodes, others in places[name].items()
            if left.size + nodes <= MAX_SIZE and not (left.name is not None and nodes == 1)
            for other in others
        }
        for other in sorted(found):
            if other > place:
                yield left, sizes[other]
