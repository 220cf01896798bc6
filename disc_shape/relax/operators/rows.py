"""The table of operators: how each is built from HLO, and what is known for unknown ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Program
from disc_shape.symbolic import Expr
from disc_shape.typesystem.types import PrimType, ShapeType, TupleType, Type

Operand: TypeAlias = "SSAValue | list[Operand] | Type"
"""A tensor, a tuple of operands, or the type of a shape, a scalar or anything else."""
Built: TypeAlias = "SSAValue | Type | Sequence[Built]"


@dataclass(frozen=True)
class Call:
    """One call of an operator, as the function that builds it sees it."""

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

    def tensor(self, index: int) -> SSAValue:
        """A tensor operand; a scalar is one of rank 0."""
        operand = self.operands[index]
        if isinstance(operand, PrimType):
            return self.program.number(operand, element_of(operand.element))
        if not isinstance(operand, SSAValue):
            raise OperatorError(f"operand {index} is no tensor")
        return operand

    def tensors(self, index: int = 0) -> list[SSAValue]:
        """The tensors of a tuple operand."""
        operand = self.operands[index]
        listed = operand if isinstance(operand, list) else []
        found = [one for one in listed if isinstance(one, SSAValue)]
        if not found:
            raise OperatorError(f"operand {index} is an empty tuple")
        return found

    def sizes(self, index: int) -> tuple[Expr, ...]:
        """The dimensions in a shape operand, all of which are known."""
        operand = self.operands[index]
        found = operand.shape.exact if isinstance(operand, ShapeType) else None
        if found is None:
            raise OperatorError(f"operand {index} is no shape of known dimensions")
        return found

    def scalar(self, index: int) -> Expr | None:
        """The integer in a scalar operand, None when unknown."""
        operand = self.operands[index]
        return operand.value if isinstance(operand, PrimType) else None

    def scalars(self, index: int) -> list[Expr]:
        """The integers in a tuple of scalars, or in one, all of which are known."""
        operand = self.operands[index]
        listed = operand if isinstance(operand, list) else [operand]
        found = [one.value for one in listed if isinstance(one, PrimType) and one.value is not None]
        if len(found) != len(listed):
            raise OperatorError(f"operand {index} is no tuple of known integers")
        return found

    def integer(self, name: str) -> int:
        """An integer attribute."""
        value = self.attributes[name]
        if not isinstance(value, int):
            raise OperatorError(f"attribute '{name}' is {value}, expected an integer")
        return value

    def integers(self, name: str) -> list[int] | None:
        """A list of integers, also one integer; None where it is left out."""
        value = self.attributes[name]
        listed = value if isinstance(value, tuple) else () if value is None else (value,)
        found = [one for one in listed if isinstance(one, int)]
        if len(found) != len(listed):
            raise OperatorError(f"attribute '{name}' is {value}, expected integers")
        return None if value is None else found

    def number(self, index: int, element: Attribute) -> SSAValue:
        """A scalar operand as a tensor of rank 0."""
        operand = self.operands[index]
        if not isinstance(operand, PrimType):
            raise OperatorError(f"operand {index} is no scalar")
        return self.program.number(operand, element)

    def real(self, name: str) -> float:
        """An attribute that is a number."""
        value = self.attributes[name]
        if not isinstance(value, int | float):
            raise OperatorError(f"attribute '{name}' is {value}, expected a number")
        return float(value)

    def flag(self, name: str) -> bool:
        """A yes or no."""
        return bool(self.attributes[name])

    def word(self, name: str) -> str | None:
        """A text."""
        value = self.attributes[name]
        return None if value is None else str(value)


Build: TypeAlias = Callable[[Call], Built]
Fallback: TypeAlias = Callable[[Sequence[Type], Mapping[str, Value]], Type]

BUILDS: dict[str, Build] = {}
"""How each operator is built."""
FALLBACKS: dict[str, Fallback] = {}
"""What is known of the result of an operator where a rank is unknown."""
RULES: dict[str, Fallback] = {}
"""The types of operators without an HLO form: sizes depend on data, or there are effects."""


def builds(*names: str) -> Callable[[Build], Build]:
    """Register the function that builds these operators."""

    def register(build: Build) -> Build:
        BUILDS.update(dict.fromkeys(names, build))
        return build

    return register


def unranked(*names: str) -> Callable[[Fallback], Fallback]:
    """Register what is known where a rank is unknown."""

    def register(fallback: Fallback) -> Fallback:
        FALLBACKS.update(dict.fromkeys(names, fallback))
        return fallback

    return register


def typed(*names: str) -> Callable[[Fallback], Fallback]:
    """Register the type of operators without an HLO form."""

    def register(rule: Fallback) -> Fallback:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return register


def fields_of(type_: Type) -> tuple[Type, ...]:
    """The members of a tuple type; any other type by itself."""
    return type_.fields if isinstance(type_, TupleType) else (type_,)
