"""
Sums over the taps of a window alone, as in depthwise convolutions: a plane of the image at a time.

Neighbours of one line are few in a small image, and the bounds of taps cut off some of them. A copy
of some lines of a plane with their padding has no bounds, and lines follow each other: what a tap
adds to a line, it adds to all of them in one loop. Between the ends of lines there are sums that
nothing reads.

    for each image, for each feature, for each block of lines:
      %p[...] = %image[...]                                   // 0.0 in the padding
      for each line of the window:
        for %i = 0 to lines * pitch:
          %sums[%i] += %p[%i + line * pitch] * %kernel[line, 0] + ... // each tap of the line
      for each place:  %out[line, place] = %sums[line * pitch + place]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import AnyFloat, FloatAttr, MemRefType
from xdsl.ir import SSAValue

from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_forms import Form, Forms, NoProductError, dimension
from disc_shape.native.contractions_nests import (
    Nest,
    computed_of_sum,
    counters_of,
    most,
    number_of,
)
from disc_shape.native.contractions_products import choose, loop, parallel_loops, scratch
from disc_shape.native.contractions_windows import Taps
from disc_shape.native.unrolling import over_block

MOST_PLACES = 128
"""Longer lines are long enough for a loop for each tap."""
MOST_TAPS = 16
"""The most taps of a line of a window, and the most lines."""
CAPACITY = 1 << 14
"""The most places of a block, with padding."""

Otherwise = Callable[[Nest, Writer], None]
"""Emits what replaces a nest where there is no window."""


class Axis(NamedTuple):
    """A dimension of a plane: where a tap reads it, at `first + place + dilation * tap`."""

    places: Index
    """The size of the result."""
    taps: int
    first: int
    dilation: int
    size: Index
    """The size of the operand."""
    bounds: Sequence[tuple[Index, Index]]
    """What must be equal, so that taps are read wherever there are elements of the operand."""

    @property
    def more(self) -> int:
        """How many more places are read than there are results."""
        return self.dilation * (self.taps - 1)

    def inside(self, writer: Writer, start: Index, count: Index) -> tuple[Index, Index, Index]:
        """
        From where to where there are elements of the operand among those that some results read,
        and how many these are.
        """
        total = writer.add(count, self.more)
        begin = writer.add(start, self.first)
        low = writer.clamp(writer.subtract(0, begin), 0, total)
        high = writer.clamp(writer.subtract(self.size, begin), low, total)
        return low, high, total


@dataclass(frozen=True)
class Window:
    """A nest whose sums are over the lines and the taps of a window."""

    nest: Nest
    outer: Sequence[tuple[SSAValue, SSAValue]]
    """The counters of planes, and how many there are."""
    image: memref.LoadOp
    dimensions: tuple[int, int]
    """Along which dimensions of the image lines and places are: the last ones, or before those of
    features."""
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
        found = [
            number
            for number, index in enumerate(image.indices)
            if not inner.isdisjoint(counters_of(index, nest))
        ]
        if len(found) != 2:
            raise NoProductError
        first, second = found
        lines = axis_of(nest, writer, image, first, -2)
        places = axis_of(nest, writer, image, second, -1)
        if isinstance(places.places, int) and places.places > MOST_PLACES:
            raise NoProductError
        if (MOST_PLACES + places.more) * (1 + lines.more) > CAPACITY:
            raise NoProductError
        outer = list(zip(counters[:-2], nest.op.upperBound, strict=False))
        return Window(nest, outer, image, (first, second), kernel, lines, places)

    def pitch(self, writer: Writer) -> Index:
        """How far lines are apart in a copy."""
        return writer.add(self.places.places, self.places.more)

    def together(self, writer: Writer) -> Index:
        """The lines of a block: at least one."""
        fitting = writer.divide(CAPACITY, writer.maximum(self.pitch(writer), 1))
        return writer.minimum(writer.subtract(fitting, self.lines.more), self.lines.places)

    def condition(self, writer: Writer) -> SSAValue | None:
        """Whether a plane can be copied; None where it always can."""
        found: SSAValue | None = None
        if not isinstance(self.places.places, int):
            found = writer.compare("<=", self.places.places, writer.constant(MOST_PLACES))
        for one, other in (*self.lines.bounds, *self.places.bounds):
            if isinstance(one, int) and isinstance(other, int):
                if one != other:
                    raise NoProductError
                continue
            same = writer.compare("==", writer.value(one), writer.value(other))
            found = same if found is None else writer.both(found, same)
        return found


def axis_of(nest: Nest, writer: Writer, image: memref.LoadOp, axis: int, place: int) -> Axis:
    """
    A dimension of an image, which the next to last or the last loop of the nest and of the sum run
    along, by no more than the elements that there are.
    """
    counter, op = nest.op.body.block.args[place], nest.reductions[place]
    upper, taps = nest.op.upperBound[place], most(op.ub)
    number = number_of(upper)
    places = upper if number is None else number
    if taps is None or not 1 <= taps <= MOST_TAPS:
        raise NoProductError
    size = dimension(writer, image.memref, axis)
    tap = op.body.block.args[0]
    along: dict[SSAValue, Form] = {counter: Form(0, row=1)}
    index = Forms(writer, nest.op, {**along, tap: Form(0, inner=1)}).of(image.indices[axis])
    first, dilation = index.base, index.inner
    if not isinstance(first, int) or not isinstance(dilation, int) or dilation < 1:
        raise NoProductError
    bounds = Taps.of(Forms(writer, nest.op, along), op)
    if index.row != 1 or (bounds.low, bounds.high) != (0, taps):
        raise NoProductError
    limits = (*bounds.lower, *bounds.upper)
    if any(one.scale != dilation or one.form[1:] != (-1, 0, 0) for one in limits):
        raise NoProductError
    beyond = writer.subtract(size, first)
    same = [(one.form.base, -first) for one in bounds.lower]
    same += [(one.form.base, beyond) for one in bounds.upper]
    if not bounds.lower and first < 0:
        raise NoProductError
    found = Axis(places, taps, first, dilation, size, same)
    if not bounds.upper:
        last = writer.add(places, found.more)
        same.append((writer.maximum(beyond, last), beyond))
    return found


@dataclass(frozen=True)
class Planes:
    """Emits the loops of a window."""

    writer: Writer
    window: Window
    image: SSAValue
    """Memory for lines of a plane with their padding."""
    sums: SSAValue
    """Memory for the sums of lines, with those between their ends."""

    @staticmethod
    def emit(nest: Nest, writer: Writer, otherwise: Otherwise) -> None:
        """
        What replaces a nest, `otherwise` where planes cannot be copied; raises `NoProductError`.
        """
        window = Window.of(nest, writer)
        condition = window.condition(writer)
        size = window.pitch(writer), window.together(writer)
        places = CAPACITY
        if isinstance(size[0], int) and isinstance(size[1], int):
            places = size[0] * (size[1] + window.lines.more)
        memory = [scratch(writer, MemRefType(nest.element, [places])) for _ in range(2)]
        planes = Planes(writer, window, *memory)
        others = partial(otherwise, nest, writer)
        choose(writer, condition, planes.outer, others)
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

    def outer(self) -> None:
        """The loops over planes and blocks of lines, and what is inside."""
        writer, lines = self.writer, self.window.lines
        together = self.window.together(writer)
        blocks = writer.ceil_divide(lines.places, writer.maximum(together, 1))

        def block(*places: SSAValue) -> None:
            *given, number = places
            counters = (counter for counter, _ in self.window.outer)
            known = dict(zip(counters, map(Form, given), strict=True))
            start = writer.multiply(number, together)
            count = writer.minimum(writer.subtract(lines.places, start), together)
            self.copy(known, start, count)
            self.add(known, 0, count, first=True)
            if lines.taps > 1:
                loop(writer, lines.taps, partial(self.add, known, count=count, first=False), 1)
            self.finish(known, start, count)

        parallel_loops(writer, [*(upper for _, upper in self.window.outer), blocks], block)

    def copy(self, known: dict[SSAValue, Form], start: Index, count: Index) -> None:
        """Copy some lines to where their padding surrounds them."""
        writer, window = self.writer, self.window
        lines, places = window.lines, window.places
        forms = Forms(writer, window.nest.op, known)
        indices = [
            one if number in window.dimensions else writer.value(forms.of(one).base)
            for number, one in enumerate(window.image.indices)
        ]
        top, bottom, height = lines.inside(writer, start, count)
        left, right, width = places.inside(writer, 0, places.places)
        zero = self.zero()

        def zeros(line: SSAValue, low: Index, high: Index) -> None:
            if low == high:
                return
            begin = writer.multiply(line, width)

            def clear(place: SSAValue) -> None:
                self.store(zero, self.image, writer.value(writer.add(begin, place)))

            loop(writer, high, clear, low)

        def line(at: SSAValue) -> None:
            begin = writer.multiply(at, width)
            row = writer.value(writer.add(writer.add(start, at), lines.first))

            def copy(place: SSAValue) -> None:
                column = writer.value(writer.add(place, places.first))
                indices[window.dimensions[0]], indices[window.dimensions[1]] = row, column
                item = self.load(window.image.memref, indices)
                self.store(item, self.image, writer.value(writer.add(begin, place)))

            zeros(at, 0, left)
            loop(writer, right, copy, left)
            zeros(at, right, width)

        loop(writer, top, lambda at: zeros(at, 0, width))
        loop(writer, bottom, line, top)
        loop(writer, height, lambda at: zeros(at, 0, width), bottom)

    def add(self, known: dict[SSAValue, Form], line: Index, count: Index, *, first: bool) -> None:
        """Add what the taps of a line of the window contribute; the first line begins the sums."""
        writer, window, nest = self.writer, self.window, self.window.nest
        outer, inner = (one.body.block.args[0] for one in nest.reductions)
        factors: list[SSAValue] = []
        for tap in range(window.places.taps):
            forms = Forms(writer, nest.op, {**known, outer: Form(line), inner: Form(tap)})
            at = [writer.value(forms.of(one).base) for one in window.kernel.indices]
            factors.append(self.load(window.kernel.memref, at))
        pitch = window.pitch(writer)
        start = writer.multiply(line, writer.multiply(pitch, window.lines.dilation))

        def taps(place: SSAValue) -> None:
            total = self.zero() if first else self.load(self.sums, [place])
            begin = writer.add(place, start)
            for tap, factor in enumerate(factors):
                at = writer.value(writer.add(begin, tap * window.places.dilation))
                item = self.load(self.image, [at])
                product = writer.op(arith.MulfOp, [item, factor], nest.element)
                total = writer.op(arith.AddfOp, [total, product], nest.element)
            self.store(total, self.sums, place)

        size = writer.subtract(writer.multiply(count, pitch), window.places.more)
        over_block(loop(writer, size, taps))

    def finish(self, known: dict[SSAValue, Form], start: Index, count: Index) -> None:
        """What is computed of the sums, for the places of lines."""
        writer, window, nest = self.writer, self.window, self.window.nest
        line_counter, place_counter = nest.op.body.block.args[-2:]
        outer = {counter: writer.value(form.base) for counter, form in known.items()}
        pitch = window.pitch(writer)

        def line(at: SSAValue) -> None:
            begin, row = writer.multiply(at, pitch), writer.value(writer.add(start, at))

            def place(number: SSAValue) -> None:
                values = {**outer, line_counter: row, place_counter: number}
                total = self.load(self.sums, [writer.value(writer.add(begin, number))])
                values[nest.total] = total
                for op in computed_of_sum(nest):
                    writer.insert(op.clone(values))

            over_block(loop(writer, window.places.places, place))

        loop(writer, count, line)
