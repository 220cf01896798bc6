"""What is known of the operands of an operator, and the refusal of those that do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import FloatTF32Type, IntegerType, TensorType
from xdsl.ir import Attribute, SSAValue

from disc_shape.analysis.solver import Solver
from disc_shape.relations import RelationState
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.symbolic import Expr, Truth

UNKNOWN_ELEMENT = FloatTF32Type()
"""Stands for an element type that is not known: no operator has such elements."""


class OperandFacts:
    """Answers questions about values, from the relations that have been run."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    @property
    def state(self) -> RelationState:
        """What is known of sizes."""
        return self.solver.state

    def dims(self, value: SSAValue) -> tuple[Expr, ...]:
        """The sizes of a value."""
        return self.state.dims(value)

    def rank(self, value: SSAValue) -> int:
        """The number of dimensions of a value."""
        return self.state.rank(value)

    def element(self, value: SSAValue) -> Attribute:
        """The element type of a value."""
        return cast("TensorType[Attribute]", value.type).element_type

    def is_float(self, value: SSAValue) -> bool:
        """Whether a value may hold floats."""
        return not isinstance(self.element(value), IntegerType)

    def is_unknown(self, value: SSAValue) -> bool:
        """Whether the element type of a value is not known."""
        return self.element(value) == UNKNOWN_ELEMENT

    def differ(self, one: Expr, other: Expr) -> bool:
        """Whether two sizes differ in every run."""
        return self.state.prover.equal(one, other).truth is Truth.NO

    def equal(self, one: Expr, other: Expr) -> bool:
        """Whether two sizes are equal in every run."""
        return self.state.prover.proves_equal(one, other)

    # checks

    def axis(self, axis: int, rank: int, what: str = "axis") -> int:
        """An axis counted from 0; negative ones count from the end."""
        if not -rank <= axis < rank:
            raise OperatorError(f"{what} {axis} is out of range for rank {rank}")
        return axis % rank

    def axes(self, axes: Sequence[int], rank: int) -> list[int]:
        """Axes counted from 0, each listed once."""
        found = [self.axis(one, rank) for one in axes]
        if len(set(found)) != len(found):
            raise OperatorError(f"axes {', '.join(map(str, axes))} name one axis twice")
        return found

    def want_rank(self, value: SSAValue, rank: int, what: str) -> None:
        """Refuse values of another rank."""
        if self.rank(value) != rank:
            raise OperatorError(f"{what} has rank {self.rank(value)}, expected {rank}")

    def want_floats(self, value: SSAValue, what: str) -> None:
        """Refuse elements that are no floats."""
        if not self.is_float(value):
            raise OperatorError(f"{what} has elements of type {self.element(value)}, not floats")

    def want_equal_elements(self, values: Sequence[SSAValue]) -> None:
        """Refuse different element types."""
        known = [self.element(one) for one in values if not self.is_unknown(one)]
        for one in known[1:]:
            if one != known[0]:
                raise OperatorError(f"operands have elements of types {known[0]} and {one}")
