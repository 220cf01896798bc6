"""Builds iteration spaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import (
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineExpr,
    AffineMap,
    AffineSet,
)

from disc_shape.cards.indices import is_inside, linearized, rank_of, shape_of
from disc_shape.cards.iteration import (
    Access,
    Clamp,
    Extent,
    IterationSpace,
    IteratorType,
    Lookup,
    MapSymbol,
)
from disc_shape.dialects.hlo.attributes import constant_ints


def not_negative(number: AffineExpr) -> AffineConstraintExpr:
    """The condition that a number is at least zero."""
    return AffineConstraintExpr(AffineConstraintKind.ge, number, AffineExpr.constant(0))


def multiple_of(number: AffineExpr, divisor: int) -> AffineConstraintExpr:
    """The condition that a number is a multiple of another."""
    return AffineConstraintExpr(
        AffineConstraintKind.eq, number % divisor, AffineExpr.constant(0), canonicalize=False
    )


@dataclass(frozen=True)
class DraftAccess:
    """An access before the number of dimensions and symbols is known."""

    operand: int
    index: tuple[AffineExpr, ...]
    domain: tuple[AffineConstraintExpr, ...] | None
    filler: int | None

    def finish(self, dims: int, symbols: int) -> Access:
        """The access of a space with so many dimensions and symbols."""
        domain = None if self.domain is None else AffineSet(dims, symbols, self.domain)
        return Access(self.operand, AffineMap(dims, symbols, self.index), domain, self.filler)


@dataclass
class SpaceBuilder:
    """
    Makes an iteration space; also the numbers of its index maps, which are affine expressions.
    """

    op: Operation
    extents: list[Extent | int]
    iterators: list[IteratorType]
    rank: int
    """How many of the dimensions, the first ones, are those of the result."""
    accesses: list[DraftAccess] = field(default_factory=list[DraftAccess])
    symbols: list[MapSymbol] = field(default_factory=list[MapSymbol])

    @staticmethod
    def over(op: Operation) -> SpaceBuilder:
        """Loops over the elements of the results of an operation, which have one shape."""
        result = op.results[0]
        rank = rank_of(result)
        return SpaceBuilder(
            op, [Extent(result, axis) for axis in range(rank)], ["parallel"] * rank, rank
        )

    @property
    def index(self) -> tuple[AffineExpr, ...]:
        """The index of the result in an iteration."""
        return tuple(AffineExpr.dimension(axis) for axis in range(self.rank))

    def reduce(self, extent: Extent | int) -> AffineExpr:
        """A further dimension, along which iterations are combined."""
        self.extents.append(extent)
        self.iterators.append("reduction")
        return AffineExpr.dimension(len(self.extents) - 1)

    def read(
        self,
        operand: int,
        index: Sequence[AffineExpr],
        domain: Sequence[AffineConstraintExpr] | None = None,
        filler: int | None = None,
    ) -> None:
        """
        Let each iteration read an element of an operand, or, where a condition of `domain` does not
        hold, the filler.
        """
        conditions = None if domain is None else tuple(domain)
        self.accesses.append(DraftAccess(operand, tuple(index), conditions, filler))

    def size(self, value: SSAValue, axis: int) -> AffineExpr:
        """The size of a dimension: a constant, or a symbol."""
        size = shape_of(value)[axis]
        if size != DYNAMIC_INDEX:
            return AffineExpr.constant(size)
        return self._symbol(Extent(value, axis))

    def constant(self, number: int) -> AffineExpr:
        """A number as an index."""
        return AffineExpr.constant(number)

    def integer(
        self, value: SSAValue, index: Sequence[AffineExpr], least: int | None = None
    ) -> AffineExpr | None:
        """
        An element of an index operand: a constant where it is known, else a symbol. None for
        numbers below `least`.
        """
        attr, shape = getattr(value.owner, "value", None), shape_of(value)
        values = constant_ints(attr) if isinstance(attr, Attribute) else None
        known = tuple(at.value for at in index if isinstance(at, AffineConstantExpr))
        if values is None or not is_inside(known, shape):
            return self._symbol(Lookup(list(self.op.operands).index(value), tuple(index)))
        number = values[linearized(known, shape)]
        return None if least is not None and number < least else AffineExpr.constant(number)

    def product(self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
        """The product; None unless a factor is a constant, as affine expressions have it."""
        if isinstance(rhs, AffineConstantExpr):
            return lhs * rhs
        return rhs * lhs if isinstance(lhs, AffineConstantExpr) else None

    def quotient(self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
        """The quotient rounded down; None unless the divisor is a constant."""
        if not isinstance(rhs, AffineConstantExpr):
            return None
        return lhs if rhs.value == 1 else lhs // rhs

    def clamp(self, number: AffineExpr, low: int, high: AffineExpr) -> AffineExpr:
        """A number moved into a closed range: a constant where all are known, else a symbol."""
        if isinstance(number, AffineConstantExpr) and isinstance(high, AffineConstantExpr):
            return AffineExpr.constant(max(low, min(number.value, high.value)))
        return self._symbol(Clamp(number, low, high))

    def _symbol(self, meaning: MapSymbol) -> AffineExpr:
        if meaning not in self.symbols:
            self.symbols.append(meaning)
        return AffineExpr.symbol(self.symbols.index(meaning))

    def finish(self, body: object) -> IterationSpace:
        """The iteration space with all that has been read."""
        dims, symbols = len(self.extents), len(self.symbols)
        return IterationSpace(
            tuple(self.extents),
            tuple(self.iterators),
            tuple(access.finish(dims, symbols) for access in self.accesses),
            (AffineMap(dims, symbols, self.index),) * len(self.op.results),
            tuple(self.symbols),
            body,
        )


def spread(
    place: AffineExpr,
    size: AffineExpr,
    *,
    low: AffineExpr | int = 0,
    gap: int = 0,
    before: bool = True,
    after: bool = True,
) -> tuple[AffineExpr, list[AffineConstraintExpr]]:
    """
    The index at `place` along a dimension whose first element stands at `low`, with a gap after
    each, and the conditions under which there is an element. `before` and `after` say whether
    places may lie before the first and after the last one.
    """
    at = place - low
    index = at // (gap + 1) if gap else at
    conditions = [not_negative(at)] if before else []
    if after:
        conditions.append(not_negative(size - 1 - index))
    if gap:
        conditions.append(multiple_of(at, gap + 1))
    return index, conditions
