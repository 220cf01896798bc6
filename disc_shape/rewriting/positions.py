"""Integers in tensors as expressions of the position that they stand at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards import elements_of, functions
from disc_shape.cards.elements import Concatenation, Elementwise, Generated, Movement
from disc_shape.cards.indices import is_inside, linearized, shape_of
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.movement import ReshapeOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.relations.contents import SIZE_BITS
from disc_shape.relations.value_types import element_count, integer_range, integer_type
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.rules.folding import numbers
from disc_shape.symbolic import Cond, Expr, compare, const, sym
from disc_shape.symbolic.dims import HIDDEN

OPERATIONS_LIMIT = 64
"""So many operations are followed at most."""


class Positions:
    """
    Reads the elements of integer tensors at the positions of a tensor of some sizes: the *axes*,
    one symbol each, which no fact is about. An expression of them is meant modulo the number of
    values of its type, as the machine adds and multiplies; `is_exact` tells where it is the number.
    """

    def __init__(self, sizes: Sequence[Expr], rewriter: Rewriter) -> None:
        self.sizes = sizes
        self.rewriter = rewriter
        self.axes: tuple[Expr, ...] = tuple(
            sym(f"{HIDDEN}axis{axis}") for axis in range(len(sizes))
        )
        self.supposes = False
        """Whether an answer supposes that sizes do not wrap."""
        self._left = OPERATIONS_LIMIT
        self._within = False
        """Whether an operation that moves indices is followed: it reads where numbers say."""

    # what an expression may be

    def progression(self, number: Expr) -> tuple[Expr, list[int]] | None:
        """The first number, and what is added per step along each axis, if these are constant."""
        start = number.substitute(dict.fromkeys(self.axes, const(0)))
        steps: list[int] = []
        rest = number - start
        for axis in self.axes:
            others = dict.fromkeys(self.axes, const(0)) | {axis: const(1)}
            step = (number.substitute(others) - start).constant
            if step is None:
                return None
            steps.append(step)
            rest = rest - axis * step
        return (start, steps) if rest.constant == 0 else None

    def range(self, number: Expr) -> tuple[Expr, Expr] | None:
        """The least and the greatest number, if there are positions at all."""
        found = self.progression(number)
        if found is None:
            return None
        low = high = found[0]
        for step, size in zip(found[1], self.sizes, strict=True):
            if step < 0:
                low = low + (size - 1) * step
            else:
                high = high + (size - 1) * step
        return low, high

    def lies_within(self, number: Expr, low: Expr, high: Expr) -> bool:
        """True when a number lies in a closed range at each position."""
        found = self.range(number)
        return found is not None and self.proves(
            compare("<=", low, found[0]), compare("<=", found[1], high)
        )

    def proves(self, *conditions: Cond) -> bool:
        """True when conditions hold in every legal run, by facts that may be used here."""
        return all(map(self.rewriter.proves, conditions))

    def fits(self, number: Expr, type: Attribute) -> bool:
        """True when a type holds the number at each position."""
        low, high = integer_range(type)
        return low is None or high is None or self.lies_within(number, const(low), const(high))

    def is_exact(self, number: Expr, type: Attribute) -> bool:
        """
        True when integers of a type are the number itself at each position: the type holds it, or
        it is at most a size, and sizes are supposed not to wrap.
        """
        if self.fits(number, type):
            return True
        element, found = integer_type(type), self.range(number)
        if element is None or element.width.data < SIZE_BITS or found is None:
            return False
        sizes = dict.fromkeys((*self.sizes, *found[0].symbols, *found[1].symbols))
        has_sign = integer_range(type)[0] != 0
        least = ((-size - 1 if has_sign else const(0), size) for size in sizes)
        if not any(self.lies_within(number, low, size) for low, size in least):
            return False
        self.supposes = True
        return True

    # the numbers that index maps ask for

    def size(self, value: SSAValue, axis: int) -> Expr:
        """The size of a dimension."""
        return self.rewriter.dims(value)[axis]

    def constant(self, number: int) -> Expr:
        """A number as an index."""
        return const(number)

    def product(self, lhs: Expr, rhs: Expr) -> Expr:
        """The product of two numbers."""
        return lhs * rhs

    def clamp(self, number: Expr, low: int, high: Expr) -> Expr | None:
        """The number, where clamping it changes nothing."""
        return number if self.lies_within(number, const(low), high) else None

    def integer(
        self, value: SSAValue, index: Sequence[Expr], least: int | None = None
    ) -> Expr | None:
        """An element of an integer tensor or a scalar."""
        element = integer_type(value.type)
        if element is not None and element.width.data == 1:
            return None
        if element_count(value.type) is not None:
            found = self._known(value, index)
            if found is not None:
                return found
        op = defining(value)
        self._left -= 1
        # Where an operation reads is no number modulo anything: that must be known as it is.
        if op is None or self._left < 0 or self._within:
            return None
        return self._computed(op, index)

    def _known(self, value: SSAValue, index: Sequence[Expr]) -> Expr | None:
        """An element of a short tensor whose contents are known."""
        found = numbers(value)
        items = self.rewriter.elements(value) if found is None else [*map(const, found)]
        if items is None or len(items) == 1:
            return items[0] if items else None
        place = tuple(at.constant for at in index if at.constant is not None)
        shape = shape_of(value)
        if not is_inside(place, shape) or len(items) <= linearized(place, shape):
            return None
        return items[linearized(place, shape)]

    def _computed(self, op: Operation, index: Sequence[Expr]) -> Expr | None:
        """An element of the result of an operation."""
        if isinstance(op, GetDimensionSizeOp):
            return self.size(op.operand, int_of(op.dimension))
        if isinstance(op, ConvertOp):
            return self._converted(op, index)
        if isinstance(op, ReshapeOp):
            return self._only(op)
        rule = elements_of(op)
        match rule:
            case Generated():
                return index[rule.dimension(op)]
            case Movement():
                self._within = True
                place = cast("Sequence[Expr] | None", rule.source(op, index, self))
                self._within = False
                return None if place is None else self.integer(op.operands[0], place)
            case Concatenation():
                return self._joined(op, rule, index)
            case Elementwise():
                return self._combined(op, rule, index)
            case _:
                return None

    def _converted(self, op: ConvertOp, index: Sequence[Expr]) -> Expr | None:
        before, after = integer_type(op.operand.type), integer_type(op.result.type)
        if before is None or after is None or before.width.data == 1:
            return None
        number = self.integer(op.operand, index)
        if number is None or after.width.data <= before.width.data:
            return number
        return number if self.is_exact(number, before) else None

    def _only(self, op: ReshapeOp) -> Expr | None:
        """The one element of a reshaped tensor."""
        if element_count(op.operand.type) != 1:
            return None
        return self.integer(op.operand, [const(0)] * len(shape_of(op.operand)))

    def _joined(self, op: Operation, rule: Concatenation, index: Sequence[Expr]) -> Expr | None:
        """An element of a piece, where the place along the axis is known."""
        axis, rest = rule.axis(op), list(index)
        for piece in rule.pieces(op):
            at, size = rest[axis].constant, shape_of(piece)[axis]
            if at is None or size == DYNAMIC_INDEX:
                return None
            if at < size:
                return self.integer(piece, rest)
            rest[axis] = const(at - size)
        return None

    def _combined(self, op: Operation, rule: Elementwise, index: Sequence[Expr]) -> Expr | None:
        scalar = rule.scalar(op)
        operands = [
            self.integer(operand, index if shape_of(operand) else ()) for operand in op.operands
        ]
        match operands:
            case [Expr() as lhs, Expr() as rhs] if scalar is not None:
                if scalar.function is functions.ADD:
                    return lhs + rhs
                if scalar.function is functions.SUBTRACT:
                    return lhs - rhs
                return lhs * rhs if scalar.function is functions.MULTIPLY else None
            case [Expr() as number] if scalar is not None:
                return -number if scalar.function is functions.NEGATE else None
            case _:
                return None
