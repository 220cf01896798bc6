"""Emits indices: the counters of loops, numbers made of them, and views of buffers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.linalg_conversion.reshapes import reassociation
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index as Value
from disc_shape.loops.nests import Nest, always, cut_of, grouped
from disc_shape.loops.nodes import Condition, Item, Node
from disc_shape.loops.numbers import Arithmetic, Fixed, Index, Loop, Number, linear
from disc_shape.loops.scalar_functions import cast_element
from disc_shape.loops.writer import NestWriter

Pieces = Sequence[tuple[Value, Value, int]]
"""The pieces of a loop: the first number, the number after the last one, and which piece it is."""


class IndexWriter(ABC):
    """Emits the numbers of one nest, at the level of the innermost loop that each needs."""

    def __init__(self, nest: Nest, writer: NestWriter) -> None:
        self.nest = nest
        self.writer = writer
        self.counters: dict[Loop, tuple[SSAValue, int]] = {}
        """The counter of each loop that is open, and the level from which on it is what it is."""
        self.piece: dict[Loop, int] = {}
        """The piece of each loop that has been cut."""
        self.base = 0
        """The level outside of the loops of the nest."""

    # levels

    def open(self, loop: Loop, counter: SSAValue, piece: int | None = None) -> None:
        """Let the innermost block be the body of a loop, or of a piece of it."""
        self.counters[loop] = counter, self.writer.level
        if piece is not None:
            self.piece[loop] = piece

    def close(self, loop: Loop) -> None:
        """The body of a loop has ended."""
        del self.counters[loop]
        self.piece.pop(loop, None)

    def level(self, loops: frozenset[Loop]) -> int:
        """The level of the innermost one of some loops."""
        plain = self.nest.without_merged(list(loops))
        return max((self.counters[loop][1] for loop in plain), default=self.base)

    # numbers

    def number(self, number: Number) -> Value:
        """A number, as an integer or a value of type `index`."""
        if isinstance(number, Fixed):
            return number.value
        if isinstance(number, Loop):
            return self.counters[number][0]
        with self.writer.at_level(self._level_of_number(number)):
            if isinstance(number, Item):
                item = self.element(number.node)
                return self.writer.as_index(item, number.unsigned)
            assert isinstance(number, Arithmetic)
            lhs, rhs = self.number(number.lhs), self.number(number.rhs)
            return self._combine(number.kind, lhs, rhs)

    def _level_of_number(self, number: Number) -> int:
        level = self.level(number.loops)
        return max(level, self.writer.guard) if reads_memory(number) else level

    def _combine(self, kind: str, lhs: Value, rhs: Value) -> Value:
        writer = self.writer
        if kind == "%":
            if isinstance(lhs, int) and isinstance(rhs, int):
                return lhs % rhs
            return writer.op(arith.RemSIOp, writer.values([lhs, rhs]), INDEX)
        emit = {
            "+": writer.add,
            "-": writer.subtract,
            "*": writer.multiply,
            "//": writer.divide,
            "min": writer.minimum,
            "max": writer.maximum,
        }
        return emit[kind](lhs, rhs)

    @abstractmethod
    def element(self, node: Node) -> SSAValue:
        """An element as a scalar without sign."""

    def address(self, buffer: SSAValue, index: Index) -> tuple[SSAValue, list[Value]]:
        """The view of a buffer along whose dimensions loops run, and the index in it."""
        groups = grouped(buffer, index, self.nest)
        view = self._collapsed(buffer, [dims for dims, _ in groups])
        return view, [self.number(linear(digits)) for _, digits in groups]

    def store(self, buffer: SSAValue, index: Index, value: SSAValue) -> None:
        """Write an element at the innermost level."""
        view, at = self.address(buffer, index)
        stored = cast_element(self.writer, value, element_type_of(buffer.type))
        self.writer.insert(memref.StoreOp.get(stored, view, self.writer.values(at)))

    def _collapsed(self, buffer: SSAValue, groups: Sequence[Sequence[int]]) -> SSAValue:
        """
        A buffer with some dimensions merged, as a view outside of the loops.

            memref.collapse_shape %x [[0, 1], [2]] : memref<?x?x8xf32> into memref<?x8xf32>
        """
        if len(groups) == rank_of(buffer):
            return buffer
        key = ("collapse", buffer, tuple(map(tuple, groups)))
        type_ = cast("MemRefType[Attribute]", buffer.type)
        shape = [[type_.get_shape()[axis] for axis in dims] for dims in groups]
        merged = [DYNAMIC_INDEX if DYNAMIC_INDEX in sizes else prod(sizes) for sizes in shape]
        with self.writer.at_level(0):
            return self.writer.once(
                key,
                lambda: self.writer.insert(
                    memref.CollapseShapeOp.create(
                        operands=[buffer],
                        result_types=[MemRefType(type_.element_type, merged)],
                        properties={"reassociation": reassociation(groups)},
                    )
                ).results[0],
            )

    # conditions and pieces

    def decided(self, condition: Condition) -> bool | None:
        """Whether a condition holds in the pieces of loops that are open; None if it depends."""
        cut = cut_of(condition)
        if cut is None:
            return None
        if (known := always(condition)) is not None:
            return known
        loop, number, from_on = cut
        piece, chain = self.piece.get(loop), self.nest.cuts.get(loop, [])
        if piece is None or number not in chain:
            return None
        return (piece > chain.index(number)) == from_on

    def condition(self, conditions: Sequence[Condition]) -> SSAValue:
        """Whether all conditions hold."""
        writer = self.writer
        whole: SSAValue | None = None
        for one in conditions:
            with writer.at_level(self._level_of_number(one.number)):
                value = writer.value(self.number(one.number))
                relation = ">=" if one.kind == "ge" else "=="
                holds = writer.compare(relation, value, writer.constant(0))
            whole = holds if whole is None else writer.both(whole, holds)
        assert whole is not None
        return whole

    def pieces(self, loop: Loop) -> Pieces:
        """The pieces of a loop, between the numbers at which it is cut."""
        writer, size = self.writer, loop.size.value
        found: list[tuple[Value, Value, int]] = []
        low: Value = 0
        for number in self.nest.cuts.get(loop, []):
            with writer.at_level(0):
                high = writer.minimum(writer.maximum(self.number(number), 0), size)
            found.append((low, high, len(found)))
            low = high
        return [*found, (low, size, len(found))]


def reads_memory(number: Number) -> bool:
    """Whether a number is made of elements."""
    if isinstance(number, Arithmetic):
        return reads_memory(number.lhs) or reads_memory(number.rhs)
    return isinstance(number, Item)
