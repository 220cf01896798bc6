"""
Matrix products of any size and strides: a function of the `llvm` dialect.

    out[i, j] = sum over k of lhs[i, k] * rhs[k, j]

*Tiles* of the result, of some rows by some vectors, are kept in registers while `k` runs. `k` is
blocked, so that what a tile reads stays in the cache; sums of blocks are added in memory. Columns
of `rhs` are packed side by side, with zeros at the edge, rows of `lhs` where that pays. Packing
reads through strides: a transposed operand costs nothing more. A tile at an edge is computed like
any other, in memory of its own, with rows before it in place of those that are not there.

A product with a vector, and one of few elements, is neither packed nor in tiles: `emit` chooses.

The order of a sum is free, as that of any reduction: `k` is split where blocks end, and products
are added without rounding them first where the host has such an instruction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, ArrayAttr, StringAttr, i1, i64
from xdsl.ir import Attribute, SSAValue

from disc_shape.native.emitter import POINTER
from disc_shape.native.machine import Host
from disc_shape.native.tiles_blocks import TiledProduct
from disc_shape.native.tiles_packing import Packing, copy_function
from disc_shape.native.tiles_parts import part_of
from disc_shape.native.tiles_rows import FEW_PRODUCTS, SUMS, FewProducts, RowProduct
from disc_shape.native.tiles_shapes import FEW_ROWS, PANELS, Few, Finish, Matrix, Shape
from disc_shape.native.tiles_vectors import VectorProduct
from disc_shape.native.tiles_writer import TileWriter

SOME_ROWS, MORE_ROWS = 5, 8
"""
Up to so many rows, a product reads rows of the right operand once, as they follow each other: up to
the latter where these are long. Tiles read 48 columns of all rows, which lie in pages of their own.
2 x 2048 x 4096 took 9.0 ms by tiles and 2.6 so, 8 x 2048 x 4096 12.1 and 6.3, 6 x 512 x 512 59 us
and 61.
"""

LONG_BYTES = 1 << 13
"""The bytes from which on a row is long."""

FEW_TERMS = 64
"""The terms of sums from which on that pays: each sum is cleared and copied."""

Outside = dict[str, tuple[tuple[Attribute, ...], Attribute | None]]
"""Functions that are not in the module."""

SMALL = ArrayAttr([StringAttr("optsize")])
"""The attributes of functions whose loops are written as they are to run: LLVM copies none."""

MATRIX: tuple[Attribute, ...] = (POINTER, i64, i64, i64, i64, i64)
"""What stands for a matrix: a pointer, two sizes, an offset and two strides."""

ARGUMENTS: tuple[Attribute, ...] = (*MATRIX * 3, i1, i64, i64)
"""What a product takes: three matrices, whether it adds, which part of the result it computes, and
of how many."""


def product_functions(
    name: str, element: AnyFloat, host: Host, outside: Outside, finish: str | None = None
) -> Sequence[llvm.FuncOp]:
    """
    The function of three matrices that writes the product of two into the third one, or adds it to
    what is there if the next argument holds: one part of its columns or rows, by the number of the
    part and of all. A sum is the same in whichever part it is. The functions that it calls are
    noted in `outside`, with the types that they take and return; those that it needs in the module
    are the others.

    `finish` is a function of tiles: it takes sums that are whole, with two further arguments, if
    the first of these is not 0. Then the third matrix holds only sums that are not.
    """
    shape = Shape.of(host, element)
    writer = TileWriter(element, shape.lanes, shape.has_fma)
    types = [*ARGUMENTS, *([] if finish is None else [i64, POINTER])]
    given = [writer.entry.insert_arg(type_, index) for index, type_ in enumerate(types)]
    after = None if finish is None else Finish(finish, given[-2], given[-1])
    matrices: list[Matrix] = []
    for first in range(0, 3 * len(MATRIX), len(MATRIX)):
        pointer, rows, columns, offset, row_stride, column_stride = given[first : first + 6]
        start = writer.element_at(pointer, offset)
        matrices.append(Matrix(start, rows, columns, row_stride, column_stride))
    lhs, rhs, out = matrices
    copy = copy_function(f"{name}_copy", element)
    adds, part, parts = given[3 * len(MATRIX) : len(ARGUMENTS)]
    Product(writer, shape, lhs, rhs, out, adds, copy.sym_name.data, after).emit(part, parts)
    writer.block.add_op(llvm.ReturnOp())
    kind = llvm.LLVMFunctionType(types, llvm.LLVMVoidType())
    outside.update(writer.functions)
    return [llvm.FuncOp(name, kind, body=writer.finish(), other_props={"passthrough": SMALL}), copy]


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
    copy: str
    """The function that copies matrices."""
    finish: Finish | None

    def emit(self, part: SSAValue, parts: SSAValue) -> None:
        """
        A product with a vector by the strides of the matrix, one of few elements, or tiles: the
        choice is that for all parts.
        """
        writer = self.writer
        self.panel = writer.scratch(PANELS * self.shape.depth * self.shape.columns)
        self.edge = writer.scratch(self.shape.rows * self.shape.columns)
        zero = writer.scratch(1)
        writer.write(writer.constant(0.0, writer.element), zero, 0)
        self.packing = Packing(writer, self.copy, zero)
        by_row, by_column = self.follow()
        row, column = self.neighbours()
        fewer = writer.less(self.out.columns, self.out.rows)
        small = self.is_small()
        self.narrow(part, parts)

        def others() -> None:
            by_rows = writer.either_holds(by_row, by_column)
            writer.either(by_rows, lambda: self.rows(by_row), lambda: self.few_or_tiles(small))

        def products() -> None:
            vectors = writer.either_holds(row, column)
            is_row = writer.both(row, writer.negated(writer.both(column, fewer)))
            writer.either(vectors, lambda: self.vectors(is_row), others)

        finish = self.finish  # It knows now where the part is.
        if finish is None:
            products()
            return
        is_empty = writer.both(self.adds, writer.same(self.lhs.columns, 0))
        is_empty = writer.both(is_empty, finish.is_wanted(writer))
        writer.either(is_empty, lambda: self.finish_sums(finish), products)

    def neighbours(self) -> tuple[SSAValue, SSAValue]:
        """
        Whether there are few rows, and the terms of sums are neighbours in the right operand; and
        the same of columns and the left one.
        """
        writer, lhs, rhs, out = self.writer, self.lhs, self.rhs, self.out
        return (
            writer.both(self.has_few(out.rows, FEW_ROWS), writer.same(rhs.row_stride, 1)),
            writer.both(
                self.has_few(out.columns, self.shape.few_columns), writer.same(lhs.column_stride, 1)
            ),
        )

    def follow(self) -> tuple[SSAValue, SSAValue]:
        """
        Whether there are few rows, and the rows of the right operand follow each other and are not
        short; and whether there is one column, or there are few that no function takes, and the
        columns of the left one follow each other.
        """
        writer, lhs, rhs, out = self.writer, self.lhs, self.rhs, self.out
        long = writer.less(LONG_BYTES // writer.bytes - 1, out.columns)
        more = writer.both(self.has_few(out.rows, MORE_ROWS), long)
        some = writer.either_holds(self.has_few(out.rows, SOME_ROWS), more)
        wide = writer.less(self.shape.lanes - 1, out.columns)
        some = writer.both(some, writer.either_holds(writer.same(out.rows, 1), wide))
        columns = self.has_few(out.columns, self.shape.some_columns)
        if self.finish is not None:
            columns = writer.both(columns, writer.negated(self.finish.is_wanted(writer)))
        columns = writer.either_holds(columns, writer.same(out.columns, 1))
        return (
            writer.both(some, writer.same(rhs.column_stride, 1)),
            writer.both(columns, writer.same(lhs.row_stride, 1)),
        )

    def has_few(self, size: SSAValue, most: int) -> SSAValue:
        """Whether a size is one, or at most another one if sums are long."""
        writer = self.writer
        few = writer.both(writer.less(size, most + 1), writer.less(FEW_TERMS - 1, self.lhs.columns))
        return writer.either_holds(writer.same(size, 1), few)

    def finish_sums(self, finish: Finish) -> None:
        """Finish what is in the result, to which an empty product adds nothing, in tall tiles."""
        writer, shape, out = self.writer, self.shape, self.out
        strides = out.row_stride, out.column_stride

        def tiles_from(column: SSAValue) -> None:
            width = writer.minimum(shape.columns, writer.subtract(out.columns, column))

            def tile(row: SSAValue) -> None:
                sizes = writer.minimum(shape.depth, writer.subtract(out.rows, row)), width
                begin = out.at(writer, row, column)
                self.packing.copy(begin, strides, self.panel, (shape.columns, 1), sizes)
                finish.call(writer, self.panel, shape.columns, (row, column), sizes)

            writer.each(out.rows, shape.depth, tile)

        writer.each(out.columns, shape.columns, tiles_from)

    def is_small(self) -> SSAValue:
        """Whether there are few factors, and no function takes sums."""
        writer, lhs, out = self.writer, self.lhs, self.out
        count = writer.multiply(writer.multiply(out.rows, out.columns), lhs.columns)
        few = writer.less(count, FEW_PRODUCTS + 1)
        if self.finish is not None:
            few = writer.both(few, writer.negated(self.finish.is_wanted(writer)))
        return few

    def narrow(self, part: SSAValue, parts: SSAValue) -> None:
        """Leave one part of the result."""
        matrices = self.lhs, self.rhs, self.out
        found = part_of(self.writer, self.shape, matrices, part, parts)
        self.lhs, self.rhs, self.out = found.matrices
        if self.finish is not None:
            self.finish = replace(self.finish, first=found.first)

    def few_or_tiles(self, small: SSAValue) -> None:
        """A product of few elements, or tiles."""
        few = FewProducts(self.writer, self.lhs, self.rhs, self.out, self.adds)
        self.writer.either(small, few.emit, self.tiles)

    def tiles(self) -> None:
        """The product in tiles."""
        TiledProduct(
            self.writer,
            self.shape,
            self.lhs,
            self.rhs,
            self.out,
            self.adds,
            self.panel,
            self.edge,
            self.packing,
            self.finish,
        ).emit()

    def few(self, row: SSAValue) -> Few:
        """The few rows of the left operand, or the columns of the right one."""
        writer, lhs, rhs, out = self.writer, self.lhs, self.rhs, self.out
        choose = partial(writer.select, row)
        return Few(
            choose(lhs.start, rhs.start),
            choose(out.rows, out.columns),
            choose(lhs.row_stride, rhs.column_stride),
            choose(lhs.column_stride, rhs.row_stride),
            choose(out.row_stride, out.column_stride),
            row,
        )

    def rows(self, row: SSAValue) -> None:
        """The product as sums of rows of the right matrix, or of columns of the left one."""
        assert SUMS <= PANELS * self.shape.depth * self.shape.columns
        writer, lhs, rhs, out = self.writer, self.lhs, self.rhs, self.out
        choose = partial(writer.select, row)
        RowProduct(
            writer,
            self.few(row),
            choose(rhs.start, lhs.start),
            choose(rhs.row_stride, lhs.column_stride),
            lhs.columns,
            choose(out.columns, out.rows),
            out.start,
            choose(out.column_stride, out.row_stride),
            self.adds,
            self.panel,
            self.shape.kept,
            self.finish,
        ).emit()

    def vectors(self, row: SSAValue) -> None:
        """The product as sums over neighbours of the right matrix, or of the left one."""
        writer, lhs, rhs, out = self.writer, self.lhs, self.rhs, self.out
        choose = partial(writer.select, row)
        VectorProduct(
            writer,
            self.few(row),
            choose(rhs.start, lhs.start),
            choose(rhs.column_stride, lhs.row_stride),
            choose(out.columns, out.rows),
            lhs.columns,
            out.start,
            choose(out.column_stride, out.row_stride),
            self.adds,
            self.panel,
            min(self.shape.depth, PANELS * self.shape.depth * self.shape.columns // FEW_ROWS),
            writer.scratch(self.shape.lanes),
            self.finish,
            self.edge,
            self.shape.rows * self.shape.columns,
        ).emit()
