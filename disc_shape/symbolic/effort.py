"""The work that the provers of one program do, all together, and how much of it is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from disc_shape.symbolic.budget import BUDGET

if TYPE_CHECKING:
    from disc_shape.symbolic.terms import Expr


class Effort:
    """The units of work that the provers of one program may still do, all together, and what one of
    them has computed for all: identities, which hold whatever is known."""

    __slots__ = ("folded", "in_one_form", "left")

    def __init__(self, units: int = BUDGET.program):
        self.left = units
        self.in_one_form: dict[Expr, Expr] = {}
        """By sum, what `round_once` makes of it."""
        self.folded: dict[Expr, Expr] = {}
        """By expression without made-up symbols, how it is shown."""

    @property
    def is_spent(self) -> bool:
        """Whether questions may have been left open for lack of work."""
        return self.left <= 0


class TooMuchWorkError(Exception):
    """So many products were multiplied out for one fact or question that it is left alone."""


class Work:
    """The units of work that one fact or question after the other may do.

    For `with`: inside, TooMuchWorkError is raised where they are used up."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        """What all provers of a program may still do."""
        self.left = BUDGET.question
        self.limits = 0
        """How many `with` blocks are open."""

    def __enter__(self) -> None:
        self.limits += 1

    def __exit__(self, *error: object) -> None:
        self.limits -= 1

    def begin(self) -> None:
        """A fact or a question is next: give it its share."""
        left, question = self.effort.left, BUDGET.question
        self.left = question if left >= question else max(left, BUDGET.spent)

    def affords(self, units: int) -> bool:
        """
        Count work that is about to be done; whether there is any left. Work that is refused is not
        done: other facts and questions keep their share of what the program may do.
        """
        if self.left > 0:
            self.effort.left -= min(units, self.left)
        self.left -= units
        return self.left > 0

    def spend(self, units: int) -> None:
        """Count work that is about to be done."""
        self.affords(units)
        if self.left < 0 and self.limits:
            raise TooMuchWorkError
