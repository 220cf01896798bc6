"""
Products of a few rows and a matrix whose rows lie side by side, and products of few elements.

The matrix is read once, row by row: four rows at a time are scaled by elements of each of the few
rows and added to its sums, of which there are as many as stay in the first level of the cache.

    sum[i, j] = sum[i, j] + v[i, k] * m[k, j] + v[i, k + 1] * m[k + 1, j] + ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.ir import SSAValue

from disc_shape.native.emitter import Number
from disc_shape.native.tiles_packing import quotient
from disc_shape.native.tiles_shapes import Few, Finish, Matrix
from disc_shape.native.tiles_writer import TileWriter

ROWS = 4
"""Rows of the matrix that are added at a time."""

SUMS = 2048
"""The most sums at a time."""

FEW_PRODUCTS = 128
"""
Products of up to so many factors are computed one after the other. 4 x 4 x 4 took 140 ns by tiles,
8 x 8 x 8 190 ns, and 300 ns one after the other.
"""


@dataclass
class RowProduct:
    """`out[i, j] = sum over k of few[i, k] * matrix[k, j]`; rows of the matrix are neighbours."""

    writer: TileWriter
    few: Few
    matrix: SSAValue
    row_stride: SSAValue
    inner: SSAValue
    columns: SSAValue
    out: SSAValue
    out_stride: SSAValue
    adds: SSAValue
    """Whether the product is added to what is there."""
    sums: SSAValue
    """Memory for `SUMS` sums."""
    vectors: int
    """The vectors of a row of the matrix that are kept in registers."""
    finish: Finish | None
    """The function that takes sums, as tiles of the few rows or of one column."""

    def emit(self) -> None:
        """Some columns after the other."""
        writer = self.writer
        count = quotient(writer, SUMS, writer.maximum(self.few.count, 1))
        self.step = writer.multiple_below(count, self.vectors * writer.lanes)
        writer.each(self.columns, self.step, self.part)

    def part(self, column: SSAValue) -> None:
        """The sums of some columns."""
        writer, few = self.writer, self.few
        width = writer.minimum(self.step, writer.subtract(self.columns, column))
        matrix = writer.element_at(self.matrix, column)
        out = writer.element_at(self.out, writer.multiply(column, self.out_stride))
        zero = writer.constant(0.0, writer.element)

        def each(body: Callable[[SSAValue, SSAValue], None]) -> None:
            def row(one: SSAValue) -> None:
                sums = writer.element_at(self.sums, writer.multiply(one, self.step))
                line = writer.element_at(out, writer.multiply(one, few.out_stride))

                def item(place: SSAValue) -> None:
                    at = writer.multiply(place, self.out_stride)
                    body(writer.element_at(sums, place), writer.element_at(line, at))

                writer.each(width, 1, item)

            writer.each(few.count, 1, row)

        def before(total: SSAValue, item: SSAValue) -> None:
            writer.write(writer.read(item, 0), total, 0)

        def clear(total: SSAValue, item: SSAValue) -> None:
            writer.write(zero, total, 0)

        def store(total: SSAValue, item: SSAValue) -> None:
            writer.write(writer.read(total, 0), item, 0)

        writer.either(self.adds, partial(each, before), partial(each, clear))
        whole = writer.multiple_below(self.inner, ROWS)
        writer.loop(0, whole, ROWS, lambda k, _: self.rows(matrix, width, k, ROWS))
        writer.loop(whole, self.inner, 1, lambda k, _: self.rows(matrix, width, k, 1))
        finish = self.finish
        if finish is None:
            each(store)
            return

        def take() -> None:
            place, sizes = few.turned(writer, 0, column), few.turned(writer, few.count, width)
            stride, _ = few.turned(writer, self.step, 1)
            finish.call(writer, self.sums, stride, place, sizes)

        writer.either(finish.is_wanted(writer), take, partial(each, store))

    def rows(
        self, matrix: SSAValue, width: SSAValue, k: SSAValue, count: int
    ) -> Sequence[SSAValue]:
        """Add some rows of the matrix to all sums."""
        writer = self.writer
        numbers = [writer.add(k, one) for one in range(count)]
        lines = [
            writer.element_at(matrix, writer.multiply(one, self.row_stride)) for one in numbers
        ]
        factors = [writer.multiply(one, self.few.stride) for one in numbers]
        low: Number = 0
        for vectors in (self.vectors, 1, 0):
            step = max(vectors * writer.lanes, 1)
            high = writer.multiple_below(width, step)
            writer.loop(
                low, high, step, lambda at, _, count=vectors: self.piece(lines, factors, at, count)
            )
            low = high
        return []

    def piece(
        self, lines: Sequence[SSAValue], factors: Sequence[Number], at: SSAValue, vectors: int
    ) -> Sequence[SSAValue]:
        """Add some vectors of rows of the matrix, or one element, to the sums of each row."""
        writer, few = self.writer, self.few
        read = writer.read_vector if vectors else writer.read
        places = [one * writer.lanes for one in range(vectors)] or [0]
        items = [[read(line, writer.add(at, place)) for place in places] for line in lines]

        def row(one: SSAValue) -> None:
            start = writer.element_at(few.start, writer.multiply(one, few.row_stride))
            sums = writer.element_at(self.sums, writer.add(writer.multiply(one, self.step), at))
            totals = [read(sums, place) for place in places]
            for factor, line in zip(factors, items, strict=True):
                value = writer.read(start, factor)
                value = writer.splat(value) if vectors else value
                totals = [
                    writer.accumulate(value, item, total)
                    for item, total in zip(line, totals, strict=True)
                ]
            for total, place in zip(totals, places, strict=True):
                writer.write(total, sums, place)

        writer.each(few.count, 1, row)
        return []


@dataclass
class FewProducts:
    """A product of small matrices, one sum after the other."""

    writer: TileWriter
    lhs: Matrix
    rhs: Matrix
    out: Matrix
    adds: SSAValue
    """Whether sums are added to what is there."""

    def emit(self) -> None:
        """Each element of the result."""
        writer, lhs, rhs, out = self.writer, self.lhs, self.rhs, self.out

        def element(row: SSAValue, column: SSAValue) -> None:
            line, place = lhs.at(writer, row, 0), rhs.at(writer, 0, column)
            target = out.at(writer, row, column)

            def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                left = writer.read(line, writer.multiply(k, lhs.column_stride))
                right = writer.read(place, writer.multiply(k, rhs.row_stride))
                return [writer.accumulate(left, right, carried[0])]

            before = writer.choose(
                self.adds,
                lambda: [writer.read(target, 0)],
                lambda: [writer.constant(0.0, writer.element)],
                [writer.element],
            )
            (total,) = writer.loop(0, lhs.columns, 1, step, before)
            writer.write(total, target, 0)

        writer.each(out.rows, 1, lambda row: writer.each(out.columns, 1, partial(element, row)))
