"""Rules that say what the elements of a result are.

A rule is written once and read in several ways. `element` computes one element of a result for a
*reader*: known integers when constants are folded, expressions when sizes are analyzed, SSA
scalars when an element is read through the operations that made it. `space` gives the iteration
space that loops, fusion and the conversion to linalg work on.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self, TypeVar, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineConstraintExpr, AffineExpr

from disc_shape.cards.functions import ScalarFunction
from disc_shape.cards.indices import Index, delinearized, is_shaped, linearized, rank_of, shape_of
from disc_shape.cards.iteration import CHOOSE, COPY, IterationSpace, Position
from disc_shape.cards.space_builder import SpaceBuilder, not_negative, spread

T = TypeVar("T")


class Arithmetic(Protocol):
    """What indices are made of: integers, or affine expressions of iteration dimensions."""

    def __add__(self, other: int | Self, /) -> Self: ...
    def __sub__(self, other: int | Self, /) -> Self: ...
    def __mul__(self, other: int | Self, /) -> Self: ...


N = TypeVar("N", bound=Arithmetic)


class Numbers(Protocol[N]):
    """What an index map may ask for besides the index of the result."""

    def size(self, value: SSAValue, axis: int) -> N:
        """The size of a dimension."""
        ...

    def constant(self, number: int) -> N:
        """A number as an index."""
        ...

    def integer(self, value: SSAValue, index: Sequence[N], least: int | None = None) -> N | None:
        """
        An element of an index operand; None where it is not known, or below `least`, as it is in no
        legal run.
        """
        ...

    def product(self, lhs: N, rhs: N) -> N | None:
        """The product of two numbers; None where it cannot be written."""
        ...

    def clamp(self, number: N, low: int, high: N) -> N | None:
        """A number moved into a closed range; None where that is no index."""
        ...


class Reader(Protocol[T]):
    """What elements are for one user of the rules."""

    def element(self, value: SSAValue, index: Index) -> T | None:
        """An element of an operand, () for scalars; None when it is unknown or does not exist."""
        ...

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element of an index operand when it is a known number."""
        ...

    def constant(self, number: int) -> T | None:
        """A known integer as an element."""
        ...

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[T]) -> T | None:
        """A scalar function of elements of the operands of `op`; None when it is unknown."""
        ...


class Elements(ABC):
    """The elements rule of a card: what each element of a result is."""

    reads_elements: ClassVar[bool] = True
    """Whether `element` gives elements; else the rule is known by its iteration space alone."""
    without_space: ClassVar[str] = "elements are read one by one only"
    """Why there is no iteration space, for rules without one."""

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        """The element at `index` of the first result; None when it is unknown."""
        return None

    def space(self, op: Operation) -> IterationSpace | None:
        """The loops that compute the results; None where they cannot be given."""
        return None


@dataclass(frozen=True)
class Scalar:
    """A scalar function as one operation computes it."""

    function: ScalarFunction
    booleans: ScalarFunction | None = None
    """What it computes of booleans (`i1`), where that is defined: the sum in HLO is `or`."""
    unsigned: bool = False
    """Whether signless operands are read as numbers without a sign."""
    zero_is_undefined: bool = False
    """Whether division by zero is undefined behaviour, not just a result left open."""


ScalarOf = Callable[..., Scalar | None]
"""The function that an operation computes, by its attributes and types; None: not given."""

Source = Callable[..., object]
"""
The index map of a movement, a function of the operation, an index of the result and `Numbers`: the
index in the first operand, of the same kind of numbers; None where it is not known.
"""


Amounts = Callable[..., object]
"""
The padding before each dimension and between its elements, two lists of numbers, as a function of
the operation and `Numbers`; None where they are not known.
"""


class Elementwise(Elements):
    """
    Each element is a function of the elements at its index; operands of rank 0 beside a result of
    higher rank stand for all elements.
    """

    def __init__(self, scalar: Scalar | ScalarOf) -> None:
        self.given = scalar

    def scalar(self, op: Operation) -> Scalar | None:
        """The function that `op` computes."""
        found = self.given
        return found if isinstance(found, Scalar) else found(op)

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        scalar = self.scalar(op)
        if scalar is None:
            return None
        operands: list[T] = []
        for operand in op.operands:
            item = reader.element(operand, index if rank_of(operand) else ())
            if item is None:
                return None
            operands.append(item)
        return reader.apply(op, scalar, operands)

    def space(self, op: Operation) -> IterationSpace | None:
        scalar = self.scalar(op)
        if scalar is None or not is_shaped(op.results[0]):
            return None
        builder = SpaceBuilder.over(op)
        for position, operand in enumerate(op.operands):
            builder.read(position, builder.index if rank_of(operand) else ())
        return builder.finish(scalar)


class Movement(Elements):
    """
    Each element is one element of the first operand, where the index map says. `chosen` gives the
    axis, if any, along which indices choose though there may be nothing: elements are 0 then.
    """

    def __init__(self, source: Source, chosen: Callable[..., int] | None = None) -> None:
        self.source = source
        self._chosen = chosen

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        place = cast("Sequence[int] | None", self.source(op, index, Known(reader.integer)))
        return None if place is None else reader.element(op.operands[0], tuple(place))

    def space(self, op: Operation) -> IterationSpace | None:
        builder = SpaceBuilder.over(op)
        place = cast("Sequence[AffineExpr] | None", self.source(op, builder.index, builder))
        if place is None:
            return None
        domain: list[AffineConstraintExpr] | None = None
        if self._chosen is not None:
            size = builder.size(op.operands[0], self._chosen(op))
            if not isinstance(size, AffineConstantExpr) or size.value == 0:
                domain = [not_negative(size - 1)]
        builder.read(0, place, domain)
        return builder.finish(COPY)


@dataclass(frozen=True)
class Known:
    """The numbers of index maps when everything is known."""

    element: Callable[[SSAValue, Index], int | None]
    """Gives a known element of an index operand."""

    def size(self, value: SSAValue, axis: int) -> int:
        """A static size; `DYNAMIC_INDEX` for `?`."""
        return shape_of(value)[axis]

    def constant(self, number: int) -> int:
        """The number itself."""
        return number

    def integer(
        self, value: SSAValue, index: Sequence[int], least: int | None = None
    ) -> int | None:
        """A known element of an index operand."""
        number = self.element(value, tuple(index))
        return None if least is not None and number is not None and number < least else number

    def product(self, lhs: int, rhs: int) -> int:
        """The product."""
        return lhs * rhs

    def clamp(self, number: int, low: int, high: int) -> int | None:
        """A number moved into a closed range; None where the range is empty, as that of `?` is."""
        return max(low, min(number, high)) if low <= high else None


class Reshaping(Elements):
    """The elements of the first operand in the same row-major order under other sizes."""

    without_space = "facts about products of sizes decide which dimensions correspond"

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        if not is_shaped(op.operands[0]) or not is_shaped(op.results[0]):
            return None  # One of them has no known rank.
        before, after = shape_of(op.operands[0]), shape_of(op.results[0])
        if DYNAMIC_INDEX in before or DYNAMIC_INDEX in after:
            return None
        return reader.element(op.operands[0], delinearized(linearized(index, after), before))


class Concatenation(Elements):
    """Pieces one after the other along an axis."""

    def __init__(self, pieces: Callable[..., Sequence[SSAValue]], axis: Callable[..., int]) -> None:
        self._pieces = pieces
        self._axis = axis

    def pieces(self, op: Operation) -> Sequence[SSAValue]:
        """The values that are joined, in order."""
        return self._pieces(op)

    def axis(self, op: Operation) -> int:
        """The dimension along which they follow each other."""
        return self._axis(op)

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        axis, rest = self.axis(op), list(index)
        for piece in self.pieces(op):
            size = shape_of(piece)[axis]
            if size == DYNAMIC_INDEX:
                return None
            if rest[axis] < size:
                return reader.element(piece, tuple(rest))
            rest[axis] -= size
        return None

    def space(self, op: Operation) -> IterationSpace:
        """Each piece is read from its offset to that of the next one: `R[i] = P[i - offset]`."""
        builder, axis = SpaceBuilder.over(op), self.axis(op)
        index, pieces = builder.index, self.pieces(op)
        offset = builder.constant(0)
        for number, piece in enumerate(pieces):
            size = builder.size(piece, axis)
            place, conditions = spread(index[axis], size, low=offset, before=False)
            last = number == len(pieces) - 1
            builder.read(
                list(op.operands).index(piece),
                (*index[:axis], place, *index[axis + 1 :]),
                None if last else conditions,
            )
            offset = offset + size
        return builder.finish(CHOOSE)


class Padding(Elements):
    """
    The elements of the first operand spread out, and a scalar, the second operand, around and
    between them.

    `amounts` gives the padding before each dimension and between its elements.
    """

    def __init__(self, amounts: Amounts) -> None:
        self._amounts = amounts

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        amounts = self._amounts(op, Known(reader.integer))
        if amounts is None:
            return None
        low, interior = cast("tuple[Sequence[int], Sequence[int]]", amounts)
        place: list[int] = []
        for at, edge, gap, size in zip(index, low, interior, shape_of(op.operands[0]), strict=True):
            if size == DYNAMIC_INDEX:
                return None
            steps, between = divmod(at - edge, gap + 1)
            if between or not 0 <= steps < size:
                return reader.element(op.operands[1], ())
            place.append(steps)
        return reader.element(op.operands[0], tuple(place))

    def space(self, op: Operation) -> IterationSpace | None:
        """Where an element stands, it is read; the filler is read elsewhere."""
        builder = SpaceBuilder.over(op)
        amounts = self._amounts(op, builder)
        if amounts is None:
            return None
        low, interior = cast("tuple[Sequence[AffineExpr], Sequence[AffineExpr]]", amounts)
        place: list[AffineExpr] = []
        domain: list[AffineConstraintExpr] = []
        for axis, (edge, gap) in enumerate(zip(low, interior, strict=True)):
            size = builder.size(op.operands[0], axis)
            if not isinstance(gap, AffineConstantExpr):
                return None
            padded = not isinstance(edge, AffineConstantExpr) or edge.value > 0
            at, conditions = spread(
                builder.index[axis], size, low=edge, gap=gap.value, before=padded
            )
            place.append(at)
            domain += conditions
        builder.read(0, place, domain or None, filler=1)
        return builder.finish(COPY)


class Update(Elements):
    """The first operand with a box replaced by the second; `corner` is where the box begins."""

    def __init__(self, corner: Callable[..., object]) -> None:
        self._corner = corner

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        corner = cast("Sequence[int] | None", self._corner(op, Known(reader.integer)))
        if corner is None or DYNAMIC_INDEX in shape_of(op.operands[1]):
            return None
        place = tuple(at - start for at, start in zip(index, corner, strict=True))
        if all(0 <= at < size for at, size in zip(place, shape_of(op.operands[1]), strict=True)):
            return reader.element(op.operands[1], place)
        return reader.element(op.operands[0], index)

    def space(self, op: Operation) -> IterationSpace | None:
        """Inside the box the second operand is read, elsewhere the first one."""
        builder = SpaceBuilder.over(op)
        corner = cast("Sequence[AffineExpr] | None", self._corner(op, builder))
        if corner is None:
            return None
        place: list[AffineExpr] = []
        domain: list[AffineConstraintExpr] = []
        for axis, (at, start) in enumerate(zip(builder.index, corner, strict=True)):
            offset, conditions = spread(at, builder.size(op.operands[1], axis), low=start)
            place.append(offset)
            domain += conditions
        if domain:
            builder.read(1, place, domain)
            builder.read(0, builder.index)
        else:
            builder.read(1, place)
        return builder.finish(CHOOSE)


class Generated(Elements):
    """Each element is its index along one dimension."""

    def __init__(self, dimension: Callable[..., int]) -> None:
        self._dimension = dimension

    def dimension(self, op: Operation) -> int:
        """The dimension along which the index is counted."""
        return self._dimension(op)

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        return reader.constant(index[self._dimension(op)])

    def space(self, op: Operation) -> IterationSpace:
        return SpaceBuilder.over(op).finish(Position(self._dimension(op)))


class Structured(Elements):
    """A contraction or another loop nest that is known by its iteration space alone."""

    reads_elements = False

    def __init__(self, build: Callable[..., IterationSpace | None]) -> None:
        self.build = build

    def space(self, op: Operation) -> IterationSpace | None:
        return self.build(op)
