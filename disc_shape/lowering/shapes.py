"""Operations of the shape dialect that make and read shapes: their cards say which sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Scalar
from disc_shape.cards.listing import Items, Listing
from disc_shape.cards.scalar_operations import SIGNED
from disc_shape.dialects import shape
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.lowering import shape_loops
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import lowers
from disc_shape.lowering.types import Size
from disc_shape.lowering.writer import constant_of, no_form


def extents(value: SSAValue, lowering: FunctionLowering) -> tuple[SSAValue, ...] | None:
    """The sizes in an extent tensor as values of type `index`, None when its rank is not known."""
    type_ = as_tensor(value.type)
    if value not in lowering.contents.elements and (type_ is None or not type_.has_static_shape()):
        return None
    return tuple(lowering.writer.as_index(one) for one in lowering.contents.scalars(value))


def all_extents(
    values: Sequence[SSAValue], lowering: FunctionLowering
) -> list[tuple[SSAValue, ...]] | None:
    """The sizes in extent tensors, None when a rank is not known."""
    found = [extents(value, lowering) for value in values]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else None


def define_shape(result: SSAValue, sizes: Sequence[Size], lowering: FunctionLowering) -> None:
    """Let an extent tensor consist of sizes; see `Contents.define`."""
    lowering.contents.define(result, [lowering.writer.as_value(size) for size in sizes])


class Sizes:
    """Sizes as scalars of the program or numbers: a reader of rules that give lists."""

    def __init__(self, lowering: FunctionLowering) -> None:
        self.lowering = lowering

    def items(self, value: SSAValue) -> Sequence[Size] | None:
        """The sizes in an extent tensor whose rank is known, or the one size that a value is."""
        return (value,) if as_tensor(value.type) is None else extents(value, self.lowering)

    def rank(self, value: SSAValue) -> int | None:
        """The rank of a tensor."""
        type_ = as_tensor(value.type)
        return None if type_ is None else type_.get_num_dims()

    def size(self, value: SSAValue, axis: int) -> Size:
        """A size of the buffer that a tensor is in."""
        return self.lowering.sizes.of(value)[axis]

    def number(self, value: SSAValue) -> int | None:
        """A constant."""
        return constant_of(value)

    def constant(self, number: int) -> Size:
        """The number itself."""
        return number

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[Size]) -> Size:
        """A function of sizes."""
        writer = self.lowering.writer
        kind = SIGNED[scalar.function]
        values = [writer.as_value(one) for one in operands]
        return writer.emit(kind.create(operands=values, result_types=[values[0].type])).results[0]


def known_sizes(op: Operation, lowering: FunctionLowering) -> list[Sequence[Size]] | None:
    """The sizes that results hold by the card of the operation, None where some are unknown."""
    rule = elements_of(op)
    assert isinstance(rule, Listing)
    lists: Sequence[Items[Size] | None] = rule.lists(op, Sizes(lowering))
    found = [[one for one in items if one is not None] for items in lists if items is not None]
    counts = [None if items is None else len(items) for items in lists]
    return list(found) if [len(one) for one in found] == counts else None


@lowers(
    shape.ShapeOfOp,
    shape.ConstShapeOp,
    shape.ConstSizeOp,
    shape.FromExtentsOp,
    *(shape.AddOp, shape.MulOp, shape.DivOp, shape.MaxOp, shape.MinOp),
)
def lower_sizes(op: Operation, lowering: FunctionLowering) -> None:
    """
    Sizes of buffers, constants, and arithmetic on indices, size by size where operands are shapes.

        %s = shape.shape_of %0 : tensor<?x4xf32> -> tensor<2xindex>
        %2 = shape.add %0, %1 : !shape.size, index -> !shape.size
    =>
        %d = memref.dim %0, %c0 : memref<?x4xf32>                     (%s is %d, %c4)
        %2 = arith.addi %0, %1 : index
    """
    if not bind_known_sizes(op, lowering):
        raise no_form(op)


def bind_known_sizes(op: Operation, lowering: FunctionLowering) -> bool:
    """Let results be the sizes that they hold, if these are known; whether they are."""
    found = known_sizes(op, lowering)
    for result, sizes in zip(op.results, found or (), strict=found is not None):
        if as_tensor(result.type) is None:
            result.replace_all_uses_with(lowering.writer.as_value(sizes[0]))
        else:
            define_shape(result, sizes, lowering)
    return found is not None


@lowers(
    shape.FromExtentTensorOp,
    shape.ToExtentTensorOp,
    shape.IndexToSizeOp,
    shape.SizeToIndexOp,
    shape.AnyOp,
)
def lower_same(op: Operation, lowering: FunctionLowering) -> None:
    """
    The operand, whose sizes may be of another integer type.

        %1 = shape.to_extent_tensor %0 : tensor<2xindex> -> tensor<?xindex>     =>     (the same)
    """
    value, result = op.operands[0], op.results[0]
    if bind_known_sizes(op, lowering):
        return
    if value.type == result.type:
        lowering.alias(result, value)
    else:
        lowering.places.own(result, shape_loops.as_indices(lowering.places.buffer(value), lowering))


@lowers(shape.ConcatOp)
def lower_concat(op: Operation, lowering: FunctionLowering) -> None:
    """
    All sizes.

        %s = shape.concat %0, %1 : ...     =>     (%s is the sizes of %0, then those of %1)
    """
    if not bind_known_sizes(op, lowering):
        parts = [lowering.places.buffer(one) for one in op.operands]
        receive(op.results[0], shape_loops.concatenate(parts, lowering), lowering)


@lowers(shape.SplitAtOp)
def lower_split_at(op: Operation, lowering: FunctionLowering) -> None:
    """
    The sizes before and from a position, which counts from the end if negative.

        %2, %3 = "shape.split_at"(%0, %c1) : (tensor<3xindex>, index) -> ...
    =>
        (%2 is %a, %3 is %b, %c)
    """
    if not bind_known_sizes(op, lowering):
        whole = lowering.places.buffer(op.operands[0])
        parts = shape_loops.split(whole, op.operands[1], lowering)
        for result, part in zip(op.results, parts, strict=True):
            receive(result, part, lowering)


def receive(result: SSAValue, buffer: SSAValue, lowering: FunctionLowering) -> None:
    """Let an extent tensor be a new buffer of any length."""
    lowering.places.receive(result, buffer)


@lowers(shape.NumElementsOp)
def lower_num_elements(op: Operation, lowering: FunctionLowering) -> None:
    """
    The product.

        %n = shape.num_elements %s : tensor<2xindex> -> index
    =>
        %n = arith.muli %a, %b : index
    """
    if not bind_known_sizes(op, lowering):
        buffer = lowering.places.buffer(op.operands[0])
        op.results[0].replace_all_uses_with(shape_loops.product(buffer, lowering))


@lowers(shape.RankOp)
def lower_rank(op: Operation, lowering: FunctionLowering) -> None:
    """
    A constant, or the size of the buffer that holds the sizes.

        %r = shape.rank %s : tensor<2xindex> -> index     =>   %r = arith.constant 2 : index
    """
    value = op.operands[0]
    known = lowering.contents.elements.get(value)
    rank = lowering.sizes.of(value)[0] if known is None else len(known)
    op.results[0].replace_all_uses_with(lowering.writer.as_value(rank))


@lowers(shape.GetExtentOp)
def lower_get_extent(op: Operation, lowering: FunctionLowering) -> None:
    """
    One of the sizes, read from a buffer where the position is not known.

        %d = shape.get_extent %s, %c1 : tensor<2xindex>, index -> index     =>   uses of %d use %b
    """
    if not bind_known_sizes(op, lowering):
        load = memref.LoadOp.get(lowering.places.buffer(op.operands[0]), [op.operands[1]])
        op.results[0].replace_all_uses_with(lowering.writer.emit(load).res)


@lowers(shape.DimOp)
def lower_dim(op: Operation, lowering: FunctionLowering) -> None:
    """
    The size of the operand's buffer.

        %d = shape.dim %0, %i : tensor<?xf32>, index -> index
    =>
        %d = memref.dim %0, %i : memref<?xf32>
    """
    value, index = op.operands
    if as_tensor(value.type) is None:
        raise no_form(op)
    op.results[0].replace_all_uses_with(lowering.sizes.dim(lowering.places.buffer(value), index))
