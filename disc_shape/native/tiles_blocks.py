"""
A product of matrices in tiles: strips of its columns, blocks of its sums.

    for each strip of columns:
      for each block of k:
        pack the columns, as panels        they stay in the second level of the cache
        for the rows of a tile:            they stay in the first level
          for each panel: a tile
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from xdsl.ir import SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.tiles_packing import Packing, next_line, quotient_above
from disc_shape.native.tiles_panels import Panels, Part, Rows, Strip
from disc_shape.native.tiles_shapes import PANELS, Finish, Matrix, Shape
from disc_shape.native.tiles_writer import TileWriter

ROWS_IN_PLACE = 16
"""
Up to so many rows, columns that are neighbours are read where they lie; and for any number of rows
where those of the right operand are short.
"""

SHORT_BYTES = 4 * 96
"""The most bytes of a row of the right operand that is short: a panel has many lines of a page."""

LOW_ROWS = 128
"""Up to so many rows, strips are narrow, unless the rows are copied for each."""

COPIED = 4
"""The tiles whose rows are copied at a time, so that lines of the cache are read as a whole."""


@dataclass
class TiledProduct:
    """The code of one product in tiles."""

    writer: TileWriter
    shape: Shape
    lhs: Matrix
    rhs: Matrix
    out: Matrix
    adds: SSAValue
    """Whether the product is added to what is there."""
    panel: SSAValue
    """Memory for `PANELS` panels."""
    edge: SSAValue
    """Memory for a tile."""
    packing: Packing
    finish: Finish | None
    """The function that takes tiles."""

    def emit(self) -> None:
        """Strips of about as many panels each."""
        writer, shape, columns = self.writer, self.shape, self.out.columns
        few = writer.less(self.out.rows, ROWS_IN_PLACE + 1)
        narrow = writer.less(self.rhs.row_stride, SHORT_BYTES // writer.bytes + 1)
        neighbours = writer.same(self.rhs.column_stride, 1)
        self.in_place = writer.both(neighbours, writer.either_holds(few, narrow))
        scattered = writer.negated(writer.same(self.lhs.column_stride, 1))
        self.copies_rows = writer.both(scattered, writer.less(shape.columns, columns))
        self.lines = writer.scratch(COPIED * shape.rows * shape.depth)
        count = quotient_above(writer, columns, shape.columns)
        strips = writer.maximum(quotient_above(writer, count, shape.strip // shape.columns), 1)
        wanted = writer.multiply(quotient_above(writer, count, strips), shape.columns)
        found, memory, width = self.memory_for(writer.number(wanted))

        def strip(first: SSAValue) -> None:
            size = writer.minimum(width, writer.subtract(columns, first))
            self.strip(Strip(first, size, memory))

        writer.each(columns, width, strip)
        writer.when(writer.not_null(found), lambda: writer.free(found))

    def memory_for(self, wanted: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue]:
        """
        Memory from the system, which may be null, that for a strip, and its columns. Where many
        rows use it, a strip has the columns that are wanted, if there is memory; else as many as
        the memory of the function has room for.
        """
        writer, shape = self.writer, self.shape
        null = writer.null()
        depth = writer.minimum(self.lhs.columns, shape.depth)
        needed = writer.number(writer.multiply(depth, writer.add(wanted, shape.columns)))
        fits = writer.less(needed, shape.depth * shape.columns + 1)
        few = writer.both(
            writer.less(self.out.rows, LOW_ROWS + 1), writer.negated(self.copies_rows)
        )
        (found,) = writer.choose(
            writer.either_holds(fits, few),
            lambda: [null],
            lambda: [writer.memory(writer.add(needed, writer.per_line))],
            [POINTER],
        )
        is_found = writer.not_null(found)
        width = writer.select(
            writer.either_holds(fits, is_found), wanted, writer.number(PANELS * shape.columns)
        )
        memory = writer.select(is_found, next_line(writer, found), self.panel)
        return found, memory, writer.maximum(width, 1)

    def strip(self, strip: Strip) -> None:
        """Blocks of `k`; of an empty sum one, which is zero."""
        writer, shape = self.writer, self.shape
        widths = [*self.panels(strip)]

        def block(first: SSAValue) -> None:
            depth = writer.minimum(shape.depth, writer.subtract(self.lhs.columns, first))
            adds = writer.either_holds(self.adds, writer.less(0, first))
            finishes = None
            if self.finish is not None:
                last = writer.less(self.lhs.columns, writer.add(first, shape.depth + 1))
                finishes = writer.both(self.finish.is_wanted(writer), last)
            part = Part(first, depth, adds, finishes)
            for panels, low, high in widths:
                panels.pack(part, low, high)

            for height, first_row, end in self.heights():
                tiles = [
                    (replace(panels, shape=replace(panels.shape, rows=height)), low, high)
                    for panels, low, high in widths
                ]
                self.rows(part, tiles, first_row, end)

        writer.each(writer.maximum(self.lhs.columns, 1), shape.depth, block)

    def panels(self, strip: Strip) -> Iterator[tuple[Panels, Number, Number]]:
        """
        Panels of each width, and from which column of a strip on to which one: wide ones, until at
        most two narrow ones are left, or one of between one and two narrow ones.
        """
        writer, shape, columns = self.writer, self.shape, strip.size
        low: Number = 0
        if shape.narrow is not None:
            wide, narrow = shape.columns, shape.narrow.columns
            more = writer.maximum(writer.subtract(columns, 2 * narrow), 0)
            count = quotient_above(writer, more, wide)
            rest = writer.subtract(columns, writer.multiply(count, wide))
            fits = writer.both(writer.less(narrow, rest), writer.less(rest, wide + 1))
            count = writer.select(fits, writer.number(writer.add(count, 1)), count)
            low = writer.minimum(writer.multiply(count, wide), columns)
            yield self.panels_of(shape, strip), 0, low
            shape = shape.narrow
        yield self.panels_of(shape, strip), low, columns

    def panels_of(self, shape: Shape, strip: Strip) -> Panels:
        """Panels of one width."""
        return Panels(
            self.writer,
            shape,
            self.rhs,
            self.out,
            strip,
            self.packing,
            self.edge,
            self.in_place,
            self.finish,
        )

    def heights(self) -> Iterator[tuple[int, Number, Number]]:
        """
        The rows of tiles, and from which row on to which one: as few tiles as there can be, of
        which so many are shorter by one row that they end with the last row, if there are enough.
        """
        writer, rows, most = self.writer, self.out.rows, self.shape.rows
        count = quotient_above(writer, rows, most)
        high = writer.maximum(writer.subtract(rows, writer.multiply(count, most - 1)), 0)
        middle = writer.multiply(high, most)
        yield most, 0, middle
        yield most - 1, middle, rows

    def rows(
        self, part: Part, tiles: Sequence[tuple[Panels, Number, Number]], low: Number, high: Number
    ) -> None:
        """The tiles of some rows, which have one height."""
        writer, height = self.writer, tiles[0][0].shape.rows
        copies = writer.either_holds(self.copies_rows, writer.less(self.out.rows, height))

        def group(first: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
            end = writer.minimum(writer.add(first, COPIED * height), high)
            count = writer.number(writer.subtract(end, first))
            writer.when(copies, lambda: self.copy_rows(part, height, first, count))

            def place(row: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
                rows = self.rows_from(part, height, first, row, copies)
                for panels, left, right in tiles:
                    panels.tiles(part, rows, left, right)
                return []

            writer.loop(first, end, height, place)
            return []

        writer.loop(low, high, COPIED * height, group)

    def copy_rows(self, part: Part, height: int, first: SSAValue, size: SSAValue) -> None:
        """
        Copy the rows of some tiles, with the elements of one column side by side, and zeros for the
        rows that the last tile lacks.
        """
        writer, lhs = self.writer, self.lhs
        source = lhs.at(writer, first, part.first)
        strides = lhs.column_stride, lhs.row_stride
        self.packing.panels(source, strides, self.lines, (part.depth, size), height)

    def rows_from(
        self, part: Part, height: int, first: SSAValue, row: SSAValue, copies: SSAValue
    ) -> Rows:
        """The rows of a tile, where they lie, with those before them that it needs, or copied."""
        writer, lhs = self.writer, self.lhs
        choose = partial(writer.select, copies)
        size = writer.minimum(height, writer.subtract(self.out.rows, row))
        before = choose(writer.number(0), writer.number(writer.subtract(height, size)))
        number = writer.subtract(row, first)
        copy = writer.element_at(self.lines, writer.multiply(number, part.depth))
        return Rows(
            row,
            size,
            before,
            choose(copy, lhs.at(writer, writer.subtract(row, before), part.first)),
            choose(writer.number(1), lhs.row_stride),
            choose(writer.number(height), lhs.column_stride),
        )
