"""What can be read of shapes without analysis: constants, types, and where values came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    ShapedType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from disc_shape.class_table import Kind
from disc_shape.dialects.shape.conversions import FromExtentTensorOp
from disc_shape.dialects.shape.shapes import ConstShapeOp, ShapeOfOp
from disc_shape.dialects.shape.sizes import ConstSizeOp
from disc_shape.dialects.shape.types import SizeType, known_rank

_IS_CONVERSION = Kind(tensor.CastOp, FromExtentTensorOp)

Sizes = tuple[int | None, ...]
"""The sizes of a shape of known rank; None stands for one that is not known."""


def constant_extents(value: SSAValue) -> tuple[int, ...] | None:
    """The sizes of a constant shape, when all of them are known."""
    sizes = known_sizes(value)
    if sizes is None or not isinstance(value.owner, ConstShapeOp | arith.ConstantOp):
        return None
    known = tuple(size for size in sizes if size is not None)
    return known if len(known) == len(sizes) else None


def known_sizes(value: SSAValue) -> Sizes | None:
    """What is known of the sizes that a shape or an extent tensor holds; None for any rank."""
    rank = None
    while _IS_CONVERSION[type(owner := value.owner)] and isinstance(owner, Operation):
        rank = known_rank(value.type) if rank is None else rank
        value = owner.operands[0]
    sizes = sizes_made_by(value)
    return (None,) * rank if sizes is None and rank is not None else sizes


def sizes_made_by(value: SSAValue) -> Sizes | None:
    """What is known of the sizes in a value that is no conversion."""
    match value.owner:
        case ConstShapeOp() as made:
            return static_sizes(made.extents)
        case ShapeOfOp() as made if isinstance(made.arg.type, ShapedType):
            return static_sizes(made.arg.type.get_shape())
        case arith.ConstantOp() as made:
            return _constant_sizes(made.value)
        case _:
            rank = known_rank(value.type)
            return None if rank is None else (None,) * rank


def static_sizes(sizes: Sequence[int]) -> Sizes:
    """The sizes, where a negative number says that one is not known."""
    return tuple(None if size < 0 else size for size in sizes)


def _constant_sizes(attr: Attribute) -> Sizes | None:
    """The sizes in a constant extent tensor."""
    if not isinstance(attr, DenseIntOrFPElementsAttr) or len(attr.get_shape()) != 1:
        return None
    (count,) = attr.get_shape()
    values = [int(value) for value in attr.get_values()]
    return static_sizes(values * count if len(values) == 1 else values)


def constant_size(value: SSAValue) -> int | None:
    """The number that a size or an index is."""
    match value.owner:
        case ConstSizeOp() as made:
            return made.value.value.data
        case arith.ConstantOp() as made if isinstance(made.value, IntegerAttr):
            return made.value.value.data
        case _:
            return None


def size_constant(size: int, type_: Attribute) -> Operation:
    """The operation that makes a constant size, or a constant index."""
    if isinstance(type_, SizeType):
        return ConstSizeOp(size)
    return arith.ConstantOp(IntegerAttr(size, IndexType()))


def same_as(value: SSAValue, type_: Attribute) -> list[Operation] | None:
    """What turns a shape into one of another type: nothing, a cast; None when nothing does."""
    if value.type == type_:
        return []
    if isinstance(value.type, TensorType):
        if isinstance(type_, TensorType):
            return [tensor.CastOp(value, cast("TensorType[Attribute]", type_))]
        return [FromExtentTensorOp(value)]
    return None


def replace_by(op: Operation, value: SSAValue, rewriter: PatternRewriter) -> None:
    """Replace an operation of one result by a shape, if a cast gives it the right type."""
    casts = same_as(value, op.results[0].type)
    if casts is not None:
        rewriter.replace(op, casts, [casts[-1].results[0] if casts else value])


def set_operands(op: Operation, values: Sequence[SSAValue], rewriter: PatternRewriter) -> None:
    """Let an operation read other values; it stays where it is in the user's program."""
    op.operands = values
    rewriter.notify_op_modified(op)


def is_dynamic(type_: Attribute) -> bool:
    """Whether a type is an extent tensor of unknown length."""
    return (
        isinstance(type_, TensorType)
        and DYNAMIC_INDEX in cast("TensorType[Attribute]", type_).get_shape()
    )


def unique(values: Sequence[SSAValue]) -> list[SSAValue]:
    """The values in order, each once."""
    return list(dict.fromkeys(values))
