"""The types of the dialect, and what its operations take and give.

A *shape* (`!shape.shape`) and a *size* (`!shape.size`) can hold an error; an *extent tensor*
(`tensor<3xindex>`, `tensor<?xindex>`) and an `index` cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    ShapedType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext, irdl_attr_definition
from xdsl.utils.exceptions import VerifyException


@irdl_attr_definition
class ShapeType(ParametrizedAttribute, TypeAttribute):
    """Sizes of any number of dimensions, some of which may be unknown, or an error."""

    name = "shape.shape"


@irdl_attr_definition
class SizeType(ParametrizedAttribute, TypeAttribute):
    """The size of one dimension, which may be unknown, or an error."""

    name = "shape.size"


@irdl_attr_definition
class WitnessType(ParametrizedAttribute, TypeAttribute):
    """That a constraint holds."""

    name = "shape.witness"


SHAPE = "a shape"
EXTENTS = "an extent tensor"
SIZE = "a size"
INDEX = "an index"
SHAPED = "a shaped value"
OTHER = "no shape"


def kind_of(type_: Attribute) -> str:
    """Which of the kinds above a type is."""
    match type_:
        case ShapeType():
            return SHAPE
        case SizeType():
            return SIZE
        case IndexType():
            return INDEX
        case TensorType():
            return EXTENTS if is_extent_tensor(type_) else SHAPED
        case ShapedType() | UnrankedTensorType() | UnrankedMemRefType():
            return SHAPED
        case _:
            return OTHER


def is_extent_tensor(type_: Attribute) -> bool:
    """Whether a type is `tensor<nxindex>` or `tensor<?xindex>`."""
    if not isinstance(type_, TensorType):
        return False
    tensor = cast("TensorType[Attribute]", type_)
    return isinstance(tensor.element_type, IndexType) and len(tensor.shape.data) == 1


def known_rank(type_: Attribute) -> int | None:
    """How many sizes an extent tensor holds, when its type says so."""
    if not is_extent_tensor(type_):
        return None
    (length,) = cast("TensorType[Attribute]", type_).get_shape()
    return None if length == DYNAMIC_INDEX else length


TypeVarMapping = Mapping[TypeVar, "AttrConstraint | IntConstraint"]


@dataclass(frozen=True)
class OfKind(AttrConstraint[Attribute]):
    """A type of one of these kinds."""

    kinds: frozenset[str]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if kind_of(attr) not in self.kinds:
            raise VerifyException(f"{attr} is not {' or '.join(sorted(self.kinds))}")

    def mapping_type_vars(self, type_var_mapping: TypeVarMapping) -> AttrConstraint[Attribute]:
        return self


def of_kind(*kinds: str) -> OfKind:
    """A type of one of these kinds; an extent tensor counts as a shaped value."""
    return OfKind(frozenset((*kinds, EXTENTS) if SHAPED in kinds else kinds))


ANY_SHAPE = of_kind(SHAPE, EXTENTS)
ANY_SIZE = of_kind(SIZE, INDEX)
SHAPE_OR_SIZE = of_kind(SHAPE, SIZE)
ANY_SHAPED = of_kind(SHAPED)


def holds_error(type_: Attribute) -> bool:
    """Whether a value of this type may be an error instead of a shape or size."""
    return isinstance(type_, ShapeType | SizeType)


def check_error_propagates(op: Operation, types: Sequence[Attribute], result: Attribute) -> None:
    """When an operand may be an error, so must the result be able to."""
    if any(map(holds_error, types)) and not holds_error(result):
        wanted = "shape" if kind_of(result) == EXTENTS else "size"
        raise VerifyException(
            f"'{op.name}' has an operand that can hold an error, so its result must be of type"
            f" '!shape.{wanted}', got {result}"
        )


def check_same_rank(op: Operation, rank: int, result: Attribute) -> None:
    """An extent tensor holds as many sizes as there are dimensions."""
    got = known_rank(result)
    if got is not None and got != rank:
        raise VerifyException(f"result of '{op.name}' holds {got} sizes, but there are {rank}")
