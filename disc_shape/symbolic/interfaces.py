"""What a layer asks of one that stands above it, or beside it: two narrow interfaces."""

from __future__ import annotations

from typing import Protocol

from disc_shape.symbolic.conditions import Comparison, Cond
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.terms import Expr


class Cases(Protocol):
    """What normal forms need of reasoning by cases."""

    def agreeing(self, cond: Comparison, then: Expr, other: Expr) -> Expr | None:
        """The operand of a selection that is right in both cases."""
        ...

    def in_context(self, cond: Cond) -> Cond:
        """A conjunction with each part simplified where the others hold."""
        ...


class Forms(Protocol):
    """What the rules for quotients and conditions need of normal forms."""

    @property
    def domains(self) -> Domains:
        """The ranges and residues of expressions."""
        ...

    @property
    def hypotheses(self) -> Cases:
        """The reasoning by cases."""
        ...

    def of(self, e: Expr) -> Expr:
        """The normal form of an expression."""
        ...

    def quotient(self, lhs: Expr, rhs: Expr) -> Expr:
        """lhs // rhs for normal operands."""
        ...
