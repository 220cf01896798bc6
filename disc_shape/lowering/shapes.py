"""Operations of the shape dialect that make and read shapes, whose sizes are scalars."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref
from xdsl.ir import Operation, SSAValue

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


@lowers(shape.ShapeOfOp)
def lower_shape_of(op: shape.ShapeOfOp, lowering: FunctionLowering) -> None:
    """
    The sizes of the operand's buffer.

        %s = shape.shape_of %0 : tensor<?x4xf32> -> tensor<2xindex>
    =>
        %d = memref.dim %0, %c0 : memref<?x4xf32>                     (%s is %d, %c4)
    """
    if as_tensor(op.arg.type) is None:
        raise no_form(op)
    define_shape(op.result, lowering.sizes.of(op.arg), lowering)


@lowers(shape.ConstShapeOp)
def lower_const_shape(op: shape.ConstShapeOp, lowering: FunctionLowering) -> None:
    """
    Constants.

        %s = shape.const_shape [4, 5] : tensor<2xindex>     =>     (%s is %c4, %c5)
    """
    define_shape(op.result, op.extents, lowering)


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
    if as_tensor(value.type) is None:
        result.replace_all_uses_with(value)
    elif (sizes := extents(value, lowering)) is not None:
        define_shape(result, sizes, lowering)
    elif value.type == result.type:
        lowering.alias(result, value)
    else:
        lowering.places.own(result, shape_loops.as_indices(lowering.places.buffer(value), lowering))


@lowers(shape.FromExtentsOp)
def lower_from_extents(op: Operation, lowering: FunctionLowering) -> None:
    """
    The operands.

        %s = shape.from_extents %a, %b : index, index     =>     (%s is %a, %b)
    """
    define_shape(op.results[0], op.operands, lowering)


@lowers(shape.ConcatOp)
def lower_concat(op: Operation, lowering: FunctionLowering) -> None:
    """
    All sizes.

        %s = shape.concat %0, %1 : ...     =>     (%s is the sizes of %0, then those of %1)
    """
    if (known := all_extents(op.operands, lowering)) is not None:
        define_shape(op.results[0], [size for one in known for size in one], lowering)
        return
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
    position = constant_of(op.operands[1])
    sizes = extents(op.operands[0], lowering)
    if sizes is not None and position is not None and -len(sizes) <= position <= len(sizes):
        at = position if position >= 0 else len(sizes) + position
        define_shape(op.results[0], sizes[:at], lowering)
        define_shape(op.results[1], sizes[at:], lowering)
        return
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
    sizes = extents(op.operands[0], lowering)
    if sizes is None:
        total = shape_loops.product(lowering.places.buffer(op.operands[0]), lowering)
    else:
        total = sizes[0] if sizes else lowering.writer.index(1)
        for size in sizes[1:]:
            total = lowering.writer.product(total, size)
    op.results[0].replace_all_uses_with(total)


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
    value, position = op.operands
    number, sizes = constant_of(position), extents(value, lowering)
    if number is not None and sizes is not None and 0 <= number < len(sizes):
        size = sizes[number]
    else:
        size = lowering.writer.emit(
            memref.LoadOp.get(lowering.places.buffer(value), [position])
        ).res
    op.results[0].replace_all_uses_with(size)


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


@lowers(shape.ConstSizeOp)
def lower_const_size(op: shape.ConstSizeOp, lowering: FunctionLowering) -> None:
    """
    A constant.

        %0 = shape.const_size 4     =>   %0 = arith.constant 4 : index
    """
    op.result.replace_all_uses_with(lowering.writer.index(op.value.value.data))


ARITHMETIC: dict[
    type[Operation],
    type[arith.SignlessIntegerBinaryOperation],
] = {
    shape.AddOp: arith.AddiOp,
    shape.MulOp: arith.MuliOp,
    shape.DivOp: arith.FloorDivSIOp,
    shape.MaxOp: arith.MaxSIOp,
    shape.MinOp: arith.MinSIOp,
}
"""The operation on indices for each one on sizes."""


@lowers(*ARITHMETIC)
def lower_arithmetic(op: Operation, lowering: FunctionLowering) -> None:
    """
    The arith operation on indices, size by size where the operands are shapes.

        %2 = shape.add %0, %1 : !shape.size, index -> !shape.size
    =>
        %2 = arith.addi %0, %1 : index
    """
    kind = ARITHMETIC[type(op)]
    tensors = [as_tensor(one.type) for one in op.operands]
    if all(one is None for one in tensors):
        new = lowering.writer.emit(kind(op.operands[0], op.operands[1]))
        op.results[0].replace_all_uses_with(new.result)
        return
    known = all_extents(op.operands, lowering) if all(tensors) else None
    if known is None or len(known[0]) != len(known[1]):
        raise no_form(op)
    pairs = zip(*known, strict=True)
    sizes = [lowering.writer.emit(kind(lhs, rhs)).result for lhs, rhs in pairs]
    define_shape(op.results[0], sizes, lowering)
