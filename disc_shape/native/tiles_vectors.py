"""
Products of few rows and a matrix, where the elements that are added are neighbours: each element of
the result is a sum over vectors of its rows, with no packing but that of the few rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.ir import SSAValue

from disc_shape.native.emitter import Number
from disc_shape.native.tiles_packing import quotient
from disc_shape.native.tiles_shapes import FEW_ROWS, Few, Finish
from disc_shape.native.tiles_writer import TileWriter

ROWS = 4
"""Sums that are computed side by side."""


class Sums(NamedTuple):
    """The part of sums that is computed, and where they are written."""

    first: SSAValue
    depth: SSAValue
    adds: SSAValue
    """Whether they are added to what is in the result."""
    rows: SSAValue
    """The end of the rows."""
    target: SSAValue
    stride: SSAValue
    few_stride: SSAValue


@dataclass
class VectorProduct:
    """`out[i, j] = sum over k of few[i, k] * matrix[j, k]`; strides are in elements."""

    writer: TileWriter
    few: Few
    matrix: SSAValue
    row_stride: SSAValue
    rows: SSAValue
    inner: SSAValue
    out: SSAValue
    out_stride: SSAValue
    adds: SSAValue
    """Whether the product is added to what is there."""
    panel: SSAValue
    """Memory for `depth` elements of `FEW_ROWS` rows."""
    depth: int
    scratch: SSAValue
    """Memory for one vector."""
    finish: Finish | None
    """The function that takes sums, as tiles of the few rows or columns."""
    tile: SSAValue
    """Memory for a tile."""
    chunk: int
    """The sums in it, at least `FEW_ROWS`."""

    def emit(self) -> None:
        """Blocks of the few rows; of an empty sum one, which is zero."""
        writer = self.writer
        assert self.chunk >= FEW_ROWS
        writer.each(writer.maximum(self.inner, 1), self.depth, self.block)

    def block(self, first: SSAValue) -> None:
        """The part of all sums from `first` on."""
        writer, few = self.writer, self.few
        depth = writer.minimum(self.depth, writer.subtract(self.inner, first))
        source = writer.element_at(few.start, writer.multiply(first, few.stride))

        def copy(one: SSAValue) -> None:
            line = writer.element_at(source, writer.multiply(one, few.row_stride))
            target = writer.element_at(self.panel, writer.multiply(one, self.depth))

            def element(k: SSAValue) -> None:
                writer.write(writer.read(line, writer.multiply(k, few.stride)), target, k)

            writer.each(depth, 1, element)

        writer.each(few.count, 1, copy)
        adds = writer.either_holds(self.adds, writer.less(0, first))
        plain = Sums(first, depth, adds, self.rows, self.out, self.out_stride, few.out_stride)
        finish = self.finish
        if finish is None:
            writer.each(self.rows, ROWS, lambda row: self.sums(plain, row, row))
            return
        last = writer.less(self.inner, writer.add(first, self.depth + 1))
        chunk = quotient(writer, self.chunk, writer.maximum(few.count, 1))

        def take(row: SSAValue) -> None:
            size = writer.minimum(chunk, writer.subtract(self.rows, row))
            end = writer.number(writer.add(row, size))
            across, along = few.turned(writer, chunk, 1), few.turned(writer, 1, few.count)
            part = plain._replace(rows=end, target=self.tile, stride=along[0], few_stride=across[0])
            writer.each(
                size, ROWS, lambda one: self.sums(part, writer.number(writer.add(row, one)), one)
            )
            place, sizes = few.turned(writer, 0, row), few.turned(writer, few.count, size)
            stride, _ = few.turned(writer, chunk, few.count)
            finish.call(writer, self.tile, stride, place, sizes)

        writer.either(
            writer.both(finish.is_wanted(writer), last),
            lambda: writer.each(self.rows, chunk, take),
            lambda: writer.each(self.rows, ROWS, lambda row: self.sums(plain, row, row)),
        )

    def sums(self, part: Sums, row: SSAValue, target: SSAValue) -> None:
        """
        The sums of some rows of the matrix, and where the first one is written; at the end the last
        row again, which is written once.
        """
        writer = self.writer
        last = writer.subtract(writer.subtract(part.rows, row), 1)
        start = writer.element_at(
            self.matrix, writer.add(writer.multiply(row, self.row_stride), part.first)
        )
        lines = [
            writer.element_at(start, writer.multiply(writer.minimum(one, last), self.row_stride))
            for one in range(ROWS)
        ]

        def of_row(one: SSAValue) -> None:
            vector = writer.element_at(self.panel, writer.multiply(one, self.depth))
            before = writer.element_at(self.out, writer.multiply(one, self.few.out_stride))
            out = writer.element_at(part.target, writer.multiply(one, part.few_stride))
            for number, total in enumerate(self.totals(lines, vector, part.depth)):
                old = writer.multiply(writer.add(row, number), self.out_stride)
                place = writer.multiply(writer.add(target, number), part.stride)
                store = self.store_of(part.adds, total, (before, old), (out, place))
                writer.when(writer.less(number, writer.add(last, 1)), store)

        writer.each(self.few.count, 1, of_row)

    def totals(
        self, lines: Sequence[SSAValue], vector: SSAValue, depth: SSAValue
    ) -> Sequence[SSAValue]:
        """The sums of products of rows of the matrix and one row."""
        writer = self.writer

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            factor = writer.read_vector(vector, k)
            return [
                writer.accumulate(writer.read_vector(line, k), factor, total)
                for line, total in zip(lines, carried, strict=True)
            ]

        whole = writer.multiple_below(depth, writer.lanes)
        vectors = writer.loop(0, whole, writer.lanes, step, [writer.zero()] * ROWS)
        totals = [writer.total(one, self.scratch) for one in vectors]

        def rest(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            factor = writer.read(vector, k)
            return [
                writer.accumulate(writer.read(line, k), factor, total)
                for line, total in zip(lines, carried, strict=True)
            ]

        return writer.loop(whole, depth, 1, rest, totals)

    def store_of(
        self,
        adds: SSAValue,
        total: SSAValue,
        before: tuple[SSAValue, Number],
        target: tuple[SSAValue, Number],
    ) -> Callable[[], None]:
        """Writes a sum, or what it makes of what is there."""
        writer = self.writer

        def alone() -> None:
            writer.write(total, *target)

        def added() -> None:
            writer.write(writer.plus(writer.read(*before), total), *target)

        return lambda: writer.either(adds, added, alone)
