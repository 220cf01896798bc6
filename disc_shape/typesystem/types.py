"""Types: plain immutable objects over the prover's expressions.

They form one lattice with `ObjectType` on top. Each part of a type may be unknown: the rank of a
tensor, single dimensions, its element type, its device. A type says what its own words say; that
two types are equal for all sizes is a question for `judgements`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, TypeVar

from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape

Rule: TypeAlias = Literal["default", "empty", "declared"]
"""
How the result of calling a rule-based function follows from the call: by its type arguments, not
at all (it is an object), or as its type declares.
"""


class Type:
    """A type. Classes of other languages may add to those below."""

    __slots__ = ()


T = TypeVar("T", bound=Type)


@dataclass(frozen=True, slots=True)
class ObjectType(Type):
    """Anything: the top of the lattice (RLX-145)."""


@dataclass(frozen=True, slots=True)
class Shaped(Type):
    """What has a shape, as far as it is known."""

    shape: Shape = field(default_factory=Shape)


@dataclass(frozen=True, slots=True)
class TensorType(Shaped):
    """A tensor (RLX-140): its shape, element type and device, as far as they are known."""

    element: str | None = None
    """The element type, as MLIR writes it."""
    device: str | None = None


@dataclass(frozen=True, slots=True)
class ShapeType(Shaped):
    """A shape as a value (RLX-141)."""


@dataclass(frozen=True, slots=True)
class PrimType(Type):
    """A boxed scalar (RLX-142) and the value that it is known to have."""

    element: str
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class TupleType(Type):
    """A tuple (RLX-143); that without fields is unit."""

    fields: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionType(Type):
    """A function with parameters and a result (RLX-144)."""

    parameters: tuple[Type, ...]
    result: Type
    pure: bool = True
    bound: tuple[str, ...] = ()
    """
    The symbols and shape values that each call binds (RLX-163): any other in the type is one of
    the scope around it.
    """


@dataclass(frozen=True, slots=True)
class PackedType(Type):
    """A function whose result follows by a rule from the call (RLX-230, 231)."""

    rule: Rule = "default"
    result: Type | None = None
    """The declared result."""
    pure: bool = False


OBJECT: Final = ObjectType()
UNIT: Final = TupleType()


def mapped(type_: T, change: Callable[[Type], Type]) -> T:
    """A type with other types in it: members of a tuple, parameters and results of functions."""
    match type_:
        case TupleType():
            return replace(type_, fields=tuple(map(change, type_.fields)))
        case FunctionType():
            parameters = tuple(map(change, type_.parameters))
            return replace(type_, parameters=parameters, result=change(type_.result))
        case PackedType(result=Type() as result):
            return replace(type_, result=change(result))
        case _:
            return type_


def tuple_type(fields: Iterable[Type | None]) -> TupleType | None:
    """The tuple of these types, None where one of them is."""
    listed = list(fields)
    known = tuple(one for one in listed if one is not None)
    return TupleType(known) if len(known) == len(listed) else None


def parts(type_: Type) -> Iterator[Type]:
    """The types in a type, one level down."""
    match type_:
        case TupleType():
            yield from type_.fields
        case FunctionType():
            yield from type_.parameters
            yield type_.result
        case PackedType(result=Type() as result):
            yield result
        case _:
            return


def fields_of(type_: Type) -> tuple[Type, ...]:
    """The members of a tuple type; any other type by itself."""
    return type_.fields if isinstance(type_, TupleType) else (type_,)


def leaves(type_: Type) -> Iterator[Type]:
    """The types of which a type is a tuple, with tuples among them taken apart; else itself."""
    if isinstance(type_, TupleType):
        for one in type_.fields:
            yield from leaves(one)
    else:
        yield type_


def all_leaves(type_: Type) -> Iterator[Type]:
    """As `leaves`, with those in types of functions in their place."""
    inside = list(parts(type_))
    for one in inside:
        yield from all_leaves(one)
    if not inside and not isinstance(type_, TupleType):
        yield type_


def on_device(type_: Type, device: str | None) -> Type:
    """A type with its tensors on a device, those of functions as they are."""
    match type_:
        case TensorType():
            return replace(type_, device=device)
        case TupleType():
            return mapped(type_, lambda one: on_device(one, device))
        case _:
            return type_


def devices_in(type_: Type) -> list[str]:
    """The devices that a type names."""
    tensors = (one for one in all_leaves(type_) if isinstance(one, TensorType))
    return [one.device for one in tensors if one.device is not None]
