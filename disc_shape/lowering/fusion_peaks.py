"""
Whether a kernel on buffers raises the peak.

What a kernel reads and writes lives until its last member, so a kernel may need more than its
members did. A kernel is written only if at each moment between its first and its last member what
is allocated is proved to be no more than what was at that moment, or at another one between the
two, before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.lowering.ownership import is_buffer
from disc_shape.lowering.types import buffer_of, width_of
from disc_shape.symbolic import Expr, const, product

WINDOW = 512
"""The most operations between the first and the last member of a kernel that are looked at."""

MOMENTS = 16
"""The number of other moments that one moment is compared with."""

QUESTIONS = 256
"""The number of comparisons that the prover is asked for in one block."""

Alive = frozenset[SSAValue]
"""The buffers that are allocated at a moment, those that are so all the time left out."""


@dataclass
class LiveRanges:
    """
    When the buffers of a block are allocated, by the positions of operations. At the position of
    an allocation its buffer is allocated, at that of a deallocation not any more.
    """

    block: Block
    sizes: Callable[[SSAValue], Sequence[Expr]]
    """The sizes of a buffer."""
    proves: Callable[[Expr], bool]
    """Whether an amount of bytes is proved to be at most zero."""
    begins: dict[SSAValue, int] = field(default_factory=dict["SSAValue", int])
    ends: dict[SSAValue, int] = field(default_factory=dict["SSAValue", int])
    _events: dict[int, list[SSAValue]] = field(default_factory=dict[int, "list[SSAValue]"])
    """The buffers whose ranges begin or end at each position, now or before."""
    _apart: set[int] = field(default_factory=set[int])
    """The positions of operations that may allocate by themselves."""
    _answers: dict[Expr, bool] = field(default_factory=dict["Expr", bool])

    def read(self, positions: Mapping[Operation, int]) -> None:
        """Find the live ranges."""
        for op, position in positions.items():
            if isinstance(op, memref.AllocOp):
                self._note(self.begins, op.memref, position)
            elif isinstance(op, memref.DeallocOp):
                self._note(self.ends, op.memref, position)
            elif op.regions or any(map(is_buffer, op.results)):
                self._apart.add(position)

    def _note(self, table: dict[SSAValue, int], buffer: SSAValue, position: int) -> None:
        table[buffer] = position
        self._events.setdefault(position, []).append(buffer)

    def keeps_peak(
        self,
        first: int,
        last: int,
        used: Iterable[SSAValue],
        outs: Iterable[SSAValue],
        gone: AbstractSet[SSAValue],
    ) -> bool:
        """
        Whether a kernel at the position of its last member raises no peak: the buffers that are
        `used` are freed after it, its outs are allocated before it, and those that are `gone` do
        not exist.
        """
        if last - first > WINDOW:
            return False
        longer = {one for one in used if self._is_freed_by(one, last)}
        later = {one for one in outs if self.begins.get(one, last) < last}
        if not longer:
            return True
        touched = {
            one for position in range(first, last + 1) for one in self._events.get(position, ())
        }
        touched |= longer | later | gone
        before, after = dict[int, Alive](), dict[int, Alive]()
        for position in range(first, last + 1):
            now = {one for one in touched if self._is_alive(one, position)}
            before[position] = frozenset(now)
            kept = {one for one in now if one not in gone and one not in later}
            kept |= {one for one in longer if position >= self.begins.get(one, 0)}
            after[position] = frozenset(kept | later if position == last else kept)
        return all(
            self._fits(after[position], position, before)
            for position in range(first, last + 1)
            if not after[position] <= before[position]
        )

    def _is_freed_by(self, buffer: SSAValue, position: int) -> bool:
        """Whether a buffer is freed at a position, by a kernel right before it, or earlier."""
        return buffer in self.ends and self.ends[buffer] <= position

    def _is_alive(self, buffer: SSAValue, position: int) -> bool:
        begin, end = self.begins.get(buffer, -1), self.ends.get(buffer)
        return begin <= position and (end is None or position < end)

    def _fits(self, alive: Alive, position: int, before: Mapping[int, Alive]) -> bool:
        """Whether some buffers need no more than others did at the same or at another moment."""
        moments = [position]
        if position not in self._apart:
            others = [one for one in before if one not in self._apart and one != position]
            moments += sorted(others, key=lambda one: -len(before[one] & alive))[:MOMENTS]
        return any(self._is_at_most(alive, before[one]) for one in moments)

    def _is_at_most(self, new: Alive, old: Alive) -> bool:
        more, less = new - old, old - new
        difference = self._bytes(more)
        freed = self._bytes(less)
        if difference is None or freed is None:
            return not more
        difference = difference - freed
        if difference.constant is not None:
            return difference.constant <= 0
        found = self._answers.get(difference)
        if found is None:
            if len(self._answers) >= QUESTIONS:
                return False
            found = self._answers[difference] = self.proves(difference)
        return found

    def _bytes(self, buffers: Alive) -> Expr | None:
        total = const(0)
        for one in buffers:
            width = width_of(buffer_of(one).element_type)
            if width is None:
                return None
            total = total + product(self.sizes(one)) * width
        return total

    def write(
        self,
        last: int,
        used: Iterable[SSAValue],
        outs: Iterable[SSAValue],
        gone: Iterable[SSAValue],
    ) -> None:
        """Note the live ranges of the buffers of a kernel that has been written."""
        for one in used:
            if self._is_freed_by(one, last):
                self._note(self.ends, one, last + 1)
        for one in outs:
            if self.begins.get(one, last) < last:
                self._note(self.begins, one, last)
        self.forget(gone)

    def forget(self, buffers: Iterable[SSAValue]) -> None:
        """Note that buffers do not exist any more."""
        for one in buffers:
            self.begins[one] = self.ends[one] = 0
