"""What operands, results and attributes may be.

The constraints look at classes only, never at whole types: they run for every operation that is
read and verified, and passes refine the sizes and encodings of operands and results independently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, TypeAttribute
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import holds_integers
from disc_shape.dialects.hlo.narrow import (
    as_elements,
    as_tensor,
    integer_type,
    integer_width,
    is_signed,
)
from disc_shape.dialects.hlo.types import TokenType

BOOLEAN = "boolean"
INTEGER = "integer"
FLOAT = "floating-point"
COMPLEX = "complex"
QUANTIZED = "quantized"
OTHER = "other"

_KIND_OF_CLASS: dict[type[Attribute], str] = {
    IndexType: INTEGER,
    ComplexType: COMPLEX,
}
"""Element types that are one kind whatever their parameters."""


def element_kind(element: Attribute) -> str:
    """The kind of an element type, in the specification's words.

    `index` counts as an integer: front ends compute shapes in it with the same operations.
    """
    if (width := integer_width(element)) is not None:
        return BOOLEAN if width == 1 else INTEGER
    kind = _KIND_OF_CLASS.get(type(element))
    if kind is None:
        kind = FLOAT if isinstance(element, AnyFloat) else OTHER
        if element.name.startswith("quant."):
            kind = QUANTIZED
        _KIND_OF_CLASS[type(element)] = kind
    return kind


TypeVarMapping = Mapping[TypeVar, "AttrConstraint | IntConstraint"]


AttributeT = TypeVar("AttributeT", bound=Attribute, covariant=True)


class HloConstraint(AttrConstraint[AttributeT], Generic[AttributeT]):
    """A constraint that has no variables to solve for."""

    def mapping_type_vars(self, type_var_mapping: TypeVarMapping) -> AttrConstraint[AttributeT]:
        return self


@dataclass(frozen=True)
class TensorOf(HloConstraint[TensorType[Attribute]]):
    """A ranked tensor whose elements are of one of these kinds, of any when none are given."""

    kinds: frozenset[str] = frozenset()

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        tensor = as_tensor(attr)
        if tensor is None:
            raise VerifyException(f"expected a tensor, got {attr}")
        if is_signed(tensor.element_type):
            raise VerifyException(
                f"expected a tensor of signless or unsigned integers, got {attr}: HLO's integers "
                "with a sign are the signless ones"
            )
        if self.kinds and element_kind(tensor.element_type) not in self.kinds:
            kinds = " or ".join(sorted(self.kinds))
            raise VerifyException(f"expected a tensor of {kinds} elements, got {attr}")


@dataclass(frozen=True)
class TensorOrToken(HloConstraint[Attribute]):
    """A ranked tensor or a token."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not isinstance(attr, TensorType | TokenType):
            raise VerifyException(f"expected a tensor or a token, got {attr}")


@dataclass(frozen=True)
class InstanceOf(HloConstraint[AttributeT], Generic[AttributeT]):
    """An attribute of one of these classes, abstract ones included."""

    classes: tuple[type[AttributeT], ...]
    what: str

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not isinstance(attr, self.classes):
            raise VerifyException(f"expected {self.what}, got {attr}")


@dataclass(frozen=True)
class ArrayOf(HloConstraint[ArrayAttr[AttributeT]], Generic[AttributeT]):
    """An array of attributes of one of these classes."""

    classes: tuple[type[AttributeT], ...]
    what: str

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        elements = as_elements(attr)
        if elements is None:
            raise VerifyException(f"expected an array of {self.what}, got {attr}")
        for element in elements:
            if not isinstance(element, self.classes):
                raise VerifyException(f"expected {self.what}, got {element}")


@dataclass(frozen=True)
class Int64(HloConstraint[IntegerAttr]):
    """An integer attribute of type i64."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if integer_type(attr) != i64:
            raise VerifyException(f"expected a 64-bit integer, got {attr}")


@dataclass(frozen=True)
class Integers(HloConstraint[Attribute]):
    """A list of integers, or a table of them with as many columns as are asked for."""

    columns: int | None = None

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not holds_integers(attr):
            raise VerifyException(f"expected a list of integers, got {attr}")
        if self.columns is None:
            return
        shape = attr.get_shape() if isinstance(attr, DenseIntOrFPElementsAttr) else ()
        if len(shape) != 2 or shape[1] != self.columns:
            raise VerifyException(
                f"expected a table of integers with {self.columns} columns, got {attr}"
            )


def tensor_of(*kinds: str) -> TensorOf:
    """The constraint for a tensor with elements of one of these kinds."""
    return TensorOf(frozenset(kinds))


def attribute(cls: type[AttributeT]) -> InstanceOf[AttributeT]:
    """The constraint for an attribute of an abstract class, whatever its prefix."""
    return InstanceOf((cls,), f"an attribute '{cls.name}'")


def array_of(cls: type[AttributeT]) -> ArrayOf[AttributeT]:
    """The constraint for an array of attributes of an abstract class, whatever its prefix."""
    return ArrayOf((cls,), f"an attribute '{cls.name}'")


TENSOR = TensorOf()
VALUE = InstanceOf((TypeAttribute,), "a type")
PREDICATE = tensor_of(BOOLEAN)
INT_TENSOR = tensor_of(INTEGER)
FLOAT_TENSOR = tensor_of(FLOAT, QUANTIZED)
TENSOR_OR_TOKEN = TensorOrToken()
INT64 = Int64()
INTS = Integers()
TABLE = Integers()
PAIRS = Integers(2)
