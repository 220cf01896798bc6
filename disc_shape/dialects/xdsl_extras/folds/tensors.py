"""Folds of operations on whole tensors: sizes, elements, casts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.xdsl_extras.folds.constants import (
    Folded,
    Folder,
    constant_attr,
    constant_int,
    integer_attr,
    same_type_operand,
)
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.dialects.xdsl_extras.tensor import BitcastOp, GenerateOp, RankOp

ELEMENTS_LIMIT = 64
"""The most elements of a tensor that is made a constant."""


def _shape(value: SSAValue) -> tuple[int, ...] | None:
    """The sizes of a ranked tensor."""
    if not isinstance(value.type, TensorType):
        return None
    return cast("TensorType[Attribute]", value.type).get_shape()


def _dim(op: Operation) -> Folded | None:
    """A static size, or the operand that gave the size."""
    source, axis_value = op.operands
    axis, shape = constant_int(axis_value), _shape(source)
    if axis is None or shape is None or not 0 <= axis < len(shape):
        return None
    if shape[axis] != DYNAMIC_INDEX:
        return (integer_attr(shape[axis], IndexType()),)
    place = shape[:axis].count(DYNAMIC_INDEX)
    match source.owner:
        case tensor.EmptyOp() as made:
            return (made.dynamic_sizes[place],)
        case GenerateOp() as made:
            return (made.dynamic_extents[place],)
        case tensor.SplatOp() as made:
            return (made.dynamicSizes[place],)
        case tensor.ExtractSliceOp() as made:
            sizes = made.static_sizes.get_values()
            # With fewer dimensions than sizes, which ones were dropped is not said.
            if len(sizes) != len(shape) or sizes[axis] != DYNAMIC_INDEX:
                return None
            return (made.sizes[sizes[:axis].count(DYNAMIC_INDEX)],)
        case tensor.ExpandShapeOp() as made:
            return (made.dynamic_output_shape[place],)
        case _:
            return None


def _rank(op: Operation) -> Folded | None:
    shape = _shape(op.operands[0])
    return None if shape is None else (integer_attr(len(shape), IndexType()),)


def _position(shape: Sequence[int], indices: Sequence[SSAValue]) -> int | None:
    """Where an element is, row by row; None when that is not known or outside."""
    position = 0
    for size, value in zip(shape, indices, strict=True):
        at = constant_int(value)
        if at is None or not 0 <= at < size:
            return None
        position = position * size + at
    return position


def _extract(op: Operation) -> Folded | None:
    source, *indices = op.operands
    owner = source.owner
    shape = _shape(source)
    if shape is None:
        return None
    if isinstance(owner, tensor.SplatOp):
        return (owner.input,)
    if isinstance(owner, tensor.InsertOp) and all(
        one is other for one, other in zip(indices, owner.indices, strict=True)
    ):
        return (owner.scalar,)
    if isinstance(owner, tensor.FromElementsOp):
        position = _position(shape, indices)
        return None if position is None else (owner.elements[position],)
    attr = constant_attr(source)
    if isinstance(attr, DenseIntOrFPElementsAttr):
        return _element(cast("DenseIntOrFPElementsAttr", attr), shape, indices)
    return None


def _element(
    attr: DenseIntOrFPElementsAttr, shape: Sequence[int], indices: Sequence[SSAValue]
) -> Folded | None:
    """An element of a constant."""
    element = attr.get_element_type()
    if not isinstance(element, IntegerType | IndexType):
        return None
    position = 0 if is_repeated(attr) else _position(shape, indices)
    if position is None:
        return None
    values = attr.get_values()
    return (integer_attr(int(cast("int", values[position])), element),)


def _from_elements(op: Operation) -> Folded | None:
    """A constant, when all elements are."""
    type_ = op.results[0].type
    if not isinstance(type_, TensorType) or len(op.operands) > ELEMENTS_LIMIT:
        return None
    elements: list[int] = []
    for operand in op.operands:
        value = constant_int(operand)
        if value is None:
            return None
        elements.append(value)
    if not isinstance(cast("TensorType[Attribute]", type_).element_type, IntegerType | IndexType):
        return None
    integer_type = cast("TensorType[IntegerType | IndexType]", type_)
    return (DenseIntOrFPElementsAttr.from_list(integer_type, elements),)


def _tensor_cast(op: Operation) -> Folded | None:
    """A cast to the same type, or there and back with nothing claimed in between."""
    (source,) = op.operands
    target = op.results[0].type
    if source.type == target:
        return (source,)
    inner = source.owner
    if not isinstance(inner, tensor.CastOp) or inner.source.type != target:
        return None
    middle, outer = _shape(source), _shape(inner.source)
    if outer is None:
        return (inner.source,) if middle is None else None
    if middle is not None and any(
        claimed != DYNAMIC_INDEX and size == DYNAMIC_INDEX
        for claimed, size in zip(middle, outer, strict=True)
    ):
        return None
    return (inner.source,)


def _bitcast(op: Operation) -> Folded | None:
    """A cast to the same type, or there and back."""
    folded = same_type_operand(op)
    if folded is not None:
        return folded
    inner = op.operands[0].owner
    if isinstance(inner, BitcastOp) and inner.source.type == op.results[0].type:
        return (inner.source,)
    return None


def _concat(op: Operation) -> Folded | None:
    """The only operand."""
    return same_type_operand(op) if len(op.operands) == 1 else None


def _whole_slice(op: Operation) -> Folded | None:
    """A slice that is the whole tensor."""
    assert isinstance(op, tensor.ExtractSliceOp)
    shape = _shape(op.source)
    if op.source.type != op.result.type or shape is None or DYNAMIC_INDEX in shape:
        return None
    whole = (
        not any(op.static_offsets.get_values())
        and op.static_sizes.get_values() == shape
        and all(stride == 1 for stride in op.static_strides.get_values())
    )
    return (op.source,) if whole else None


def _collapse(op: Operation) -> Folded | None:
    """What was expanded in the same way."""
    assert isinstance(op, tensor.CollapseShapeOp)
    inner = op.src.owner
    if (
        isinstance(inner, tensor.ExpandShapeOp)
        and inner.src.type == op.result.type
        and inner.reassociation == op.reassociation
    ):
        return (inner.src,)
    return None


TENSORS: dict[type[Operation], Folder] = {
    tensor.DimOp: _dim,
    RankOp: _rank,
    tensor.ExtractOp: _extract,
    tensor.FromElementsOp: _from_elements,
    tensor.CastOp: _tensor_cast,
    BitcastOp: _bitcast,
    tensor.ConcatOp: _concat,
    tensor.ExtractSliceOp: _whole_slice,
    tensor.CollapseShapeOp: _collapse,
}
"""The folder of each class of operations on tensors."""
