"""The shape of tiles for a host, and matrices in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.dialects.builtin import AnyFloat, i64
from xdsl.ir import Attribute, SSAValue

from disc_shape.native.emitter import POINTER, Number
from disc_shape.native.machine import Host
from disc_shape.native.tiles_writer import TileWriter

BLOCK_BYTES = 512 * 4
"""Bytes along `k` of a block."""

STRIP_COLUMNS = 384
"""
The most columns of a strip, about: with the elements along `k` of a block, they stay in the second
level of the cache, of 1 MB, beside the rows of the other operand.
"""

LONG_STRIP_COLUMNS = 768
"""
The same for a second level of 2 MB: the other operand is read for half as many strips, 3 % of a
product of 2048. With 1056 columns, which do not stay there, it took 12 % longer.
"""

LARGE_CACHE = 2 << 20
"""The bytes of a second level of the cache that has room for long strips."""

WIDE_STRIP_COLUMNS = 1056
"""
The same for Zen, whose third level delivers panels as fast as tiles need them. Rows of the left
operand are read, and copied where their elements are no neighbours, for fewer strips.
"""

ROWS_AHEAD = 8
"""
How many rows before it is needed a row of a panel is fetched to the first level of the cache. The
rows of wide tiles are several lines each, more than the hardware fetches in time; but for Zen's.
With AVX2 it is Zen that gains: 1 % of a product.
"""

FEW_ROWS = 12
"""
Up to so many rows, a product whose terms are neighbours in the right operand reads that where it
lies. To pack it for tiles means to transpose it: 4 x 2048 x 4096 took 18 ms by tiles and 5 so,
12 x 2048 x 4096 20 and 12.
"""

FEW_COLUMNS = 8
"""
The same for columns and the left operand, but at most half of those of a narrow tile: 4096 x 1000 x
4 took 13.6 ms by tiles and 2.6 so.
"""

SOME_COLUMNS = 16
"""
Up to so many columns, but at most those of a narrow tile, a product reads columns of the left
operand once, as they follow each other: tiles read eight neighbours of each. 1000 x 4096 x 5 took
23 ms by tiles and 2.3 so.
"""

PANELS = 2
"""The panels of one block for which a function has memory of its own."""


@dataclass(frozen=True)
class Shape:
    """The shape of tiles for a host and an element type."""

    rows: int
    vectors: int
    lanes: int
    depth: int
    """Elements along `k` of a block."""
    has_fma: bool
    narrow_vectors: int = 0
    """The vectors of tiles for the last columns; 0 where there are no others."""
    strip: int = STRIP_COLUMNS
    """The most columns of a strip, about."""
    ahead: int = 0
    """How many rows before it is needed a row of a panel is fetched; 0 where the host does that."""
    fetches_rows: bool = False
    """Whether rows of the left operand are fetched before they are needed."""
    steps_rows: bool = False
    """
    Whether the address of a row is computed from that of the one before: where there are no
    registers for the distances of eight rows, LLVM moved all of them for each column, and a product
    took 10 % longer.
    """

    @property
    def narrow(self) -> Shape | None:
        """The shape for the last columns."""
        if not self.narrow_vectors:
            return None
        return replace(self, vectors=self.narrow_vectors, narrow_vectors=0)

    @property
    def columns(self) -> int:
        """The columns of a tile."""
        return self.vectors * self.lanes

    @property
    def kept(self) -> int:
        """The vectors of each of four rows that registers hold beside sums and factors."""
        return 4 if self.rows * self.vectors > 16 else 2

    @property
    def narrow_columns(self) -> int:
        """The columns of tiles for the last columns."""
        return (self.narrow_vectors or self.vectors) * self.lanes

    @property
    def few_columns(self) -> int:
        """Up to so many columns, sums of neighbours are faster than tiles."""
        return min(FEW_COLUMNS, self.narrow_columns // 2)

    @property
    def some_columns(self) -> int:
        """Up to so many columns, sums of columns that follow each other are faster than tiles."""
        return min(SOME_COLUMNS, self.narrow_columns)

    @staticmethod
    def of(host: Host, element: AnyFloat) -> Shape:
        """
        As many sums as registers hold beside a factor and a row of `rhs`: AVX-512 has 32, as NEON,
        AVX2 16. Without vectors, four rows of four scalars.
        """
        size = element.bitwidth // 8
        depth = BLOCK_BYTES // size
        large = host.second_cache >= LARGE_CACHE
        strip = LONG_STRIP_COLUMNS if large else STRIP_COLUMNS
        strip = WIDE_STRIP_COLUMNS if host.is_zen else strip
        ahead = 0 if host.is_zen else ROWS_AHEAD
        if host.has("avx512f"):
            fetches, lanes = not host.is_zen, 64 // size
            wide = Shape(8, 3, lanes, depth, True, 2, strip, ahead)
            return replace(wide, fetches_rows=fetches, steps_rows=True)
        if host.has("avx2") and host.has("fma"):
            if host.is_zen:  # Its tiles are done sooner, and begin and end less often.
                return Shape(6, 2, 32 // size, 2 * depth, True, 1, strip, ROWS_AHEAD)
            return Shape(6, 2, 32 // size, depth, True, 1, strip)
        if host.has("neon"):
            return Shape(8, 3, 16 // size, depth, True, 2)
        return Shape(4, 4, 1, depth, False)


@dataclass(frozen=True)
class Matrix:
    """A matrix in memory: its first element, sizes and strides in elements."""

    start: SSAValue
    rows: SSAValue
    columns: SSAValue
    row_stride: SSAValue
    column_stride: SSAValue

    def at(self, writer: TileWriter, row: Number, column: Number) -> SSAValue:
        """The pointer to an element."""
        rows = writer.multiply(row, self.row_stride)
        return writer.element_at(
            self.start, writer.add(rows, writer.multiply(column, self.column_stride))
        )


FINISH_ARGUMENTS: tuple[Attribute, ...] = (POINTER, POINTER, *[i64] * 5)
"""What a function of tiles takes: a pointer of its own, the tile and the stride of its rows, the
row and the column of its first element, and its sizes."""


@dataclass(frozen=True)
class Finish:
    """A function that takes tiles of sums which are whole, and writes what becomes of them."""

    name: str
    number: SSAValue
    """The first thing that it takes; 0 where sums are the result."""
    memory: SSAValue
    """The second one."""
    first: tuple[Number, Number] = (0, 0)
    """The row and the column of the whole result at which the one that is computed begins."""

    def is_wanted(self, writer: TileWriter) -> SSAValue:
        """Whether sums are not the result."""
        return writer.less(0, self.number)

    def call(
        self,
        writer: TileWriter,
        tile: SSAValue,
        row_stride: Number,
        place: tuple[Number, Number],
        sizes: tuple[Number, Number],
    ) -> None:
        """Call it for a tile; sizes are its rows and columns."""
        row, column = (writer.add(*each) for each in zip(self.first, place, strict=True))
        numbers = [writer.number(one) for one in (row_stride, row, column, *sizes)]
        writer.call(self.name, [self.number, self.memory, tile, *numbers])


@dataclass(frozen=True)
class Few:
    """
    A factor of few rows: the left one, or for a result of few columns the right one, transposed.
    """

    start: SSAValue
    count: SSAValue
    row_stride: SSAValue
    stride: SSAValue
    """That of the elements of a row."""
    out_stride: SSAValue
    """That of the rows in the result."""
    is_row: SSAValue
    """Whether its rows are those of the result; otherwise they are the columns."""

    def turned(self, writer: TileWriter, few: Number, other: Number) -> tuple[SSAValue, SSAValue]:
        """Numbers of its rows and of the other dimension as those of rows and columns."""
        first, second = writer.number(few), writer.number(other)
        return (
            writer.select(self.is_row, first, second),
            writer.select(self.is_row, second, first),
        )


@dataclass(frozen=True)
class Panel:
    """Columns of the right operand: the first element, and the stride of rows."""

    start: SSAValue
    stride: SSAValue
