"""Where updates begin: numbers in small buffers, and clamped indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import SymbolTable

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.narrow import is_unsigned
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.locations import inherit
from disc_shape.lowering.ownership import is_buffer
from disc_shape.lowering.types import Size, buffer_of
from disc_shape.lowering.writer import constant_of


class Inserter:
    """Creates values of type `index` before an operation."""

    def __init__(self, before: Operation) -> None:
        self.before = before
        self._constants: dict[int, SSAValue] = {}

    def insert(self, op: Operation) -> SSAValue:
        """Insert an operation; its first result."""
        inherit(op, self.before)
        Rewriter.insert_op(op, InsertPoint.before(self.before))
        return op.results[0]

    def value(self, size: Size) -> SSAValue:
        """A size as a value."""
        if isinstance(size, SSAValue):
            return size
        if size not in self._constants:
            constant = self.insert(arith.ConstantOp(IntegerAttr(size, IndexType())))
            constant.name_hint = f"c{size}"
            self._constants[size] = constant
        return self._constants[size]

    def sizes(self, buffer: SSAValue) -> list[Size]:
        """The sizes of a buffer."""
        return [
            self.insert(memref.DimOp(buffer, self.value(axis))) if size == DYNAMIC_INDEX else size
            for axis, size in enumerate(buffer_of(buffer).get_shape())
        ]

    def sum(self, one: Size, other: Size) -> Size:
        """The sum of two sizes."""
        if isinstance(one, int) and isinstance(other, int):
            return one + other
        if one == 0 or other == 0:
            return other if one == 0 else one
        return self.insert(arith.AddiOp(self.value(one), self.value(other)))


def start_of(value: SSAValue, run: Sequence[Operation]) -> Size | None:
    """
    The number in a buffer of one integer, where it is known before some operations; the buffer
    itself if the caller has written it.
    """
    element = buffer_of(value).element_type
    if not isinstance(element, IntegerType) or is_unsigned(cast("Attribute", element)):
        return None
    owner = value.owner
    if isinstance(owner, memref.GetGlobalOp):
        return _constant_in(owner)
    if isinstance(owner, Block):
        return value if _is_argument_read(value, owner) else None
    if not isinstance(owner, memref.AllocOp):
        return None
    stores = [use.operation for use in value.uses if isinstance(use.operation, memref.StoreOp)]
    others = [use.operation for use in value.uses if use.operation not in stores]
    reads = all(isinstance(op, BufferOp) and value not in op.written for op in others)
    if len(stores) != 1 or not reads or stores[0].parent is not owner.parent:
        return None
    (store,) = stores
    number = store.operands[0]
    known = constant_of(number)
    if known is not None:
        return known
    return None if store in run or number.owner in run else number


def _is_argument_read(value: SSAValue, block: Block) -> bool:
    """Whether a buffer is an argument of a function that the function only reads."""
    function = block.parent_op()
    return (
        isinstance(function, func.FuncOp)
        and block is function.body.first_block
        and all(
            isinstance(use.operation, memref.LoadOp)
            or (isinstance(use.operation, BufferOp) and value not in use.operation.written)
            for use in value.uses
        )
    )


def _constant_in(op: memref.GetGlobalOp) -> int | None:
    """The number in a global of one integer."""
    found = SymbolTable.lookup_symbol(op, op.name_)
    if not isinstance(found, memref.GlobalOp) or found.constant is None:
        return None
    value = found.initial_value
    return ints(value)[0] if isinstance(value, DenseIntOrFPElementsAttr) else None


def clamped(start: Size, whole: SSAValue, axis: int, size: Size, at: Inserter) -> Size:
    """A start as an index, such that the part fits."""
    if isinstance(start, int) and start <= 0:
        return 0
    shape = buffer_of(whole).get_shape()
    if isinstance(size, int) and shape[axis] == size:
        return 0
    extent: Size = shape[axis]
    if extent == DYNAMIC_INDEX:
        extent = at.insert(memref.DimOp(whole, at.value(axis)))
    most = at.insert(arith.SubiOp(at.value(extent), at.value(size)))
    if isinstance(start, int):
        return at.insert(arith.MinSIOp(at.value(start), most))
    number = at.insert(memref.LoadOp.get(start, [])) if is_buffer(start) else start
    index = at.insert(arith.IndexCastOp(number, IndexType()))
    least = at.insert(arith.MaxSIOp(index, at.value(0)))
    return at.insert(arith.MinSIOp(least, most))
