"""The shape of tiles for a host, and matrices in memory."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import SSAValue

from disc_shape.native.machine import Host

BLOCK_BYTES = 256 * 4
"""Bytes along `k` of a block."""


@dataclass(frozen=True)
class Shape:
    """The shape of tiles for a host and an element type."""

    rows: int
    vectors: int
    lanes: int
    depth: int
    """Elements along `k` of a block."""
    has_fma: bool

    @property
    def columns(self) -> int:
        """The columns of a tile."""
        return self.vectors * self.lanes

    @staticmethod
    def of(host: Host, element: AnyFloat) -> Shape:
        """
        As many sums as registers hold beside a factor and a row of `rhs`: AVX-512 has 32, as NEON,
        AVX2 16. Without vectors, four rows of four scalars.
        """
        size = element.bitwidth // 8
        depth = BLOCK_BYTES // size
        if host.has("avx512f"):
            return Shape(8, 2, 64 // size, depth, True)
        if host.has("avx2") and host.has("fma"):
            return Shape(6, 2, 32 // size, depth, True)
        if host.has("neon"):
            return Shape(8, 2, 16 // size, depth, True)
        return Shape(4, 4, 1, depth, False)


@dataclass(frozen=True)
class Matrix:
    """A matrix in memory: its first element, sizes and strides in elements."""

    start: SSAValue
    rows: SSAValue
    columns: SSAValue
    row_stride: SSAValue
    column_stride: SSAValue


@dataclass(frozen=True)
class Span:
    """Some rows of a block."""

    first: SSAValue
    size: SSAValue
