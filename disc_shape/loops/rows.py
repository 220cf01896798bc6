"""Rows: what one loop over a row computes, keeps, and other loops read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.ir import SSAValue

from disc_shape.cards.indices import element_type_of
from disc_shape.loops.aliases import may_write
from disc_shape.loops.factors import agree
from disc_shape.loops.nests import Nest, Store
from disc_shape.loops.nodes import Apply, Choice, Load, Node, Reduction, is_dear
from disc_shape.loops.numbers import Digit, Index, Loop, Place
from disc_shape.loops.scratch import Scratch
from disc_shape.loops.tracing import Tracer


def keep_rows(nest: Nest, tracer: Tracer, scratch: Scratch) -> None:
    """
    Let an expensive function that several loops over one row need be evaluated once: the first loop
    keeps it in the row of an output, or in a row of scratch, and the others read it again.

        for j { e = exp(x[i, j] - m); y[i, j] = e; s += e }
        for j { y[i, j] = y[i, j] / s }

    A row of scratch is the same memory for all rows, so these come one after the other.
    """
    keeper = RowKeeper(nest, tracer, scratch)
    while keeper.keep_one():
        pass


@dataclass(eq=False)
class Phase:
    """One of the loops over a row: that of a reduction, or the one that writes the outputs."""

    number: int
    """Phases run in this order."""
    reduction: Reduction | None
    below: set[Node]
    """What it evaluates, or is computed from."""
    certain: set[Node]
    """What it evaluates in each iteration."""


@dataclass(frozen=True)
class Evaluation:
    """Where a phase evaluates a value."""

    phase: Phase
    index: Index
    node: Apply


class Reader(NamedTuple):
    """A phase that is to read a value again, by its loops over the row."""

    phase: Phase
    axes: Sequence[Loop]
    node: Apply


@dataclass(eq=False)
class Row:
    """Memory that keeps values of a row, each from one phase to another one."""

    buffer: SSAValue
    index: Index | None
    """Where outputs are written; None for scratch, whose index are the loops over the row."""
    outer: frozenset[Loop]
    """The loops around the phases that write it."""
    taken: list[tuple[int, int]]

    def is_free(self, first: int, last: int) -> bool:
        """Whether nothing else is kept; a phase reads an element before it writes it."""
        return all(last <= start or end <= first for start, end in self.taken)


class RowKeeper:
    """Finds what is kept in the rows of one nest."""

    def __init__(self, nest: Nest, tracer: Tracer, scratch: Scratch) -> None:
        self.nest = nest
        self.tracer = tracer
        self.scratch = scratch
        self.rows: list[Row] = []
        """Rows of scratch, and of outputs that keep something before they are written."""
        self.refused: set[SSAValue] = set()
        """The values that no memory can keep."""
        self.reductions = self._reductions()

    def keep_one(self) -> bool:
        """Keep one more value; False where none is left that can be kept."""
        phases = self.phases()
        evaluated = self.evaluated(phases) if len(phases) > 1 else {}
        for value, found in evaluated.items():
            if value not in self.refused and len(found) > 1:
                if self.keep(found, phases):
                    return True
                self.refused.add(value)
        return False

    def _reductions(self) -> list[Reduction]:
        """
        The reductions whose loops are directly in those of the outputs and run whatever conditions
        hold, in the order in which they are emitted.
        """
        nest = self.nest
        times = [node.axes for node in nest.nodes if isinstance(node, Reduction)]
        return [
            node
            for node in certainly_evaluated([store.node for store in nest.stores], nest)
            if isinstance(node, Reduction)
            and node.axes
            and node.loops <= frozenset(nest.loops)
            and times.count(node.axes) == 1
        ]

    def phases(self) -> list[Phase]:
        """The loops over rows, in the order in which they run."""
        nest, last = self.nest, [store.node for store in self.nest.stores]
        roots = [
            [*one.elements, *(store.node for store in nest.inner.get(one, ()))]
            for one in self.reductions
        ]
        pairs = zip([*self.reductions, None], [*roots, last], strict=True)
        return [
            Phase(number, one, set(nest.below(nodes)), {*certainly_evaluated(nodes, nest)})
            for number, (one, nodes) in enumerate(pairs)
        ]

    def evaluated(self, phases: Sequence[Phase]) -> dict[SSAValue, list[Evaluation]]:
        """The expensive values with the phases that evaluate them, what is computed last first."""
        found: dict[SSAValue, list[Evaluation]] = {}
        around = frozenset(self.nest.loops)
        for (value, index), node in reversed(self.tracer.nodes.items()):
            if not isinstance(node, Apply) or not is_dear(node) or node in self.nest.replaced:
                continue
            for phase in phases:
                axes = frozenset(phase.reduction.axes if phase.reduction else ())
                if node in phase.below and axes <= node.loops <= around | axes:
                    found.setdefault(value, []).append(Evaluation(phase, index, node))
        for one in found.values():
            one.sort(key=lambda evaluation: evaluation.phase.number)
        return found

    def keep(self, found: Sequence[Evaluation], phases: Sequence[Phase]) -> bool:
        """Let the first phase that can keep a value, and those after it read it."""
        for number, first in enumerate(found):
            reduction = first.phase.reduction
            if reduction is None or reduction.domain or first.node not in first.phase.certain:
                continue
            readers = [
                Reader(later.phase, axes, later.node)
                for later in found[number + 1 :]
                if (axes := self.axes_of(later, first, reduction)) is not None
            ]
            if readers and self.place(first, reduction, readers, phases):
                return True
        return False

    def axes_of(
        self, later: Evaluation, first: Evaluation, reduction: Reduction
    ) -> Sequence[Loop] | None:
        """The loops over the row by which a phase evaluates what a reduction evaluates."""
        other = later.phase.reduction
        if other is None:
            axes = self.nest.loops[len(self.nest.loops) - len(reduction.axes) :]
            if reduction.loops & frozenset(axes):
                return None
        else:
            axes = other.axes
            if other.loops != reduction.loops:
                return None  # It may run before, or the row is written between.
        sizes = [loop.size for loop in axes]
        if not agree([loop.size for loop in reduction.axes], sizes, self.tracer.factors):
            return None
        moved = dict(zip(reduction.axes, axes, strict=True))
        return axes if renamed(first.index, moved) == later.index else None

    def place(
        self,
        first: Evaluation,
        reduction: Reduction,
        readers: Sequence[Reader],
        phases: Sequence[Phase],
    ) -> bool:
        """Keep a value where it is written anyway, in the row of an output, or in scratch."""
        stored = [one for one in self.nest.inner.get(reduction, ()) if one.node is first.node]
        for store in stored:
            loops = loops_of(store.index) - frozenset(reduction.axes)
            if loops <= reduction.loops and self.read_again(store, reduction, readers):
                return True
        start, end = first.phase.number, readers[-1].phase.number
        for row in (*self.outputs(reduction, phases), *self.rows):
            if self.may_keep(row, first.node, reduction) and row.is_free(start, end):
                store = Store(row.buffer, self.index_in(row, reduction), first.node)
                if self.read_again(store, reduction, readers, is_new=True):
                    row.taken.append((start, end))
                    if row not in self.rows:
                        self.rows.append(row)
                    return True
        sizes = [loop.size for loop in reduction.axes]
        buffer = self.scratch.take(first.node.type, sizes, [row.buffer for row in self.rows])
        if buffer is None:
            return False
        row = Row(buffer, None, reduction.loops, [(start, end)])
        self.rows.append(row)
        self.nest.is_sequential = True
        store = Store(buffer, self.index_in(row, reduction), first.node)
        return self.read_again(store, reduction, readers, is_new=True)

    def outputs(self, reduction: Reduction, phases: Sequence[Phase]) -> Iterator[Row]:
        """The rows of outputs that keep nothing yet: the last phase writes them."""
        known = [row.buffer for row in self.rows]
        count = len(self.nest.loops) - len(reduction.axes)
        outer, last = frozenset(self.nest.loops[:count]), phases[-1].number
        for store in self.nest.stores if count >= 0 else ():
            if store.buffer not in known:
                yield Row(store.buffer, store.index, outer, [(last, last)])

    def may_keep(self, row: Row, node: Apply, reduction: Reduction) -> bool:
        """Whether memory has the type and the sizes of a row that a reduction is to keep."""
        if element_type_of(row.buffer.type) != node.type or row.outer != reduction.loops:
            return False
        if row.index is None:
            sizes = [loop.size for loop in reduction.axes]
            return self.scratch.fits(row.buffer, sizes)
        inner = self.nest.loops[len(self.nest.loops) - len(reduction.axes) :]
        return agree(
            [loop.size for loop in reduction.axes],
            [loop.size for loop in inner],
            self.tracer.factors,
        )

    def index_in(self, row: Row, reduction: Reduction) -> Index:
        """Where a reduction writes a row."""
        if row.index is None:
            return tuple(Place((Digit(loop, loop.size),)) for loop in reduction.axes)
        inner = self.nest.loops[len(self.nest.loops) - len(reduction.axes) :]
        return renamed(row.index, dict(zip(inner, reduction.axes, strict=True)))

    def read_again(
        self,
        store: Store,
        reduction: Reduction,
        readers: Sequence[Reader],
        *,
        is_new: bool = False,
    ) -> bool:
        """Let phases read what a reduction writes; False, and nothing is done, if they must not."""
        nest = self.nest
        if element_type_of(store.buffer.type) != store.node.type:
            return False
        before = nest.inner, nest.replaced, nest.ordered
        nest.replaced = {**nest.replaced}
        for reader in readers:
            moved = dict(zip(reduction.axes, reader.axes, strict=True))
            again = Load(store.buffer, renamed(store.index, moved), store.node.type)
            nest.replaced[reader.node] = again
        if is_new:
            nest.inner = {**nest.inner, reduction: [*nest.inner.get(reduction, ()), store]}
        nest.ordered = self.reductions
        if nest.is_complete() and may_write([nest]):
            return True
        nest.inner, nest.replaced, nest.ordered = before
        return False


def certainly_evaluated(roots: Sequence[Node], nest: Nest) -> Iterator[Node]:
    """
    What some nodes are computed from whatever conditions hold, each once, themselves included, in
    the order in which it is computed.
    """
    seen: set[Node] = set()
    stack = [(nest.replaced.get(root, root), False) for root in reversed(roots)]
    while stack:
        node, is_ready = stack.pop()
        if is_ready:
            yield node
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        operands = list(operands_of(node, nest))
        stack += [(nest.replaced.get(one, one), False) for one in reversed(operands)]


def operands_of(node: Node, nest: Nest) -> Iterable[Node]:
    """What a node is certainly computed from."""
    if isinstance(node, Choice):
        return [one for one in node.operands if one not in (node.then, node.otherwise)]
    if isinstance(node, Reduction):
        return [*node.initial, *node.operands, *(one.node for one in nest.inner.get(node, ()))]
    return node.operands


def loops_of(index: Index) -> frozenset[Loop]:
    """The loops that an index depends on."""
    return frozenset[Loop]().union(*(one.number.loops for place in index for one in place.digits))


def renamed(index: Index, loops: Mapping[Loop, Loop]) -> Index:
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
