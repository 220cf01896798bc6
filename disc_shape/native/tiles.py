"""
Matrix products of any size and strides: a function of the `llvm` dialect.

    out[i, j] = sum over k of lhs[i, k] * rhs[k, j]

*Tiles* of the result, of some rows by some vectors, are kept in registers while `k` runs. `k` is
blocked, so that what a tile reads stays in the cache; sums of blocks are added in memory. Columns
of `rhs` are packed side by side, with zeros at the edge, rows of `lhs` where that pays. Packing
reads through strides: a transposed operand costs nothing more. A tile at an edge is computed like
any other, with the last row again in place of rows that are not there, and stored element by
element.

The order of a sum is free, as that of any reduction: `k` is split where blocks end, and products
are added without rounding them first where the host has such an instruction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, i1, i64
from xdsl.ir import Attribute, SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.machine import Host
from disc_shape.native.tiles_shapes import Matrix, Shape, Span
from disc_shape.native.tiles_vectors import VectorProduct
from disc_shape.native.tiles_writer import TileWriter

BLOCK_ROWS = 768
"""Rows of `lhs` of a block: with those of `k`, they stay in the second level of the cache."""

MANY_COLUMNS = 400
"""From so many columns on, packing `lhs` costs less than reading it at long strides."""

Outside = dict[str, tuple[tuple[Attribute, ...], Attribute | None]]
"""Functions that are not in the module."""

FEW_ROWS = 16
"""
Up to so many rows, columns that are neighbours are read where they lie; and for any number of rows
where those of the right operand are about as short as a panel.
"""


ARGUMENTS: tuple[Attribute, ...] = (POINTER, i64, i64, i64, i64, i64)
"""What stands for a matrix: a pointer, two sizes, an offset and two strides."""


def product_function(name: str, element: AnyFloat, host: Host, outside: Outside) -> llvm.FuncOp:
    """
    The function of three matrices that writes the product of two into the third one, or adds it to
    what is there if a last argument holds. The functions that it calls are noted in `outside`, with
    the types that they take and return.
    """
    shape = Shape.of(host, element)
    writer = TileWriter(element, shape.lanes, shape.has_fma)
    types = [*ARGUMENTS * 3, i1]
    given = [writer.entry.insert_arg(type_, index) for index, type_ in enumerate(types)]
    matrices: list[Matrix] = []
    for first in range(0, len(given) - 1, len(ARGUMENTS)):
        pointer, rows, columns, offset, row_stride, column_stride = given[first : first + 6]
        start = writer.element_at(pointer, offset)
        matrices.append(Matrix(start, rows, columns, row_stride, column_stride))
    lhs, rhs, out = matrices
    Product(writer, shape, lhs, rhs, out, given[-1]).emit()
    writer.block.add_op(llvm.ReturnOp())
    kind = llvm.LLVMFunctionType(types, llvm.LLVMVoidType())
    outside.update(writer.functions)
    return llvm.FuncOp(name, kind, body=writer.finish())


@dataclass
class Product:
    """The code of one product."""

    writer: TileWriter
    shape: Shape
    lhs: Matrix
    rhs: Matrix
    out: Matrix
    adds: SSAValue
    """Whether the product is added to what is there."""

    def emit(self) -> None:
        """A product with a vector, or tiles."""
        writer = self.writer
        self.panel = writer.scratch(self.shape.depth * self.shape.columns)
        self.edge = writer.scratch(self.shape.rows * self.shape.columns)
        column = writer.same(self.out.columns, 1)
        column = writer.both(column, writer.same(self.lhs.column_stride, 1))
        row = writer.both(writer.same(self.out.rows, 1), writer.same(self.rhs.row_stride, 1))
        writer.either(writer.either_holds(row, column), lambda: self.vectors(row), self.tiles)

    def vectors(self, row: SSAValue) -> None:
        """The product as one of a matrix, the right one for one row of the result, and a vector."""
        writer, lhs, rhs, out = self.writer, self.lhs, self.rhs, self.out
        choose = partial(writer.select, row)
        VectorProduct(
            writer,
            choose(rhs.start, lhs.start),
            choose(rhs.column_stride, lhs.row_stride),
            choose(out.columns, out.rows),
            lhs.columns,
            choose(lhs.start, rhs.start),
            choose(lhs.column_stride, rhs.row_stride),
            out.start,
            choose(out.column_stride, out.row_stride),
            self.adds,
            self.panel,
            self.shape.depth * self.shape.columns,
            self.edge,
        ).emit()

    def tiles(self) -> None:
        """Blocks of `k`; of an empty sum one, which is zero."""
        writer = self.writer
        self.neighbours = writer.same(self.rhs.column_stride, 1)
        few = writer.less(self.out.rows, FEW_ROWS + 1)
        narrow = writer.less(self.rhs.row_stride, 2 * self.shape.columns + 1)
        self.in_place = writer.both(self.neighbours, writer.either_holds(few, narrow))
        self.is_packed, self.packed = self.memory_for_lhs()
        writer.each(writer.maximum(self.lhs.columns, 1), self.shape.depth, self.block)
        writer.when(self.is_packed, lambda: writer.free(self.packed))

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
            return [writer.memory(BLOCK_ROWS * shape.depth)]

        wanted = writer.less(limit, self.out.columns)
        wanted = writer.both(wanted, writer.less(FEW_ROWS, self.out.rows))
        (found,) = writer.choose(wanted, allocate, lambda: [null], [POINTER])
        return writer.not_null(found), found

    def block(self, first: SSAValue) -> None:
        """The part of all sums from `first` on."""
        writer, shape = self.writer, self.shape
        depth = writer.minimum(shape.depth, writer.subtract(self.lhs.columns, first))
        adds = writer.either_holds(self.adds, writer.less(0, first))

        def rows_from(row: SSAValue) -> None:
            height = writer.minimum(BLOCK_ROWS, writer.subtract(self.out.rows, row))
            rows = Span(row, height)
            writer.when(self.is_packed, lambda: self.pack_lhs(rows, first, depth))
            writer.each(
                self.out.columns,
                shape.columns,
                lambda column: self.panel_of(rows, first, depth, adds, column),
            )

        writer.each(self.out.rows, BLOCK_ROWS, rows_from)

    def pack_lhs(self, rows: Span, first: SSAValue, depth: SSAValue) -> None:
        """Groups of rows, each with the elements of one column side by side."""
        writer, shape, lhs = self.writer, self.shape, self.lhs

        def group(row: SSAValue) -> None:
            size = writer.minimum(shape.rows, writer.subtract(rows.size, row))
            start = writer.element_at(self.packed, writer.multiply(row, shape.depth))
            source = self.place(lhs, writer.add(rows.first, row), first)
            self.copy(
                source, (lhs.row_stride, lhs.column_stride), start, (1, shape.rows), size, depth
            )

        writer.each(rows.size, shape.rows, group)

    def copy(
        self,
        source: SSAValue,
        strides: tuple[Number, Number],
        target: SSAValue,
        steps: tuple[Number, Number],
        rows: Number,
        columns: Number,
    ) -> None:
        """Copy a matrix from some strides to others, along neighbours in memory."""
        writer = self.writer

        def nest(outer: int, inner: int) -> None:
            sizes = rows, columns

            def line(one: SSAValue) -> None:
                begin = writer.element_at(source, writer.multiply(one, strides[outer]))
                end = writer.element_at(target, writer.multiply(one, steps[outer]))

                def element(other: SSAValue) -> None:
                    value = writer.read(begin, writer.multiply(other, strides[inner]))
                    writer.write(value, end, writer.multiply(other, steps[inner]))

                writer.each(sizes[inner], 1, element)

            writer.each(sizes[outer], 1, line)

        writer.either(writer.same(strides[1], 1), partial(nest, 0, 1), partial(nest, 1, 0))

    def place(self, matrix: Matrix, row: Number, column: Number) -> SSAValue:
        """The pointer to an element of a matrix."""
        writer = self.writer
        offset = writer.add(
            writer.multiply(row, matrix.row_stride), writer.multiply(column, matrix.column_stride)
        )
        return writer.element_at(matrix.start, offset)

    def panel_of(
        self,
        rows: Span,
        first: SSAValue,
        depth: SSAValue,
        adds: SSAValue,
        column: SSAValue,
    ) -> None:
        """The tiles of some columns, one below the other."""
        writer, shape = self.writer, self.shape
        width = writer.minimum(shape.columns, writer.subtract(self.out.columns, column))
        full = writer.same(width, shape.columns)
        source = self.place(self.rhs, first, column)

        def pack() -> Sequence[SSAValue]:
            self.pack_rhs(source, depth, width, full)
            return [self.panel, writer.number(shape.columns)]

        panel, stride = writer.choose(
            writer.both(self.in_place, full),
            lambda: [source, self.rhs.row_stride],
            pack,
            [POINTER, i64],
        )

        def tile(row: SSAValue) -> None:
            height = writer.minimum(shape.rows, writer.subtract(rows.size, row))
            self.fetch_result(writer.add(rows.first, row), column)
            sums = self.sums(rows.first, first, depth, row, height, panel, stride)
            place = writer.number(writer.add(rows.first, row))
            self.store(sums, place, column, height, width, full, adds)

        writer.each(rows.size, shape.rows, tile)

    def pack_rhs(self, source: SSAValue, depth: SSAValue, width: SSAValue, full: SSAValue) -> None:
        """Columns side by side, with zeros after the last one."""
        writer, shape, rhs = self.writer, self.shape, self.rhs

        def whole_row(k: SSAValue) -> None:
            begin = writer.element_at(source, writer.multiply(k, rhs.row_stride))
            target = writer.element_at(self.panel, writer.multiply(k, shape.columns))
            for number in range(shape.vectors):
                place = number * shape.lanes
                writer.write(writer.read_vector(begin, place), target, place)
                writer.fetch(writer.element_at(begin, shape.columns + place), write=False)

        def no_column(number: SSAValue) -> None:
            target = writer.element_at(self.panel, writer.add(width, number))
            zero = writer.constant(0.0, writer.element)
            writer.each(
                depth, 1, lambda k: writer.write(zero, target, writer.multiply(k, shape.columns))
            )

        def by_columns() -> Sequence[SSAValue]:
            strides = rhs.column_stride, rhs.row_stride
            self.copy(source, strides, self.panel, (1, shape.columns), width, depth)
            writer.each(writer.subtract(shape.columns, width), 1, no_column)
            return []

        def by_rows() -> Sequence[SSAValue]:
            writer.each(depth, 1, whole_row)
            return []

        writer.choose(writer.both(full, self.neighbours), by_rows, by_columns)

    def fetch_result(self, row: Number, column: SSAValue) -> None:
        """Let the cache fetch the elements of a tile while its sums are computed."""
        writer, shape, out = self.writer, self.shape, self.out
        start = self.place(out, row, column)
        for number in range(shape.rows):
            line = writer.element_at(start, writer.multiply(number, out.row_stride))
            for place in range(shape.vectors):
                writer.fetch(writer.element_at(line, place * shape.lanes), write=True)

    def sums(
        self,
        block: SSAValue,
        first: SSAValue,
        depth: SSAValue,
        row: SSAValue,
        height: SSAValue,
        panel: SSAValue,
        stride: SSAValue,
    ) -> list[list[SSAValue]]:
        """The sums of a tile, in vectors, by rows."""
        writer, shape, lhs = self.writer, self.shape, self.lhs

        def in_packed() -> Sequence[SSAValue]:
            start = writer.element_at(self.packed, writer.multiply(row, shape.depth))
            return [start, writer.number(1), writer.number(shape.rows)]

        start, row_step, column_step = writer.choose(
            self.is_packed,
            in_packed,
            lambda: [
                self.place(lhs, writer.add(block, row), first),
                lhs.row_stride,
                lhs.column_stride,
            ],
            [POINTER, i64, i64],
        )
        last = writer.subtract(height, 1)
        rows = [
            writer.element_at(start, writer.multiply(writer.minimum(number, last), row_step))
            for number in range(shape.rows)
        ]

        def step(_: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            left, right, *totals = carried
            begin = writer.element_at(panel, right)
            vectors = [writer.read_vector(begin, one * shape.lanes) for one in range(shape.vectors)]
            found: list[SSAValue] = []
            for number, pointer in enumerate(rows):
                factor = writer.splat(writer.read(pointer, left))
                for place, vector in enumerate(vectors):
                    total = totals[number * shape.vectors + place]
                    found.append(writer.accumulate(factor, vector, total))
            left, right = writer.add(left, column_step), writer.add(right, stride)
            return [writer.number(left), writer.number(right), *found]

        zero, none = writer.zero(), writer.number(0)
        carried = [none, none, *[zero] * (shape.rows * shape.vectors)]
        _, _, *totals = writer.loop(0, depth, 1, step, carried)
        return [
            list(totals[number : number + shape.vectors])
            for number in range(0, len(totals), shape.vectors)
        ]

    def store(
        self,
        sums: Sequence[Sequence[SSAValue]],
        row: SSAValue,
        column: SSAValue,
        height: SSAValue,
        width: SSAValue,
        full: SSAValue,
        adds: SSAValue,
    ) -> None:
        """Write the sums of a tile, or add them to what is there."""
        writer, shape, out = self.writer, self.shape, self.out
        start = self.place(out, row, column)

        def rows(add: bool) -> None:
            for number, values in enumerate(sums):
                line = writer.element_at(start, writer.multiply(number, out.row_stride))
                self.store_row(line, values, add)

        def elements() -> None:
            for number, values in enumerate(sums):
                for place, value in enumerate(values):
                    writer.write(value, self.edge, number * shape.columns + place * shape.lanes)
            writer.each(height, 1, line_of)

        def line_of(number: SSAValue) -> None:
            line = writer.element_at(start, writer.multiply(number, out.row_stride))
            begin = writer.element_at(self.edge, writer.multiply(number, shape.columns))

            def row_of(add: bool) -> None:
                places = range(0, shape.columns, shape.lanes)
                self.store_row(line, [writer.read_vector(begin, one) for one in places], add)

            def element(place: SSAValue, add: bool) -> None:
                target, value = writer.multiply(place, out.column_stride), writer.read(begin, place)
                if add:
                    value = writer.plus(writer.read(line, target), value)
                writer.write(value, line, target)

            def by_elements(add: bool) -> None:
                writer.each(width, 1, partial(element, add=add))

            writer.either(
                wide, partial(self.added, adds, row_of), partial(self.added, adds, by_elements)
            )

        wide = writer.both(full, writer.same(out.column_stride, 1))
        whole = writer.both(wide, writer.same(height, shape.rows))
        writer.either(whole, lambda: self.added(adds, rows), elements)

    def added(self, adds: SSAValue, store: Callable[[bool], None]) -> None:
        """Store in one of two ways: add to what is there, or not."""
        self.writer.either(adds, partial(store, True), partial(store, False))

    def store_row(self, line: SSAValue, values: Sequence[SSAValue], add: bool) -> None:
        """Write vectors from a place on, or add them to what is there."""
        writer, lanes = self.writer, self.shape.lanes
        for place, value in enumerate(values):
            total = value
            if add:
                total = writer.plus(writer.read_vector(line, place * lanes), value)
            writer.write(total, line, place * lanes)
