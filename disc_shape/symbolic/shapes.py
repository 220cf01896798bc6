"""Shapes of which a part may be unknown: the rank, or single dimensions.

A shape can also be the contents of a shape value, called by its name: its dimensions are the
symbols `name[0]`, `name[1]`, ... as far as its rank is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from disc_shape.symbolic.terms import Expr, Symbol, as_operand, sym


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of the dimensions of a tensor, or of the integers in a shape value."""

    dims: tuple[Expr | None, ...] | None = None
    """The dimensions, None for an unknown one; None when the rank is unknown."""
    value: str | None = None
    """The name of the shape value that this is the contents of."""

    @staticmethod
    def of(dims: Iterable[Expr | int | None]) -> Shape:
        """The shape with these dimensions."""
        return Shape(tuple(None if dim is None else as_operand(dim) for dim in dims))

    @staticmethod
    def of_rank(rank: int | None) -> Shape:
        """The shape of which nothing but the rank is known, if that."""
        return Shape(None if rank is None else (None,) * rank)

    @staticmethod
    def of_value(name: str, rank: int | None = None) -> Shape:
        """The contents of the shape value called `name`."""
        dims = None if rank is None else tuple(element_of(name, axis) for axis in range(rank))
        return Shape(dims, name)

    @property
    def rank(self) -> int | None:
        """The number of dimensions, None when unknown."""
        return None if self.dims is None else len(self.dims)

    @property
    def exact(self) -> tuple[Expr, ...] | None:
        """The dimensions when all of them are known."""
        known = tuple(self.known)
        return known if self.dims is not None and len(known) == len(self.dims) else None

    @property
    def known(self) -> Iterator[Expr]:
        """The known dimensions."""
        return (dim for dim in self.dims or () if dim is not None)

    @property
    def symbols(self) -> set[Symbol]:
        """The symbols in the dimensions, without those that stand for a shape value."""
        if self.value is not None:
            return set()
        return {symbol for dim in self.known for symbol in dim.symbols}

    def mapped(self, change: Callable[[Expr], Expr | None]) -> Shape:
        """The shape with each known dimension changed, None where it gets lost."""
        if self.dims is None:
            return self
        return Shape(tuple([None if dim is None else change(dim) for dim in self.dims]))


def element_of(name: str, axis: int) -> Symbol:
    """The symbol for one integer of the shape value called `name`."""
    return sym(f"{name}[{axis}]")


def value_of(symbol: Symbol) -> str | None:
    """The shape value of which a symbol is an integer."""
    return symbol.label.partition("[")[0] if symbol.label.endswith("]") else None
