"""The greatest elements, and upper halves of products, in terms of StableHLO."""

from __future__ import annotations

from xdsl.builder import Builder
from xdsl.dialects.arith import ConstantOp as ArithConstantOp
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    TensorType,
    i1,
)
from xdsl.dialects.tensor import DimOp, FromElementsOp
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.decompositions.emitter import Emitter, tensor, with_element
from disc_shape.dialects.hlo.attributes import i64_array, i64_attr, int_of
from disc_shape.dialects.hlo.binary import MulOp, ShiftRightArithmeticOp, ShiftRightLogicalOp
from disc_shape.dialects.hlo.client_elementwise import MulhiOp
from disc_shape.dialects.hlo.client_other import TopKOp
from disc_shape.dialects.hlo.comparison import CompareOp
from disc_shape.dialects.hlo.control_flow import ReturnOp
from disc_shape.dialects.hlo.creation import DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.narrow import integer_width, is_unsigned
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.shapes import dims
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp, SliceOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.dialects.shape.shapes import extents

INDEX = IndexType()


def decompose_top_k(op: TopKOp) -> tuple[SSAValue, SSAValue]:
    """
    Sort the elements with their indices along the last dimension, and keep the first `k`. The
    sort is stable, so that equal elements keep their order.

        %v, %i = chlo.top_k(%0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    =>
        %iota = stablehlo.iota dim = 0 : tensor<4xi32>
        %1:2 = "stablehlo.sort"(%0, %iota) ({ ... stablehlo.compare GT, ... }) : ...
        %v = stablehlo.slice %1#0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
        %i = stablehlo.slice %1#1 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
    """
    emit = Emitter(Builder(InsertPoint.before(op)), tensor(op.operand.type), op.operand)
    last = len(emit.type.shape.data) - 1
    numbers_type = with_element(emit.type, tensor(op.indices.type).element_type)
    if emit.type.has_static_shape():
        numbers = emit.add(IotaOp, (), numbers_type, {"iota_dimension": i64_attr(last)})
    else:
        numbers = emit.add(
            DynamicIotaOp, (emit.shape,), numbers_type, {"iota_dimension": i64_attr(last)}
        )
    sort = final(SortOp, STABLEHLO).create(
        operands=(op.operand, numbers),
        result_types=(op.operand.type, numbers_type),
        properties={"dimension": i64_attr(last), "is_stable": IntegerAttr(1, i1)},
        regions=[_descending(emit.element, numbers_type.element_type)],
    )
    values, indices = emit.builder.insert(sort).results
    return (
        _leading(emit, values, int_of(op.k), op.values.type),
        _leading(emit, indices, int_of(op.k), op.indices.type),
    )


def _descending(element: Attribute, number: Attribute) -> Region:
    """A comparison that puts greater elements first."""
    scalar, index = TensorType(element, ()), TensorType(number, ())
    block = Block(arg_types=(scalar, scalar, index, index))
    if isinstance(element, AnyFloat):
        order = "TOTALORDER"
    elif is_unsigned(element):
        order = "UNSIGNED"
    else:
        order = "SIGNED"
    compare = final(CompareOp, STABLEHLO).create(
        operands=block.args[:2],
        result_types=(TensorType(i1, ()),),
        properties={
            "comparison_direction": final_attribute(ComparisonDirectionAttr, STABLEHLO)("GT"),
            "compare_type": final_attribute(ComparisonTypeAttr, STABLEHLO)(order),
        },
    )
    block.add_ops((compare, final(ReturnOp, STABLEHLO).create(operands=compare.results)))
    return Region(block)


def _leading(emit: Emitter, value: SSAValue, count: int, type_: Attribute) -> SSAValue:
    """The first elements along the last dimension."""
    sizes = dims(value)
    rank = len(sizes)
    static = [size for size in sizes[:-1] if size is not None]
    if len(static) == rank - 1:
        properties = {
            "start_indices": i64_array([0] * rank),
            "limit_indices": i64_array([*static, count]),
            "strides": i64_array([1] * rank),
        }
        return emit.add(SliceOp, (value,), type_, properties)
    limits = [_size(emit, value, axis) for axis in range(rank - 1)] + [_index(emit, count)]
    listed = FromElementsOp.create(operands=limits, result_types=[extents(rank)])
    limit = emit.builder.insert(listed).results[0]
    operands = (value, _indices(emit, 0, rank), limit, _indices(emit, 1, rank))
    return emit.add(RealDynamicSliceOp, operands, type_)


def _index(emit: Emitter, value: int) -> SSAValue:
    return emit.builder.insert(ArithConstantOp(IntegerAttr(value, INDEX))).result


def _size(emit: Emitter, value: SSAValue, axis: int) -> SSAValue:
    static = dims(value)[axis]
    if static is not None:
        return _index(emit, static)
    return emit.builder.insert(DimOp(value, _index(emit, axis))).result


def _indices(emit: Emitter, value: int, count: int) -> SSAValue:
    """A list of equal indices."""
    elements = DenseIntOrFPElementsAttr.from_list(TensorType(INDEX, (count,)), [value])
    return emit.builder.insert(ArithConstantOp(elements)).result


def decompose_mulhi(op: MulhiOp) -> SSAValue | None:
    """
    The upper half of the product, computed in twice as many bits; None beyond 32 bits.

        %2 = chlo.mulhi %0, %1 : tensor<4xi32>
    =>
        %product = stablehlo.multiply %lhs, %rhs : tensor<4xi64>   (of converted operands)
        %upper = stablehlo.shift_right_arithmetic %product, %c32 : tensor<4xi64>
        %2 = stablehlo.convert %upper : (tensor<4xi64>) -> tensor<4xi32>
    """
    emit = Emitter.before(op, op.lhs)
    width = integer_width(emit.element)
    if width is None or width > 32:
        return None
    unsigned = is_unsigned(emit.element)
    wide = IntegerType(2 * width, Signedness.UNSIGNED if unsigned else Signedness.SIGNLESS)
    product = emit.binary(MulOp, emit.convert(op.lhs, wide), emit.convert(op.rhs, wide))
    shift = ShiftRightLogicalOp if unsigned else ShiftRightArithmeticOp
    upper = emit.binary(shift, product, emit.constant(width, wide))
    return emit.convert(upper, emit.element)
