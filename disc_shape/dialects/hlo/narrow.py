"""
Typed views of xDSL's generic attributes, whose parameters `isinstance` leaves unknown.

Classes of attributes are final, so that a comparison of classes is the same and much faster.
"""

from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation


def as_tensor(attr: Attribute) -> TensorType[Attribute] | None:
    """The attribute, if it is a ranked tensor type."""
    return attr if type(attr) is TensorType else None


def unranked_element(attr: Attribute) -> Attribute | None:
    """The element type, if the attribute is an unranked tensor type."""
    if type(attr) is not UnrankedTensorType:
        return None
    return attr.element_type


def as_elements(attr: Attribute | None) -> tuple[Attribute, ...] | None:
    """The elements of an array attribute."""
    return attr.data if type(attr) is ArrayAttr else None


def complex_part(attr: Attribute) -> Attribute | None:
    """The type of the parts of a complex type."""
    return attr.element_type if type(attr) is ComplexType else None


def integer_width(attr: Attribute) -> int | None:
    """The number of bits of an integer type, signless or not."""
    return attr.width.data if type(attr) is IntegerType else None


NARROW_FLOATS = frozenset(
    (
        "f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU"
        " f6E2M3FN f6E3M2FN f4E2M1FN"
    ).split()
)
"""The types of floats of a byte and less."""


def is_narrow(attr: Attribute) -> bool:
    """Whether a type is one of integers of two to seven bits, or of floats of a byte and less."""
    width = integer_width(attr)
    return (width is not None and 1 < width < 8) or attr.name in NARROW_FLOATS


def narrow_element(op: Operation) -> Attribute | None:
    """The narrow type of elements that an operation reads, computes or writes, if there is one."""
    values = [*op.operands, *(result for one in op.walk() for result in one.results)]
    for one in values:
        if isinstance(one.type, MemRefType | TensorType):
            type_ = cast("MemRefType[Attribute] | TensorType[Attribute]", one.type)
            element = type_.get_element_type()
            if is_narrow(element):
                return element
    return None


def integer_type(attr: Attribute) -> Attribute | None:
    """The type of an integer attribute."""
    return attr.type if type(attr) is IntegerAttr else None


def is_signed(attr: Attribute) -> bool:
    """Whether an integer type has a sign by its own word."""
    if type(attr) is not IntegerType:
        return False
    signedness = attr.signedness
    return signedness.data is Signedness.SIGNED


def is_unsigned(attr: Attribute) -> bool:
    """Whether an integer type has no sign by its own word."""
    if type(attr) is not IntegerType:
        return False
    signedness = attr.signedness
    return signedness.data is Signedness.UNSIGNED
