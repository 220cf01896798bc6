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


def broadcasting(op: AnyBroadcasting) -> SSAValue:
    """The operation that does not broadcast, on operands that have been broadcast."""
    emit = Emitter.before(op, op.operands[0])
    operands = [*op.operands]
    if not same_sizes(op):
        shape = None if emit.type.has_static_shape() else result_shape(emit, op)
        operands = [
            spread(emit, operand, dimensions, shape)
            for operand, dimensions in zip(operands, op.matched, strict=True)
        ]
    return plain(emit, op, operands)


def same_sizes(op: AnyBroadcasting) -> bool:
    """Whether no operand has to be broadcast: all sizes are static, or symbols, and equal.

    A predicate of rank 0 goes with choices of any shape.
    """
    operands = list(op.operands)
    if isinstance(op, BroadcastSelectOp) and rank(op.pred) == 0:
        operands = operands[1:]
    first = operands[0]
    return all(operand is first or equal_types(operand, first) for operand in operands[1:])


def equal_types(one: SSAValue, other: SSAValue) -> bool:
    """Whether two values surely have the same sizes."""
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
    """The sizes of an operand, with ones where the result has dimensions that it has not."""
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


def spread(
    emit: Emitter, operand: SSAValue, dimensions: Sequence[int], shape: SSAValue | None
) -> SSAValue:
    """An operand in the shape of the result."""
    if shape is None and dims(operand) == dims(emit.type):
        return operand
    return emit.broadcast(
        operand, dimensions, with_element(emit.type, tensor(operand.type).element_type), shape
    )


def plain(emit: Emitter, op: AnyBroadcasting, operands: Sequence[SSAValue]) -> SSAValue:
    """The operation without its broadcast, in StableHLO if that has it."""
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


def constant_like(op: ConstantLikeOp) -> SSAValue | None:
    """One number in the shape of an operand."""
    value = number_of(op.value)
    return None if value is None else Emitter.before(op, op.operand).constant(value)


def number_of(attr: Attribute) -> complex | None:
    """The number that an attribute holds."""
    if isinstance(attr, IntegerAttr):
        return attr.value.data
    return attr.value.data if isinstance(attr, FloatAttr) else None
