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
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    FloatTF32Type,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, TypeAttribute
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext
from xdsl.utils.exceptions import VerifyException

from disc_shape.class_table import Kind
from disc_shape.dialects.hlo.attributes import HloAttribute, element_of_list, holds_integers
from disc_shape.dialects.hlo.narrow import (
    as_elements,
    as_tensor,
    complex_part,
    integer_type,
    integer_width,
    is_signed,
    is_unsigned,
    unranked_element,
)
from disc_shape.dialects.hlo.op import MHLO, STABLEHLO, prefix_of
from disc_shape.dialects.hlo.types import HAS_BOUNDS, BoundsAttr, TokenType, TypeExtensionsAttr
from disc_shape.reading.literals import ELEMENTS as ELEMENT_TYPES

_IS_OF_HLO = Kind(HloAttribute)

BOOLEAN = "boolean"
INTEGER = "integer"
INDEX = "index"
FLOAT = "floating-point"
COMPLEX = "complex"
QUANTIZED = "quantized"
AXIS_QUANTIZED = "quantized along a dimension"
OTHER = "other"

ELEMENTS = frozenset({BOOLEAN, INTEGER, FLOAT, COMPLEX, QUANTIZED})
"""The element types of the specification, without the quantized ones that have an axis."""

WIDTHS = (2, 4, 8, 16, 32, 64)
"""The widths of integers, apart from booleans."""

_KIND_OF_CLASS: dict[type[Attribute], str] = {
    IndexType: INDEX,
    Float80Type: OTHER,
    Float128Type: OTHER,
    FloatTF32Type: OTHER,
}
"""Element types that are one kind whatever their parameters."""


def element_kind(element: Attribute) -> str:
    """The kind of an element type, in the specification's words."""
    if (width := integer_width(element)) is not None:
        if width == 1:
            return OTHER if is_unsigned(element) else BOOLEAN
        return INTEGER if width in WIDTHS else OTHER
    if (part := complex_part(element)) is not None:
        return COMPLEX if isinstance(part, Float32Type | Float64Type) else OTHER
    if element.name.startswith("quant."):
        return _quantized_kind(element)
    kind = _KIND_OF_CLASS.get(type(element))
    if kind is None:
        kind = FLOAT if isinstance(element, AnyFloat) else OTHER
        _KIND_OF_CLASS[type(element)] = kind
    return kind


def words(kinds: frozenset[str]) -> str:
    """Kinds of elements, in words; those of MHLO's shape computation go without saying."""
    return " or ".join(sorted(kinds - {AXIS_QUANTIZED} - ({INDEX} if INTEGER in kinds else set())))


_KIND_OF_COMMON = {id(element): element_kind(element) for element in ELEMENT_TYPES.values()}
"""The kinds of the element types that readers make, which are never freed, by address."""


STORED = (2, 4, 8, 16, 32)
"""The widths of integers that quantized elements are stored in."""


def _quantized_kind(element: Attribute) -> str:
    from disc_shape.dialects.quant import UniformQuantizedType

    if not isinstance(element, UniformQuantizedType) or element.data.blocks:
        return OTHER
    if element.data.storage.width not in STORED:
        return OTHER
    return QUANTIZED if element.data.axis is None else AXIS_QUANTIZED


def axis_problem(tensor: TensorType[Attribute]) -> str | None:
    """What is wrong with the dimension that the scales of a quantized tensor belong to."""
    from disc_shape.dialects.quant import UniformQuantizedType

    element = tensor.element_type
    if not isinstance(element, UniformQuantizedType) or (axis := element.data.axis) is None:
        return None
    sizes = tensor.get_shape()
    if axis >= len(sizes):
        return f"quantized dimension {axis} is out of range: expected 0 to {len(sizes) - 1}"
    if sizes[axis] not in (DYNAMIC_INDEX, len(element.scales)):
        return (
            f"dimension {axis} is {sizes[axis]}, expected one index for each of "
            f"{len(element.scales)} scales"
        )
    return None


TypeVarMapping = Mapping[TypeVar, "AttrConstraint | IntConstraint"]


AttributeT = TypeVar("AttributeT", bound=Attribute, covariant=True)


class HloConstraint(AttrConstraint[AttributeT], Generic[AttributeT]):
    """A constraint that has no variables to solve for."""

    def mapping_type_vars(self, type_var_mapping: TypeVarMapping) -> AttrConstraint[AttributeT]:
        return self

    def under(self, prefix: str | None) -> HloConstraint[AttributeT]:
        """The constraint as the dialect `prefix` has it; with None, types and attributes of any."""
        return self


@dataclass(frozen=True)
class TensorOf(HloConstraint[TensorType[Attribute]]):
    """A tensor whose elements are of one of these kinds, ranked unless said otherwise."""

    kinds: frozenset[str] = ELEMENTS
    ranked: bool = True

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if type(attr) is TensorType and not HAS_BOUNDS[type(attr.encoding)]:
            if _KIND_OF_COMMON.get(id(attr.element_type)) in self.kinds:
                return
        element = None
        if (tensor := as_tensor(attr)) is not None:
            element = tensor.element_type
        elif not self.ranked:
            element = unranked_element(attr)
        if element is None:
            ranked = "ranked " if unranked_element(attr) is not None else ""
            raise VerifyException(f"expected a {ranked}tensor, got {attr}")
        if is_signed(element):
            raise VerifyException(
                f"expected a tensor of signless or unsigned integers, got {attr}: HLO's integers "
                "with a sign are the signless ones"
            )
        kind = element_kind(element)
        if kind not in self.kinds:
            if kind == AXIS_QUANTIZED and QUANTIZED in self.kinds:
                raise VerifyException(f"expected one scale for the whole tensor, got {attr}")
            raise VerifyException(f"expected a tensor of {words(self.kinds)} elements, got {attr}")
        if tensor is None:
            return
        if kind == AXIS_QUANTIZED and (problem := axis_problem(tensor)):
            raise VerifyException(f"{problem}, got {attr}")
        encoding = tensor.encoding
        if HAS_BOUNDS[type(encoding)] and isinstance(encoding, BoundsAttr | TypeExtensionsAttr):
            if problem := encoding.shape_problem(tensor.get_shape()):
                raise VerifyException(f"{problem}, got {attr}")

    def under(self, prefix: str | None) -> TensorOf:
        """MHLO has index elements and scales along dimensions everywhere; only StableHLO knows the
        rank of every tensor."""
        kinds = set(self.kinds)
        if prefix == MHLO and INTEGER in kinds:
            kinds.add(INDEX)
        if prefix != STABLEHLO and QUANTIZED in kinds:
            kinds.add(AXIS_QUANTIZED)
        return TensorOf(frozenset(kinds), ranked=prefix == STABLEHLO)


@dataclass(frozen=True)
class Value(HloConstraint[Attribute]):
    """What an operation passes on without looking into it, of the dialect's own types.

    A tensor as in `tensor`, a token, and where `plain` is false also a tensor of unknown rank, a
    tuple of such, a buffer, or another type of the dialect, such as a future.
    """

    tensor: TensorOf
    plain: bool = False
    prefix: str | None = None

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if as_tensor(attr) is not None or unranked_element(attr) is not None:
            self.tensor.verify(attr, constraint_context)
        elif isinstance(attr, TupleType) and not self.plain:
            for element in attr.types.data:
                self.verify(element, constraint_context)
        elif isinstance(attr, TokenType) or (isinstance(attr, HloAttribute) and not self.plain):
            check_prefix(attr, self.prefix)
        elif self.plain or not isinstance(attr, MemRefType | UnrankedMemRefType):
            others = "" if self.plain else ", a tuple or a buffer"
            raise VerifyException(f"expected a tensor, a token{others}, got {attr}")

    def under(self, prefix: str | None) -> Value:
        tensor = self.tensor.under(prefix)
        ranked = tensor.ranked and self.plain
        return Value(TensorOf(tensor.kinds, ranked), self.plain, prefix)


def check_prefix(attr: Attribute, prefix: str | None) -> None:
    """A type or attribute is of the dialect `prefix`, when that is known."""
    if prefix is not None and prefix_of(attr.name) != prefix:
        what = "a type" if isinstance(attr, TypeAttribute) else "an attribute"
        raise VerifyException(f"expected {what} of the dialect '{prefix}', got {attr}")


@dataclass(frozen=True)
class InstanceOf(HloConstraint[AttributeT], Generic[AttributeT]):
    """An attribute of one of these classes, abstract ones included, of the dialect if one is known.

    Under a prefix, one of the HLO dialects' own is that dialect's.
    """

    classes: tuple[type[AttributeT], ...]
    what: str
    prefix: str | None = None

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        cls = type(attr)
        if cls not in self.classes and not isinstance(attr, self.classes):
            raise VerifyException(f"expected {self.what}, got {attr}")
        if _IS_OF_HLO[cls] and isinstance(attr, HloAttribute):
            check_prefix(attr, self.prefix)

    def under(self, prefix: str | None) -> InstanceOf[AttributeT]:
        return InstanceOf(self.classes, self.what, prefix)


@dataclass(frozen=True)
class ArrayOf(HloConstraint[ArrayAttr[AttributeT]], Generic[AttributeT]):
    """An array of attributes of one of these classes."""

    classes: tuple[type[AttributeT], ...]
    what: str
    prefix: str | None = None

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        elements = as_elements(attr)
        if elements is None:
            raise VerifyException(f"expected an array of {self.what}, got {attr}")
        for element in elements:
            cls = type(element)
            if cls not in self.classes and not isinstance(element, self.classes):
                raise VerifyException(f"expected {self.what}, got {element}")
            if _IS_OF_HLO[cls] and isinstance(element, HloAttribute):
                check_prefix(element, self.prefix)

    def under(self, prefix: str | None) -> ArrayOf[AttributeT]:
        return ArrayOf(self.classes, self.what, prefix)


@dataclass(frozen=True)
class IntegerOf(HloConstraint[IntegerAttr]):
    """An integer attribute of a signless type."""

    type: IntegerType

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if integer_type(attr) != self.type:
            bits = integer_width(self.type)
            what = "true or false" if bits == 1 else f"a {bits}-bit integer"
            raise VerifyException(f"expected {what}, got {attr}")


@dataclass(frozen=True)
class Integers(HloConstraint[Attribute]):
    """A list of 64-bit integers, or a table of them with as many columns as the constraint has.

    With `flags`, what is listed is true or false.
    """

    columns: int | None = None
    rank: int | None = None
    flags: bool = False

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not holds_integers(attr):
            raise VerifyException(f"expected a list of integers, got {attr}")
        if element_of_list(attr) != (i1 if self.flags else i64):
            what = "flags" if self.flags else "64-bit integers"
            raise VerifyException(f"expected a list of {what}, got {attr}")
        if self.rank is not None and isinstance(attr, DenseIntOrFPElementsAttr):
            if (found := len(attr.get_shape())) != self.rank:
                raise VerifyException(f"expected integers of rank {self.rank}, got {found}: {attr}")
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
ANY_TENSOR = TensorOf(ELEMENTS | {AXIS_QUANTIZED})
VALUE = Value(ANY_TENSOR)
PREDICATE = tensor_of(BOOLEAN)
INT_TENSOR = tensor_of(INTEGER)
SIZES = tensor_of(INTEGER, INDEX)
TENSOR_OR_TOKEN = Value(ANY_TENSOR, plain=True)
ONE_SCALE_OR_TOKEN = Value(TENSOR, plain=True)
ANY_TYPE = InstanceOf((TypeAttribute,), "a type")
FLAG = IntegerOf(i1)
INT32 = IntegerOf(i32)
INT64 = IntegerOf(i64)
INTS = Integers(rank=1)
FLAGS = Integers(rank=1, flags=True)
TABLE = Integers()
PAIRS = Integers(2)
