"""Shapes for reshapes that may hold -1, for the size that follows from the number of elements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.client_other import DynamicReshapeOp
from disc_shape.dialects.hlo.reshape_shapes import ComputeReshapeShapeOp, CstrReshapableOp
from disc_shape.linalg_conversion.guards import conjunction, emit_assert, extents
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.reshapes import reshaped
from disc_shape.linalg_conversion.scalars import convert_scalar
from disc_shape.linalg_conversion.types import BOOL, INDEX
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index, Writer


def open_sizes(writer: Writer, sizes: Sequence[SSAValue]) -> list[SSAValue]:
    """Whether each size is -1."""
    return [writer.compare("==", size, writer.constant(-1)) for size in sizes]


def product_of_others(
    writer: Writer, sizes: Sequence[SSAValue], wild: Sequence[SSAValue]
) -> SSAValue:
    """The product of the sizes that are not -1."""
    one, product = writer.constant(1), list[Index]([1])
    product += [
        writer.select(is_open, one, size) for size, is_open in zip(sizes, wild, strict=True)
    ]
    return writer.value(reduce(writer.multiply, product))


def resolved(writer: Writer, elements: SSAValue, sizes: Sequence[SSAValue]) -> list[SSAValue]:
    """The sizes with -1 replaced by the number of elements over the others."""
    wild = open_sizes(writer, sizes)
    product = product_of_others(writer, sizes, wild)
    divisor = writer.op(arith.MaxSIOp, [product, writer.constant(1)], INDEX)
    rest = writer.op(arith.DivSIOp, [elements, divisor], INDEX)
    return [writer.select(is_open, rest, size) for size, is_open in zip(sizes, wild, strict=True)]


def count_and_sizes(op: Operation, values: Values) -> tuple[SSAValue, list[SSAValue]]:
    """The number of elements and the size operands of an operation."""
    sizes = extents(op, op.operands[1], values)
    integers = [values.writer.as_index(size) for size in sizes]
    return values.writer.as_index(values.scalar(op.operands[0])), integers


def convert_compute_reshape_shape(op: Operation, values: Values) -> None:
    """The sizes with -1 replaced, as scalars."""
    assert isinstance(op, ComputeReshapeShapeOp)
    elements, sizes = count_and_sizes(op, values)
    element = element_type_of(op.result.type)
    found = [
        convert_scalar(values.writer, size, INDEX, element)
        for size in resolved(values.writer, elements, sizes)
    ]
    values.bind_elements(op.result, found)


def convert_cstr_reshapable(op: Operation, values: Values) -> None:
    """A check that a number of elements fits a shape, in which one size at most is -1."""
    assert isinstance(op, CstrReshapableOp)
    writer = values.writer
    elements, sizes = count_and_sizes(op, values)
    wild = open_sizes(writer, sizes)
    product = product_of_others(writer, sizes, wild)
    zero, one = writer.constant(0), writer.constant(1)
    number = writer.value(
        reduce(writer.add, [writer.select(is_open, one, zero) for is_open in wild], 0)
    )
    legal = [writer.compare(">=", size, writer.constant(-1)) for size in sizes]
    nonzero = writer.compare("!=", product, zero)
    divisor = writer.select(nonzero, product, one)
    rest = writer.op(arith.RemSIOp, [elements, divisor], INDEX)
    fits = writer.both(nonzero, writer.compare("==", rest, zero))
    exact = writer.compare("==", product, elements)
    holds = writer.op(arith.SelectOp, [writer.compare("==", number, zero), exact, fits], BOOL)
    conditions = [*legal, writer.compare("<=", number, one), holds]
    emit_assert(writer, conjunction(writer, conditions), "required reshapable shape")


def convert_chlo_dynamic_reshape(op: Operation, values: Values) -> None:
    """A reshape after -1 has been replaced."""
    assert isinstance(op, DynamicReshapeOp)
    writer, count = values.writer, list[Index]([1])
    count += values.sizes(op.operand)
    listed = [writer.as_index(size) for size in extents(op, op.output_shape, values)]
    sizes = resolved(writer, writer.value(reduce(writer.multiply, count)), listed)
    known = [
        values.size_by(op.result, axis, lambda axis=axis: sizes[axis])
        for axis in range(rank_of(op.result))
    ]
    values.bind(op.result, reshaped(op.operand, op.result, known, values))


register_conversion(convert_compute_reshape_shape, ComputeReshapeShapeOp)
register_conversion(convert_cstr_reshapable, CstrReshapableOp)
register_conversion(convert_chlo_dynamic_reshape, DynamicReshapeOp)
