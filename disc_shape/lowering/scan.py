"""`scan`: a loop that reads and writes slices in place."""

from __future__ import annotations

from xdsl.dialects import arith, memref, scf, tensor
from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, Operation, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import ARGUMENT_DIMS
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.scan import ScanOp
from disc_shape.errors import OperationError
from disc_shape.lowering.control_flow import argument_dims, receive
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.memory import block_of
from disc_shape.lowering.registry import register_lowering
from disc_shape.lowering.types import Size, buffer_of, buffer_type, lowered
from disc_shape.lowering.views import subview
from disc_shape.lowering.writer import constant_of

INDEX = IndexType()


def lower_scan(op: Operation, lowering: FunctionLowering) -> None:
    """
    Run the body for each index of the dimension; inputs are read, and outputs written, slice by
    slice where they are, and what is carried is handed from one round to the next.

        %1, %2 = mhlo.scan (%x) inits (%0) dimension=0 { ... } : ...
    =>
        %1 = memref.alloc(%n) : memref<?xf32>
        %2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %0) -> (memref<f32>) {
          %a = memref.subview %x[%i] [1] [1] : memref<?xf32> to memref<f32, strided<[], offset: ?>>
          ...
          %b = memref.subview %1[%i] [1] [1] : memref<?xf32> to memref<f32, strided<[], offset: ?>>
          memref.copy %out, %b : ...
          scf.yield %next : memref<f32>
        }
    """
    assert isinstance(op, ScanOp)
    dimension, block, last = int_of(op.dimension), op.body.block, op.body.block.last_op
    assert last is not None
    count = _count(op, dimension, lowering)
    outputs = [_output(op, number, dimension, count, lowering) for number in range(len(op.outputs))]
    taken, given = list(block.args), list(last.operands)
    carried = taken[len(op.inputs) :]
    wanted = [argument.type for argument in carried]
    names = [[None, *(lowering.symbols(argument) for argument in carried)]]
    read = {lowering.place(value).storage for value in op.inputs}
    inits = lowering.handed_on(op.inits, wanted, read)
    index = _show_slices(op, dimension, count, lowering)

    def go_on() -> None:
        for value, output in zip(given, outputs, strict=False):
            source = lowering.buffer(value)
            target = _slice(output, value, dimension, index, lowering)
            lowering.emit(memref.CopyOp(source, lowering.emit(target).result))
        lowering.emit(scf.YieldOp(*lowering.handed_on(given[len(outputs) :], wanted)))

    lowering.exits[last] = go_on
    lowering.lower_region(op.body)
    bounds = [lowering.index(0), lowering.as_value(count), lowering.index(1)]
    loop = scf.ForOp.create(
        operands=[*bounds, *inits],
        result_types=[lowered(type_, op) for type_ in wanted],
        regions=[op.detach_region(op.body)],
    )
    if any(any(lists) for lists in names):
        loop.attributes[ARGUMENT_DIMS] = argument_dims(names)
    lowering.emit(loop)
    for result, output in zip(op.outputs, outputs, strict=True):
        lowering.own(result, output)
    receive(op.carries, loop, lowering)


def _output(
    op: ScanOp, number: int, dimension: int, count: Size, lowering: FunctionLowering
) -> SSAValue:
    """New memory for an output: as many slices as rounds, of the size that the body gives them."""
    result, last = op.outputs[number], op.body.block.last_op
    type_, sizes = as_tensor(result.type), lowering.known_sizes(result)
    assert type_ is not None
    assert last is not None
    if sizes is None:
        slice_ = last.operands[number]
        rank = type_.get_num_dims()
        others = [axis for axis in range(rank) if axis != dimension]
        known = {axis: _size_outside(slice_, at, op, lowering) for at, axis in enumerate(others)}
        known[dimension] = count
        sizes = [known[axis] for axis in range(rank)]
    return lowering.alloc(buffer_type(type_), sizes, lowering.symbols(result))


def _size_outside(value: SSAValue, axis: int, op: ScanOp, lowering: FunctionLowering) -> Size:
    """The size of what the body gives, from what is known before it runs."""
    type_, block = as_tensor(value.type), op.body.block
    if type_ is not None and (size := type_.get_shape()[axis]) >= 0:
        return size
    if isinstance(tie := value.owner, TieShapeOp):
        size_value = tie.dims[axis]
        dim = size_value.owner
        if isinstance(dim, tensor.DimOp) and (number := constant_of(dim.index)) is not None:
            if dim.source is not tie.value:
                return _size_outside(dim.source, number, op, lowering)
        elif block_of(size_value) is not block:
            return size_value
        value = tie.value
    if isinstance(value, BlockArgument) and value.block is block:
        outer, dimension = op.operands[value.index], int_of(op.dimension)
        is_slice = value.index < len(op.inputs)
        return lowering.sizes(outer)[axis + (is_slice and axis >= dimension)]
    raise OperationError(f"nothing says which sizes the result of '{op.name}' has", op)


def _count(op: ScanOp, dimension: int, lowering: FunctionLowering) -> Size:
    """How often the body runs."""
    if op.inputs:
        return lowering.sizes(op.inputs[0])[dimension]
    if op.scan_dim_size is not None:
        return int_of(op.scan_dim_size)
    sizes = lowering.known_sizes(op.outputs[0])
    if sizes is None:
        raise OperationError(f"nothing says how often '{op.name}' runs", op)
    return sizes[dimension]


def _show_slices(op: ScanOp, dimension: int, count: Size, lowering: FunctionLowering) -> SSAValue:
    """Let the first arguments of the body be slices of the inputs; gives the round's index."""
    block, outer = op.body.block, lowering.at
    taken = list(block.args)[: len(op.inputs)]
    index: SSAValue = block.insert_arg(INDEX, 0)
    lowering.at = block.first_op
    if op.is_reverse is not None and int_of(op.is_reverse):
        last = arith.SubiOp(lowering.as_value(count), lowering.index(1))
        index = lowering.emit(arith.SubiOp(lowering.emit(last).result, index)).result
    for argument, value in zip(taken, op.inputs, strict=True):
        place = lowering.place(value)
        view = _slice(place.memref, argument, dimension, index, lowering)
        lowering.view(argument, place, view)
        lowering.replaced(argument)
    lowering.at = outer
    return index


def _slice(
    whole: SSAValue,
    slice_: SSAValue,
    dimension: int,
    index: SSAValue,
    lowering: FunctionLowering,
) -> memref.SubviewOp:
    """The part of a buffer at an index of a dimension, which a slice leaves out."""
    type_ = as_tensor(slice_.type)
    assert type_ is not None
    shape = buffer_of(whole).get_shape()
    sizes: list[Size] = [
        size if size >= 0 else lowering.dim(whole, axis) for axis, size in enumerate(shape)
    ]
    offsets: list[Size] = [0] * len(sizes)
    sizes[dimension], offsets[dimension] = 1, index
    return subview(whole, offsets, sizes, [1] * len(sizes), type_.get_shape(), lowering)


register_lowering(lower_scan, ScanOp)
