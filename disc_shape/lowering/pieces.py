"""
Straight into place: what is computed only to become a part of another buffer is written there.

Design choice: on buffers, where lifetimes can be seen. A producer writes into a view of the result
of a concatenation, or of the buffer that a `dynamic_update_slice` updates in place, if that is the
only reader of what it writes and if the whole is not touched in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import SymbolTable

from disc_shape import statistics
from disc_shape.dialects.disc_shape.encoding import DIMS
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.movement import ConcatenateOp
from disc_shape.dialects.hlo.narrow import is_unsigned
from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.errors import OperationError
from disc_shape.locations import inherit
from disc_shape.lowering.deallocation import touches_of
from disc_shape.lowering.ownership import is_buffer, lends
from disc_shape.lowering.types import Size, buffer_of, is_row_major
from disc_shape.lowering.writer import constant_of
from disc_shape.traversal import pre_order

BETWEEN = 64
"""The number of operations between a producer and the concatenation of what it writes."""


def write_pieces_in_place(function: FuncOp) -> None:
    """Let producers in a function write into the buffers that they become parts of."""
    for op in list(pre_order(function)):
        if not isinstance(op, BufferOp) or len(op.outs) != 1:
            continue
        if issubclass(op.HLO, DynamicUpdateSliceOp) and _update_in_place(op):
            statistics.count("mhlo-to-lmhlo: updates written in place")
        elif issubclass(op.HLO, ConcatenateOp) and _concatenate_in_place(op):
            statistics.count("mhlo-to-lmhlo: concatenations written in place")


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


def _update_in_place(op: BufferOp) -> bool:
    """
    Write an update where it belongs.

        lmhlo.fusion ins(%x) outs(%u)
        lmhlo.dynamic_update_slice ins(%r, %u, %i, %c) outs(%r)
    =>
        %0 = memref.subview %r[%clamped, 0] [1, %n] [1, 1]
        lmhlo.fusion ins(%x) outs(%0)
    """
    whole, update, *starts = op.ins
    producer = producer_of(update, op)
    if producer is None or op.outs[0] is not whole or not is_row_major(buffer_of(whole)):
        return False
    run = _run(producer, op)
    if run is None or whole.owner in run or is_touched(root_of(whole), run, op.parent):
        return False
    numbers = [found for one in starts if (found := _start_of(one, run)) is not None]
    if len(numbers) < len(starts):
        return False
    at = Inserter(producer)
    sizes = sizes_of(update)
    offsets = [
        _clamped(one, whole, axis, size, at)
        for axis, (one, size) in enumerate(zip(numbers, sizes, strict=True))
    ]
    redirect(update, whole, offsets, producer)
    Rewriter.erase_op(op)
    for one in (update, *starts):
        drop_unread(one)
    return True


def drop_unread(value: SSAValue) -> None:
    """Erase a buffer that nothing reads."""
    stores = [use.operation for use in value.uses]
    if isinstance(value.owner, memref.AllocOp) and all(
        isinstance(op, memref.StoreOp) for op in stores
    ):
        for op in (*stores, value.owner):
            Rewriter.erase_op(op)


def _concatenate_in_place(op: BufferOp) -> bool:
    """
    Write the parts of a concatenation where they belong; one that no operation writes is copied.

        %a = memref.alloc(%n) : memref<?xf32>
        lmhlo.reverse ins(%y) outs(%a)
        %r = memref.alloc(%m) : memref<?xf32>
        lmhlo.concatenate ins(%a, %x) outs(%r)
    =>
        %r = memref.alloc(%m) : memref<?xf32>
        %0 = memref.subview %r[0] [%n] [1]
        lmhlo.reverse ins(%y) outs(%0)
        %1 = memref.subview %r[%n] [%k] [1]
        memref.copy %x, %1
    """
    (whole,) = op.outs
    alloc = whole.owner
    producers = [producer_of(one, op) for one in op.ins]
    found = {one for one in producers if one is not None}
    if not isinstance(alloc, memref.AllocOp) or len(found) < max(len(op.ins) - 1, 1):
        return False
    run = run_of_producers(found, {alloc, *(one.owner for one in op.ins)}, op)
    if run is None or is_touched(whole, run, op.parent):
        return False
    pieces = [one for one in op.ins if producer_of(one, op) is not None]
    needed = [*alloc.dynamic_sizes, *(size for one in pieces for size in sizes_of(one))]
    needed += [one for one in op.ins if one not in pieces]
    if any(isinstance(one, SSAValue) and one.owner in run for one in needed):
        return False
    first = run[0]
    if alloc in run:
        alloc.detach()
        Rewriter.insert_op(alloc, InsertPoint.before(first))
    at = Inserter(first)
    axis = int_of(op.properties["dimension"])
    offset: Size = 0
    for value, producer in zip(op.ins, producers, strict=True):
        sizes = sizes_of(value) if producer is not None else at.sizes(value)
        offsets = [offset if one == axis else 0 for one in range(len(sizes))]
        if value is not op.ins[-1]:
            offset = at.sum(offset, sizes[axis])
        if producer is not None:
            redirect(value, whole, offsets, producer)
        else:
            part = part_of(whole, offsets, sizes)
            Rewriter.insert_op([part, memref.CopyOp(value, part)], InsertPoint.before(op))
    Rewriter.erase_op(op)
    for value in pieces:
        drop_unread(value)
    return True


def producer_of(value: SSAValue, reader: BufferOp) -> BufferOp | None:
    """The operation that writes all of a buffer that only one other operation touches."""
    alloc = value.owner
    if not isinstance(alloc, memref.AllocOp) or not is_row_major(buffer_of(value)):
        return None
    uses = list(value.uses)
    writers = [use.operation for use in uses if use.operation is not reader]
    if len(uses) != 2 or len(writers) != 1:
        return None
    (writer,) = writers
    if not isinstance(writer, BufferOp) or writer.parent is not reader.parent:
        return None
    return writer if value in writer.outs and value not in writer.ins else None


def _run(first: Operation, last: Operation) -> list[Operation] | None:
    """The operations from one to another one, which is left out; None for many."""
    found: list[Operation] = []
    op: Operation | None = first
    while op is not None and op is not last:
        found.append(op)
        op = op.next_op
        if len(found) > BETWEEN:
            return None
    return None if op is None else found


def run_of_producers(
    producers: AbstractSet[Operation], allocs: AbstractSet[object], last: Operation
) -> list[Operation] | None:
    """
    The operations from the first of some producers on, if nothing else touches or allocates
    memory in between: then the whole needs no more memory than its parts and the whole after them.
    """
    found: list[Operation] = []
    left = set(producers)
    op = last.prev_op
    while op is not None and left and len(found) <= BETWEEN:
        if op not in producers and op not in allocs and not _is_scalar(op):
            return None
        left.discard(op)
        found.append(op)
        op = op.prev_op
    return None if left else found[::-1]


def _is_scalar(op: Operation) -> bool:
    """Whether an operation computes numbers or views from sizes and buffers, and touches none."""
    return isinstance(op, memref.DimOp | memref.GetGlobalOp) or op.dialect_name() == "arith"


def is_touched(root: SSAValue, run: Sequence[Operation], block: Block | None) -> bool:
    """Whether some operations touch a buffer, or what aliases it cannot be seen."""
    try:
        touches = touches_of(root)
    except OperationError:
        return True
    inside = set(run)
    for touch in touches:
        op: Operation | None = touch.op
        while op is not None and op.parent is not block:
            op = op.parent_op()
        if op in inside:
            return True
    return False


def root_of(value: SSAValue) -> SSAValue:
    """The buffer that a value is a view of."""
    while isinstance(value.owner, Operation) and lends(value.owner):
        views = [one for one in value.owner.operands if is_buffer(one)]
        if len(views) != 1:
            break
        value = views[0]
    return value


def _start_of(value: SSAValue, run: Sequence[Operation]) -> Size | None:
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
    reads = all(isinstance(op, BufferOp) and value not in op.outs for op in others)
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
        isinstance(function, FuncOp)
        and block is function.body.first_block
        and all(
            isinstance(use.operation, memref.LoadOp)
            or (isinstance(use.operation, BufferOp) and value not in use.operation.outs)
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


def _clamped(start: Size, whole: SSAValue, axis: int, size: Size, at: Inserter) -> Size:
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


def sizes_of(value: SSAValue) -> list[Size]:
    """The sizes of an allocation."""
    alloc = value.owner
    assert isinstance(alloc, memref.AllocOp)
    dynamic = iter(alloc.dynamic_sizes)
    return [size if size >= 0 else next(dynamic) for size in buffer_of(value).get_shape()]


def redirect(
    value: SSAValue, whole: SSAValue, offsets: Sequence[Size], producer: Operation
) -> None:
    """Let a producer write a part of another buffer instead of one of its own."""
    alloc = value.owner
    assert isinstance(alloc, memref.AllocOp)
    view = part_of(whole, offsets, sizes_of(value))
    if (names := alloc.attributes.get(DIMS)) is not None:
        view.attributes[DIMS] = names
    inherit(view, alloc)
    view.result.name_hint = value.name_hint
    Rewriter.insert_op(view, InsertPoint.before(producer))
    index = next(use.index for use in value.uses if use.operation is producer)
    producer.operands[index] = view.result


def part_of(whole: SSAValue, offsets: Sequence[Size], sizes: Sequence[Size]) -> memref.SubviewOp:
    """A part of a buffer."""
    ones = [1] * len(sizes)
    type_ = memref.SubviewOp.infer_result_type(buffer_of(whole), offsets, sizes, ones)
    return memref.SubviewOp.get(whole, offsets, sizes, ones, type_)
