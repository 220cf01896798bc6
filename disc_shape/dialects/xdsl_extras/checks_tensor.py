"""What MLIR's `tensor` asks of operations beyond xDSL."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.checks import CHECKS, require
from disc_shape.dialects.xdsl_extras.ranked import RankedTensor, compatible

Shaped = MemRefType[Attribute] | RankedTensor


def _ranked(type_: Attribute) -> RankedTensor | None:
    return cast("RankedTensor", type_) if isinstance(type_, TensorType) else None


def _element(type_: Attribute) -> Attribute | None:
    if isinstance(type_, UnrankedTensorType):
        return cast("Attribute", type_.element_type)
    found = _ranked(type_)
    return None if found is None else found.element_type


def _check_elements(op: Operation, one: Attribute, other: Attribute) -> None:
    left, right = _element(one), _element(other)
    require(left == right, f"element types of '{op.name}' differ: {left} and {right}")


def check_cast(op: tensor.CastOp) -> None:
    """A cast keeps the elements."""
    _check_elements(op, op.source.type, op.dest.type)


def check_empty(op: tensor.EmptyOp) -> None:
    """There is a size for each dynamic dimension."""
    type_ = _ranked(op.tensor.type)
    if type_ is None:
        return
    expected, found = type_.get_shape().count(DYNAMIC_INDEX), len(op.dynamic_sizes)
    require(found == expected, f"'{op.name}' has {found} sizes, expected {expected} for {type_}")


def check_from_elements(op: tensor.FromElementsOp) -> None:
    """A static shape, and an operand of the element type for each of its elements."""
    type_ = _ranked(op.result.type)
    if type_ is None:
        return
    shape = type_.get_shape()
    if DYNAMIC_INDEX in shape:
        raise VerifyException(f"result of '{op.name}' is {type_}, expected static sizes")
    found, expected = len(op.elements), prod(shape)
    require(found == expected, f"'{op.name}' has {found} elements, expected {expected}")
    for index, element in enumerate(op.elements):
        if element.type != type_.element_type:
            raise VerifyException(
                f"element {index} of '{op.name}' is {element.type}, expected {type_.element_type}"
            )


def check_extract(op: tensor.ExtractOp) -> None:
    """There is an index for each dimension."""
    _check_indices(op, op.tensor.type, len(op.indices))


def check_insert(op: tensor.InsertOp) -> None:
    """There is an index for each dimension."""
    _check_indices(op, op.dest.type, len(op.indices))


def _check_indices(op: Operation, type_: Attribute, found: int) -> None:
    whole = _ranked(type_)
    if whole is not None:
        expected = whole.get_num_dims()
        require(found == expected, f"'{op.name}' has {found} indices, expected {expected}")


def check_extract_slice(op: tensor.ExtractSliceOp) -> None:
    """Offsets, sizes and strides for each dimension, and a result of these sizes."""
    _check_slice(op, op.source.type, op.result.type, op)


def check_insert_slice(op: tensor.InsertSliceOp) -> None:
    """Offsets, sizes and strides for each dimension, and a source of these sizes."""
    _check_slice(op, op.dest.type, op.source.type, op)


def _check_slice(
    op: Operation,
    outer: Attribute,
    inner: Attribute,
    fields: tensor.ExtractSliceOp | tensor.InsertSliceOp,
) -> None:
    whole, piece = _ranked(outer), _ranked(inner)
    if whole is None or piece is None:
        return
    _check_elements(op, outer, inner)
    rank = whole.get_num_dims()
    sizes = fields.static_sizes.get_values()
    offsets = fields.static_offsets.get_values()
    for what, values in (
        ("offsets", offsets),
        ("sizes", sizes),
        ("strides", fields.static_strides.get_values()),
    ):
        require(len(values) == rank, f"'{op.name}' has {len(values)} {what}, expected {rank}")
    for what, values in (("offset", offsets), ("size", sizes)):
        for index, value in enumerate(values):
            require(
                value >= 0 or value == DYNAMIC_INDEX,
                f"{what} {index} of '{op.name}' is {value}, expected 0 or more",
            )
    strides = fields.static_strides.get_values()
    for axis, (extent, offset, size, stride) in enumerate(
        zip(whole.get_shape(), offsets, sizes, strides, strict=True)
    ):
        if DYNAMIC_INDEX not in (extent, offset, size, stride) and size > 0:
            last = offset + (size - 1) * stride
            require(
                0 <= last < extent,
                f"slice of '{op.name}' reaches index {last} of dimension {axis}, whose size is"
                f" {extent}",
            )
    require(
        reduces(sizes, piece.get_shape()),
        f"type of the slice of '{op.name}' is {piece}, expected sizes "
        f"{['?' if size == DYNAMIC_INDEX else size for size in sizes]}, 1s dropped or not",
    )


def reduces(sizes: Sequence[int], shape: Sequence[int]) -> bool:
    """Whether a shape has the sizes in order, but perhaps for some of the static 1s.

    A size that is not static may be any.
    """
    if not sizes:
        return not shape
    kept = bool(shape) and (sizes[0] == shape[0] or DYNAMIC_INDEX in (sizes[0], shape[0]))
    if kept and reduces(sizes[1:], shape[1:]):
        return True
    return sizes[0] == 1 and len(sizes) > len(shape) and reduces(sizes[1:], shape)


def check_collapse(op: tensor.CollapseShapeOp) -> None:
    """A group of dimensions of the operand for each dimension of the result."""
    check_groups(op, op.reassociation, op.results[0], op.operands[0])


def check_expansion(op: tensor.ExpandShapeOp) -> None:
    """The result has the sizes that are given."""
    check_given_sizes(op, op.static_output_shape)


def check_groups(
    op: Operation, reassociation: ArrayAttr[Attribute], merged: SSAValue, split: SSAValue
) -> None:
    """A group of the dimensions of `split` for each one of `merged`, of as many elements."""
    few, many = cast("Shaped", merged.type), cast("Shaped", split.type)
    source, result = op.operands[0].type, op.results[0].type
    left, right = cast("Shaped", source).element_type, cast("Shaped", result).element_type
    require(left == right, f"element types of '{op.name}' differ: {left} and {right}")
    groups = [
        [cast("IntegerAttr", axis).value.data for axis in group]
        for group in cast("ArrayAttr[ArrayAttr[Attribute]]", reassociation)
    ]
    axes = [axis for group in groups for axis in group]
    in_order = len(groups) == few.get_num_dims() and axes == list(range(many.get_num_dims()))
    require(
        in_order or not few.get_num_dims(),
        f"groups of '{op.name}' are {groups}, expected {few.get_num_dims()} of"
        f" {many.get_num_dims()} dimensions in order",
    )
    for axis, group in enumerate(groups):
        sizes, whole = [many.get_shape()[one] for one in group], few.get_shape()[axis]
        if DYNAMIC_INDEX not in (*sizes, whole):
            require(
                prod(sizes) == whole,
                f"dimension {axis} of '{op.name}' has size {whole}, expected {prod(sizes)}",
            )
    if not few.get_num_dims():
        require(
            all(size in (1, DYNAMIC_INDEX) for size in many.get_shape()),
            f"'{op.name}' is between {source} and {result}, which has more than one element",
        )


def check_given_sizes(op: Operation, given: DenseArrayBase[IntegerType]) -> None:
    """The result has the sizes that an operation lists."""
    sizes, result = given.get_values(), cast("Shaped", op.results[0].type)
    require(
        compatible(sizes, result.get_shape()),
        f"output shape of '{op.name}' is {list(sizes)}, but the result is {result}",
    )


CHECKS.register(check_cast, tensor.CastOp)
CHECKS.register(check_collapse, tensor.CollapseShapeOp)
CHECKS.register(check_empty, tensor.EmptyOp)
CHECKS.register(check_expansion, tensor.ExpandShapeOp)
CHECKS.register(check_extract, tensor.ExtractOp)
CHECKS.register(check_extract_slice, tensor.ExtractSliceOp)
CHECKS.register(check_from_elements, tensor.FromElementsOp)
CHECKS.register(check_insert, tensor.InsertOp)
CHECKS.register(check_insert_slice, tensor.InsertSliceOp)
