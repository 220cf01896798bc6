"""Rows of scratch: memory that the loops of a kernel work in."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.disc_shape.encoding import DIMS, dims_attribute
from disc_shape.loops.factors import Factors, agree
from disc_shape.loops.kernels import SizeReader
from disc_shape.loops.numbers import Size


class Scratch:
    """The rows of scratch of one kernel."""

    def __init__(
        self, sizes: SizeReader, factors: Factors, buffers: Sequence[SSAValue], *, grows: bool
    ) -> None:
        self.sizes = sizes
        self.factors = factors
        self.buffers = list(buffers)
        self.grows = grows
        """Whether rows that are lacking are made: by operations that are in no block yet."""
        self.made: list[memref.AllocOp] = []

    def fits(self, buffer: SSAValue, sizes: Sequence[Size]) -> bool:
        """Whether the sizes of a row are known to be those of a buffer."""
        have = [self.sizes.of_buffer(buffer, axis) for axis in range(rank_of(buffer))]
        return agree(have, sizes, self.factors)

    def take(
        self, type_: Attribute, sizes: Sequence[Size], used: Collection[SSAValue]
    ) -> SSAValue | None:
        """A row of these sizes that is not used yet; None if there is none."""
        for buffer in self.buffers:
            is_free = buffer not in used and element_type_of(buffer.type) == type_
            if is_free and self.fits(buffer, sizes):
                return buffer
        return self._make(type_, sizes).memref if self.grows else None

    def _make(self, type_: Attribute, sizes: Sequence[Size]) -> memref.AllocOp:
        """
        Allocate a row.

            memref.alloc(%n) {disc_shape.dims = [@S1]} : memref<?xf32>
        """
        shape = [one.value if isinstance(one.value, int) else DYNAMIC_INDEX for one in sizes]
        values = [one.value for one in sizes if isinstance(one.value, SSAValue)]
        alloc = memref.AllocOp(values, [], MemRefType(type_, shape))
        names = tuple(one.name if isinstance(one.value, SSAValue) else None for one in sizes)
        if any(names):
            alloc.attributes[DIMS] = dims_attribute([names])
        self.made.append(alloc)
        self.buffers.append(alloc.memref)
        return alloc
