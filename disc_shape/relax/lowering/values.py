"""What values of Relax become: tensors, the sizes of shapes, scalars, lists, and functions."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, TensorType
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.functional_declarations import LocalFunction
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.types import is_element, type_text
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.relax.scopes import Scope
from disc_shape.typesystem import types as ts


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar(ts.PrimType):
    """A scalar and the tensor of rank 0 that holds it."""

    tensor: SSAValue


class NoTensor(ts.Type):
    """A value that is held by no tensors: a function, unless a subclass is something else."""

    __slots__ = ()

    @property
    def refusal(self) -> OperatorError:
        """Why it is none."""
        return OperatorError("a function value that escapes has no form in HLO", "RLX-144")


@dataclass(frozen=True, slots=True)
class Words(NoTensor):
    """A string, which messages of checks are made of."""

    text: str

    @property
    def refusal(self) -> OperatorError:
        return OperatorError("a string has no form in HLO", "RLX-264")


@dataclass(frozen=True, slots=True)
class Global(NoTensor):
    """A global function as a value."""

    name: str


@dataclass(frozen=True)
class Closure(NoTensor):
    """A local function as a value: its calls see what was known where it was made."""

    op: LocalFunction
    scope: Scope[Operand]


def tensor_types(type_: ts.Type) -> list[TensorType[Attribute]]:
    """
    The types of the tensors that a value of a type becomes. Raises `OperatorError` for types of
    which some values are none.
    """
    match type_:
        case ts.TensorType():
            dims, element = type_.shape.dims, type_.element
            if dims is None:
                raise OperatorError(f"{type_text(type_)} is of unknown rank", "RLX-140")
            if element is None:
                raise OperatorError(f"{type_text(type_)} is of unknown element type", "RLX-140")
            sizes = [None if dim is None else dim.constant for dim in dims]
            shape = [DYNAMIC_INDEX if one is None else one for one in sizes]
            return [TensorType(element_named(element), shape)]
        case ts.ShapeType():
            if type_.shape.rank is None:
                raise OperatorError(f"{type_text(type_)} is of unknown rank", "RLX-141")
            return [TensorType(IndexType(), [type_.shape.rank])]
        case ts.PrimType():
            return [TensorType(element_named(type_.element), [])]
        case ts.TupleType():
            return [one for field in type_.fields for one in tensor_types(field)]
        case _:
            raise refusal(type_)


def element_named(name: str) -> Attribute:
    """The element type of this name."""
    if not is_element(name) or name.startswith("f8"):
        raise OperatorError(f"elements of type {name} have no form in HLO", "RLX-130")
    return element_of(name)


def refusal(value: Operand) -> OperatorError:
    """Why a value is no tensor."""
    match value:
        case ts.ObjectType():
            return OperatorError("an object has no form in HLO; match_cast it first", "RLX-145")
        case NoTensor():
            return value.refusal
        case ts.FunctionType():
            return NoTensor().refusal
        case ts.PackedType():
            return OperatorError("an external function has no form in HLO", "RLX-230")
        case _:
            return OperatorError("the value has no form in HLO", "RLX-264")
