"""Integer constants: the number that a value is known to be."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike

INDEX_WIDTH = 64
_IS_CONSTANT: dict[type[Operation], bool] = {}


def is_constant(cls: type[Operation]) -> bool:
    """Whether operations of a class are constants that carry their value as `value`."""
    known = _IS_CONSTANT.get(cls)
    if known is None:
        known = cls.has_trait(ConstantLike, value_if_unregistered=False)
        known = known or cls.name.endswith(".constant")
        _IS_CONSTANT[cls] = known
    return known


def constant_attr(value: SSAValue) -> Attribute | None:
    """The attribute of the constant that defines a value."""
    owner = value.owner
    if isinstance(owner, Operation) and is_constant(type(owner)):
        return owner.properties.get("value")
    return None


def constant_int(value: SSAValue) -> int | None:
    """The signed number that a value is, None when it is not a constant."""
    attr = constant_attr(value)
    if not isinstance(attr, IntegerAttr):
        return None
    return signed(attr.value.data, width_of(value.type) or INDEX_WIDTH)


def signed(value: int, width: int) -> int:
    """The lowest `width` bits of `value` as a number in two's complement."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) & 1 else value


def width_of(type_: Attribute) -> int | None:
    """The bits of an integer or an index."""
    if isinstance(type_, IntegerType):
        return cast("IntegerType", type_).width.data
    return INDEX_WIDTH if isinstance(type_, IndexType) else None
