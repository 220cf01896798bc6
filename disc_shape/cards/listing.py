"""Rules of results that are sizes: one of them, or a list whose length the type need not show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar, cast

from xdsl.ir import Operation, SSAValue

from disc_shape.cards.elements import Elements, Scalar
from disc_shape.cards.functions import ScalarFunction
from disc_shape.traversal import operands_of

T = TypeVar("T")

Items = Sequence[T | None]
"""What a value holds, in order; None stands for a size that is unknown."""


class ListReader(Protocol[T]):
    """What sizes are for one user of the rules."""

    def items(self, value: SSAValue) -> Items[T] | None:
        """What a value holds; None when not even their number is known."""
        ...

    def rank(self, value: SSAValue) -> int | None:
        """The rank of a value itself, where it is known."""
        ...

    def size(self, value: SSAValue, axis: int) -> T | None:
        """A size of a value of known rank."""
        ...

    def number(self, value: SSAValue) -> int | None:
        """The integer that a value holds, when it is known."""
        ...

    def constant(self, number: int) -> T:
        """A known size."""
        ...

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[T]) -> T | None:
        """A scalar function of sizes."""
        ...


ListRule = Callable[..., object]
"""
What the first result of an operation holds (`Items`), or what each result does (a list of them), as
a function of the operation and a `ListReader`; None where it is unknown.
"""


class Listing(Elements):
    """The results are sizes that are computed from others."""

    reads_elements = False
    without_space = "sizes are computed one by one"

    def __init__(self, rule: ListRule) -> None:
        self.rule = rule

    def lists(self, op: Operation, reader: ListReader[T]) -> Sequence[Items[T] | None]:
        """What each result holds; None for those of which nothing is known."""
        found = self.rule(op, reader)
        if found is None:
            return (None,) * len(op.results)
        if len(op.results) == 1:
            return (cast("Items[T]", found),)
        return cast("Sequence[Items[T] | None]", found)


def own_sizes(op: Operation, reader: ListReader[T]) -> Items[T] | None:
    """The sizes of the operand."""
    value = op.operands[0]
    rank = reader.rank(value)
    return None if rank is None else [reader.size(value, axis) for axis in range(rank)]


def own_rank(op: Operation, reader: ListReader[T]) -> Items[T] | None:
    """How many sizes the operand has."""
    rank = reader.rank(op.operands[0])
    return None if rank is None else (reader.constant(rank),)


def size_at(op: Operation, reader: ListReader[T]) -> Items[T] | None:
    """The size of the first operand at a constant index, the second one."""
    value, index = operands_of(op)[:2]
    axis = reader.number(index)
    rank = reader.rank(value)
    if rank is None or axis is None or not 0 <= axis < rank:
        return None
    return (reader.size(value, axis),)


def item_at(op: Operation, reader: ListReader[T]) -> Items[T] | None:
    """What the first operand holds at a constant index, the second one."""
    items, index = reader.items(op.operands[0]), reader.number(op.operands[1])
    if items is None or index is None or not 0 <= index < len(items):
        return None
    return (items[index],)


def count_of(op: Operation, reader: ListReader[T]) -> Items[T] | None:
    """How many sizes the operand holds."""
    items = reader.items(op.operands[0])
    return None if items is None else (reader.constant(len(items)),)


def same_items(op: Operation, reader: ListReader[T]) -> Items[T] | None:
    """What the operand holds, in another type."""
    return reader.items(op.operands[0])


def joined_items(op: Operation, reader: ListReader[T]) -> Items[T] | None:
    """What the operands hold, one after the other."""
    found: list[T | None] = []
    for operand in op.operands:
        items = reader.items(operand)
        if items is None:
            return None
        found += items
    return found


def cut_items(op: Operation, reader: ListReader[T]) -> Sequence[Items[T]] | None:
    """The sizes before and from a constant index on; a negative one counts from the end."""
    items, index = reader.items(op.operands[0]), reader.number(op.operands[1])
    if items is None or index is None or not -len(items) <= index <= len(items):
        return None
    at = index if index >= 0 else index + len(items)
    return items[:at], items[at:]


def combined(function: ScalarFunction) -> Listing:
    """A function of two sizes, or of each two sizes of two shapes of one rank."""
    scalar = Scalar(function)

    def rule(op: Operation, reader: ListReader[T]) -> Items[T] | None:
        left, right = (reader.items(operand) for operand in op.operands)
        if left is None or right is None or len(left) != len(right):
            return None
        return [_apply(reader, op, scalar, *pair) for pair in zip(left, right, strict=True)]

    rule.__doc__ = f"`{function.name}`, size by size"
    return Listing(rule)


def accumulated(function: ScalarFunction, neutral: int) -> Listing:
    """A function that combines all sizes that the operand holds."""
    scalar = Scalar(function)

    def rule(op: Operation, reader: ListReader[T]) -> Items[T] | None:
        items = reader.items(op.operands[0])
        if items is None:
            return None
        first, *others = items or [reader.constant(neutral)]
        found = first
        for item in others:
            found = _apply(reader, op, scalar, found, item)
        return (found,)

    rule.__doc__ = f"`{function.name}` of all sizes"
    return Listing(rule)


def _apply(
    reader: ListReader[T], op: Operation, scalar: Scalar, left: T | None, right: T | None
) -> T | None:
    return None if left is None or right is None else reader.apply(op, scalar, (left, right))
