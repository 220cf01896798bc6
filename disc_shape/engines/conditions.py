"""
Conditions on sizes that are evaluated without `disc_shape.symbolic`, whose import takes longer than
loading a program.

    s % 4 == 0      size s   int 4   % 0 1   int 0   == 2 3

A condition is a list of steps, each the name of an operation and the numbers of the steps that are
its operands; what the last one computes is whether it holds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import TypeAlias

Step: TypeAlias = "tuple[str, tuple[int | str, ...]]"

INTEGER, SIZE = "int", "size"
"""Steps whose operand is no number of a step, but an integer, or the name of a size."""

OPERATIONS: dict[str, Callable[..., int]] = {
    "+": lambda *terms: sum(terms),
    "*": lambda *factors: prod(factors),
    "//": int.__floordiv__,
    "%": int.__mod__,
    "min": lambda *sizes: min(sizes),
    "max": lambda *sizes: max(sizes),
    "select": lambda *operands: operands[1] if operands[0] else operands[2],
    "and": lambda *conditions: all(conditions),
    "or": lambda *conditions: any(conditions),
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""What steps compute of the values of their operands."""


class Condition:
    """A statement about sizes."""

    __slots__ = ("steps", "text")

    def __init__(self, text: str, steps: Sequence[Step]) -> None:
        self.text = text
        """As people write it."""
        self.steps = steps

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Condition({self.text})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Condition) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def names(self) -> list[str]:
        """The names of the sizes that it is about, sorted."""
        return sorted({str(operands[0]) for name, operands in self.steps if name == SIZE})

    def holds(self, sizes: Mapping[str, int]) -> bool:
        """Whether it holds; one that divides by zero, wherever that is, does not."""
        values: list[int] = []
        try:
            for name, operands in self.steps:
                if name == INTEGER:
                    values.append(int(operands[0]))
                elif name == SIZE:
                    values.append(sizes[str(operands[0])])
                else:
                    values.append(OPERATIONS[name](*[values[int(one)] for one in operands]))
        except ZeroDivisionError:
            return False
        return bool(values[-1])
