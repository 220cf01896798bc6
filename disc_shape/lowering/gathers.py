"""`tensor.gather` and `tensor.scatter` as loops over the elements of their slices."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.xdsl_extras.gather import GatherOp, ScatterOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import register_lowering
from disc_shape.lowering.scalar_loops import nest
from disc_shape.lowering.tensors import writable
from disc_shape.lowering.types import Size, buffer_of, buffer_type

INDEX = IndexType()


def lower_gather(op: Operation, lowering: FunctionLowering) -> None:
    """
    Copy each element of each slice.

        %2 = tensor.gather %0[%1] gather_dims([0]) : (tensor<?xf32>, tensor<?x1xindex>) -> ...
    =>
        scf.for %i = %c0 to %n step %c1 {
          %at = memref.load %1[%i, %c0] : memref<?x1xindex>
          %e = memref.load %0[%at] : memref<?xf32>
          memref.store %e, %2[%i] : memref<?xf32>
        }
    """
    assert isinstance(op, GatherOp)
    type_ = as_tensor(op.result.type)
    assert type_ is not None
    dims = op.gather_dims.get_values()
    source, indices = lowering.sizes(op.source), lowering.sizes(op.indices)
    leading = indices[:-1]
    keeps = type_.get_num_dims() == len(leading) + len(source)
    slices: list[Size] = [
        1 if axis in dims else size for axis, size in enumerate(source) if keeps or axis not in dims
    ]
    sizes = [*leading, *slices]
    out = lowering.alloc(buffer_type(type_), sizes, lowering.symbols(op.result))
    lowering.own(op.result, out)
    block = Block(arg_types=[INDEX] * len(sizes))
    body = Builder(InsertPoint.at_end(block))
    there = _coordinates(body, block.args, op.indices, len(source), dims, keeps, lowering)
    element = body.insert(memref.LoadOp.get(lowering.buffer(op.source), there)).res
    body.insert(memref.StoreOp.get(element, out, block.args))
    nest(Region(block), [lowering.as_value(size) for size in sizes], lowering)


def lower_scatter(op: Operation, lowering: FunctionLowering) -> None:
    """
    Write each element of each slice over what is there, in a copy if need be.

        %3 = tensor.scatter %0 into %1[%2] scatter_dims([0]) unique : ...
    =>
        scf.for %i = %c0 to %n step %c1 {
          %at = memref.load %2[%i, %c0] : memref<?x1xindex>
          %e = memref.load %0[%i] : memref<?xf32>
          memref.store %e, %1[%at] : memref<?xf32>
        }
    """
    assert isinstance(op, ScatterOp)
    dims = op.scatter_dims.get_values()
    sizes = [lowering.as_value(size) for size in lowering.sizes(op.source)]
    rank, leading = len(lowering.sizes(op.dest)), len(lowering.sizes(op.indices)) - 1
    source = lowering.buffer(op.source)
    out = writable(op.dest, op.result, lowering)
    block = Block(arg_types=[INDEX] * len(sizes))
    body = Builder(InsertPoint.at_end(block))
    keeps = len(sizes) == leading + rank
    there = _coordinates(body, block.args, op.indices, rank, dims, keeps, lowering)
    element = body.insert(memref.LoadOp.get(source, block.args)).res
    body.insert(memref.StoreOp.get(element, out, there))
    nest(Region(block), sizes, lowering)


def _coordinates(
    body: Builder,
    loops: Sequence[SSAValue],
    indices: SSAValue,
    rank: int,
    dims: Sequence[int],
    keeps: bool,
    lowering: FunctionLowering,
) -> list[SSAValue]:
    """Where an element of a slice stands in the whole."""
    buffer = lowering.buffer(indices)
    leading = len(buffer_of(buffer).get_shape()) - 1
    inner = iter(loops[leading:])
    found: list[SSAValue] = []
    for axis in range(rank):
        if axis not in dims:
            found.append(next(inner))
            continue
        if keeps:
            next(inner)
        place = [*loops[:leading], lowering.index(list(dims).index(axis))]
        number = body.insert(memref.LoadOp.get(buffer, place)).res
        if number.type != INDEX:
            cast = arith.IndexCastOp.create(operands=[number], result_types=[INDEX])
            number = body.insert(cast).results[0]
        found.append(number)
    return found


register_lowering(lower_gather, GatherOp)
register_lowering(lower_scatter, ScatterOp)
