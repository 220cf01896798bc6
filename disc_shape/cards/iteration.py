"""Iteration spaces: the loops that compute the results of an operation.

    C[b, m, n] += A[b, m, k] * B[b, k, n]

has the dimensions b, m, n (parallel) and k (reduction). Each is as long as some dimension of an
operand or result, which is how facts about sizes reach it. An indexing map says which element of
an operand one iteration reads. Indices that data decide (gathers) have no map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap

from disc_shape.cards.indices import linearized, rank_of, shape_of
from disc_shape.dialects.hlo.attributes import constant_ints

IteratorType = Literal["parallel", "reduction"]


class Extent(NamedTuple):
    """How long a dimension is: as dimension `axis` of `value`."""

    value: SSAValue
    axis: int


@dataclass(frozen=True)
class Access:
    """What one iteration reads of an operand."""

    operand: int
    """Its number among the operands of the operation."""
    map: AffineMap
    """From the iteration to the index of the element."""
    may_be_outside: bool = False
    """Whether the index may lie outside the operand; nothing is combined then."""


@dataclass(frozen=True)
class Copy:
    """The body that gives the one element read."""


@dataclass(frozen=True)
class MultiplyAdd:
    """The body that adds the product of both elements read to the result, from zero on."""


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
MULTIPLY_ADD = MultiplyAdd()


@dataclass(frozen=True)
class IterationSpace:
    """The loops that compute the results of one operation."""

    extents: tuple[Extent, ...]
    """The length of each dimension."""
    iterators: tuple[IteratorType, ...]
    """Whether iterations along a dimension are independent, or combined into one element."""
    inputs: tuple[Access, ...]
    outputs: tuple[AffineMap, ...]
    """The element of each result that an iteration writes."""
    symbols: tuple[Extent, ...]
    """The sizes that the symbols of all maps stand for."""
    body: object
    """`Copy`, `MultiplyAdd`, `Position`, `Combine`, or the `Scalar` of an elementwise operation."""


@dataclass
class SpaceBuilder:
    """
    Makes an iteration space; also the numbers of its index maps, which are affine expressions.
    """

    extents: list[Extent]
    iterators: list[IteratorType]
    rank: int
    """How many of the dimensions, the first ones, are those of the result."""
    accesses: list[tuple[int, tuple[AffineExpr, ...], bool]] = field(
        default_factory=list["tuple[int, tuple[AffineExpr, ...], bool]"]
    )
    symbols: list[Extent] = field(default_factory=list[Extent])

    @staticmethod
    def over(result: SSAValue) -> SpaceBuilder:
        """Loops over the elements of a result."""
        rank = rank_of(result)
        return SpaceBuilder(
            [Extent(result, axis) for axis in range(rank)], ["parallel"] * rank, rank
        )

    @property
    def index(self) -> tuple[AffineExpr, ...]:
        """The index of the result in an iteration."""
        return tuple(AffineExpr.dimension(axis) for axis in range(self.rank))

    def reduce(self, value: SSAValue, axis: int) -> AffineExpr:
        """A further dimension, along which iterations are combined."""
        self.extents.append(Extent(value, axis))
        self.iterators.append("reduction")
        return AffineExpr.dimension(len(self.extents) - 1)

    def read(self, operand: int, index: Sequence[AffineExpr], may_be_outside: bool = False) -> None:
        """Let each iteration read an element of an operand."""
        self.accesses.append((operand, tuple(index), may_be_outside))

    def size(self, value: SSAValue, axis: int) -> AffineExpr:
        """The size of a dimension: a constant, or a symbol."""
        size = shape_of(value)[axis]
        if size != DYNAMIC_INDEX:
            return AffineExpr.constant(size)
        extent = Extent(value, axis)
        if extent not in self.symbols:
            self.symbols.append(extent)
        return AffineExpr.symbol(self.symbols.index(extent))

    def constant(self, number: int) -> AffineExpr:
        """A number as an index."""
        return AffineExpr.constant(number)

    def integer(
        self, value: SSAValue, index: Sequence[AffineExpr], least: int | None = None
    ) -> AffineExpr | None:
        """An element of a constant list; other elements are data, not affine expressions."""
        attr, shape = getattr(value.owner, "value", None), shape_of(value)
        known = [at.value for at in index if isinstance(at, AffineConstantExpr)]
        values = constant_ints(attr) if isinstance(attr, Attribute) else None
        if values is None or len(known) != len(index):
            return None
        number = values[linearized(known, shape)]
        return None if least is not None and number < least else AffineExpr.constant(number)

    def clamp(self, number: AffineExpr, low: int, high: AffineExpr) -> AffineExpr | None:
        """What is clamped is no affine expression."""
        return None

    def finish(self, body: object, results: int = 1) -> IterationSpace:
        """The iteration space with all that has been read."""
        dims, symbols = len(self.extents), len(self.symbols)
        return IterationSpace(
            tuple(self.extents),
            tuple(self.iterators),
            tuple(
                Access(operand, AffineMap(dims, symbols, index), outside)
                for operand, index, outside in self.accesses
            ),
            (AffineMap(dims, symbols, self.index),) * results,
            tuple(self.symbols),
            body,
        )
