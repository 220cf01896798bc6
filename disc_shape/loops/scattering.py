"""Scatters as loops over the updates, in their order: each is combined with its element."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

from xdsl.dialects import memref
from xdsl.ir import SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.gather_scatter import ScatterOp
from disc_shape.dialects.hlo.numbers import ScatterDimensionNumbers
from disc_shape.linalg_conversion.types import INDEX, kind_of
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias, same_elements
from disc_shape.loops.direct import DirectLoops, Values, is_common
from disc_shape.loops.factors import Factors
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.numbers import Size
from disc_shape.loops.scalar_functions import apply_body, bits_of

FAR = 1 << 62
"""No buffer has so many elements."""


@dataclass
class Dimensions:
    """What the dimensions of a scatter are."""

    numbers: ScatterDimensionNumbers
    rank: int
    """Of the results."""
    indices: int
    """The rank of the indices."""
    updates: int
    """The rank of the updates."""

    @cached_property
    def batch(self) -> list[int]:
        """The dimensions of the updates that count index vectors."""
        return [at for at in range(self.updates) if at not in self.numbers.update_window_dims]

    @cached_property
    def indexed(self) -> list[int]:
        """The same dimensions of the indices: all but that of the index vectors."""
        vector = self.numbers.index_vector_dim
        return [at for at in range(self.indices) if at != vector]

    @property
    def ready(self) -> int:
        """So many loops are around each place where the index vector is known."""
        return max(self.batch, default=-1) + 1

    @property
    def scattered(self) -> tuple[int, ...]:
        """The dimension of the results for each element of an index vector."""
        return self.numbers.scatter_dims_to_operand_dims

    @cached_property
    def windows(self) -> dict[int, int]:
        """The dimension of the updates for each dimension of a result that is part of a window."""
        numbers = self.numbers
        left_out = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
        kept = [axis for axis in range(self.rank) if axis not in left_out]
        return dict(zip(kept, numbers.update_window_dims, strict=True))

    @cached_property
    def batching(self) -> dict[int, int]:
        """The dimension of the updates for each dimension of a result that goes along with it."""
        numbers = self.numbers
        pairs = zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True)
        return {axis: self.batch[self.indexed.index(other)] for axis, other in pairs}

    def vector(self, places: Values, entry: int) -> list[Index]:
        """The index of an element of an index vector."""
        index: list[Index] = [places[at] for at in self.batch]
        if self.numbers.index_vector_dim < self.indices:
            index.insert(self.numbers.index_vector_dim, entry)
        return index


@dataclass
class ScatterLoops(DirectLoops):
    """
    The conversion of one scatter. An update whose element lies outside is skipped, each on its own:
    StableHLO tests elements, not windows.
    """

    op: ScatterOp
    factors: Factors

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            memref.copy %x, %y
            scf.for %b = %c0 to %n step %c1 {
              %start = memref.load %indices[%b, %c0]
              %inside = arith.cmpi ult, %start, %rows : index
              scf.if %inside {
                scf.for %w = %c0 to %columns step %c1 {
                  // %y[%start, %w] and %updates[%b, %w] are combined
                }
              }
            }
        """
        for position in range(len(self.outs)):
            self.require_apart(position)
        types = [value.type for op in self.op.update_computation.block.ops for value in op.results]
        types += [one.type for one in (*self.outs, self.indices)]
        if not all(is_common(element_type_of(one)) for one in types):
            raise NoLoopsError
        for source, target in zip(self.inputs, self.outs, strict=True):
            if not may_alias(source, target):
                self.writer.insert(memref.CopyOp(source, target))
        if all(one.value != 0 for one in self.extents):
            self.over((), {})

    @cached_property
    def dims(self) -> Dimensions:
        """Which dimensions are windows, and which are indexed."""
        numbers = self.op.scatter_dimension_numbers
        assert isinstance(numbers, ScatterDimensionNumbers)
        return Dimensions(
            numbers, rank_of(self.outs[0]), rank_of(self.indices), rank_of(self.updates[0])
        )

    @property
    def outs(self) -> Values:
        """The buffers of the results."""
        return self.kernel.op.outs

    @property
    def inputs(self) -> Values:
        """The buffers whose elements the results begin with."""
        return self.kernel.op.ins[: len(self.outs)]

    @property
    def indices(self) -> SSAValue:
        """The buffer of the index vectors."""
        return self.kernel.op.ins[len(self.outs)]

    @property
    def updates(self) -> Values:
        """The buffers of the updates."""
        return self.kernel.op.ins[len(self.outs) + 1 :]

    def require_apart(self, position: int) -> None:
        """Raise `NoLoopsError` where writing a result changes what is read later."""
        source, target, ins = self.inputs[position], self.outs[position], self.kernel.op.ins
        if any(may_alias(one, target) for at, one in enumerate(ins) if at != position):
            raise NoLoopsError
        if may_alias(source, target) and not same_elements(source, target):
            raise NoLoopsError

    @cached_property
    def extents(self) -> list[Size]:
        """The sizes of the results."""
        return [self.sizes.of_buffer(self.outs[0], axis) for axis in range(self.dims.rank)]

    # loops

    def over(self, places: Values, starts: Mapping[int, SSAValue]) -> None:
        """The loops over the updates inside of those whose counters are given."""
        if len(places) != self.dims.ready:
            self.inside(places, starts)
            return
        starts = self.starts(places)
        conditions = self.conditions(places, starts)
        if not conditions:
            self.inside(places, starts)
            return
        holds = reduce(self.writer.both, conditions)
        self.when(holds, lambda: self.inside(places, starts))

    def inside(self, places: Values, starts: Mapping[int, SSAValue]) -> None:
        """The next loop, or what is done for each update."""
        if len(places) == self.dims.updates:
            self.combine(places, starts)
            return

        def body(at: SSAValue, _: Values) -> Values:
            self.over((*places, at), starts)
            return ()

        low, high = self.bounds(len(places), starts)
        self.loop(high, body, low=low)

    def bounds(self, dimension: int, starts: Mapping[int, SSAValue]) -> tuple[Index, Index]:
        """
        Between which indices updates along a dimension go to elements of the result, as far as that
        is known at its loop.
        """
        size = self.sizes.of_buffer(self.updates[0], dimension)
        others: list[Size] = []
        for axis, window in (*self.dims.windows.items(), *self.dims.batching.items()):
            if window != dimension:
                continue
            if axis in starts:
                writer, start = self.writer, starts[axis]
                rest = writer.subtract(self.extents[axis].value, start)
                low = writer.maximum(writer.subtract(0, start), 0)
                return low, writer.minimum(size.value, rest)
            if axis not in self.dims.scattered:
                others.append(self.extents[axis])
        if dimension in self.dims.batch:
            indexed = self.dims.indexed[self.dims.batch.index(dimension)]
            others.append(self.sizes.of_buffer(self.indices, indexed))
        high = size.value
        for other in others:
            if not self.factors.same([size], [other]):
                high = self.writer.minimum(high, other.value)
        return 0, high

    def starts(self, places: Values) -> dict[int, SSAValue]:
        """
        Where a window starts along the dimensions that are scattered. Numbers that are far outside
        become less, as their differences from sizes would be no indices.
        """
        writer, element = self.writer, element_type_of(self.indices.type)
        kind, is_wide = kind_of(element), bits_of(element) == 64 or element == INDEX
        found: dict[int, SSAValue] = {}
        for entry, axis in enumerate(self.dims.scattered):
            number = self.load(self.indices, self.dims.vector(places, entry))
            start: Index = writer.as_index(number, unsigned=kind == "unsigned")
            if is_wide and axis in self.dims.windows:
                start = writer.minimum(writer.maximum(start, -FAR), FAR)
            found[axis] = writer.value(start)
        return found

    def conditions(self, places: Values, starts: Mapping[int, SSAValue]) -> list[SSAValue]:
        """What is to be tested once the index vector is known; loops inside do the rest."""
        writer = self.writer
        found: list[SSAValue] = []
        for axis, extent in enumerate(self.extents):
            window = self.dims.windows.get(axis)
            if axis in self.dims.batching or (window is not None and window >= len(places)):
                continue
            is_inside = window is not None or isinstance(extent.value, int)
            if axis not in starts and is_inside:
                continue
            numbers = writer.values([self.place(axis, places, starts), extent.value])
            found.append(writer.compare("<", *numbers, unsigned=True))
        return found

    def place(self, axis: int, places: Values, starts: Mapping[int, SSAValue]) -> Index:
        """The index of an element along a dimension of the results."""
        if axis in self.dims.batching:
            return places[self.dims.batching[axis]]
        window = self.dims.windows.get(axis)
        return self.writer.add(starts.get(axis, 0), 0 if window is None else places[window])

    def combine(self, places: Values, starts: Mapping[int, SSAValue]) -> None:
        """Combine one element of each result with an update."""
        index = [self.place(axis, places, starts) for axis in range(self.dims.rank)]
        old = [self.load(one, index) for one in self.outs]
        new = [self.load(one, places) for one in self.updates]
        for value, out in zip(
            apply_body(self.writer, self.op, [*old, *new]), self.outs, strict=True
        ):
            self.store(value, out, index)
