"""HLO operations as their twins on buffers."""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects import arith, memref, tensor
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue

from disc_shape.dialects.disc_shape.encoding import ARGUMENT_DIMS, DIMS, dims_attribute
from disc_shape.dialects.hlo.attributes import holds_integers, int_of, ints
from disc_shape.dialects.hlo.creation import ConstantOp, DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
)
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import STABLEHLO, HloOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.hlo.tokens import AddDependencyOp
from disc_shape.dialects.lmhlo.factory import buffer_twin
from disc_shape.errors import OperationError
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.in_place import reusable
from disc_shape.lowering.registry import LOWERINGS, lowers
from disc_shape.lowering.sizes import result_sizes
from disc_shape.lowering.types import buffer_type, lowered
from disc_shape.lowering.writer import no_form

SMALL = 32
"""The number of elements up to which the integers of constants are recorded."""


def lower_hlo(op: Operation, lowering: FunctionLowering) -> None:
    """
    Write each tensor result into a buffer of its sizes.

        %1 = stablehlo.tanh %0 : tensor<?x8xf32, [@n, @C8]>
        %2 = disc_shape.tie_shape %1, %n, %c8 : ...
    =>
        %1 = memref.alloc(%n) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
        lmhlo.tanh ins(%0 : memref<?x8xf32>) outs(%1 : memref<?x8xf32>)

    A result whose sizes are not available stays a result: a buffer that the operation allocates.
    """
    assert isinstance(op, HloOp)
    if (twin_class := buffer_twin(type(op))) is None:
        raise no_form(op)
    if lower_bounded(op, lowering):
        return
    ins = [lowering.places.buffer(operand) for operand in op.operands]
    outs: list[SSAValue] = []
    kept: dict[int, Attribute] = {}
    reused = reusable(op, lowering)
    for number, result in enumerate(op.results):
        if as_tensor(result.type) is None:
            kept[number] = lowered(result.type, op)
        elif reused is not None:
            lowering.places.bind(result, reused)
            outs.append(reused.memref)
        elif (out := _destination(op, result, lowering)) is not None:
            lowering.places.own(result, out)
            outs.append(out)
        else:
            kept[number] = lowered(result.type, op)
    new = twin_class.of(op, ins, outs, kept)
    for name in (DIMS, ARGUMENT_DIMS):
        new.attributes.pop(name, None)
    lowering.writer.emit(new)
    for number, result in zip(kept, new.results, strict=True):
        old = op.results[number]
        if as_tensor(old.type) is None:
            old.replace_all_uses_with(result)
        else:
            lowering.places.own(old, result)
    lists = [lowering.places.symbols(op.results[number]) for number in kept]
    if any(lists):
        new.attributes[DIMS] = dims_attribute(lists)
    for region in new.regions:
        close_region(region, lowering)


DYNAMIC: dict[type[HloOp], type[HloOp]] = {
    BroadcastInDimOp: DynamicBroadcastInDimOp,
    IotaOp: DynamicIotaOp,
    ReshapeOp: DynamicReshapeOp,
}
"""The counterpart with a size operand of each operation whose result may be bounded."""


def lower_bounded(op: HloOp, lowering: FunctionLowering) -> bool:
    """
    Pass the sizes of a bounded result as an operand, since a buffer's type has no bounds.

        %1 = stablehlo.reshape %0 : (...) -> tensor<?xf32, #stablehlo.bounds<8>>
    =>
        lmhlo.dynamic_reshape ins(%0, %shape : ..., memref<1xindex>) outs(%1 : memref<?xf32>)
    """
    base = next((one for one in DYNAMIC if isinstance(op, one)), None)
    if base is None or (type_ := as_tensor(op.results[0].type)) is None:
        return False
    twin_class = buffer_twin(final(DYNAMIC[base], STABLEHLO))
    if type_.has_static_shape() or twin_class is None:
        return False
    if (sizes := lowering.sizes.known(op.results[0])) is None:
        raise OperationError(f"sizes of the result of '{op.name}' are unknown", op)
    out = lowering.memory.alloc(buffer_type(type_), sizes, lowering.places.symbols(op.results[0]))
    shape_type = TensorType(IndexType(), (len(sizes),))
    shape = lowering.contents.filled(shape_type, [lowering.writer.as_value(size) for size in sizes])
    ins = [*map(lowering.places.buffer, op.operands), shape]
    attributes = {name: one for name, one in op.attributes.items() if name != DIMS}
    lowering.writer.emit(
        twin_class.make(ins, [out], properties=op.properties, attributes=attributes)
    )
    lowering.places.own(op.results[0], out)
    return True


def _destination(op: Operation, result: SSAValue, lowering: FunctionLowering) -> SSAValue | None:
    """A new buffer for a result, None when its sizes are not available."""
    type_ = as_tensor(result.type)
    single = len(op.results) == 1
    sizes = result_sizes(op, lowering) if single else lowering.sizes.known(result)
    if type_ is None or sizes is None:
        return None
    return lowering.memory.alloc(buffer_type(type_), sizes, lowering.places.symbols(result))


def close_region(region: Region, lowering: FunctionLowering) -> None:
    """
    Load captured tensors of rank 0 in a region of scalars from their buffers; constants are
    repeated in it.

        %s = stablehlo.add %x, %outer : tensor<f32>
    =>
        %number = memref.load %buffer[] : memref<f32>
        %outer = tensor.from_elements %number : tensor<f32>
        %s = stablehlo.add %x, %outer : tensor<f32>
    """
    block = region.first_block
    if block is None or block.first_op is None:
        return
    inside: dict[SSAValue, SSAValue] = {}
    for op in list(region.walk()):
        for index, operand in enumerate(op.operands):
            if not isinstance(operand.type, TensorType) or not lowering.places.has(operand):
                continue
            if operand not in inside:
                inside[operand] = _captured(operand, block.first_op, lowering)
            op.operands[index] = inside[operand]


def _captured(value: SSAValue, first: Operation, lowering: FunctionLowering) -> SSAValue:
    type_ = as_tensor(value.type)
    block = first.parent
    assert type_ is not None
    assert block is not None
    if type_.get_num_dims():
        raise OperationError(f"a region of scalars reads {type_} from outside", lowering.writer.at)
    if isinstance(value.owner, ConstantOp):
        constant = value.owner.clone()
        block.insert_ops_before([constant], first)
        return constant.output
    load = memref.LoadOp.get(lowering.places.buffer(value), ())
    whole = tensor.FromElementsOp.create(operands=[load.res], result_types=[type_])
    block.insert_ops_before([load, whole], first)
    return whole.results[0]


@lowers(ConstantOp, arith.ConstantOp)
def lower_constant(op: Operation, lowering: FunctionLowering) -> None:
    """
    Read a constant from a global of the module.

        %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
    =>
        %0 = memref.get_global @constant_0 : memref<4xf32>

    Elements of another type than the result are written by `lmhlo.constant`.
    """
    type_ = as_tensor(op.results[0].type)
    if type_ is None:
        raise no_form(op)
    value = _elements(op.properties["value"])
    if value is None or value.type != type_:
        if not isinstance(op, HloOp):
            raise no_form(op)
        lower_hlo(op, lowering)
        return
    found = lowering.module.constants.get(value, buffer_type(type_))
    lowering.places.borrow(op.results[0], lowering.writer.emit(found).memref)
    if holds_integers(value) and prod(type_.get_shape()) <= SMALL:
        lowering.contents.integers[op.results[0]] = ints(value)


def _elements(
    attr: Attribute,
) -> DenseIntOrFPElementsAttr[IntegerType | AnyFloat] | DenseResourceAttr | None:
    if isinstance(attr, DenseResourceAttr):
        return attr
    if not isinstance(attr, DenseIntOrFPElementsAttr):
        return None
    return cast("DenseIntOrFPElementsAttr[IntegerType | AnyFloat]", attr)


@lowers(GetDimensionSizeOp)
def lower_get_dimension_size(op: GetDimensionSizeOp, lowering: FunctionLowering) -> None:
    """
    Store the size in a buffer of rank 0.

        %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    =>
        %1 = arith.index_cast %size : index to i32
        %0 = memref.alloc() : memref<i32>
        memref.store %1, %0[] : memref<i32>
    """
    type_ = as_tensor(op.result.type)
    assert type_ is not None
    axis = int_of(op.dimension)
    size = lowering.writer.as_value(lowering.sizes.of(op.operand)[axis])
    if not isinstance(type_.element_type, IndexType):
        converted = arith.IndexCastOp.create(operands=[size], result_types=[type_.element_type])
        size = lowering.writer.emit(converted).results[0]
    lowering.contents.define(op.result, [size])


@lowers(AddDependencyOp)
def lower_add_dependency(op: Operation, lowering: FunctionLowering) -> None:
    """
    Use the operand; operations on buffers keep their order.

        %1 = mhlo.add_dependency %0, %token     =>   uses of %1 use %0
    """
    if as_tensor(op.results[0].type) is not None:
        lowering.alias(op.results[0], op.operands[0])
    else:
        op.results[0].replace_all_uses_with(op.operands[0])


LOWERINGS.register(lower_hlo, HloOp)
