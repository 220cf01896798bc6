"""Typed views of xDSL's generic attributes, whose parameters `isinstance` leaves unknown."""

from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    SignednessAttr,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute


def as_tensor(attr: Attribute) -> TensorType[Attribute] | None:
    """The attribute, if it is a ranked tensor type."""
    return cast("TensorType[Attribute]", attr) if isinstance(attr, TensorType) else None


def unranked_element(attr: Attribute) -> Attribute | None:
    """The element type, if the attribute is an unranked tensor type."""
    if not isinstance(attr, UnrankedTensorType):
        return None
    return cast("Attribute", attr.element_type)


def as_elements(attr: Attribute | None) -> tuple[Attribute, ...] | None:
    """The elements of an array attribute."""
    return cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else None


def complex_part(attr: Attribute) -> Attribute | None:
    """The type of the parts of a complex type."""
    return cast("Attribute", attr.element_type) if isinstance(attr, ComplexType) else None


def integer_width(attr: Attribute) -> int | None:
    """The number of bits of an integer type, signless or not."""
    return cast("IntAttr[int]", attr.width).data if isinstance(attr, IntegerType) else None


def integer_type(attr: Attribute) -> Attribute | None:
    """The type of an integer attribute."""
    return cast("Attribute", attr.type) if isinstance(attr, IntegerAttr) else None


def is_signed(attr: Attribute) -> bool:
    """Whether an integer type has a sign by its own word."""
    if not isinstance(attr, IntegerType):
        return False
    signedness = cast("SignednessAttr[Signedness]", attr.signedness)
    return signedness.data is Signedness.SIGNED


def is_unsigned(attr: Attribute) -> bool:
    """Whether an integer type has no sign by its own word."""
    if not isinstance(attr, IntegerType):
        return False
    signedness = cast("SignednessAttr[Signedness]", attr.signedness)
    return signedness.data is Signedness.UNSIGNED
