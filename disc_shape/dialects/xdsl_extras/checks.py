"""What MLIR asks of operations whose classes are xDSL's and ask less.

MLIR's documentation of the dialects `tensor` and `arith`. The classes stay xDSL's, so that other
tools' passes know them; `disc-opt` makes these checks after the operations' own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    IntegerType,
    TensorType,
    UnrankedTensorType,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from disc_shape.dialects.xdsl_extras.ranked import RankedTensor, compatible


def _ranked(type_: Attribute) -> RankedTensor | None:
    return cast("RankedTensor", type_) if isinstance(type_, TensorType) else None


def _element(type_: Attribute) -> Attribute | None:
    if isinstance(type_, UnrankedTensorType):
        return cast("Attribute", type_.element_type)
    found = _ranked(type_)
    return None if found is None else found.element_type


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise VerifyException(message)


def _check_elements(op: Operation, one: Attribute, other: Attribute) -> None:
    left, right = _element(one), _element(other)
    _require(left == right, f"element types of '{op.name}' differ: {left} and {right}")


def check_cast(op: tensor.CastOp) -> None:
    """A cast keeps the elements."""
    _check_elements(op, op.source.type, op.dest.type)


def check_empty(op: tensor.EmptyOp) -> None:
    """There is a size for each dynamic dimension."""
    type_ = _ranked(op.tensor.type)
    if type_ is None:
        return
    expected, found = type_.get_shape().count(DYNAMIC_INDEX), len(op.dynamic_sizes)
    _require(found == expected, f"'{op.name}' has {found} sizes, expected {expected} for {type_}")


def check_from_elements(op: tensor.FromElementsOp) -> None:
    """A static shape, and an operand of the element type for each of its elements."""
    type_ = _ranked(op.result.type)
    if type_ is None:
        return
    shape = type_.get_shape()
    _require(DYNAMIC_INDEX not in shape, f"result of '{op.name}' is {type_}, expected static sizes")
    found, expected = len(op.elements), prod(shape)
    _require(found == expected, f"'{op.name}' has {found} elements, expected {expected}")
    for index, element in enumerate(op.elements):
        _require(
            element.type == type_.element_type,
            f"element {index} of '{op.name}' is {element.type}, expected {type_.element_type}",
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
        _require(found == expected, f"'{op.name}' has {found} indices, expected {expected}")


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
        _require(len(values) == rank, f"'{op.name}' has {len(values)} {what}, expected {rank}")
    for what, values in (("offset", offsets), ("size", sizes)):
        for index, value in enumerate(values):
            _require(
                value >= 0 or value == DYNAMIC_INDEX,
                f"{what} {index} of '{op.name}' is {value}, expected 0 or more",
            )
    strides = fields.static_strides.get_values()
    for axis, (extent, offset, size, stride) in enumerate(
        zip(whole.get_shape(), offsets, sizes, strides, strict=True)
    ):
        if DYNAMIC_INDEX not in (extent, offset, size, stride) and size > 0:
            last = offset + (size - 1) * stride
            _require(
                0 <= last < extent,
                f"slice of '{op.name}' reaches index {last} of dimension {axis}, whose size is"
                f" {extent}",
            )
    _require(
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


def check_compare(op: arith.CmpiOp | arith.CmpfOp) -> None:
    """Operands of one type, truth values in its shape, and one of the ways to compare."""
    ways = 10 if isinstance(op, arith.CmpiOp) else 16
    _require(
        op.predicate.type == i64 and 0 <= op.predicate.value.data < ways,
        f"predicate of '{op.name}' is {op.predicate}, expected 0 to {ways - 1} of type i64",
    )
    left, right, result = op.lhs.type, op.rhs.type, op.result.type
    _require(left == right, f"operands of '{op.name}' differ: {left} and {right}")
    operand, found = _ranked(left), _ranked(result)
    expected = IntegerType(1)
    if operand is None:
        return
    _require(
        found is not None
        and found.element_type == expected
        and compatible(found.get_shape(), operand.get_shape()),
        f"result of '{op.name}' is {result}, expected {expected} in the shape of {left}",
    )


def check_float_cast(op: arith.ExtFOp | arith.TruncFOp) -> None:
    """A float of each of the operand's, wider or narrower."""
    source, target = op.input.type, op.result.type
    _require(
        have_compatible_shape(source, target),
        f"shapes of '{op.name}' differ: {source} and {target}",
    )
    elements = get_element_type_or_self(source), get_element_type_or_self(target)
    less, more = elements if isinstance(op, arith.ExtFOp) else reversed(elements)
    if isinstance(less, AnyFloat) and isinstance(more, AnyFloat):
        _require(less.bitwidth < more.bitwidth, f"'{op.name}' is not between {source} and {target}")


CHECKS: dict[type, Callable[..., None]] = {
    tensor.CastOp: check_cast,
    tensor.EmptyOp: check_empty,
    tensor.ExtractOp: check_extract,
    tensor.ExtractSliceOp: check_extract_slice,
    tensor.FromElementsOp: check_from_elements,
    tensor.InsertOp: check_insert,
    tensor.InsertSliceOp: check_insert_slice,
    arith.CmpfOp: check_compare,
    arith.CmpiOp: check_compare,
    arith.ExtFOp: check_float_cast,
    arith.TruncFOp: check_float_cast,
}
"""The check of each class."""
