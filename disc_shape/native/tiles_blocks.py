"""
A product of matrices in tiles: strips of its columns, blocks of its sums.

    for each strip of columns:
      for each block of k:
        pack the columns, as panels        they stay in the second level of the cache
        for some rows at a time:           they stay in the first level
          for each panel: a tile
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from xdsl.dialects import llvm
from xdsl.ir import SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.tiles_packing import Packing, quotient_above
from disc_shape.native.tiles_panels import Panels, Part, Rows, Strip
from disc_shape.native.tiles_shapes import PANELS, Finish, Matrix, Shape
from disc_shape.native.tiles_writer import TileWriter

FEW_ROWS = 16
"""
Up to so many rows, columns that are neighbours are read where they lie; and for any number of rows
where those of the right operand are about as short as a panel.
"""

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
        few = writer.less(self.out.rows, FEW_ROWS + 1)
        narrow = writer.less(self.rhs.row_stride, 2 * shape.columns + 1)
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
            lambda: [writer.memory(needed)],
            [POINTER],
        )
        is_found = writer.not_null(found)
        width = writer.select(
            writer.either_holds(fits, is_found), wanted, writer.number(PANELS * shape.columns)
        )
        return found, writer.select(is_found, found, self.panel), writer.maximum(width, 1)

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

            def tiles(row: SSAValue) -> None:
                rows = self.rows_from(row, part)
                for panels, low, high in widths:
                    panels.tiles(part, rows, low, high)

            def group(row: SSAValue) -> None:
                writer.when(self.copies_rows, lambda: self.copy_rows(row, part))
                end = writer.minimum(writer.add(row, group_rows), self.out.rows)
                writer.loop(row, end, shape.rows, lambda one, _: tiles(one) or [])

            group_rows = COPIED * shape.rows
            writer.each(self.out.rows, group_rows, group)

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

    def copy_rows(self, row: SSAValue, part: Part) -> None:
        """Copy the rows of some tiles, with the elements of one column side by side."""
        writer, shape, lhs = self.writer, self.shape, self.lhs
        size = writer.minimum(COPIED * shape.rows, writer.subtract(self.out.rows, row))
        source = lhs.at(writer, row, part.first)
        strides = lhs.column_stride, lhs.row_stride
        self.packing.panels(source, strides, self.lines, (part.depth, size), shape.rows)

    def rows_from(self, row: SSAValue, part: Part) -> Rows:
        """The rows of a tile, where they lie or copied."""
        writer, shape, lhs = self.writer, self.shape, self.lhs
        rows = COPIED * shape.rows
        choose = partial(writer.select, self.copies_rows)
        number = writer.binary(llvm.URemOp, row, writer.number(rows))
        copy = writer.element_at(self.lines, writer.multiply(number, part.depth))
        return Rows(
            row,
            writer.minimum(shape.rows, writer.subtract(self.out.rows, row)),
            choose(copy, lhs.at(writer, row, part.first)),
            choose(writer.number(1), lhs.row_stride),
            choose(writer.number(shape.rows), lhs.column_stride),
        )
