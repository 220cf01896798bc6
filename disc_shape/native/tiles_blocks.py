"""A product of matrices in tiles: blocks of its sums, and of the rows of its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.dialects import llvm
from xdsl.ir import SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.tiles_packing import Packing, quotient
from disc_shape.native.tiles_panels import Panels, Part
from disc_shape.native.tiles_shapes import Finish, Matrix, Shape, Span
from disc_shape.native.tiles_writer import TileWriter

MANY_COLUMNS = 400
"""From so many columns on, packing `lhs` costs less than reading it at long strides."""

FEW_ROWS = 16
"""
Up to so many rows, columns that are neighbours are read where they lie; and for any number of rows
where those of the right operand are about as short as a panel.
"""


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
    """Memory for a panel."""
    edge: SSAValue
    """Memory for a tile."""
    packing: Packing
    finish: Finish | None
    """The function that takes tiles."""

    def emit(self) -> None:
        """Blocks of `k`; of an empty sum one, which is zero."""
        writer = self.writer
        self.neighbours = writer.same(self.rhs.column_stride, 1)
        few = writer.less(self.out.rows, FEW_ROWS + 1)
        narrow = writer.less(self.rhs.row_stride, 2 * self.shape.columns + 1)
        self.in_place = writer.both(self.neighbours, writer.either_holds(few, narrow))
        self.is_packed, self.packed = self.memory_for_lhs()
        self.widths = list(self.panels())
        writer.each(writer.maximum(self.lhs.columns, 1), self.shape.depth, self.block)
        writer.when(self.is_packed, lambda: writer.free(self.packed))

    def panels(self) -> Iterator[tuple[Panels, Number, Number]]:
        """
        Panels of each width, and from which column on to which one: wide ones, until at most two
        narrow ones are left, or one of between one and two narrow ones.
        """
        writer, shape, columns = self.writer, self.shape, self.out.columns
        low: Number = 0
        if shape.narrow is not None:
            wide, narrow = shape.columns, shape.narrow.columns
            more = writer.maximum(writer.subtract(columns, 2 * narrow), 0)
            count = quotient(writer, writer.add(more, wide - 1), wide)
            rest = writer.subtract(columns, writer.multiply(count, wide))
            fits = writer.both(writer.less(narrow, rest), writer.less(rest, wide + 1))
            count = writer.select(fits, writer.number(writer.add(count, 1)), count)
            low = writer.minimum(writer.multiply(count, wide), columns)
            yield self.panels_of(shape), 0, low
            shape = shape.narrow
        yield self.panels_of(shape), low, columns

    def panels_of(self, shape: Shape) -> Panels:
        """Panels of one width."""
        return Panels(
            self.writer,
            shape,
            self.lhs,
            self.rhs,
            self.out,
            Packing(self.writer, shape, self.packing.name),
            self.panel,
            self.edge,
            self.packed,
            self.is_packed,
            self.in_place,
            self.finish,
        )

    def memory_for_lhs(self) -> tuple[SSAValue, SSAValue]:
        """
        Whether blocks of `lhs` are packed, and where: if they are used often enough, and there is
        memory.
        """
        writer, shape = self.writer, self.shape
        null = writer.insert(llvm.ZeroOp(result_types=[POINTER]))
        neighbours = writer.same(self.lhs.column_stride, 1)
        limit = writer.select(neighbours, writer.number(MANY_COLUMNS), writer.number(shape.columns))

        def allocate() -> Sequence[SSAValue]:
            return [writer.memory(shape.block_rows * shape.depth)]

        wanted = writer.less(limit, self.out.columns)
        wanted = writer.both(wanted, writer.less(FEW_ROWS, self.out.rows))
        (found,) = writer.choose(wanted, allocate, lambda: [null], [POINTER])
        return writer.not_null(found), found

    def block(self, first: SSAValue) -> None:
        """The part of all sums from `first` on."""
        writer, shape = self.writer, self.shape
        depth = writer.minimum(shape.depth, writer.subtract(self.lhs.columns, first))
        adds = writer.either_holds(self.adds, writer.less(0, first))
        finishes = None
        if self.finish is not None:
            last = writer.less(self.lhs.columns, writer.add(first, shape.depth + 1))
            finishes = writer.both(self.finish.is_wanted(writer), last)

        def rows_from(row: SSAValue) -> None:
            height = writer.minimum(shape.block_rows, writer.subtract(self.out.rows, row))
            part = Part(Span(row, height), first, depth, adds, finishes)
            writer.when(self.is_packed, lambda: self.pack_lhs(part))
            for panels, low, high in self.widths:
                width = panels.shape.columns
                emit = partial(panels.emit, part)
                writer.loop(low, high, width, lambda column, _, emit=emit: emit(column) or [])

        writer.each(self.out.rows, shape.block_rows, rows_from)

    def pack_lhs(self, part: Part) -> None:
        """Groups of rows, each with the elements of one column side by side."""
        writer, shape, lhs = self.writer, self.shape, self.lhs
        rows, first, depth = part.rows, part.first, part.depth

        def group(row: SSAValue) -> None:
            size = writer.minimum(shape.rows, writer.subtract(rows.size, row))
            start = writer.element_at(self.packed, writer.multiply(row, shape.depth))
            source = lhs.at(writer, writer.add(rows.first, row), first)
            self.packing.rows(source, (lhs.row_stride, lhs.column_stride), start, size, depth)

        writer.each(rows.size, shape.rows, group)
