"""One part of a product: some of its columns, or of its rows where these are more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from disc_shape.native.emitter import Number
from disc_shape.native.tiles_packing import quotient_above
from disc_shape.native.tiles_shapes import Matrix, Shape
from disc_shape.native.tiles_writer import TileWriter


class ProductPart(NamedTuple):
    """What is multiplied for a part."""

    matrices: tuple[Matrix, Matrix, Matrix]
    """The operands and the result."""
    first: tuple[Number, Number]
    """The row and the column of the whole result at which the part begins."""


def part_of(
    writer: TileWriter,
    shape: Shape,
    matrices: tuple[Matrix, Matrix, Matrix],
    part: SSAValue,
    parts: SSAValue,
) -> ProductPart:
    """
    The part of a number among `parts`, of whole tiles but for the last one; columns are split where
    there are at least half as many as rows: their panels are packed for one part alone.
    """
    lhs, rhs, out = matrices
    by_column = writer.less(out.rows, writer.multiply(out.columns, 2))
    size = writer.select(by_column, out.columns, out.rows)
    tile = writer.select(by_column, writer.number(shape.columns), writer.number(shape.rows))
    zero = writer.number(0)

    def span() -> Sequence[SSAValue]:
        tiles = quotient_above(writer, quotient_above(writer, size, tile), parts)
        length = writer.multiply(tiles, tile)
        low = writer.minimum(writer.multiply(part, length), size)
        return [low, writer.minimum(length, writer.subtract(size, low))]

    low, count = writer.choose(writer.same(parts, 1), lambda: [zero, size], span, [i64, i64])
    row, column = writer.select(by_column, zero, low), writer.select(by_column, low, zero)
    rows = writer.select(by_column, out.rows, count)
    columns = writer.select(by_column, count, out.columns)
    found = (
        replace(lhs, start=lhs.at(writer, row, 0), rows=rows),
        replace(rhs, start=rhs.at(writer, 0, column), columns=columns),
        replace(out, start=out.at(writer, row, column), rows=rows, columns=columns),
    )
    return ProductPart(found, (row, column))
