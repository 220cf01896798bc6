"""
Straight into place: what is computed only to become a part of another buffer is written there.

Design choice: on buffers, where lifetimes can be seen. A producer writes into a view of the result
of a concatenation, or of the buffer that a `dynamic_update_slice` updates in place, if that is the
only reader of what it writes and if the whole is not touched in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from xdsl.dialects import func, memref
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.dialects.disc_shape.encoding import DIMS, value_symbols
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.movement import ConcatenateOp
from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.errors import OperationError
from disc_shape.locations import inherit
from disc_shape.lowering.deallocation import touches_of
from disc_shape.lowering.ownership import is_buffer, lends
from disc_shape.lowering.places import set_symbols
from disc_shape.lowering.starts import Inserter, clamped, start_of
from disc_shape.lowering.types import Size, buffer_of, is_row_major
from disc_shape.traversal import definer_of, pre_order

BETWEEN = 64
"""The number of operations between a producer and the concatenation of what it writes."""


def write_pieces_in_place(function: func.FuncOp) -> None:
    """Let producers in a function write into the buffers that they become parts of."""
    for op in list(pre_order(function)):
        if not isinstance(op, BufferOp) or len(op.outs) != 1:
            continue
        if issubclass(op.HLO, DynamicUpdateSliceOp) and (
            _update_in_place(op) or _copy_in_place(op)
        ):
            statistics.count("mhlo-to-lmhlo: updates written in place")
        elif issubclass(op.HLO, ConcatenateOp) and _concatenate_in_place(op):
            statistics.count("mhlo-to-lmhlo: concatenations written in place")


def _update_in_place(op: BufferOp) -> bool:
    """
    Write an update where it belongs.

        lmhlo.fusion ins(%x) outs(%u)
        lmhlo.dynamic_update_slice ins(%r, %u, %i, %c) outs(%r)
    =>
        %0 = memref.subview %r[%clamped, 0] [1, %n] [1, 1]
        lmhlo.fusion ins(%x) outs(%0)

    What is updated in a copy is copied before.

        lmhlo.fusion ins(%x) outs(%u)
        %r = memref.alloc(%m) : memref<?x8xf32>
        lmhlo.dynamic_update_slice ins(%y, %u, %i, %c) outs(%r)
    =>
        %r = memref.alloc(%m) : memref<?x8xf32>
        memref.copy %y, %r
        %0 = memref.subview %r[%clamped, 0] [1, %n] [1, 1]
        lmhlo.fusion ins(%x) outs(%0)
    """
    source, update, *starts = op.ins
    (whole,) = op.outs
    producer = producer_of(update, op)
    if producer is None or not is_row_major(buffer_of(whole)):
        return False
    if whole is source:
        run = _run(producer, op)
    else:
        run = run_of_producers({producer}, {whole.owner, update.owner}, op)
        if run is not None and not _may_copy_before(source, whole, run, producer):
            return False
    if run is None or source.owner in run or is_touched(root_of(whole), run, op.parent):
        return False
    numbers = [found for one in starts if (found := start_of(one, run)) is not None]
    if len(numbers) < len(starts):
        return False
    if whole is not source:
        if isinstance(whole.owner, Operation) and whole.owner in run:
            whole.owner.detach()
            Rewriter.insert_op(whole.owner, InsertPoint.before(producer))
        copy = memref.CopyOp(source, whole)
        inherit(copy, op)
        Rewriter.insert_op(copy, InsertPoint.before(producer))
    at = Inserter(producer)
    sizes = sizes_of(update)
    offsets = [
        clamped(one, whole, axis, size, at)
        for axis, (one, size) in enumerate(zip(numbers, sizes, strict=True))
    ]
    redirect(update, whole, offsets, producer)
    Rewriter.erase_op(op)
    for one in dict.fromkeys((update, *starts)):
        drop_unread(one)
    return True


def _copy_in_place(op: BufferOp) -> bool:
    """
    Copy an update that no operation writes where it belongs, if then no buffer is needed for the
    number where it begins.

        %i = memref.alloc() : memref<i32>
        memref.store %n, %i[]
        lmhlo.dynamic_update_slice ins(%r, %u, %i, %c) outs(%r)
    =>
        %0 = memref.subview %r[%clamped, 0] [1, %m] [1, 1]
        memref.copy %u, %0
    """
    whole, update, *starts = op.ins
    numbers = [found for one in starts if (found := start_of(one, ())) is not None]
    if op.outs[0] is not whole or len(numbers) < len(starts):
        return False
    if root_of(update) is root_of(whole) or not any(_is_only_for(one, op) for one in starts):
        return False
    at = Inserter(op)
    sizes = at.sizes(update)
    offsets = [
        clamped(one, whole, axis, size, at)
        for axis, (one, size) in enumerate(zip(numbers, sizes, strict=True))
    ]
    part = part_of(whole, offsets, sizes)
    set_symbols(part, buffer_of(part.result), value_symbols(update))
    at.insert(part)
    copy = memref.CopyOp(update, part.result)
    inherit(copy, op)
    Rewriter.replace_op(op, copy)
    for one in dict.fromkeys(starts):
        drop_unread(one)
    return True


def _is_only_for(value: SSAValue, reader: Operation) -> bool:
    """Whether a buffer is stored to for one operation alone."""
    others = [use.operation for use in value.uses if use.operation is not reader]
    return isinstance(value.owner, memref.AllocOp) and all(
        isinstance(op, memref.StoreOp) for op in others
    )


def _may_copy_before(
    source: SSAValue, whole: SSAValue, run: Sequence[Operation], producer: BufferOp
) -> bool:
    """
    Whether a buffer has its contents, and what it is copied to can be allocated, before a run of
    operations, of which only a producer writes memory. What the producer reads is alive later as
    well, so that the peak does not rise.
    """
    if isinstance(whole.owner, memref.AllocOp):
        if any(size.owner in run for size in whole.owner.dynamic_sizes):
            return False
    elif not isinstance(whole.owner, Block):
        return False
    written = [root_of(one) for one in (*producer.outs, *producer.results)]
    lasting = (func.FuncOp, memref.GetGlobalOp)
    read = {root_of(one) for one in producer.ins}
    others = [one for one in read if not isinstance(definer_of(one), lasting)]
    return root_of(source) not in written and all(one is root_of(source) for one in others)


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
