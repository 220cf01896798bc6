"""The tiles of a product of matrices: panels of columns, and the sums of one tile in registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.ir import SSAValue

from disc_shape.native.emitter import Number
from disc_shape.native.tiles_packing import Packing, quotient
from disc_shape.native.tiles_shapes import Finish, Matrix, Panel, Shape
from disc_shape.native.tiles_writer import TileWriter


class Strip(NamedTuple):
    """Columns of the result, and the memory for their panels."""

    first: SSAValue
    size: SSAValue
    memory: SSAValue


class Part(NamedTuple):
    """The part of sums that is computed."""

    first: SSAValue
    depth: SSAValue
    adds: SSAValue
    """Whether sums are added to what is there."""
    finishes: SSAValue | None
    """Whether sums are whole afterwards, and a function takes tiles of them."""


class Rows(NamedTuple):
    """The rows of a tile, and where those of the left operand are, as many as a tile has."""

    first: SSAValue
    size: SSAValue
    before: SSAValue
    """How many rows of the tile are computed already: it ends with the last one that there is."""
    start: SSAValue
    row_step: SSAValue
    column_step: SSAValue


@dataclass
class Panels:
    """Emits the tiles of panels of one width."""

    writer: TileWriter
    shape: Shape
    rhs: Matrix
    out: Matrix
    strip: Strip
    packing: Packing
    edge: SSAValue
    """Memory for a tile."""
    in_place: SSAValue
    """Whether panels of full width are read where they lie."""
    finish: Finish | None
    """The function that takes tiles."""

    def pack(self, part: Part, low: Number, high: Number) -> None:
        """Pack the panels of some columns of the strip."""
        writer = self.writer
        source = self.rhs.at(writer, part.first, writer.add(self.strip.first, low))
        strides = self.rhs.row_stride, self.rhs.column_stride
        width = writer.number(writer.subtract(high, low))
        target = self.panel_at(part, low)
        sizes = part.depth, width
        self.packing.panels(source, strides, target, sizes, self.shape.columns, self.in_place)

    def panel_at(self, part: Part, column: Number) -> SSAValue:
        """Where a panel is packed."""
        writer = self.writer
        return writer.element_at(self.strip.memory, writer.multiply(column, part.depth))

    def tiles(self, part: Part, rows: Rows, low: Number, high: Number) -> None:
        """The tiles of some rows, side by side."""

        def tile(column: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
            width = self.writer.minimum(self.shape.columns, self.writer.subtract(high, column))
            self.place(part, rows, column, width)
            return []

        self.writer.loop(low, high, self.shape.columns, tile)

    def place(self, part: Part, rows: Rows, column: SSAValue, width: SSAValue) -> None:
        """One tile, in the result, or at its edge and for a function in memory of its own."""
        writer, shape = self.writer, self.shape
        adds, finishes = part.adds, part.finishes
        full = writer.same(width, shape.columns)
        lies = writer.both(self.in_place, full)
        panel = Panel(
            writer.select(
                lies,
                self.rhs.at(writer, part.first, writer.add(self.strip.first, column)),
                self.panel_at(part, column),
            ),
            writer.select(lies, self.rhs.row_stride, writer.number(shape.columns)),
        )
        whole = writer.both(full, writer.same(self.out.column_stride, 1))
        whole = writer.both(whole, writer.same(rows.size, shape.rows))
        if finishes is not None:
            whole = writer.both(whole, writer.negated(finishes))
        first = writer.number(writer.add(self.strip.first, column))
        begin = self.out.at(writer, rows.first, first)
        strides = self.out.row_stride, self.out.column_stride
        sizes, steps = (rows.size, width), (shape.columns, 1)
        edge = writer.element_at(self.edge, writer.multiply(rows.before, shape.columns))

        def at_edge() -> None:
            writer.when(adds, lambda: self.packing.copy(begin, strides, edge, steps, sizes))

        writer.either(whole, lambda: None, at_edge)
        target = writer.select(whole, begin, self.edge)
        step = writer.select(whole, self.out.row_stride, writer.number(shape.columns))
        later = self.later_row(rows, column) if shape.fetches_rows else None
        self.tile(rows, part.depth, panel, (target, step), adds, later)

        def store() -> None:
            self.packing.copy(edge, steps, begin, strides, sizes)

        def take() -> None:
            assert self.finish is not None
            self.finish.call(writer, edge, shape.columns, (rows.first, first), sizes)

        def leave() -> None:
            if finishes is None:
                store()
            else:
                writer.either(finishes, take, store)

        writer.either(whole, lambda: None, leave)

    def later_row(self, rows: Rows, column: SSAValue) -> SSAValue:
        """
        A row of the left operand, which is no row of these tiles but of later ones: of each panel
        another one, and there may be none any more. The first tile of a row would wait for it: with
        an operand of 16 MB, a product took 3 % longer.
        """
        writer, shape = self.writer, self.shape
        number = writer.add(quotient(writer, column, shape.columns), shape.rows)
        offset = writer.multiply(number, rows.row_step)
        return writer.address(rows.start, offset, writer.element, is_inside=False)

    def tile(
        self,
        rows: Rows,
        depth: SSAValue,
        panel: Panel,
        target: tuple[SSAValue, SSAValue],
        adds: SSAValue,
        later: SSAValue | None,
    ) -> None:
        """
        The sums of a tile, added to what is there or not. That is fetched before it is needed, so
        that no sum waits for memory, and so is a row of `lhs` for `later`.
        """
        writer, shape = self.writer, self.shape
        out, out_step = target
        places = [
            (writer.element_at(out, writer.multiply(number, out_step)), one * shape.lanes)
            for number in range(shape.rows)
            for one in range(shape.vectors)
        ]
        for number in range(0, len(places), shape.vectors):
            line, _ = places[number]
            for place in range(0, shape.columns, writer.per_line):
                writer.fetch(writer.element_at(line, place), writes=True)
        lines = [
            writer.element_at(rows.start, writer.multiply(number, rows.row_step))
            for number in range(1 if shape.steps_rows else shape.rows)
        ]

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            left = writer.multiply(k, rows.column_step)
            right = writer.element_at(panel.start, writer.multiply(k, panel.stride))
            self.fetch(panel, right)
            if later is not None:
                at = writer.address(later, left, writer.element, is_inside=False)
                writer.fetch(at, soon=False)
            places = [writer.element_at(line, left) for line in lines]
            while len(places) < shape.rows:
                places.append(writer.element_at(places[-1], rows.row_step))
            return self.products(places, right, carried)

        totals = writer.loop(0, depth, 1, step, [writer.zero()] * len(places))
        totals = writer.choose(
            adds,
            lambda: [
                writer.plus(writer.read_vector(line, place), total)
                for total, (line, place) in zip(totals, places, strict=True)
            ],
            lambda: totals,
            [writer.vector] * len(places),
        )
        for total, (line, place) in zip(totals, places, strict=True):
            writer.write(total, line, place)

    def fetch(self, panel: Panel, row: SSAValue) -> None:
        """Fetch a row of a panel, some rows before it is needed; there may be none any more."""
        writer, shape = self.writer, self.shape
        if shape.ahead:
            ahead = writer.multiply(panel.stride, shape.ahead)
            for place in range(0, shape.columns, writer.per_line):
                offset = writer.add(ahead, place)
                pointer = writer.address(row, offset, writer.element, is_inside=False)
                writer.fetch(pointer)

    def products(
        self, lefts: Sequence[SSAValue], right: SSAValue, totals: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """Sums with the products of one column of rows and one row of a panel."""
        writer, shape = self.writer, self.shape
        vectors = [writer.read_vector(right, one * shape.lanes) for one in range(shape.vectors)]
        found: list[SSAValue] = []
        for number, left in enumerate(lefts):
            factor = writer.splat(writer.read(left, 0))
            for place, vector in enumerate(vectors):
                total = totals[number * shape.vectors + place]
                found.append(writer.accumulate(factor, vector, total))
        return found
