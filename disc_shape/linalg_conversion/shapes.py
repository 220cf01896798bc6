"""Shape computation: sizes of values, and the operations of the `shape` dialect, as scalars."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import elements_of, functions
from disc_shape.cards.elements import Scalar
from disc_shape.cards.indices import rank_of
from disc_shape.cards.listing import Listing
from disc_shape.dialects import shape
from disc_shape.dialects.disc_shape import DelinearizeOp, LinearizeOp
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.linalg_conversion.guards import (
    broadcastable,
    conjunction,
    equal_shapes,
    extents,
    is_counted,
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


EMIT = {
    functions.ADD: Writer.add,
    functions.MULTIPLY: Writer.multiply,
    functions.FLOOR_DIVIDE: Writer.divide,
    functions.MAXIMUM: Writer.maximum,
    functions.MINIMUM: Writer.minimum,
}
"""What computes scalar functions of sizes."""


class ScalarSizes:
    """Sizes as scalars of the program: a reader of rules that give lists."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def items(self, value: SSAValue) -> Elements | None:
        """The sizes that a value holds, where their number is known."""
        return self.values.elements(value) if is_counted(value, self.values) else None

    def rank(self, value: SSAValue) -> int:
        """The rank of a value."""
        return rank_of(value)

    def size(self, value: SSAValue, axis: int) -> SSAValue:
        """A size of a value."""
        return self.values.writer.value(self.values.size(value, axis))

    def number(self, value: SSAValue) -> int | None:
        """A constant."""
        known = known_integers(value)
        return None if known is None else known[0]

    def constant(self, number: int) -> SSAValue:
        """A constant."""
        return self.values.writer.constant(number)

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[SSAValue]) -> SSAValue:
        """A function of two sizes."""
        writer = self.values.writer
        return writer.value(EMIT[scalar.function](writer, *operands))


def convert_sizes(op: Operation, values: Values) -> None:
    """
    What the card of an operation on sizes says that it holds, as scalars.

        %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
        %n = shape.num_elements %s : tensor<2xindex> -> index
    =>
        %d = tensor.dim %x, %c0 : tensor<?x4xf32>
        %n = arith.muli %d, %c4 : index
    """
    rule = elements_of(op)
    assert isinstance(rule, Listing)
    for result, items in zip(op.results, rule.lists(op, ScalarSizes(values)), strict=True):
        known = [item for item in items or () if item is not None]
        if items is None or len(known) < len(items):
            raise no_form(op, "the sizes that it holds are not known")
        if isinstance(result.type, IndexType | shape.SizeType):
            values.bind(result, known[0])
        else:
            values.bind_elements(result, known)


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
register_conversion(convert_broadcast, shape.BroadcastOp)
register_conversion(convert_is_broadcastable, shape.IsBroadcastableOp)
register_conversion(convert_shape_eq, shape.ShapeEqOp)
register_conversion(
    forward,
    shape.FromExtentTensorOp,
    shape.ToExtentTensorOp,
    shape.IndexToSizeOp,
    shape.SizeToIndexOp,
)
register_conversion(
    convert_sizes,
    shape.ShapeOfOp,
    shape.ConstShapeOp,
    shape.ConstSizeOp,
    shape.NumElementsOp,
    shape.RankOp,
    shape.DimOp,
    shape.GetExtentOp,
    shape.AnyOp,
    shape.ConcatOp,
    shape.SplitAtOp,
    shape.FromExtentsOp,
    shape.AddOp,
    shape.MulOp,
    shape.DivOp,
    shape.MaxOp,
    shape.MinOp,
)
