"""Reading and making the constants that folds work on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike

from disc_shape.dialects.xdsl_extras.integers import signed

Folded: TypeAlias = "tuple[Attribute | SSAValue, ...]"
Folder: TypeAlias = "Callable[[Operation], Folded | None]"

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
    """The attribute of the constant that gives a value."""
    owner = value.owner
    if isinstance(owner, Operation) and is_constant(type(owner)):
        return owner.properties.get("value")
    return None


def constant_int(value: SSAValue) -> int | None:
    """The number that a value is, with a sign."""
    attr = constant_attr(value)
    if not isinstance(attr, IntegerAttr):
        return None
    return signed(attr.value.data, width_of(value.type) or INDEX_WIDTH)


def width_of(type_: Attribute) -> int | None:
    """The bits of an integer or an index."""
    if isinstance(type_, IntegerType):
        return cast("IntegerType", type_).width.data
    return INDEX_WIDTH if isinstance(type_, IndexType) else None


def integer_attr(value: int, type_: Attribute) -> IntegerAttr:
    """The constant of an integer type or of `index` that holds `value`, wrapped around."""
    if isinstance(type_, IntegerType):
        return IntegerAttr(value, cast("IntegerType", type_), truncate_bits=True)
    return IntegerAttr(signed(value, INDEX_WIDTH), IndexType())


def truth(value: bool) -> IntegerAttr:
    """A constant of type `i1`."""
    return integer_attr(int(value), i1)


def same_type_operand(op: Operation) -> Folded | None:
    """The operand of an operation that gives it back when that has the type of the result."""
    (source,) = op.operands
    return (source,) if source.type == op.results[0].type else None
