"""
Values of a run: numpy arrays, shapes, tuples, boxed scalars, closures that know their type and
external functions. All others, such as strings, are passed on as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute

from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.types import ELEMENTS
from disc_shape.interpreters.externals import External, ShapeValue
from disc_shape.interpreters.kernels.arrays import Array, DType
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.typesystem.types import FunctionType

if TYPE_CHECKING:
    from disc_shape.dialects.relax.function_ops import FunctionLike
    from disc_shape.relax.scopes import Scope

Value: TypeAlias = object
"""An array, a `ShapeValue`, a tuple of values, or one of the classes below; or any other object."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A boxed scalar of an element type."""

    element: str
    number: int | float

    @property
    def array(self) -> Array:
        """The scalar as an array of rank 0."""
        return np.asarray(self.number).astype(element_dtype(element_of(self.element)))


@dataclass(frozen=True, slots=True)
class ElementType:
    """An element type as a value."""

    element: Attribute


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """
    A function of the module as a value: its body, the values and sizes that it sees, and its type
    over these sizes.
    """

    op: FunctionLike
    scope: Scope[Value]
    type: FunctionType


@dataclass(frozen=True, slots=True)
class Packed:
    """An external function as a value."""

    name: str
    function: External


def as_array(value: Value) -> Array | None:
    """A value that is a tensor."""
    return cast("Array", value) if isinstance(value, np.ndarray) else None


def members(value: Value) -> tuple[Value, ...] | None:
    """The members of a value that is a tuple."""
    if isinstance(value, ShapeValue) or not isinstance(value, tuple):
        return None
    return cast("tuple[Value, ...]", value)


def read(result: Value) -> Value:
    """What an external function has returned, as a value: Python's numbers are boxed."""
    match result:
        case bool():
            return Scalar("i1", int(result))
        case int():
            return Scalar("i64", result)
        case float():
            return Scalar("f64", result)
        case np.generic():
            return cast("Array", np.asarray(cast("object", result)))
        case list():
            return tuple(map(read, cast("list[Value]", result)))
        case _ if (fields := members(result)) is not None:
            return tuple(map(read, fields))
        case _:
            return result


def describe(value: Value) -> str:
    """What kind of value this is, for messages."""
    array, fields = as_array(value), members(value)
    if array is not None:
        return f"a tensor of rank {array.ndim} with elements of {array.dtype}"
    if fields is not None:
        return f"a tuple of {len(fields)}"
    match value:
        case ShapeValue():
            return f"the shape {tuple(value)}"
        case Scalar():
            return f"the scalar {value.number} of type {value.element}"
        case Function():
            return "a function"
        case Packed():
            return f"the external function '{value.name}'"
        case str():
            return "a string"
        case None:
            return "the null object"
        case _:
            return f"an object of {type(value).__name__}"


def flattened(value: Value) -> list[Value]:
    """The members of tuples, those in tuples too, in order."""
    fields = members(value)
    return [value] if fields is None else [one for field in fields for one in flattened(field)]


@cache
def elements() -> Mapping[DType, Attribute]:
    """The element type of each type of numpy that tensors may have."""
    # An unsigned boolean is one of numpy too: that without a sign comes last.
    known = map(element_of, sorted(ELEMENTS | {"bf16"}, reverse=True))
    return {element_dtype(one): one for one in known}


def element_of_array(array: Array) -> Attribute:
    """The element type of an array."""
    found = elements().get(array.dtype)
    if found is None:
        raise OperatorError(f"elements of {array.dtype} have no form in HLO", "RLX-130")
    return found


def is_integer_element(name: str) -> bool:
    """Whether an element type is one of integers."""
    return isinstance(element_of(name), IntegerType)
