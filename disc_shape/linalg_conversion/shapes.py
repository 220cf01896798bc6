"""Shape computation: sizes of values, and the operations of the `shape` dialect, as scalars."""

from __future__ import annotations

from functools import reduce

from xdsl.dialects import arith
from xdsl.ir import Operation

from disc_shape.cards.indices import rank_of
from disc_shape.dialects import shape
from disc_shape.dialects.disc_shape import DelinearizeOp, LinearizeOp
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.linalg_conversion.guards import (
    broadcastable,
    conjunction,
    equal_shapes,
    extents,
)
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.scalars import convert_scalar
from disc_shape.linalg_conversion.target import forward
from disc_shape.linalg_conversion.types import INDEX, tensor_of
from disc_shape.linalg_conversion.values import Elements, Values, known_integers
from disc_shape.linalg_conversion.writer import Index, Writer


def convert_get_dimension_size(op: Operation, values: Values) -> None:
    """
    A size as a scalar.

        %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    =>
        %n = tensor.dim %x, %c0 : tensor<?xf32>
        %0 = arith.index_cast %n : index to i32
    """
    assert isinstance(op, GetDimensionSizeOp)
    size = values.writer.value(values.size(op.operand, int_of(op.dimension)))
    element = tensor_of(op.result).element_type
    values.bind_elements(op.result, [convert_scalar(values.writer, size, INDEX, element)])


def convert_shape_of(op: Operation, values: Values) -> None:
    """The sizes of a value as scalars."""
    assert isinstance(op, shape.ShapeOfOp)
    values.bind_elements(op.result, values.writer.values(values.sizes(op.arg)))


def convert_const_shape(op: Operation, values: Values) -> None:
    """Numbers."""
    assert isinstance(op, shape.ConstShapeOp)
    values.bind_elements(op.result, values.writer.values(ints(op.shape)))


def convert_const_size(op: Operation, values: Values) -> None:
    """A number."""
    assert isinstance(op, shape.ConstSizeOp)
    values.bind_elements(op.result, [values.writer.constant(int_of(op.value))])


def convert_num_elements(op: Operation, values: Values) -> None:
    """The product of sizes."""
    assert isinstance(op, shape.NumElementsOp)
    one: Index = 1
    product = reduce(values.writer.multiply, extents(op, op.shape, values), one)
    values.bind(op.result, values.writer.value(product))


def convert_rank(op: Operation, values: Values) -> None:
    """The number of sizes."""
    assert isinstance(op, shape.RankOp)
    values.bind(op.rank, values.writer.constant(len(extents(op, op.shape, values))))


def convert_shape_dim(op: Operation, values: Values) -> None:
    """A size."""
    assert isinstance(op, shape.DimOp)
    axis = known_integers(op.index)
    if axis is None or not 0 <= axis[0] < rank_of(op.value):
        raise no_form(op, "its dimension is not known")
    values.bind(op.extent, values.writer.value(values.size(op.value, axis[0])))


def convert_get_extent(op: Operation, values: Values) -> None:
    """One of several sizes."""
    assert isinstance(op, shape.GetExtentOp)
    sizes, position = extents(op, op.shape, values), known_integers(op.dim)
    if position is None or not 0 <= position[0] < len(sizes):
        raise no_form(op, "its dimension is not known")
    values.bind(op.extent, sizes[position[0]])


def convert_broadcast(op: Operation, values: Values) -> None:
    """
    The sizes of the result of a broadcast: the first that is not 1.

        %2 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    =>
        %t = arith.cmpi eq, %a, %c1 : index
        %n = arith.select %t, %b, %a : index
    """
    assert isinstance(op, shape.BroadcastOp)
    shapes = [extents(op, one, values) for one in op.shapes]
    values.bind_elements(op.result, reduce(lambda a, b: joined(values.writer, a, b), shapes))


def joined(writer: Writer, left: Elements, right: Elements) -> Elements:
    """The sizes to which two shapes broadcast."""
    if len(left) < len(right):
        left, right = right, left
    whole = len(left) - len(right)
    one = writer.constant(1)
    found = [
        a if a is b else writer.select(writer.compare("==", a, one), b, a)
        for a, b in zip(left[whole:], right, strict=True)
    ]
    return (*left[:whole], *found)


def convert_is_broadcastable(op: Operation, values: Values) -> None:
    """Whether shapes broadcast."""
    conditions = broadcastable(values.writer, [extents(op, one, values) for one in op.operands])
    values.bind(op.results[0], conjunction(values.writer, conditions))


def convert_shape_eq(op: Operation, values: Values) -> None:
    """Whether shapes are equal."""
    conditions = equal_shapes(values.writer, [extents(op, one, values) for one in op.operands])
    values.bind(op.results[0], conjunction(values.writer, conditions))


def convert_any(op: Operation, values: Values) -> None:
    """The first of equal shapes."""
    values.bind_elements(op.results[0], extents(op, op.operands[0], values))


def convert_concat(op: Operation, values: Values) -> None:
    """The sizes of both shapes."""
    assert isinstance(op, shape.ConcatOp)
    both = (*extents(op, op.lhs, values), *extents(op, op.rhs, values))
    values.bind_elements(op.result, both)


def convert_split_at(op: Operation, values: Values) -> None:
    """The sizes before and after an index, which counts from the end where it is negative."""
    assert isinstance(op, shape.SplitAtOp)
    sizes, place = extents(op, op.operand, values), known_integers(op.index)
    if place is None or not -len(sizes) <= place[0] <= len(sizes):
        raise no_form(op, "where it splits is not known")
    at = place[0] if place[0] >= 0 else len(sizes) + place[0]
    values.bind_elements(op.head, sizes[:at])
    values.bind_elements(op.tail, sizes[at:])


def convert_from_extents(op: Operation, values: Values) -> None:
    """The operands."""
    values.bind_elements(op.results[0], [values.tensor(one) for one in op.operands])


def convert_arithmetic(op: Operation, values: Values) -> None:
    """Arithmetic of sizes, or, for extrema, of all sizes of two shapes."""
    emit = {
        shape.AddOp: values.writer.add,
        shape.MulOp: values.writer.multiply,
        shape.DivOp: values.writer.divide,
        shape.MaxOp: values.writer.maximum,
        shape.MinOp: values.writer.minimum,
    }
    function = next(found for base, found in emit.items() if isinstance(op, base))
    sides = [values.elements(operand) for operand in op.operands]
    found = [values.writer.value(function(a, b)) for a, b in zip(*sides, strict=True)]
    values.bind_elements(op.results[0], found)


def convert_linearize(op: Operation, values: Values) -> None:
    """The row-major position of an index."""
    assert isinstance(op, LinearizeOp)
    writer, position = values.writer, list[Index]([0])
    for at, size in zip(op.indices, op.sizes, strict=True):
        scaled = writer.multiply(position[-1], values.tensor(size))
        position.append(writer.add(scaled, values.tensor(at)))
    values.bind(op.result, writer.value(position[-1]))


def convert_delinearize(op: Operation, values: Values) -> None:
    """The index at a row-major position; sizes of zero have no position."""
    assert isinstance(op, DelinearizeOp)
    writer, rest = values.writer, values.tensor(op.position)
    for number in reversed(range(len(op.sizes))):
        result = op.indices[number]
        if not number:
            values.bind(result, rest)
            break
        size = writer.maximum(values.tensor(op.sizes[number]), 1)
        values.bind(result, writer.op(arith.RemSIOp, [rest, writer.value(size)], INDEX))
        rest = writer.value(writer.divide(rest, size))


register_conversion(convert_linearize, LinearizeOp)
register_conversion(convert_delinearize, DelinearizeOp)
register_conversion(convert_get_dimension_size, GetDimensionSizeOp)
register_conversion(convert_shape_of, shape.ShapeOfOp)
register_conversion(convert_const_shape, shape.ConstShapeOp)
register_conversion(convert_const_size, shape.ConstSizeOp)
register_conversion(convert_num_elements, shape.NumElementsOp)
register_conversion(convert_rank, shape.RankOp)
register_conversion(convert_shape_dim, shape.DimOp)
register_conversion(convert_get_extent, shape.GetExtentOp)
register_conversion(convert_broadcast, shape.BroadcastOp)
register_conversion(convert_is_broadcastable, shape.IsBroadcastableOp)
register_conversion(convert_shape_eq, shape.ShapeEqOp)
register_conversion(convert_any, shape.AnyOp)
register_conversion(convert_concat, shape.ConcatOp)
register_conversion(convert_split_at, shape.SplitAtOp)
register_conversion(convert_from_extents, shape.FromExtentsOp)
register_conversion(
    forward,
    shape.FromExtentTensorOp,
    shape.ToExtentTensorOp,
    shape.IndexToSizeOp,
    shape.SizeToIndexOp,
)
register_conversion(
    convert_arithmetic, shape.AddOp, shape.MulOp, shape.DivOp, shape.MaxOp, shape.MinOp
)
