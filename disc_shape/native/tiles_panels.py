"""The tiles of a product of matrices: panels of columns, and the sums of one tile in registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.tiles_packing import Packing
from disc_shape.native.tiles_shapes import Finish, Matrix, Panel, Shape, Span
from disc_shape.native.tiles_writer import TileWriter

UNROLLED = 4
"""Elements of sums in one iteration, where both operands are packed."""


class Part(NamedTuple):
    """Rows of the result, and the part of their sums that is computed."""

    rows: Span
    first: SSAValue
    depth: SSAValue
    adds: SSAValue
    """Whether sums are added to what is there."""
    finishes: SSAValue | None
    """Whether sums are whole afterwards, and a function takes tiles of them."""


@dataclass
class Panels:
    """Emits the tiles of panels of one width."""

    writer: TileWriter
    shape: Shape
    lhs: Matrix
    rhs: Matrix
    out: Matrix
    packing: Packing
    panel: SSAValue
    """Memory for a panel."""
    edge: SSAValue
    """Memory for a tile."""
    packed: SSAValue
    """Memory with blocks of `lhs`; null when they are read where they lie."""
    is_packed: SSAValue
    in_place: SSAValue
    """Whether panels of full width are read where they lie."""
    finish: Finish | None
    """The function that takes tiles."""

    def emit(self, part: Part, column: SSAValue) -> None:
        """The tiles of some columns, one below the other."""
        writer, shape = self.writer, self.shape
        rows, first, depth, adds, finishes = part
        width = writer.minimum(shape.columns, writer.subtract(self.out.columns, column))
        full = writer.same(width, shape.columns)
        source = self.rhs.at(writer, first, column)
        strides = self.rhs.row_stride, self.rhs.column_stride

        def pack() -> Sequence[SSAValue]:
            self.packing.columns(source, strides, self.panel, depth, width, full)
            return [self.panel, writer.number(shape.columns), writer.constant(1, i1)]

        def in_place() -> Sequence[SSAValue]:
            return [source, self.rhs.row_stride, writer.constant(0, i1)]

        lies = writer.both(self.in_place, full)
        panel = Panel(*writer.choose(lies, in_place, pack, [POINTER, i64, i1]))
        wide = writer.both(full, writer.same(self.out.column_stride, 1))
        if finishes is not None:
            wide = writer.both(wide, writer.negated(finishes))

        def tile(row: SSAValue) -> None:
            height = writer.minimum(shape.rows, writer.subtract(rows.size, row))
            whole = writer.both(wide, writer.same(height, shape.rows))
            begin = self.out.at(writer, writer.add(rows.first, row), column)
            strides = self.out.row_stride, self.out.column_stride
            sizes, steps = (height, width), (shape.columns, 1)

            down = writer.multiply(shape.rows, self.out.row_stride)
            following = writer.element_at(begin, down)

            def inside() -> Sequence[SSAValue]:
                self.fetch_result(following)
                return [begin, self.out.row_stride]

            def at_edge() -> Sequence[SSAValue]:
                if finishes is not None:
                    writer.when(finishes, lambda: self.fetch_result(following))
                writer.when(
                    adds, lambda: self.packing.copy(begin, strides, self.edge, steps, sizes)
                )
                return [self.edge, writer.number(shape.columns)]

            target, step = writer.choose(whole, inside, at_edge, [POINTER, i64])
            lines = self.rows_of(rows.first, row, first)
            self.tile(lines, depth, height, panel, (target, step), adds)

            def store() -> None:
                self.packing.copy(self.edge, steps, begin, strides, sizes)

            def take() -> None:
                assert self.finish is not None
                place = writer.add(rows.first, row), column
                self.finish.call(writer, self.edge, shape.columns, place, sizes)

            def leave() -> None:
                if finishes is None:
                    store()
                else:
                    writer.either(finishes, take, store)

            writer.either(whole, lambda: None, leave)

        writer.each(rows.size, shape.rows, tile)

    def fetch_result(self, start: SSAValue) -> None:
        """Let the cache fetch the elements of the next tile while sums are computed."""
        writer, shape, out = self.writer, self.shape, self.out
        for number in range(shape.rows):
            line = writer.element_at(start, writer.multiply(number, out.row_stride))
            for place in range(shape.vectors):
                writer.fetch(writer.element_at(line, place * shape.lanes), write=True)

    def rows_of(
        self, block: SSAValue, row: SSAValue, first: SSAValue
    ) -> tuple[SSAValue, SSAValue, SSAValue]:
        """The first element of the rows of a tile, and their strides."""
        writer, shape, lhs = self.writer, self.shape, self.lhs

        def in_packed() -> Sequence[SSAValue]:
            start = writer.element_at(self.packed, writer.multiply(row, shape.depth))
            return [start, writer.number(1), writer.number(shape.rows)]

        def in_place() -> Sequence[SSAValue]:
            start = lhs.at(writer, writer.add(block, row), first)
            return [start, lhs.row_stride, lhs.column_stride]

        start, row_step, column_step = writer.choose(
            self.is_packed, in_packed, in_place, [POINTER, i64, i64]
        )
        return start, row_step, column_step

    def tile(
        self,
        rows: tuple[SSAValue, SSAValue, SSAValue],
        depth: SSAValue,
        height: SSAValue,
        panel: Panel,
        target: tuple[SSAValue, SSAValue],
        adds: SSAValue,
    ) -> None:
        """The sums of a tile, added to what is there or not."""
        writer, shape = self.writer, self.shape
        out, out_step = target
        places = [
            (writer.element_at(out, writer.multiply(number, out_step)), one * shape.lanes)
            for number in range(shape.rows)
            for one in range(shape.vectors)
        ]
        totals = writer.choose(
            adds,
            lambda: [writer.read_vector(line, place) for line, place in places],
            lambda: [writer.zero()] * len(places),
            [writer.vector] * len(places),
        )
        start, row_step, column_step = rows
        packed = writer.both(self.is_packed, panel.is_packed)
        whole = writer.multiple_below(depth, UNROLLED)
        whole = writer.select(packed, whole, writer.number(0))

        def steps(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            left = writer.element_at(start, writer.multiply(k, shape.rows))
            right = writer.element_at(panel.start, writer.multiply(k, shape.columns))
            for step in range(UNROLLED):
                lines = [
                    writer.element_at(left, step * shape.rows + number)
                    for number in range(shape.rows)
                ]
                here = writer.element_at(right, step * shape.columns)
                carried = self.products(lines, 0, here, carried)
            return carried

        totals = writer.loop(0, whole, UNROLLED, steps, totals)
        last = writer.subtract(height, 1)
        lines = [
            writer.element_at(start, writer.multiply(writer.minimum(number, last), row_step))
            for number in range(shape.rows)
        ]

        def step(_: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            left, right, *sums = carried
            here = writer.element_at(panel.start, right)
            found = self.products(lines, left, here, sums)
            left, right = writer.add(left, column_step), writer.add(right, panel.stride)
            return [writer.number(left), writer.number(right), *found]

        begin = [writer.multiply(whole, one) for one in (column_step, panel.stride)]
        carried = [*map(writer.number, begin), *totals]
        _, _, *totals = writer.loop(whole, depth, 1, step, carried)
        for total, (line, place) in zip(totals, places, strict=True):
            writer.write(total, line, place)

    def products(
        self, lines: Sequence[SSAValue], left: Number, right: SSAValue, totals: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """Sums with the products of one column of rows and one row of a panel."""
        writer, shape = self.writer, self.shape
        vectors = [writer.read_vector(right, one * shape.lanes) for one in range(shape.vectors)]
        found: list[SSAValue] = []
        for number, line in enumerate(lines):
            factor = writer.splat(writer.read(line, left))
            for place, vector in enumerate(vectors):
                total = totals[number * shape.vectors + place]
                found.append(writer.accumulate(factor, vector, total))
        return found
