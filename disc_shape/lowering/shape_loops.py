"""Computation with shapes whose rank is known only at run time: loops over extent buffers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.builder import Builder
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, MemRefType, i1
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.lowering.function import FunctionLowering

INDEX = IndexType()
EXTENTS = MemRefType(INDEX, (DYNAMIC_INDEX,))

Step = Callable[[Builder, SSAValue, SSAValue], SSAValue]
"""Writes the body of a loop: from the index and the loop-carried value to the next value."""


def product(buffer: SSAValue, lowering: FunctionLowering) -> SSAValue:
    """
    The product of all sizes.

        %n = scf.for %i = %c0 to %rank step %c1 iter_args(%p = %c1) -> (index) {
          %size = memref.load %s[%i] : memref<?xindex>
          %next = arith.muli %p, %size : index
          scf.yield %next : index
        }
    """

    def step(body: Builder, index: SSAValue, total: SSAValue) -> SSAValue:
        return body.insert(arith.MuliOp(total, _load(body, buffer, index))).result

    return fold(lowering.sizes.dim(buffer, 0), lowering.writer.index(1), step, lowering)


def equal(lhs: SSAValue, rhs: SSAValue, lowering: FunctionLowering) -> SSAValue:
    """Whether two shapes are the same."""
    ranks = lowering.sizes.dim(lhs, 0), lowering.sizes.dim(rhs, 0)
    same = lowering.writer.emit(arith.CmpiOp(*ranks, "eq")).result
    count = lowering.writer.emit(arith.SelectOp(same, ranks[0], lowering.writer.index(0))).result

    def step(body: Builder, index: SSAValue, so_far: SSAValue) -> SSAValue:
        pair = _load(body, lhs, index), _load(body, rhs, index)
        return body.insert(
            arith.AndIOp(so_far, body.insert(arith.CmpiOp(*pair, "eq")).result)
        ).result

    return fold(count, same, step, lowering)


def broadcast(
    lhs: SSAValue, rhs: SSAValue, lowering: FunctionLowering
) -> tuple[SSAValue, SSAValue]:
    """The shape to which two shapes broadcast, aligned at the end, and whether they do."""
    ranks = lowering.sizes.dim(lhs, 0), lowering.sizes.dim(rhs, 0)
    rank = lowering.writer.emit(arith.MaxSIOp(*ranks)).result
    result = lowering.memory.alloc(EXTENTS, [rank], None)
    one = lowering.writer.index(1)
    attr = IntegerAttr(-1, i1)
    true = lowering.writer.emit(
        arith.ConstantOp.create(result_types=[i1], properties={"value": attr})
    )

    def step(body: Builder, index: SSAValue, so_far: SSAValue) -> SSAValue:
        first = _aligned(body, lhs, ranks[0], rank, index, one)
        second = _aligned(body, rhs, ranks[1], rank, index, one)
        left = body.insert(arith.CmpiOp(first, one, "eq")).result
        right = body.insert(arith.CmpiOp(second, one, "eq")).result
        same = body.insert(arith.CmpiOp(first, second, "eq")).result
        either = body.insert(arith.OrIOp(left, right)).result
        fits = body.insert(arith.OrIOp(either, same)).result
        size = body.insert(arith.SelectOp(left, second, first)).result
        body.insert(memref.StoreOp.get(size, result, [index]))
        return body.insert(arith.AndIOp(so_far, fits)).result

    return result, fold(rank, true.result, step, lowering)


def concatenate(parts: Sequence[SSAValue], lowering: FunctionLowering) -> SSAValue:
    """The concatenation of several shapes, in a new buffer."""
    ranks = [lowering.sizes.dim(part, 0) for part in parts]
    total = ranks[0]
    for rank in ranks[1:]:
        total = lowering.writer.emit(arith.AddiOp(total, rank)).result
    result = lowering.memory.alloc(EXTENTS, [total], None)
    start = lowering.writer.index(0)
    for part, rank in zip(parts, ranks, strict=True):
        _copy(part, lowering.writer.index(0), result, start, rank, lowering)
        start = lowering.writer.emit(arith.AddiOp(start, rank)).result
    return result


def split(
    whole: SSAValue, position: SSAValue, lowering: FunctionLowering
) -> tuple[SSAValue, SSAValue]:
    """The sizes before a position, counted from the end if negative, and the others."""
    rank, zero = lowering.sizes.dim(whole, 0), lowering.writer.index(0)
    negative = lowering.writer.emit(arith.CmpiOp(position, zero, "slt")).result
    from_end = lowering.writer.emit(arith.AddiOp(rank, position)).result
    at = lowering.writer.emit(arith.SelectOp(negative, from_end, position)).result
    rest = lowering.writer.emit(arith.SubiOp(rank, at)).result
    head, tail = (
        lowering.memory.alloc(EXTENTS, [at], None),
        lowering.memory.alloc(EXTENTS, [rest], None),
    )
    _copy(whole, zero, head, zero, at, lowering)
    _copy(whole, at, tail, zero, rest, lowering)
    return head, tail


def as_indices(buffer: SSAValue, lowering: FunctionLowering) -> SSAValue:
    """The numbers of a buffer as indices, in a new buffer."""
    count = lowering.sizes.dim(buffer, 0)
    result = lowering.memory.alloc(EXTENTS, [count], None)
    _copy(buffer, lowering.writer.index(0), result, lowering.writer.index(0), count, lowering)
    return result


def fold(count: SSAValue, start: SSAValue, step: Step, lowering: FunctionLowering) -> SSAValue:
    """The result of a loop of `count` iterations that carries a value from `start` by `step`."""
    block = Block(arg_types=[INDEX, start.type])
    body = Builder(InsertPoint.at_end(block))
    body.insert(scf.YieldOp(step(body, *block.args)))
    loop = scf.ForOp(
        lowering.writer.index(0), count, lowering.writer.index(1), [start], Region(block)
    )
    return lowering.writer.emit(loop).results[0]


def _copy(
    source: SSAValue,
    first: SSAValue,
    target: SSAValue,
    start: SSAValue,
    count: SSAValue,
    lowering: FunctionLowering,
) -> None:
    """Copy `count` sizes, from position `first` of one shape to position `start` of another."""
    block = Block(arg_types=[INDEX])
    body = Builder(InsertPoint.at_end(block))
    (index,) = block.args
    there = body.insert(arith.AddiOp(start, index)).result
    size = _load(body, source, body.insert(arith.AddiOp(first, index)).result)
    body.insert(memref.StoreOp.get(size, target, [there]))
    body.insert(scf.YieldOp())
    lowering.writer.emit(
        scf.ForOp(lowering.writer.index(0), count, lowering.writer.index(1), [], Region(block))
    )


def _load(body: Builder, buffer: SSAValue, index: SSAValue) -> SSAValue:
    size = body.insert(memref.LoadOp.get(buffer, [index])).res
    if size.type == INDEX:
        return size
    return body.insert(arith.IndexCastOp.create(operands=[size], result_types=[INDEX])).results[0]


def _aligned(
    body: Builder,
    buffer: SSAValue,
    rank: SSAValue,
    total: SSAValue,
    index: SSAValue,
    one: SSAValue,
) -> SSAValue:
    """The size at an index of a shape that is extended to `total` sizes by leading ones."""
    missing = body.insert(arith.SubiOp(total, rank)).result
    there = body.insert(arith.CmpiOp(index, missing, "sge")).result
    inside, outside = Block(), Block([scf.YieldOp(one)])
    within = Builder(InsertPoint.at_end(inside))
    position = within.insert(arith.SubiOp(index, missing)).result
    within.insert(scf.YieldOp(_load(within, buffer, position)))
    return body.insert(scf.IfOp(there, [INDEX], Region(inside), Region(outside))).results[0]
