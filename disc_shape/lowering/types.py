"""The buffer type of each tensor type, and the layouts of views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.errors import OperationError

Size: TypeAlias = SSAValue | int
"""A size: a value of type `index`, or a number where it is static."""

Buffer: TypeAlias = MemRefType[Attribute]


def buffer_type(type_: TensorType[Attribute]) -> Buffer:
    """The row-major buffer with a tensor's sizes and elements; it has no symbols."""
    return MemRefType(type_.element_type, type_.shape)


def as_buffer(type_: Attribute) -> Buffer | None:
    """The type, if it is that of a ranked buffer."""
    return cast("Buffer", type_) if isinstance(type_, MemRefType) else None


def buffer_of(value: SSAValue) -> Buffer:
    """The type of a value that is a ranked buffer."""
    return known_buffer(value.type)


def known_buffer(type_: Attribute) -> Buffer:
    """A type that is known to be a buffer's."""
    found = as_buffer(type_)
    assert found is not None
    return found


def lowered(type_: Attribute, op: Operation | None) -> Attribute:
    """
    The type at buffer level: a memref for a tensor, any other type as it is. Raises
    `OperationError` at `op` for a type that has no form on buffers.
    """
    if (tensor := as_tensor(type_)) is not None:
        return buffer_type(tensor)
    if isinstance(type_, UnrankedTensorType):
        raise OperationError(f"a value has type {type_}, expected a ranked tensor", op)
    return type_


def is_row_major(type_: Buffer) -> bool:
    """Whether the elements are contiguous, in order of their indices."""
    return isinstance(type_.layout, NoneAttr)


def with_shape(type_: Buffer, shape: Sequence[int]) -> Buffer:
    """The same elements and layout with other static sizes."""
    return MemRefType(type_.element_type, shape, type_.layout, type_.memory_space)


def row_major_strides(
    sizes: Sequence[Size], multiply: Callable[[Size, Size], SSAValue]
) -> list[Size]:
    """The row-major strides of sizes; `multiply` emits a product that is not static."""
    strides: list[Size] = [1] if sizes else []
    for size in reversed(sizes[1:]):
        stride = strides[-1]
        if isinstance(stride, int) and isinstance(size, int):
            strides.append(stride * size)
        else:
            strides.append(size if stride == 1 else multiply(stride, size))
    return strides[::-1]


def width_of(element: Attribute) -> int | None:
    """The bytes of an element; None for elements that are no whole bytes or of unknown size."""
    if isinstance(element, IndexType):
        return 8
    if isinstance(element, IntegerType):
        bits = cast("IntegerType[int]", element).bitwidth
        return 1 if bits == 1 else bits // 8 if bits % 8 == 0 else None
    if isinstance(element, ComplexType):
        part = width_of(cast("ComplexType[AnyFloat]", element).element_type)
        return None if part is None else 2 * part
    if isinstance(element, AnyFloat) and element.bitwidth % 8 == 0:
        return element.bitwidth // 8
    return None
