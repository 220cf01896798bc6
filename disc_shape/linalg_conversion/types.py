"""Types of the converted program: no signs in integers, no symbols of sizes."""

from __future__ import annotations

from typing import Literal

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.narrow import as_tensor, integer_width, is_signed, is_unsigned

INDEX = IndexType()
BOOL = IntegerType(1)

Kind = Literal["bool", "signed", "unsigned", "float"]
"""How elements are computed with; `index` is signed."""


def kind_of(element: Attribute) -> Kind | None:
    """How elements of a type are computed with; None for complex, quantized and other types."""
    if isinstance(element, AnyFloat):
        return "float"
    if isinstance(element, IndexType):
        return "signed"
    width = integer_width(element)
    if width is None:
        return None
    if width == 1:
        return "bool"
    return "unsigned" if is_unsigned(element) else "signed"


def is_complex(element: Attribute) -> bool:
    """Whether elements are complex numbers."""
    return isinstance(element, ComplexType)


def signless(element: Attribute) -> Attribute:
    """An element type with the same bits and no sign of its own."""
    width = integer_width(element)
    if width is not None and (is_signed(element) or is_unsigned(element)):
        return IntegerType(width)
    return element


def converted(type_: Attribute) -> Attribute:
    """The type of a value in the converted program."""
    tensor = as_tensor(type_)
    if tensor is not None:
        return TensorType(signless(tensor.element_type), tensor.shape)
    if isinstance(type_, FunctionType):
        return FunctionType.from_lists(
            [converted(one) for one in type_.inputs], [converted(one) for one in type_.outputs]
        )
    return signless(type_)


def tensor_of(value: SSAValue) -> TensorType[Attribute]:
    """The type of a value that is a ranked tensor."""
    found = as_tensor(value.type)
    if found is None:
        raise TypeError(f"{value.type} is no ranked tensor type")
    return found


def plain_type(value: SSAValue) -> TensorType[Attribute]:
    """The type that the counterpart of a tensor has."""
    type_ = tensor_of(value)
    return TensorType(signless(type_.element_type), type_.shape)


def exact_float(value: SSAValue, type_: Attribute) -> int | None:
    """The integer that a constant is, if it is not negative and a float type holds it exactly."""
    constant = value.owner
    if not isinstance(constant, arith.ConstantOp) or not isinstance(constant.value, IntegerAttr):
        return None
    number, digits = int_of(constant.value), DIGITS.get(type(type_), 0)
    return number if 0 <= number <= 1 << digits else None


DIGITS: dict[type[Attribute], int] = {Float16Type: 11, Float32Type: 24, Float64Type: 53}
"""The bits of the numbers that floats hold exactly."""
