"""
Sums over the taps of a window alone, as in depthwise convolutions: a plane of the image at a time.

Neighbours of one line are few in a small image, and the bounds of taps cut off some of them. A copy
of a plane with its padding has no bounds, and its lines follow each other: what a tap adds to a
line, it adds to all of them in one loop. Between the ends of the lines there are sums that nothing
reads.

    for each image, for each feature:
      %p[...] = %image[...]                                   // 0.0 in the padding
      for each line of the window:
        for %i = 0 to height * pitch:
          %sums[%i] += %p[%i + line * pitch] * %kernel[line, 0] + ... // each tap of the line
      for each place:  %out[line, place] = %sums[line * pitch + place]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import AnyFloat, FloatAttr, MemRefType
from xdsl.ir import SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_forms import Form, Forms, NoProductError
from disc_shape.native.contractions_nests import (
    Nest,
    computed_of_sum,
    counters_of,
    most,
    number_of,
)
from disc_shape.native.contractions_products import loop
from disc_shape.native.contractions_windows import Limit, Taps
from disc_shape.native.unrolling import over_block

MOST_PLACES = 128
"""Lines of more places are long enough for a loop for each tap."""
MOST_TAPS = 16
"""The most taps of a line of a window."""


class Axis(NamedTuple):
    """A dimension of a plane: where a tap reads it, at `first + place + dilation * tap`."""

    places: int
    """The size of the result."""
    taps: int
    first: int
    dilation: int
    size: int
    """The size of the operand."""

    @property
    def padded(self) -> int:
        """The size with padding, as far as taps read it."""
        return self.places + self.dilation * (self.taps - 1)

    @property
    def inside(self) -> tuple[int, int]:
        """From where to where there are elements of the operand in that."""
        low = min(max(-self.first, 0), self.padded)
        return low, min(max(self.size - self.first, low), self.padded)


@dataclass(frozen=True)
class Window:
    """A nest whose sums are over the lines and the taps of a window."""

    nest: Nest
    outer: Sequence[tuple[SSAValue, SSAValue]]
    """The counters of planes, and how many there are."""
    image: memref.LoadOp
    kernel: memref.LoadOp
    lines: Axis
    places: Axis

    @staticmethod
    def of(nest: Nest, writer: Writer) -> Window:
        """The window of a nest; raises `NoProductError` for one of other loops or long lines."""
        counters: list[SSAValue] = [*nest.op.body.block.args]
        if nest.conditions or len(counters) < 2 or len(nest.reductions) != 2:
            raise NoProductError
        inner = {*counters[-2:]}
        image, kernel = nest.loads
        if any(not inner.isdisjoint(counters_of(one, nest)) for one in kernel.indices):
            image, kernel = kernel, image
        if any(not inner.isdisjoint(counters_of(one, nest)) for one in kernel.indices):
            raise NoProductError
        inner.update(one.body.block.args[0] for one in nest.reductions)
        if len(image.indices) < 2:
            raise NoProductError
        if any(not inner.isdisjoint(counters_of(one, nest)) for one in image.indices[:-2]):
            raise NoProductError
        lines, places = (axis_of(nest, writer, image, place) for place in (-2, -1))
        if places.places > MOST_PLACES:
            raise NoProductError
        outer = list(zip(counters[:-2], nest.op.upperBound, strict=False))
        return Window(nest, outer, image, kernel, lines, places)


def axis_of(nest: Nest, writer: Writer, image: memref.LoadOp, place: int) -> Axis:
    """
    The next to last or the last dimension of an image, which a loop of the sum runs along by no
    more than the elements that there are.
    """
    counter, op = nest.op.body.block.args[place], nest.reductions[place]
    places, taps = number_of(nest.op.upperBound[place]), most(op.ub)
    size = shape_of(image.memref)[place]
    if places is None or places < 1 or taps is None or not 1 <= taps <= MOST_TAPS or size < 0:
        raise NoProductError
    tap = op.body.block.args[0]
    along: dict[SSAValue, Form] = {counter: Form(0, row=1)}
    index = Forms(writer, nest.op, {**along, tap: Form(0, inner=1)}).of(image.indices[place])
    first, dilation = index.base, index.inner
    if not isinstance(first, int) or not isinstance(dilation, int) or dilation < 1:
        raise NoProductError
    bounds = Taps.of(Forms(writer, nest.op, along), op)
    lower = all(one == Limit(dilation, Form(-first, row=-1)) for one in bounds.lower)
    upper = all(one == Limit(dilation, Form(size - first, row=-1)) for one in bounds.upper)
    axis = Axis(places, taps, first, dilation, size)
    low, high = axis.inside
    is_read = (bounds.lower or low == 0) and (bounds.upper or high == axis.padded)
    if index.row != 1 or (bounds.low, bounds.high) != (0, taps):
        raise NoProductError
    if not (lower and upper and is_read):
        raise NoProductError
    return axis


@dataclass(frozen=True)
class Planes:
    """Emits the loops of a window."""

    writer: Writer
    window: Window
    image: SSAValue
    """Memory for a plane with its padding."""
    sums: SSAValue
    """Memory for the sums of a plane, with those between the ends of lines."""

    @staticmethod
    def emit(nest: Nest, writer: Writer) -> None:
        """What replaces a nest; raises `NoProductError`."""
        window = Window.of(nest, writer)
        pitch, lines = window.places.padded, window.lines
        sizes = lines.padded * pitch, (lines.places - 1) * pitch + window.places.places
        memory = [
            writer.insert(memref.AllocOp([], [], MemRefType(nest.element, [size]))).memref
            for size in sizes
        ]
        planes = Planes(writer, window, *memory)
        if (0, lines.padded) != lines.inside or (0, pitch) != window.places.inside:
            zero = planes.zero()
            loop(writer, sizes[0], lambda at: planes.store(zero, planes.image, at))
        planes.outer(window.outer, {})
        for one in memory:
            writer.insert(memref.DeallocOp.get(one))

    def zero(self) -> SSAValue:
        """The number that sums begin with."""
        element = self.window.nest.element
        assert isinstance(element, AnyFloat)
        return self.writer.dense(FloatAttr(0.0, element), element)

    def store(self, value: SSAValue, memory: SSAValue, at: SSAValue) -> None:
        """Write to memory."""
        self.writer.insert(memref.StoreOp.get(value, memory, [at]))

    def load(self, memory: SSAValue, at: Sequence[SSAValue]) -> SSAValue:
        """Read from memory."""
        return self.writer.insert(memref.LoadOp.get(memory, at)).res

    def outer(
        self, loops: Sequence[tuple[SSAValue, SSAValue]], known: dict[SSAValue, Form]
    ) -> None:
        """The loops over planes, and what is inside."""
        if loops:
            (counter, upper), *rest = loops
            loop(self.writer, upper, lambda at: self.outer(rest, {**known, counter: Form(at)}))
            return
        self.copy(known)
        self.add(known, 0, first=True)
        if self.window.lines.taps > 1:
            add = partial(self.add, known, first=False)
            loop(self.writer, self.window.lines.taps, add, 1)
        self.finish(known)

    def copy(self, known: dict[SSAValue, Form]) -> None:
        """Copy a plane to where its padding surrounds it."""
        writer, window = self.writer, self.window
        lines, places = window.lines, window.places
        forms = Forms(writer, window.nest.op, known)
        plane = [writer.value(forms.of(one).base) for one in window.image.indices[:-2]]
        (top, bottom), (left, right) = lines.inside, places.inside

        def line(at: SSAValue) -> None:
            start = writer.multiply(at, places.padded)
            row = writer.value(writer.add(at, lines.first))

            def copy(place: SSAValue) -> None:
                column = writer.value(writer.add(place, places.first))
                item = self.load(window.image.memref, [*plane, row, column])
                self.store(item, self.image, writer.value(writer.add(start, place)))

            loop(writer, right, copy, left)

        loop(writer, bottom, line, top)

    def add(self, known: dict[SSAValue, Form], line: Index, *, first: bool) -> None:
        """Add what the taps of a line of the window contribute; the first line begins the sums."""
        writer, window, nest = self.writer, self.window, self.window.nest
        outer, inner = (one.body.block.args[0] for one in nest.reductions)
        factors: list[SSAValue] = []
        for tap in range(window.places.taps):
            forms = Forms(writer, nest.op, {**known, outer: Form(line), inner: Form(tap)})
            at = [writer.value(forms.of(one).base) for one in window.kernel.indices]
            factors.append(self.load(window.kernel.memref, at))
        start = writer.multiply(line, window.lines.dilation * window.places.padded)

        def taps(place: SSAValue) -> None:
            total = self.zero() if first else self.load(self.sums, [place])
            begin = writer.add(place, start)
            for tap, factor in enumerate(factors):
                at = writer.value(writer.add(begin, tap * window.places.dilation))
                item = self.load(self.image, [at])
                product = writer.op(arith.MulfOp, [item, factor], nest.element)
                total = writer.op(arith.AddfOp, [total, product], nest.element)
            self.store(total, self.sums, place)

        size = (window.lines.places - 1) * window.places.padded + window.places.places
        over_block(loop(writer, size, taps))

    def finish(self, known: dict[SSAValue, Form]) -> None:
        """What is computed of the sums, for the places of lines."""
        writer, window, nest = self.writer, self.window, self.window.nest
        line_counter, place_counter = nest.op.body.block.args[-2:]
        outer = {counter: writer.value(form.base) for counter, form in known.items()}

        def line(at: SSAValue) -> None:
            start = writer.multiply(at, window.places.padded)

            def place(number: SSAValue) -> None:
                values = {**outer, line_counter: at, place_counter: number}
                total = self.load(self.sums, [writer.value(writer.add(start, number))])
                values[nest.total] = total
                for op in computed_of_sum(nest):
                    writer.insert(op.clone(values))

            over_block(loop(writer, window.places.places, place))

        loop(writer, window.lines.places, line)
