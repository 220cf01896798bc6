"""Traces a kernel: which elements are computed at the index of an output, from which elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.tensor import FromElementsOp
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from disc_shape.cards import elements_of, space_of
from disc_shape.cards.elements import Reshaping
from disc_shape.cards.indices import element_type_of, is_shaped, rank_of, shape_of
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, DynamicBroadcastInDimOp
from disc_shape.loops.factors import Factors
from disc_shape.loops.kernels import (
    CONSTANTS,
    FUNCTIONS,
    Kernel,
    NoLoopsError,
    SizeReader,
    splat_of,
    untied,
)
from disc_shape.loops.nodes import Apply, Choice, Condition, Given, Load, Node
from disc_shape.loops.numbers import (
    Digit,
    Fixed,
    Index,
    Loop,
    LoopKey,
    Number,
    Place,
    Size,
    at,
    constant_of,
    fixed,
)
from disc_shape.loops.reshapes import Regrouping
from disc_shape.loops.spaces import SpaceTracer

Expansion = Literal["none", "outer", "any"]
"""Which axes that may expand are assumed to do so: none, all but the innermost ones, any."""


CHOSEN = 16
"""The most scalars of a small tensor between which a kernel chooses."""


class Undecided(NamedTuple):
    """An axis that may expand."""

    size: Size
    target: Size
    """The size of the result there."""
    is_innermost: bool


@dataclass
class Tracer:
    """Finds the elements of a kernel. Raises `NoLoopsError` for what has no form as loops."""

    kernel: Kernel
    sizes: SizeReader
    factors: Factors
    splits: Mapping[LoopKey, Sequence[Size]]
    """The sizes of the loops that some loops are split into."""
    expansion: Expansion = "any"
    undecided: list[Undecided] = field(default_factory=list[Undecided])
    """The axes that may expand."""
    outer: frozenset[Number] = frozenset()
    """The loops around the element that is traced."""
    _quotients: dict[tuple[Size, Size], Size] = field(
        default_factory=dict["tuple[Size, Size]", Size]
    )
    _loops: dict[LoopKey, Loop] = field(default_factory=dict[LoopKey, Loop])
    nodes: dict[tuple[SSAValue, Index], Node] = field(
        default_factory=dict["tuple[SSAValue, Index]", Node]
    )

    # loops

    def digits(self, key: LoopKey, size: Size, *, reduces: bool = False) -> tuple[Digit, ...]:
        """The digits that count to a size; each is a loop."""
        if size.is_one:
            return ()
        if key in self.splits:
            parts = enumerate(self.splits[key])
            return tuple(
                digit
                for number, part in parts
                for digit in self.digits((*key, number), part, reduces=reduces)
            )
        if key not in self._loops:
            self._loops[key] = Loop(key, size, reduces)
        return (Digit(self._loops[key], size),)

    # elements

    def element(self, value: SSAValue, index: Index) -> Node:
        """The element of a value of the kernel at an index."""
        value = untied(value)
        shape = shape_of(value)
        index = tuple(
            Place() if size == 1 else place for place, size in zip(index, shape, strict=True)
        )
        found = self.nodes.get((value, index))
        if found is None:
            found = self.nodes[value, index] = self._trace(value, index)
        return found

    def _trace(self, value: SSAValue, index: Index) -> Node:
        type_ = element_type_of(value.type)
        if (buffer := self.kernel.buffer_of(value)) is not None:
            return Load(buffer, index, type_)
        op = value.owner
        if isinstance(op, Block) or not is_shaped(value):
            raise NoLoopsError
        if isinstance(op, FromElementsOp):
            return chosen(op.operands, self._position(value, index), type_)
        if isinstance(op, CONSTANTS):
            return Given(splat_of(op), type_)
        rule = elements_of(op)
        if isinstance(rule, Reshaping):
            return self.element(op.operands[0], self._reshaped(op, index))
        if isinstance(op, BroadcastInDimOp | DynamicBroadcastInDimOp):
            return self.element(op.operand, self._broadcast(op, index))
        if isinstance(op, FUNCTIONS):
            if any(rank_of(one) != rank_of(value) for one in op.operands):
                raise NoLoopsError  # A bitcast splits or joins elements.
            elements = tuple(self.element(one, index) for one in op.operands)
            return Apply(op, None, elements, type_)
        space = space_of(op)
        if space is None or not isinstance(value, OpResult):
            raise NoLoopsError
        return SpaceTracer(self, op, space, index).node(value.index)

    def _position(self, value: SSAValue, index: Index) -> Number:
        """The row-major position of an element."""
        total: Number = fixed(0)
        for axis, place in enumerate(index):
            total = total * fixed(self.sizes.of(value, axis)) + place.number
        return total

    # movements without iteration space

    def _reshaped(self, op: Operation, index: Index) -> Index:
        operand, result = untied(op.operands[0]), op.results[0]
        digits: list[Digit] = []
        for axis, place in enumerate(index):
            whole = place if place.is_whole else at(place.number, self.sizes.of(result, axis))
            digits += whole.digits
        before = [self.sizes.of(operand, axis) for axis in range(rank_of(operand))]
        kept = [size for size in before if not size.is_one]
        others = tuple(self.kernel.names.values())
        regrouping = Regrouping(kept, digits, self.factors, self._is_nest, others, self._quotient)
        places = iter(regrouping.run())
        return tuple(Place() if size.is_one else next(places) for size in before)

    def _quotient(self, size: Size, divisor: Size) -> Size:
        """A quotient of sizes, computed once."""
        key = (size, divisor)
        if key not in self._quotients:
            writer = self.sizes.writer
            self._quotients[key] = Size(writer.divide(size.value, writer.maximum(divisor.value, 1)))
        return self._quotients[key]

    def _is_nest(self, digits: Sequence[Digit]) -> bool:
        """Whether digits are the loops around the output: without elements, none of these run."""
        return numbers_of(digits) == self.outer

    def _broadcast(self, op: BroadcastInDimOp | DynamicBroadcastInDimOp, index: Index) -> Index:
        """Axes that expand are read at 0; where that is open, a stride is 0 or 1."""
        operand, result = op.operand, op.result
        expanding: Sequence[int] = ()
        kept: Sequence[int] = ()
        if isinstance(op, DynamicBroadcastInDimOp) and self.factors.allows("all"):
            expanding, kept = (
                ints(op.known_expanding_dimensions),
                ints(op.known_nonexpanding_dimensions),
            )
        places: list[Place] = []
        for axis, target in enumerate(ints(op.broadcast_dimensions)):
            size = shape_of(operand)[axis]
            if size == 1 or axis in expanding or shape_of(result)[target] == 1:
                places.append(Place())
            elif size != DYNAMIC_INDEX or axis in kept:
                places.append(index[target])
            else:
                one, other = self.sizes.of(operand, axis), self.sizes.of(result, target)
                innermost = target == rank_of(result) - 1
                places.append(self._maybe_expanded(index[target], one, other, innermost))
        return tuple(places)

    def _maybe_expanded(self, place: Place, size: Size, target: Size, innermost: bool) -> Place:
        if self.factors.same([size], [target]):
            return place
        self.undecided.append(Undecided(size, target, innermost))
        if self.expansion == "none" or (self.expansion == "outer" and innermost):
            return place
        writer = self.sizes.writer
        is_one = writer.compare("==", writer.value(size.value), writer.constant(1))
        stride = writer.select(is_one, writer.constant(0), writer.constant(1))
        return Place((Digit(place.number * Fixed(stride), size),))


def chosen(scalars: Sequence[SSAValue], position: Number, type_: Attribute) -> Node:
    """One of a few scalars."""
    known = 0 if len(set(scalars)) == 1 else constant_of(position)
    if known is not None:
        return Given(scalars[known], type_)
    if not 0 < len(scalars) <= CHOSEN:
        raise NoLoopsError
    *others, last = (Given(one, type_) for one in scalars)
    node: Node = last
    for place, one in reversed([*enumerate(others)]):
        node = Choice((Condition(position - fixed(place), "eq"),), one, node)
    return node


def numbers_of(digits: Sequence[Digit]) -> frozenset[Number]:
    """The numbers of digits."""
    return frozenset(one.number for one in digits)
