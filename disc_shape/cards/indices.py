"""Shapes and indices in row-major order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.ir import Attribute, SSAValue

Index = tuple[int, ...]
"""The indices of one element, one for each dimension."""


def shape_of(value: SSAValue) -> tuple[int, ...]:
    """The sizes that the type of a value gives, `DYNAMIC_INDEX` for `?`; () for scalars."""
    type_ = value.type
    if type(type_) is TensorType or type(type_) is MemRefType:
        return tuple([size.data for size in type_.shape.data])
    return ()


def rank_of(value: SSAValue) -> int:
    """The number of dimensions of a value; 0 for scalars."""
    return len(shape_of(value))


def is_shaped(value: SSAValue) -> bool:
    """True for tensors and buffers of known rank."""
    return isinstance(value.type, (TensorType, MemRefType))


def element_type_of(type: Attribute) -> Attribute:
    """The type of the elements of a tensor or buffer; of a scalar its own."""
    if isinstance(type, (TensorType, MemRefType)):
        return cast("TensorType[Attribute] | MemRefType[Attribute]", type).get_element_type()
    return type


def indices(shape: Sequence[int]) -> Iterator[Index]:
    """
    All indices of a static shape, in row-major order, one after the other: a caller that stops at
    an unknown element has not listed those of a large tensor.
    """
    if not shape:
        yield ()
    elif 0 not in shape:
        for at in range(shape[0]):
            for rest in indices(shape[1:]):
                yield (at, *rest)


def is_inside(index: Sequence[int], shape: Sequence[int]) -> bool:
    """True for the index of an element of a static shape."""
    return len(index) == len(shape) and all(
        0 <= at < size for at, size in zip(index, shape, strict=True)
    )


def linearized(index: Sequence[int], shape: Sequence[int]) -> int:
    """The position of an element in row-major order."""
    position = 0
    for at, size in zip(index, shape, strict=True):
        position = position * size + at
    return position


def delinearized(position: int, shape: Sequence[int]) -> Index:
    """The index of the element at a position in row-major order."""
    return tuple(
        position // prod(shape[axis + 1 :]) % max(size, 1) for axis, size in enumerate(shape)
    )
