"""
Products of a matrix and a vector, where the elements that are added are neighbours: each element of
the result is a sum over vectors of its row, with no packing but that of the vector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from disc_shape.native.emitter import Number
from disc_shape.native.tiles_writer import TileWriter

ROWS = 4
"""Sums that are computed side by side."""


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
        writer.each(self.rows, ROWS, lambda row: self.sums(first, depth, adds, row))

    def sums(self, first: SSAValue, depth: SSAValue, adds: SSAValue, row: SSAValue) -> None:
        """Some rows; at the end the last one again, which is written once."""
        writer = self.writer
        last = writer.subtract(writer.subtract(self.rows, row), 1)
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
            place = writer.multiply(writer.add(row, number), self.out_stride)
            writer.when(writer.less(number, writer.add(last, 1)), self.store_of(total, place, adds))

    def store_of(self, total: SSAValue, place: Number, adds: SSAValue) -> Callable[[], None]:
        """Writes a sum, or adds it to what is there."""
        writer = self.writer

        def alone() -> None:
            writer.write(total, self.out, place)

        def added() -> None:
            writer.write(writer.plus(writer.read(self.out, place), total), self.out, place)

        return lambda: writer.either(adds, added, alone)
