"""Memory for the sums of a product, for a window, and what is computed of sums."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Writer
from disc_shape.lowering.origins import Origins
from disc_shape.native.contractions_nests import Nest, counters_of, number_of, number_of_bytes
from disc_shape.native.memrefs import kind_of

COPIED_BYTES = 1 << 12, 1 << 20
"""The least and the most bytes of a window that is copied as it is."""

MOVED_BYTES = 1 << 26
"""The most bytes of a window whose dimensions are copied in another order."""


def is_read_often(nest: Nest, buffer: SSAValue, order: Sequence[int]) -> bool:
    """
    Whether an operand is a window that many products read, so that a copy pays that begins where a
    line of the cache does: memory of the caller does not. So does one whose neighbours are those of
    a product, if they are not yet.
    """
    known = number_of_bytes(buffer)
    least, most = COPIED_BYTES
    if list(order) != sorted(order):
        most = MOVED_BYTES
    return len(nest.reductions) > 1 and known is not None and least <= known <= most


def order_of(nest: Nest, load: memref.LoadOp, counters: Sequence[SSAValue | None]) -> list[int]:
    """
    The dimensions of a buffer in the order in which a product reads it fastest: those that depend
    on some counters come last, in the order of these.
    """

    def place(axis: int) -> int:
        read = counters_of(load.indices[axis], nest)
        return max((at for at, one in enumerate(counters) if one in read), default=-1)

    return sorted(range(len(load.indices)), key=place)


def copy_of(writer: Writer, buffer: SSAValue, order: Sequence[int]) -> SSAValue:
    """
    Memory with what a buffer of known sizes holds, its dimensions in some order.

        %0 = memref.alloc() : memref<3x3x8x4xf32>
        scf.parallel (%t, %u, %f, %c) = ... {
          %1 = memref.load %w[%f, %c, %t, %u] : memref<8x4x3x3xf32>
          memref.store %1, %0[%t, %u, %f, %c] : memref<3x3x8x4xf32>
        }
    """
    kind = kind_of(buffer.type)
    assert kind is not None
    sizes = [kind.get_shape()[axis] for axis in order]
    copy = writer.insert(memref.AllocOp([], [], MemRefType(kind.element_type, sizes))).memref
    if list(order) == sorted(order):
        writer.insert(memref.CopyOp(buffer, copy))
        return copy
    block = Block(arg_types=[INDEX] * len(order))
    with writer.at(InsertPoint.at_end(block)):
        places = [block.args[order.index(axis)] for axis in range(len(order))]
        item = writer.insert(memref.LoadOp.get(buffer, places)).res
        writer.insert(memref.StoreOp.get(item, copy, list(block.args)))
        writer.insert(scf.ReduceOp())
    zeros, ones = writer.values([0] * len(order)), writer.values([1] * len(order))
    writer.insert(scf.ParallelOp(zeros, writer.values(sizes), ones, Region(block)))
    return copy


def needs_memory(nest: Nest, origins: Origins) -> bool:
    """Whether sums may not be kept in the result: it is read, or of another type."""
    read = [nest.loads[0].memref, nest.loads[1].memref, *nest.read_after()]
    out = nest.store.memref
    return nest.store.value.type != nest.element or any(origins.may_share(out, one) for one in read)


def memory_for_sums(nest: Nest, writer: Writer, counters: Sequence[SSAValue]) -> SSAValue:
    """Memory for one sum for each iteration of a nest, whose loops are dimensions in an order."""
    places: list[SSAValue] = [*nest.op.body.block.args]
    upper = [nest.op.upperBound[places.index(one)] for one in counters]
    sizes = [number_of(one) for one in upper]
    shape = [DYNAMIC_INDEX if one is None else one for one in sizes]
    dynamic = [one for one, size in zip(upper, sizes, strict=True) if size is None]
    kind = MemRefType(nest.element, shape)
    return writer.insert(memref.AllocOp(dynamic, [], kind)).memref


def finish(nest: Nest, writer: Writer, sums: SSAValue, indices: Sequence[SSAValue]) -> None:
    """A nest that computes what is stored from the sums, which are read at indices of the nest."""
    upper = list(nest.op.upperBound)
    block = Block(arg_types=[INDEX] * len(upper))
    body = nest.op.body.block
    values: dict[SSAValue, SSAValue] = dict(zip(body.args, block.args, strict=True))
    root = nest.root
    of_sum: set[SSAValue] = set(root.results)
    later: list[Operation] = []
    with writer.at(InsertPoint.at_end(block)):
        for op in body.ops:
            if op is root:
                continue
            if op is body.last_op or not of_sum.isdisjoint(op.operands):
                of_sum.update(op.results)
                later.append(op)
            else:
                writer.insert(op.clone(values))
        at = [values.get(one, one) for one in indices]
        values[nest.total] = writer.insert(memref.LoadOp.get(sums, at)).res
        for op in later:
            writer.insert(op.clone(values))
    zeros, ones = writer.values([0] * len(upper)), writer.values([1] * len(upper))
    writer.insert(scf.ParallelOp(zeros, upper, ones, Region(block)))
