"""Operations of arith and math on tensors that HLO does not have: loops over their elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.xdsl_extras.arith import Arith
from disc_shape.dialects.xdsl_extras.casts import ShapedCast
from disc_shape.dialects.xdsl_extras.math import Math
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.in_place import reusable
from disc_shape.lowering.registry import lowers
from disc_shape.lowering.types import buffer_type
from disc_shape.lowering.writer import no_form

INDEX = IndexType()


@lowers(
    *(op for dialect in (Arith, Math) for op in dialect.operations if op is not arith.ConstantOp)
)
def lower_elementwise(op: Operation, lowering: FunctionLowering) -> None:
    """
    The operation on the elements, one by one; operands that are scalars stay as they are.

        %1 = math.erf %0 : tensor<?xf32>
    =>
        %1 = memref.alloc(%n) : memref<?xf32>
        scf.for %i = %c0 to %n step %c1 {
          %2 = memref.load %0[%i] : memref<?xf32>
          %3 = math.erf %2 : f32
          memref.store %3, %1[%i] : memref<?xf32>
        }
    """
    types = [as_tensor(result.type) for result in op.results]
    if op.regions or not types or any(one is None for one in types):
        raise no_form(op)
    sizes = [lowering.writer.as_value(size) for size in lowering.sizes.of(_tensor_operand(op))]
    reused = reusable(op, lowering) if len(types) == 1 else None
    outs: list[SSAValue] = []
    for result, type_ in zip(op.results, types, strict=True):
        assert type_ is not None
        if reused is not None:
            lowering.places.bind(result, reused)
            outs.append(reused.memref)
        else:
            out = lowering.memory.alloc(buffer_type(type_), sizes, lowering.places.symbols(result))
            lowering.places.own(result, out)
            outs.append(out)
    ins = [lowering.places.buffer(operand) for operand in op.operands]
    block = Block(arg_types=[INDEX] * len(sizes))
    body = Builder(InsertPoint.at_end(block))
    scalars = [
        value
        if as_tensor(operand.type) is None
        else body.insert(memref.LoadOp.get(value, block.args)).res
        for operand, value in zip(op.operands, ins, strict=True)
    ]
    kind = op.SCALAR if isinstance(op, ShapedCast) else type(op)
    made = body.insert(
        kind.create(
            operands=scalars,
            result_types=[one.element_type for one in types if one is not None],
            properties=op.properties,
            attributes=op.attributes,
        )
    )
    for result, out in zip(made.results, outs, strict=True):
        body.insert(memref.StoreOp.get(result, out, block.args))
    nest(Region(block), sizes, lowering)


def _tensor_operand(op: Operation) -> SSAValue:
    for operand in op.operands:
        if as_tensor(operand.type) is not None:
            return operand
    raise no_form(op)


def nest(body: Region, sizes: Sequence[SSAValue], lowering: FunctionLowering) -> None:
    """Put loops around a body that takes an index of each dimension, and write it."""
    inner = body.block
    if not sizes:
        for one in list(inner.ops):
            one.detach()
            lowering.writer.emit(one)
        return
    zero, step = lowering.writer.index(0), lowering.writer.index(1)
    inner.add_op(scf.YieldOp())
    loop = scf.ForOp(zero, sizes[-1], step, (), body)
    for size in reversed(sizes[:-1]):
        outer = Block(arg_types=[size.type])
        outer.add_ops([loop, scf.YieldOp()])
        argument = inner.args[-2]
        argument.replace_all_uses_with(outer.args[0])
        inner.erase_arg(argument)
        loop = scf.ForOp(zero, size, step, (), Region(outer))
    lowering.writer.emit(loop)
