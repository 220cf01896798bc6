"""Operations of linalg and bufferization on tensors, on buffers."""

from __future__ import annotations

from xdsl.dialects import bufferization, linalg, memref
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import lowers
from disc_shape.lowering.tensors import writable
from disc_shape.lowering.types import buffer_type, known_buffer
from disc_shape.lowering.writer import no_form


@lowers(*(one for one in linalg.Linalg.operations if issubclass(one, LinalgStructuredOperation)))
def lower_structured(op: Operation, lowering: FunctionLowering) -> None:
    """
    Write over the outs, which are copied if they are used later.

        %1 = linalg.matmul ins(%a, %b : ...) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
    =>
        linalg.matmul ins(%a, %b : ...) outs(%0 : memref<?x?xf32>)
    """
    assert isinstance(op, LinalgStructuredOperation)
    outs = op.operands[len(op.operands) - len(op.results) :]
    if len(op.results) != len(op.outputs):
        raise no_form(op)
    written = [
        writable(value, result, lowering) for value, result in zip(outs, op.results, strict=True)
    ]
    ins = [lowering.places.buffer(one) for one in op.operands[: len(op.operands) - len(outs)]]
    for region in op.regions:
        lowering.lower_region(region)
    new = type(op).create(
        operands=[*ins, *written],
        properties=op.properties,
        attributes=op.attributes,
        regions=[op.detach_region(region) for region in list(op.regions)],
    )
    lowering.writer.emit(new)


@lowers(bufferization.ToTensorOp)
def lower_to_tensor(op: Operation, lowering: FunctionLowering) -> None:
    """
    Copy the current elements, since the buffer may change.

        %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
    =>
        %0 = memref.alloc(%n) : memref<?xf32>
        memref.copy %m, %0 : memref<?xf32> to memref<?xf32>
    """
    result = op.results[0]
    type_ = as_tensor(result.type)
    if type_ is None:
        raise no_form(op)
    lowering.places.borrow(result, op.operands[0])
    lowering.places.own(result, lowering.memory.copy(result, buffer_type(type_)))


@lowers(bufferization.ToBufferOp)
def lower_to_buffer(op: Operation, lowering: FunctionLowering) -> None:
    """
    Copy the tensor; the block owns the copy.

        %m = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32>
    =>
        %m = memref.alloc(%n) : memref<?xf32>
        memref.copy %0, %m : memref<?xf32> to memref<?xf32>
    """
    value, result = op.operands[0], op.results[0]
    type_ = as_tensor(value.type)
    if type_ is None:
        raise no_form(op)
    copy: SSAValue = lowering.memory.copy(value, buffer_type(type_))
    if copy.type != result.type:
        copy = lowering.writer.emit(memref.CastOp.get(copy, known_buffer(result.type))).dest
    result.replace_all_uses_with(copy)
