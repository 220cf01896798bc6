"""
Products of a vector and a matrix whose rows lie side by side, and products of few elements.

The matrix is read once, row by row: four rows at a time are scaled by elements of the vector and
added to sums, of which there are as many as stay in the first level of the cache.

    sum[j] = sum[j] + v[k] * m[k, j] + v[k + 1] * m[k + 1, j] + ...
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.ir import SSAValue

from disc_shape.native.tiles_shapes import Finish, Matrix
from disc_shape.native.tiles_writer import TileWriter

ROWS = 4
"""Rows that are added at a time."""

SUMS = 2048
"""The most sums at a time."""

FEW_PRODUCTS = 128
"""
Products of up to so many factors are computed one after the other. 4 x 4 x 4 took 140 ns by tiles,
8 x 8 x 8 190 ns, and 300 ns one after the other.
"""


@dataclass
class RowProduct:
    """`out[j] = sum over k of vector[k] * matrix[k, j]`; rows are neighbours."""

    writer: TileWriter
    vector: SSAValue
    vector_stride: SSAValue
    matrix: SSAValue
    row_stride: SSAValue
    inner: SSAValue
    columns: SSAValue
    out: SSAValue
    out_stride: SSAValue
    adds: SSAValue
    """Whether sums are added to what is there."""
    is_row: SSAValue
    """Whether the result is a row."""
    sums: SSAValue
    """Memory for sums."""
    size: int
    """How many there is room for."""
    finish: Finish | None
    """The function that takes sums, as tiles of one row or column."""

    def emit(self) -> None:
        """Some columns after the other."""
        self.writer.each(self.columns, min(self.size, SUMS), self.part)

    def part(self, column: SSAValue) -> None:
        """The sums of some columns."""
        writer = self.writer
        limit = min(self.size, SUMS)
        width = writer.minimum(limit, writer.subtract(self.columns, column))
        matrix = writer.element_at(self.matrix, column)
        out = writer.element_at(self.out, writer.multiply(column, self.out_stride))
        zero = writer.constant(0.0, writer.element)

        def before(one: SSAValue) -> None:
            value = writer.read(out, writer.multiply(one, self.out_stride))
            writer.write(value, self.sums, one)

        writer.either(
            self.adds,
            lambda: writer.each(width, 1, before),
            lambda: writer.each(width, 1, lambda one: writer.write(zero, self.sums, one)),
        )
        whole = writer.multiple_below(self.inner, ROWS)
        writer.loop(0, whole, ROWS, lambda k, _: self.rows(matrix, width, k, ROWS))
        writer.loop(whole, self.inner, 1, lambda k, _: self.rows(matrix, width, k, 1))

        def after(one: SSAValue) -> None:
            writer.write(writer.read(self.sums, one), out, writer.multiply(one, self.out_stride))

        def store() -> None:
            writer.each(width, 1, after)

        finish = self.finish
        if finish is None:
            store()
            return

        def take() -> None:
            choose = partial(writer.select, self.is_row)
            one, none = writer.number(1), writer.number(0)
            place = choose(none, column), choose(column, none)
            finish.call(writer, self.sums, 1, place, (choose(one, width), choose(width, one)))

        writer.either(finish.is_wanted(writer), take, store)

    def rows(
        self, matrix: SSAValue, width: SSAValue, k: SSAValue, count: int
    ) -> Sequence[SSAValue]:
        """Add some rows."""
        writer = self.writer
        numbers = [writer.add(k, one) for one in range(count)]
        factors = [
            writer.read(self.vector, writer.multiply(one, self.vector_stride)) for one in numbers
        ]
        lines = [
            writer.element_at(matrix, writer.multiply(one, self.row_stride)) for one in numbers
        ]
        splats = [writer.splat(one) for one in factors]
        whole = writer.multiple_below(width, writer.lanes)

        def vectors(place: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
            total = writer.read_vector(self.sums, place)
            for factor, line in zip(splats, lines, strict=True):
                total = writer.accumulate(factor, writer.read_vector(line, place), total)
            writer.write(total, self.sums, place)
            return []

        def rest(place: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
            total = writer.read(self.sums, place)
            for factor, line in zip(factors, lines, strict=True):
                total = writer.accumulate(factor, writer.read(line, place), total)
            writer.write(total, self.sums, place)
            return []

        writer.loop(0, whole, writer.lanes, vectors)
        writer.loop(whole, width, 1, rest)
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
