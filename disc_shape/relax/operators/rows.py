"""
The table of operators: how each is built from HLO, and what is known for unknown ranks.

A builder is a function whose parameters say what it takes: the positional ones are the operands of
the call, those by keyword its attributes. The annotation of each says how it is read, and refuses
what does not fit; `X | None` may be left out.

    @builds("nn.leakyrelu")
    def leaky_relu(x: Floats, *, alpha: float) -> Tensor:
        return x.compare("GT", 0).select(x, x * alpha)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.relax.literals import FLOATS, element_of
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.dialects.relax.types import element_name, is_element
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.program import Program, Tensor, want_equal_elements
from disc_shape.symbolic import Expr
from disc_shape.typesystem.types import PrimType, ShapeType, Type

Operand: TypeAlias = "SSAValue | list[Operand] | Type"
"""A tensor, a tuple of operands, or the type of a shape, a scalar or anything else."""
Built: TypeAlias = "Tensor | Type | Sequence[Built]"

Floats: TypeAlias = Tensor
"""An operand whose elements are floats."""
Indices: TypeAlias = Tensor
"""An operand whose elements are integers."""
Same: TypeAlias = Tensor
"""An operand with elements of the type of the first one."""
Tensors: TypeAlias = list[Tensor]
Sizes: TypeAlias = tuple[Expr, ...]
"""The integers of a shape operand, all of which are known."""
Target: TypeAlias = tuple[Expr, ...]
"""The integers of a shape operand, or the sizes of a tensor."""
Scalars: TypeAlias = list[Expr]
"""The integers in a tuple of scalars, or in one, all of which are known."""
Ints: TypeAlias = list[int]
"""An attribute that lists integers; one integer is a list too."""
Axis: TypeAlias = int
"""An attribute that is an axis of the first operand, read as one that counts from 0."""
Axes: TypeAlias = list[int]
Element: TypeAlias = Attribute
"""An attribute that names an element type."""


@dataclass(frozen=True)
class Number:
    """A scalar operand."""

    program: Program
    type: PrimType

    @property
    def value(self) -> Expr | None:
        """The integer that it is, None when unknown."""
        return self.type.value

    def tensor(self, element: Attribute) -> Tensor:
        """The scalar as a tensor of rank 0."""
        return self.program.number(self.type, element)


@dataclass(frozen=True)
class Call:
    """One call of an operator, as the function that builds it sees it."""

    name: str
    program: Program
    operands: Sequence[Operand]
    attributes: Mapping[str, Value]
    numbers: frozenset[int] | None = None
    """
    The places of a shape operand that the program writes as numbers, None where all numbers are
    written: only these can ask for something other than a size, as -1 does in a reshape.
    """

    def asks(self, place: int, size: Expr) -> bool:
        """Whether an integer of a shape operand is no size: a 0 or a negative number."""
        written = self.numbers is None or place in self.numbers
        return written and size.constant is not None and size.constant <= 0

    # operands

    def tensor(self, index: int) -> Tensor:
        """A tensor operand; a scalar is one of rank 0."""
        operand = self.operands[index]
        if isinstance(operand, PrimType):
            return self.program.number(operand, element_of(operand.element))
        if not isinstance(operand, SSAValue):
            raise OperatorError(f"operand {index} is no tensor")
        return Tensor(self.program, operand, f"operand {index}")

    def floats(self, index: int) -> Tensor:
        """A tensor operand of floats."""
        value = self.tensor(index)
        value.want_elements(value.is_float, "not floats")
        return value

    def indices(self, index: int) -> Tensor:
        """A tensor operand of integers."""
        value = self.tensor(index)
        value.want_elements(isinstance(value.element, IntegerType), "not integers")
        return value

    def same(self, index: int) -> Tensor:
        """A tensor operand with elements of the type of the first one."""
        value = self.tensor(index)
        want_equal_elements(self.first, value)
        return value

    def tensors(self, index: int) -> list[Tensor]:
        """The tensors of a tuple operand."""
        operand = self.operands[index]
        listed = operand if isinstance(operand, list) else []
        found = [Tensor(self.program, one) for one in listed if isinstance(one, SSAValue)]
        if not found:
            raise OperatorError(f"operand {index} is an empty tuple")
        return found

    @property
    def first(self) -> Tensor:
        """The first operand, or the first of the tuple that it is."""
        return self.tensors(0)[0] if isinstance(self.operands[0], list) else self.tensor(0)

    def sizes(self, index: int) -> tuple[Expr, ...]:
        """The dimensions in a shape operand."""
        operand = self.operands[index]
        found = operand.shape.exact if isinstance(operand, ShapeType) else None
        if found is None:
            raise OperatorError(f"operand {index} is no shape of known dimensions")
        return found

    def target(self, index: int) -> tuple[Expr, ...]:
        """The dimensions in a shape operand, or those of a tensor."""
        is_shape = isinstance(self.operands[index], ShapeType)
        return self.sizes(index) if is_shape else self.tensor(index).sizes

    def scalar(self, index: int) -> Number:
        """A scalar operand."""
        operand = self.operands[index]
        if not isinstance(operand, PrimType):
            raise OperatorError(f"operand {index} is no scalar")
        return Number(self.program, operand)

    def scalars(self, index: int) -> list[Expr]:
        """The integers in a tuple of scalars, or in one."""
        operand = self.operands[index]
        listed = operand if isinstance(operand, list) else [operand]
        scalars = [one for one in listed if isinstance(one, PrimType)]
        if len(scalars) != len(listed):
            raise OperatorError(f"operand {index} is no tuple of scalars")
        found = [one.value for one in scalars if one.value is not None]
        if len(found) != len(listed):
            sizes = [None] * self.first.rank
            raise NoForm(f"operand {index} is not known", self.first.tensor_type(sizes))
        return found

    # attributes

    def integer(self, name: str) -> int:
        """An integer attribute."""
        value = self.attributes[name]
        if not isinstance(value, int):
            raise OperatorError(f"attribute '{name}' is {value}, expected an integer")
        return value

    def integers(self, name: str) -> list[int]:
        """A list of integers, also one integer, or none where it is left out."""
        value = self.attributes[name]
        listed = value if isinstance(value, tuple) else () if value is None else (value,)
        found = [one for one in listed if isinstance(one, int)]
        if len(found) != len(listed):
            raise OperatorError(f"attribute '{name}' is {value}, expected integers")
        return found

    def real(self, name: str) -> float:
        """An attribute that is a number."""
        value = self.attributes[name]
        if not isinstance(value, int | float):
            raise OperatorError(f"attribute '{name}' is {value}, expected a number")
        return float(value)

    def element(self, name: str) -> Attribute:
        """The element type in an attribute."""
        value = self.attributes[name]
        found = None if value is None else element_name(str(value))
        if not found or not is_element(found) or (found[:2] == "f8" and found not in FLOATS):
            raise OperatorError(f"attribute '{name}' names no element type")
        return element_of(found)


OPERANDS: Mapping[str, Callable[[Call, int], object]] = {
    "Tensor": Call.tensor,
    "Floats": Call.floats,
    "Indices": Call.indices,
    "Same": Call.same,
    "Tensors": Call.tensors,
    "Sizes": Call.sizes,
    "Target": Call.target,
    "Number": Call.scalar,
    "Scalars": Call.scalars,
    "Operand": lambda call, index: call.operands[index],
}
"""How an operand is read, by the annotation of the parameter."""
ATTRIBUTES: Mapping[str, Callable[[Call, str], object]] = {
    "int": Call.integer,
    "float": Call.real,
    "bool": lambda call, name: bool(call.attributes[name]),
    "str": lambda call, name: str(call.attributes[name] or ""),
    "Value": lambda call, name: call.attributes[name],
    "Ints": Call.integers,
    "Axis": lambda call, name: call.first.axis(call.integer(name)),
    "Axes": lambda call, name: call.first.axes(call.integers(name)),
    "Element": Call.element,
}
"""How an attribute is read."""

Build: TypeAlias = Callable[[Call], Built]
Rule: TypeAlias = Callable[[Sequence[Type], Mapping[str, Value]], Type]
F = TypeVar("F", bound=Callable[..., Built])

BUILDS: dict[str, Build] = {}
"""How each operator is built."""
RULES: dict[str, Rule] = {}
"""The types of operators without an HLO form: sizes depend on data, or there are effects."""


def builds(*names: str) -> Callable[[F], F]:
    """Register the function that builds these operators."""

    def register(build: F) -> F:
        parameters = signature(build).parameters.values()
        readers = [reader(one, index) for index, one in enumerate(parameters)]
        count = sum(one.kind is not Parameter.KEYWORD_ONLY for one in parameters)
        words = [one.name for one in parameters][count:]

        def built(call: Call) -> Built:
            values = [read(call) for read in readers]
            return build(*values[:count], **dict(zip(words, values[count:], strict=True)))

        BUILDS.update(dict.fromkeys(names, built))
        return build

    return register


def reader(parameter: Parameter, index: int) -> Callable[[Call], object]:
    """How a parameter of a builder is read from a call."""
    name, text = parameter.name, str(parameter.annotation)
    kind, optional = text.removesuffix(" | None"), text.endswith(" | None")
    if kind == "Call":
        return lambda call: call
    if parameter.kind is Parameter.KEYWORD_ONLY:
        word = ATTRIBUTES[kind]
        left_out = (None, "") if optional else ()
        return lambda call: None if call.attributes[name] in left_out else word(call, name)
    operand = OPERANDS[kind]
    if optional:
        return lambda call: operand(call, index) if index < len(call.operands) else None
    return lambda call: operand(call, index)


def typed(*names: str) -> Callable[[Rule], Rule]:
    """Register the type of operators without an HLO form."""

    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return register
