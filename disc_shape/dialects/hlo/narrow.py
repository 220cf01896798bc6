"""
Typed views of xDSL's generic attributes, whose parameters `isinstance` leaves unknown.

Classes of attributes are final, so that a comparison of classes is the same and much faster.
"""

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    Float8E8M0FNUType,
    IntegerAttr,
    IntegerType,
    Signedness,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute


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


def is_power_of_two(attr: Attribute) -> bool:
    """Whether a type is that of floats that are powers of two: zero is none of its numbers."""
    return type(attr) is Float8E8M0FNUType


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
