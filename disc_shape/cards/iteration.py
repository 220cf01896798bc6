"""Iteration spaces: the loops that compute the results of an operation.

    C[b, m, n] += A[b, m, k] * B[b, k, n]

has the dimensions b, m, n (parallel) and k (reduction). Each is as long as a dimension of an
operand or result, which is how facts about sizes reach it. For each element that an iteration
reads, an indexing map gives its index, and a domain, where there is one, the iterations that read
it: those outside read a filler. Symbols of maps are sizes, or indices that are read from operands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from xdsl.ir import Region, SSAValue
from xdsl.ir.affine import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)

IteratorType = Literal["parallel", "reduction"]


class Extent(NamedTuple):
    """The size of dimension `axis` of `value`."""

    value: SSAValue
    axis: int


@dataclass(frozen=True)
class Lookup:
    """An index that is an element of an integer operand, another one in each iteration."""

    operand: int
    """Its number among the operands of the operation."""
    index: tuple[AffineExpr, ...]
    """The index of that element."""


@dataclass(frozen=True)
class Clamp:
    """An index moved into the closed range from `low` to `high`; `low` wins."""

    number: AffineExpr
    low: int
    high: AffineExpr


MapSymbol = Extent | Lookup | Clamp
"""
The number that a symbol of a map stands for. The expressions of a `Lookup` or `Clamp` use the
dimensions of the space and symbols before its own.
"""


@dataclass(frozen=True)
class Access:
    """The element of an operand that one iteration reads."""

    operand: int
    """Its number among the operands of the operation."""
    map: AffineMap
    """From the iteration to the index of the element."""
    domain: AffineSet | None = None
    """The iterations that read the element; None for all. Outside, it may not exist."""
    filler: int | None = None
    """The operand of rank 0 that other iterations read instead; None for zero."""


@dataclass(frozen=True)
class Copy:
    """The body that gives the one element read."""


@dataclass(frozen=True)
class Choose:
    """
    The body that gives the element of the first access whose domain has the iteration; the last
    access has no domain.
    """


@dataclass(frozen=True)
class MultiplyAdd:
    """
    The body that adds up, from zero on, the products of both elements read, each converted to the
    element type of the result before. Of booleans it is the `or` of their `and`.
    """


@dataclass(frozen=True)
class Position:
    """The body that gives the index along a dimension."""

    dimension: int


@dataclass(frozen=True)
class Combine:
    """
    The body that combines each result so far, from its initial value on, with the element read.
    """

    region: Region
    initial: tuple[int, ...]
    """The numbers of the operands that hold the initial values."""


COPY = Copy()
CHOOSE = Choose()
MULTIPLY_ADD = MultiplyAdd()


@dataclass(frozen=True)
class IterationSpace:
    """The loops that compute the results of one operation."""

    extents: tuple[Extent | int, ...]
    """The length of each dimension: a size, or a number that the operation itself gives."""
    iterators: tuple[IteratorType, ...]
    """Whether iterations along a dimension are independent, or combined into one element."""
    inputs: tuple[Access, ...]
    outputs: tuple[AffineMap, ...]
    """The element of each result that an iteration writes."""
    symbols: tuple[MapSymbol, ...]
    """The numbers that the symbols of all maps and domains stand for."""
    body: object
    """
    `Copy`, `Choose`, `MultiplyAdd`, `Position`, `Combine`, or the `Scalar` of an elementwise
    operation.
    """

    def is_affine(self, access: Access) -> bool:
        """True if sizes and the iteration alone decide which element is read."""
        used = {
            part.position
            for number in access.map.results
            for part in number.dfs()
            if isinstance(part, AffineSymExpr)
        }
        return all(isinstance(self.symbols[symbol], Extent) for symbol in used)

    def is_projection(self, access: Access) -> bool:
        """
        True if each index of the element is a dimension of the space or a constant, and all
        iterations read one: `linalg.generic` reads it without computing an index.
        """
        plain = (AffineDimExpr, AffineConstantExpr)
        return access.domain is None and all(isinstance(at, plain) for at in access.map.results)
