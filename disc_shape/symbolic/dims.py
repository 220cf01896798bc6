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

    # what most dims never have is an attribute of the class until it is set: it costs them nothing
    __slots__ = (
        "__dict__",
        "cause",
        "definition",
        "hi",
        "holes",
        "lo",
        "order",
        "stamp",
        "symbol",
        "watching",
    )

    symbol: Symbol
    order: int
    """Representatives are chosen by it: the lowest of a class."""
    cause: int
    """The number of the fact that was being learned when it was defined."""
    lo: int | None
    hi: int | None
    holes: tuple[Interval, ...]
    """Closed intervals the value lies in, when there are several; else empty."""
    definition: Expr | None
    stamp: int
    """The epoch at which the definition was known to be normal."""
    watching: dict[tuple[str, Node], int] | None
    """The stored statements that mention this dim, with the fact that brought each."""

    first: Interval | None = None
    """The range it had before a fact moved a bound."""
    users: list[Dim] | None = None
    """Dims whose definition mentions this one; kept once there is a watcher."""
    face: tuple[Expr, Expr, Expr] | None = None
    """For a hidden dim: (whole, factor, rest) whole == factor * dim + rest."""
    updates: int = 0
    """How often a bound moved by propagation: caps slow convergence."""

    @property
    def declared(self) -> Interval:
        """The range it was declared with."""
        return self.first or (self.lo, self.hi)


def new_dim(symbol: Symbol, order: int, lo: int | None, hi: int | None) -> Dim:
    """A free symbol with its range; an `__init__` would cost each of very many another call."""
    dim = Dim()
    dim.symbol = symbol
    dim.order = order
    dim.lo = lo
    dim.hi = hi
    dim.holes = ()
    dim.definition = dim.watching = None
    dim.cause = dim.stamp = -1
    return dim
