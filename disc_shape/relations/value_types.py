"""The sizes in the types of values, and which values may hold parts of shapes."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerType,
    MemRefType,
    Signedness,
    TensorType,
    i1,
)
from xdsl.ir import Attribute

MAX_SHAPE_ELEMENTS = 64
"""Integer tensors with more elements than this are data, never parts of a shape."""


def as_tensor(type_: Attribute) -> TensorType[Attribute] | None:
    """A type as a ranked tensor type, None when it is none."""
    return type_ if type(type_) is TensorType else None


def shape_of_type(type_: Attribute) -> tuple[int, ...] | None:
    """
    The static shape of a ranked tensor or memref type (`DYNAMIC_INDEX` for `?`), None for any
    other type.
    """
    if type(type_) is TensorType or type(type_) is MemRefType:
        return tuple([size.data for size in type_.shape.data])
    return None


def is_dynamic(type_: Attribute) -> bool:
    """True for ranked tensor and memref types with at least one `?`."""
    if type(type_) is TensorType or type(type_) is MemRefType:
        for size in type_.shape.data:
            if size.data == DYNAMIC_INDEX:
                return True
    return False


INTEGERS = (IntegerType, IndexType)


def is_integer(type: Attribute) -> bool:
    """True for scalars that may be sizes: integers and `index`."""
    return type.__class__ in INTEGERS


def element_count(type: Attribute) -> int | None:
    """
    How many integers a value of this type holds when its contents may be parts of a shape: 1 for
    integer and index scalars, the number of elements for small static tensors and buffers of them,
    None for everything else.
    """
    if is_integer(type):
        return 1
    if type.name in RANKED and is_integer(scalar_type(type)):
        count = 1
        for size in shape_of_type(type) or ():
            if size == DYNAMIC_INDEX:
                return None
            count *= size
        return count if count <= MAX_SHAPE_ELEMENTS else None
    return None


SHAPE_TYPE = "shape.shape"
"""The name of the type of MLIR's shape dialect that holds a shape of any rank."""

SHAPE_TYPES = frozenset({SHAPE_TYPE, "shape.size"})
"""The names of the types of MLIR's shape dialect that hold sizes."""


def holds_sizes(type: Attribute) -> bool:
    """
    True for types whose values may be parts of a shape. Beside those whose number of integers is
    known, these are shapes of unknown rank: `!shape.shape` and `tensor<?xindex>`.
    """
    if element_count(type) is not None or type.name in SHAPE_TYPES:
        return True
    return (
        type.name == TensorType.name
        and isinstance(scalar_type(type), IntegerType | IndexType)
        and shape_of_type(type) == (DYNAMIC_INDEX,)
    )


RANKED = (TensorType.name, MemRefType.name)
"""The types with sizes and elements."""


def scalar_type(type_: Attribute) -> Attribute:
    """The element type of a tensor or buffer, the type itself of a scalar."""
    if type(type_) is TensorType or type(type_) is MemRefType:
        return type_.element_type
    return type_


def integer_type(type_: Attribute) -> IntegerType | None:
    """The integer type of a scalar or of a tensor's elements, None for `index` and all others."""
    element = scalar_type(type_)
    return element if type(element) is IntegerType else None


def integer_range(type: Attribute) -> tuple[int | None, int | None]:
    """The values that an integer scalar or element of this type can hold; `index` is unbounded."""
    element = integer_type(type)
    if element is None:
        return None, None
    bits = element.width.data
    if element.signedness.data == Signedness.UNSIGNED or element == i1:
        return 0, (1 << bits) - 1
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1


def machine_range(type: Attribute) -> tuple[int, int]:
    """Like `integer_range`, with `index` as the 64-bit integer that it is when a program runs."""
    low, high = integer_range(type)
    return (-(1 << 63), (1 << 63) - 1) if low is None or high is None else (low, high)
