"""The sizes of the buffers of one function, as values or numbers."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.lowering.places import Places
from disc_shape.lowering.types import Size, buffer_of
from disc_shape.lowering.writer import INDEX, Writer, constant_of


class BufferSizes:
    """Finds sizes where they are computed already, and reads them from buffers elsewhere."""

    def __init__(self, body: Region, writer: Writer, places: Places):
        self._entry = body.first_block
        self._writer = writer
        self._places = places
        self._read: dict[tuple[SSAValue, int], SSAValue] = {}
        """The sizes that have been read in the first block, whose values dominate all uses."""
        self._lowered: set[Operation] = set()
        """The operations that the walk has passed, whose results are available."""
        self._ties: dict[SSAValue, TieShapeOp] = {}
        for op in body.walk():
            if isinstance(op, TieShapeOp):
                if op.parent is block_of(op.value):
                    self._ties.setdefault(op.value, op)
                self._ties[op.result] = op

    def mark_lowered(self, op: Operation) -> None:
        """Record that the walk has passed an operation."""
        self._lowered.add(op)

    def known(self, value: SSAValue) -> list[Size] | None:
        """
        The sizes of a tensor from its type and its `tie_shape`; None when one of them, or the
        rank, is not available before the current operation.
        """
        type_ = as_tensor(value.type)
        if type_ is None:
            return None
        tie = self._ties.get(value)
        sizes: list[Size] = []
        for axis, size in enumerate(type_.get_shape()):
            if size >= 0:
                sizes.append(size)
            elif tie is not None and self._is_available(tie.dims[axis]):
                sizes.append(tie.dims[axis])
            else:
                return None
        return sizes

    def _is_available(self, value: SSAValue) -> bool:
        owner = value.owner
        if isinstance(owner, Block) or owner in self._lowered:
            return True
        return owner not in self._places.positions

    def of(self, value: SSAValue) -> list[Size]:
        """The sizes of a tensor that has a buffer."""
        known = self.known(value)
        if known is not None:
            return known
        buffer = self._places.buffer(value)
        return [
            size if size >= 0 else self.dim(buffer, axis)
            for axis, size in enumerate(buffer_of(buffer).get_shape())
        ]

    def dim(self, buffer: SSAValue, axis: int | SSAValue) -> SSAValue:
        """
        The size of one dimension of a buffer: that of its allocation, or one read from the buffer,
        once for the whole function where it is read in the first block.
        """
        number = axis if isinstance(axis, int) else constant_of(axis)
        known = self._allocated(buffer, number)
        if known is None and number is not None:
            known = self._read.get((buffer, number))
        if known is not None:
            return known
        index = self._writer.index(axis) if isinstance(axis, int) else axis
        op = memref.DimOp.create(operands=[buffer, index], result_types=[INDEX])
        size = self._writer.emit(op).results[0]
        if number is not None and self._writer.block is self._entry:
            self._read[buffer, number] = size
        return size

    def of_alloc(self, op: memref.AllocOp) -> list[Size]:
        """The sizes that a buffer was allocated with."""
        dynamic = iter(op.dynamic_sizes)
        return [size if size >= 0 else next(dynamic) for size in buffer_of(op.memref).get_shape()]

    def _allocated(self, buffer: SSAValue, axis: int | None) -> SSAValue | None:
        alloc = buffer.owner
        if not isinstance(alloc, memref.AllocOp) or axis is None:
            return None
        sizes = self.of_alloc(alloc)
        return self._writer.as_value(sizes[axis]) if 0 <= axis < len(sizes) else None


def block_of(value: SSAValue) -> Block | None:
    """The block that a value is defined in."""
    return value.owner if isinstance(value.owner, Block) else value.owner.parent
