"""CHLO's implicit broadcasts as operations of StableHLO and on shapes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.arith import ConstantOp as ArithConstantOp
from xdsl.dialects.builtin import FloatAttr, IndexType, IntegerAttr
from xdsl.dialects.tensor import DimOp, FromElementsOp
from xdsl.ir import Attribute, SSAValue

from disc_shape.decompositions.emitter import Emitter, tensor, with_element
from disc_shape.dialects.disc_shape.encoding import get_symbols
from disc_shape.dialects.hlo.client_broadcast import BroadcastBinaryOp, BroadcastSelectOp
from disc_shape.dialects.hlo.client_other import ConstantLikeOp
from disc_shape.dialects.hlo.comparison import CompareOp
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, HloOp
from disc_shape.dialects.hlo.shapes import dims, rank
from disc_shape.dialects.shape import BroadcastOp, ShapeOfOp
from disc_shape.dialects.shape.shapes import extents

AnyBroadcasting = BroadcastBinaryOp | BroadcastSelectOp


def decompose_broadcasting(op: AnyBroadcasting) -> SSAValue:
    """
    Broadcast the operands to the shape of the result, and use the operation that does not.

        %2 = chlo.broadcast_add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    =>
        %s0 = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
        %s1 = shape.shape_of %1 : tensor<?xf32> -> tensor<1xindex>
        %s = shape.broadcast %s0, %s1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
        %lhs = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0] : ...
        %rhs = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : ...
        %2 = stablehlo.add %lhs, %rhs : tensor<?xf32>
    """
    emit = Emitter.before(op, op.operands[0])
    operands = [*op.operands]
    if not has_same_sizes(op):
        shape = None if emit.type.has_static_shape() else result_shape(emit, op)
        operands = [
            broadcast_operand(emit, operand, dimensions, shape)
            for operand, dimensions in zip(operands, op.matched, strict=True)
        ]
    return emit_without_broadcast(emit, op, operands)


def has_same_sizes(op: AnyBroadcasting) -> bool:
    """Whether no operand needs a broadcast: all sizes are static, or symbols, and equal.

    A predicate of rank 0 goes with choices of any shape.
    """
    operands = list(op.operands)
    if isinstance(op, BroadcastSelectOp) and rank(op.pred) == 0:
        operands = operands[1:]
    first = operands[0]
    return all(operand is first or is_equally_sized(operand, first) for operand in operands[1:])


def is_equally_sized(one: SSAValue, other: SSAValue) -> bool:
    """Whether the types of two values show that they have the same sizes."""
    left, right = dims(one), dims(other)
    if left != right:
        return False
    if None not in left:
        return True
    symbols, others = get_symbols(one.type), get_symbols(other.type)
    return symbols is not None and symbols == others and None not in symbols


def result_shape(emit: Emitter, op: AnyBroadcasting) -> SSAValue:
    """The sizes of the result, as a tensor of indices."""
    high = len(emit.type.shape.data)
    shapes = [
        operand_shape(emit, operand, dimensions, high)
        for operand, dimensions in zip(op.operands, op.matched, strict=True)
    ]
    return emit.builder.insert(BroadcastOp(shapes, extents(high))).result


def operand_shape(
    emit: Emitter, operand: SSAValue, dimensions: Sequence[int], high: int
) -> SSAValue:
    """The sizes of an operand, with 1 for each dimension that only the result has."""
    low = len(dimensions)
    if tuple(dimensions) == tuple(range(high - low, high)):
        return emit.builder.insert(ShapeOfOp(operand)).result
    index = IndexType()
    one = emit.builder.insert(ArithConstantOp(IntegerAttr(1, index))).result
    sizes = [one] * high
    for number, dimension in enumerate(dimensions):
        axis = emit.builder.insert(ArithConstantOp(IntegerAttr(number, index))).result
        sizes[dimension] = emit.builder.insert(DimOp(operand, axis)).result
    listed = FromElementsOp.create(operands=sizes, result_types=[extents(high)])
    return emit.builder.insert(listed).results[0]


def broadcast_operand(
    emit: Emitter, operand: SSAValue, dimensions: Sequence[int], shape: SSAValue | None
) -> SSAValue:
    """The operand, broadcast to the shape of the result where it has another one."""
    if shape is None and dims(operand) == dims(emit.type):
        return operand
    return emit.broadcast(
        operand, dimensions, with_element(emit.type, tensor(operand.type).element_type), shape
    )


def emit_without_broadcast(
    emit: Emitter, op: AnyBroadcasting, operands: Sequence[SSAValue]
) -> SSAValue:
    """The operation on operands of one shape, in StableHLO, or in CHLO if only CHLO has it."""
    base: type[HloOp] = op.PLAIN
    prefix = STABLEHLO if STABLEHLO in base.PREFIXES else CHLO
    properties: dict[str, Attribute] = {}
    if base is CompareOp:
        for name, enum in (
            ("comparison_direction", ComparisonDirectionAttr),
            ("compare_type", ComparisonTypeAttr),
        ):
            word = op.properties.get(name)
            if isinstance(word, ComparisonDirectionAttr | ComparisonTypeAttr):
                properties[name] = final_attribute(enum, STABLEHLO)(word.data)
    new = final(base, prefix).create(
        operands=operands, result_types=[emit.type], properties=properties
    )
    return emit.builder.insert(new).results[0]


def decompose_constant_like(op: ConstantLikeOp) -> SSAValue | None:
    """
    A constant in the shape of the operand; None for an attribute that holds no number.

        %1 = chlo.constant_like %0 {value = 1.0 : f32} : tensor<?xf32>
    =>
        %one = stablehlo.constant dense<1.0> : tensor<f32>
        %s = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
        %1 = stablehlo.dynamic_broadcast_in_dim %one, %s, dims = [] : ...
    """
    value = number_of(op.value)
    return None if value is None else Emitter.before(op, op.operand).constant(value)


def number_of(attr: Attribute) -> complex | None:
    """The number that an attribute holds."""
    if isinstance(attr, IntegerAttr):
        return attr.value.data
    return attr.value.data if isinstance(attr, FloatAttr) else None
