"""Index arithmetic: what the indices of elements are made of, as functions of loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from xdsl.ir import SSAValue

Kind = Literal["+", "-", "*", "//", "%", "min", "max"]
"""The operation of an `Arithmetic`; quotients and remainders are of numbers that are at least 0."""

LoopKey: TypeAlias = "tuple[object, ...]"
"""What identifies a loop whenever a kernel is traced again."""


@dataclass(frozen=True)
class Size:
    """A size: a number, or a value outside of the loops."""

    value: int | SSAValue
    name: str | None = field(default=None, compare=False)
    """The symbol, where one is known."""

    @property
    def is_one(self) -> bool:
        """Whether it is always one."""
        return self.value == 1


class Number:
    """A number as a function of loops."""

    @cached_property
    def loops(self) -> frozenset[Loop]:
        """The loops that it depends on."""
        return frozenset()

    def __add__(self, other: int | Number) -> Number:
        return combined("+", self, other)

    def __sub__(self, other: int | Number) -> Number:
        return combined("-", self, other)

    def __mul__(self, other: int | Number) -> Number:
        return combined("*", self, other)


@dataclass(frozen=True)
class Fixed(Number):
    """A number that no loop changes."""

    value: int | SSAValue
    is_size: bool = field(default=False, compare=False)
    """Whether it is a size, and so at least zero."""


@dataclass(frozen=True, eq=False)
class Loop(Number):
    """The counter of a loop, from zero to below its size."""

    key: LoopKey
    size: Size
    reduces: bool = False
    """Whether iterations are combined into one element."""

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return frozenset([self])


@dataclass(frozen=True)
class Arithmetic(Number):
    """A sum, difference, product, quotient, remainder, minimum or maximum."""

    kind: Kind
    lhs: Number
    rhs: Number

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return self.lhs.loops | self.rhs.loops


def fixed(number: int | Size) -> Fixed:
    """A number, or a size, as a number."""
    return Fixed(number.value, True) if isinstance(number, Size) else Fixed(number)


def constant_of(number: Number) -> int | None:
    """The integer that a number always is, if it is known."""
    value = number.value if isinstance(number, Fixed) else None
    return value if isinstance(value, int) else None


def combined(kind: Kind, lhs: Number, rhs: int | Number) -> Number:
    """An operation on two numbers, computed where both are known."""
    rhs = fixed(rhs) if isinstance(rhs, int) else rhs
    one, other = constant_of(lhs), constant_of(rhs)
    if one is not None and other is not None:
        folded = fold(kind, one, other)
        if folded is not None:
            return fixed(folded)
    if kind in "+*" and one is not None:
        lhs, rhs, one, other = rhs, lhs, other, one
    if other is not None and other == NEUTRAL.get(kind):
        return lhs
    if kind == "*" and other == 0:
        return fixed(0)
    if kind == "-" and lhs == rhs:
        return fixed(0)
    if kind == "%" and other == 1:
        return fixed(0)
    if kind in ("min", "max") and lhs == rhs:
        return lhs
    if kind == "-" and other is not None:
        return combined("+", lhs, -other)
    if kind == "+" and other is not None and isinstance(lhs, Arithmetic) and lhs.kind == "+":
        inner = constant_of(lhs.rhs)
        if inner is not None:
            return combined("+", lhs.lhs, inner + other)
    if kind == "+" and isinstance(rhs, Arithmetic) and rhs.kind == "*":
        if constant_of(rhs.rhs) == -1:
            return combined("-", lhs, rhs.lhs)
    return Arithmetic(kind, lhs, rhs)


NEUTRAL: dict[str, int] = {"+": 0, "-": 0, "*": 1, "//": 1}
"""The right operand that changes nothing."""


def fold(kind: Kind, lhs: int, rhs: int) -> int | None:
    """The value of an operation on integers; None for divisions by zero."""
    if kind in ("//", "%") and rhs == 0:
        return None
    return {
        "+": lambda: lhs + rhs,
        "-": lambda: lhs - rhs,
        "*": lambda: lhs * rhs,
        "//": lambda: lhs // rhs,
        "%": lambda: lhs % rhs,
        "min": lambda: min(lhs, rhs),
        "max": lambda: max(lhs, rhs),
    }[kind]()


class Term(NamedTuple):
    """A number as `factor * loop + rest`, where no loop of `rest` is that loop."""

    factor: int
    loop: Loop
    rest: Number


def term_in(number: Number, loop: Loop) -> Term | None:
    """A number as a linear function of a loop, if it is one."""
    found = _linear(number, loop)
    return None if found is None or found[0] == 0 else Term(found[0], loop, found[1])


def _linear(number: Number, loop: Loop) -> tuple[int, Number] | None:
    if number is loop:
        return 1, fixed(0)
    if loop not in number.loops:
        return 0, number
    if not isinstance(number, Arithmetic):
        return None
    left, right = _linear(number.lhs, loop), _linear(number.rhs, loop)
    if left is None or right is None:
        return None
    if number.kind == "+":
        return left[0] + right[0], left[1] + right[1]
    if number.kind == "-":
        return left[0] - right[0], left[1] - right[1]
    scale = constant_of(number.rhs)
    if number.kind == "*" and scale is not None:
        return left[0] * scale, left[1] * scale
    return None


class Digit(NamedTuple):
    """One digit of an index, from zero to below its size."""

    number: Number
    size: Size


class Place(NamedTuple):
    """
    The index along one dimension: digits of which each counts within the one before. A dimension of
    size one has none.
    """

    digits: tuple[Digit, ...] = ()
    is_whole: bool = True
    """Whether the digits count through the whole dimension, so that it continues the one before."""

    @property
    def number(self) -> Number:
        """The index as one number."""
        return linear(self.digits)


Index: TypeAlias = tuple[Place, ...]
"""The index of an element, one place for each dimension."""


def linear(digits: Sequence[Digit]) -> Number:
    """The number that digits make."""
    total: Number = fixed(0)
    for number, size in digits:
        total = total * fixed(size) + number
    return total


def at(number: Number, size: Size) -> Place:
    """A place given by one number."""
    return Place() if size.is_one else Place((Digit(number, size),))
