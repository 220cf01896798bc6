"""What is known of one symbol by itself: its range, what it is defined as, what mentions it."""

from __future__ import annotations

from typing import Final

from disc_shape.symbolic.intervals import Interval
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.terms import Expr, Symbol

HIDDEN: Final = "'"
"""The first character of the names of quotients that the prover makes up."""


class Dim:
    """What is known of one symbol by itself."""

    __slots__ = (
        "cause",
        "definition",
        "face",
        "first",
        "hi",
        "holes",
        "lo",
        "order",
        "stamp",
        "symbol",
        "updates",
        "users",
        "watching",
    )

    def __init__(self, symbol: Symbol, order: int, lo: int | None, hi: int | None):
        self.symbol = symbol
        self.order = order
        """Representatives are chosen by it: the lowest of a class."""
        self.cause = -1
        """The number of the fact that was being learned when it was defined."""
        self.lo = lo
        self.hi = hi
        self.first: Interval | None = None
        """The range it had before a fact moved a bound."""
        self.holes: tuple[tuple[int | None, int | None], ...] = ()
        """Closed intervals the value lies in, when there are several; else empty."""
        self.definition: Expr | None = None
        self.stamp = -1
        """The epoch at which the definition was known to be normal."""
        self.users: list[Dim] | None = None
        """Dims whose definition mentions this one; kept once anybody watches."""
        self.watching: dict[tuple[str, Node], int] | None = None
        """The stored statements that mention this dim, with the fact that brought each."""
        self.face: tuple[Expr, Expr, Expr] | None = None
        """For a hidden dim: (whole, factor, rest) whole == factor * dim + rest."""
        self.updates = 0
        """How often a bound moved by propagation: caps slow convergence."""

    @property
    def declared(self) -> Interval:
        """The range it was declared with."""
        return self.first or (self.lo, self.hi)
