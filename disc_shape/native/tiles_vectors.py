"""
Products of a matrix and a vector, where the elements that are added are neighbours: each element of
the result is a sum over vectors of its row, with no packing but that of the vector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from xdsl.ir import SSAValue

from disc_shape.native.emitter import Number
from disc_shape.native.tiles_shapes import Finish
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


@dataclass
class VectorProduct:
    """`out[i] = sum over k of matrix[i, k] * vector[k]`; strides are in elements."""

    writer: TileWriter
    matrix: SSAValue
    row_stride: SSAValue
    rows: SSAValue
    inner: SSAValue
    vector: SSAValue
    vector_stride: SSAValue
    out: SSAValue
    out_stride: SSAValue
    adds: SSAValue
    """Whether sums are added to what is there."""
    panel: SSAValue
    """Memory for `depth` elements of the vector."""
    depth: int
    scratch: SSAValue
    """Memory for one vector."""
    is_row: SSAValue
    """Whether the result is a row."""
    finish: Finish | None
    """The function that takes sums, as tiles of one row or column."""
    tile: SSAValue
    """Memory for a tile."""
    chunk: int
    """The sums in it."""

    def emit(self) -> None:
        """Blocks of the vector; of an empty sum one, which is zero."""
        writer = self.writer
        writer.each(writer.maximum(self.inner, 1), self.depth, self.block)

    def block(self, first: SSAValue) -> None:
        """The part of all sums from `first` on."""
        writer = self.writer
        depth = writer.minimum(self.depth, writer.subtract(self.inner, first))
        source = writer.element_at(self.vector, writer.multiply(first, self.vector_stride))

        def copy(k: SSAValue) -> None:
            value = writer.read(source, writer.multiply(k, self.vector_stride))
            writer.write(value, self.panel, k)

        writer.each(depth, 1, copy)
        adds = writer.either_holds(self.adds, writer.less(0, first))
        plain = Sums(first, depth, adds, self.rows, self.out, self.out_stride)
        finish = self.finish
        if finish is None:
            writer.each(self.rows, ROWS, lambda row: self.sums(plain, row, row))
            return
        last = writer.less(self.inner, writer.add(first, self.depth + 1))

        def take(row: SSAValue) -> None:
            size = writer.minimum(self.chunk, writer.subtract(self.rows, row))
            end = writer.number(writer.add(row, size))
            part = plain._replace(rows=end, target=self.tile, stride=writer.number(1))
            writer.each(
                size, ROWS, lambda one: self.sums(part, writer.number(writer.add(row, one)), one)
            )
            zero, one = writer.number(0), writer.number(1)
            choose = partial(writer.select, self.is_row)
            place = choose(zero, row), choose(row, zero)
            sizes = choose(one, size), choose(size, one)
            finish.call(writer, self.tile, 1, place, sizes)

        writer.either(
            writer.both(finish.is_wanted(writer), last),
            lambda: writer.each(self.rows, self.chunk, take),
            lambda: writer.each(self.rows, ROWS, lambda row: self.sums(plain, row, row)),
        )

    def sums(self, part: Sums, row: SSAValue, target: SSAValue) -> None:
        """
        The sums from some row on, and where the first one is written; at the end the last row
        again, which is written once.
        """
        writer, first, depth = self.writer, part.first, part.depth
        last = writer.subtract(writer.subtract(part.rows, row), 1)
        start = writer.element_at(
            self.matrix, writer.add(writer.multiply(row, self.row_stride), first)
        )
        lines = [
            writer.element_at(start, writer.multiply(writer.minimum(one, last), self.row_stride))
            for one in range(ROWS)
        ]

        def step(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            factor = writer.read_vector(self.panel, k)
            return [
                writer.accumulate(writer.read_vector(line, k), factor, total)
                for line, total in zip(lines, carried, strict=True)
            ]

        whole = writer.multiple_below(depth, writer.lanes)
        vectors = writer.loop(0, whole, writer.lanes, step, [writer.zero()] * ROWS)
        totals = [writer.total(one, self.scratch) for one in vectors]

        def rest(k: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            factor = writer.read(self.panel, k)
            return [
                writer.accumulate(writer.read(line, k), factor, total)
                for line, total in zip(lines, carried, strict=True)
            ]

        totals = writer.loop(whole, depth, 1, rest, totals)
        for number, total in enumerate(totals):
            before = writer.multiply(writer.add(row, number), self.out_stride)
            place = writer.multiply(writer.add(target, number), part.stride)
            writer.when(
                writer.less(number, writer.add(last, 1)), self.store_of(part, total, before, place)
            )

    def store_of(
        self, part: Sums, total: SSAValue, before: Number, place: Number
    ) -> Callable[[], None]:
        """Writes a sum, or what it makes of what is there."""
        writer = self.writer

        def alone() -> None:
            writer.write(total, part.target, place)

        def added() -> None:
            writer.write(writer.plus(writer.read(self.out, before), total), part.target, place)

        return lambda: writer.either(part.adds, added, alone)
