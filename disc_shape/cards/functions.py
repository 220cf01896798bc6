"""Scalar functions: what elementwise operations of every dialect compute of one element each.

A function is the meeting point of operations that compute the same (`stablehlo.add`,
`arith.addi`): their cards name it, and each reader of cards gives it a meaning once.
`fold` is that of known integers, `relations.arithmetic` that of dimension expressions, and
`scalar_operations` the operations that compute it of scalars.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

Fold = Callable[..., int | None]
"""Computes a function of known integers; None where it has no value, such as division by zero."""


@dataclass(frozen=True, eq=False)
class ScalarFunction:
    """A function of scalars; each is one object, compared by identity."""

    name: str
    fold: Fold | None = None
    """The function of mathematical integers, if it is defined for them."""
    expensive: bool = False
    """Whether it costs many times what an addition costs: not to be evaluated twice."""

    def __repr__(self) -> str:
        return self.name


def divide(lhs: int, rhs: int) -> int | None:
    """The quotient rounded towards zero; None for division by zero."""
    if rhs == 0:
        return None
    quotient = abs(lhs) // abs(rhs)
    return quotient if (lhs < 0) == (rhs < 0) else -quotient


def remainder(lhs: int, rhs: int) -> int | None:
    """What `divide` leaves, with the sign of the dividend; None for division by zero."""
    quotient = divide(lhs, rhs)
    return None if quotient is None else lhs - quotient * rhs


def floor_divide(lhs: int, rhs: int) -> int | None:
    """The quotient rounded down; None for division by zero."""
    return None if rhs == 0 else lhs // rhs


def ceil_divide(lhs: int, rhs: int) -> int | None:
    """The quotient rounded up; None for division by zero."""
    return None if rhs == 0 else -(-lhs // rhs)


def greater(lhs: int, rhs: int) -> int:
    """The greater one of two numbers."""
    return max(lhs, rhs)


def smaller(lhs: int, rhs: int) -> int:
    """The smaller one of two numbers."""
    return min(lhs, rhs)


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def select(chosen: int, then: int, otherwise: int) -> int:
    """One number or the other, by a truth value."""
    return then if chosen else otherwise


def clamp(low: int, number: int, high: int) -> int:
    """A number moved between two bounds; the upper one wins."""
    return min(max(number, low), high)


ADD = ScalarFunction("add", int.__add__)
SUBTRACT = ScalarFunction("subtract", int.__sub__)
MULTIPLY = ScalarFunction("multiply", int.__mul__)
DIVIDE = ScalarFunction("divide", divide, expensive=True)
REMAINDER = ScalarFunction("remainder", remainder, expensive=True)
FLOOR_DIVIDE = ScalarFunction("floor_divide", floor_divide, expensive=True)
CEIL_DIVIDE = ScalarFunction("ceil_divide", ceil_divide, expensive=True)
MAXIMUM = ScalarFunction("maximum", greater)
MINIMUM = ScalarFunction("minimum", smaller)
POWER = ScalarFunction("power", expensive=True)
ATAN2 = ScalarFunction("atan2", expensive=True)
AND = ScalarFunction("and", int.__and__)
OR = ScalarFunction("or", int.__or__)
XOR = ScalarFunction("xor", int.__xor__)
SHIFT_LEFT = ScalarFunction("shift_left")
SHIFT_RIGHT = ScalarFunction("shift_right_arithmetic")
SHIFT_RIGHT_LOGICAL = ScalarFunction("shift_right_logical")

ASSOCIATIVE = (ADD, MULTIPLY, MAXIMUM, MINIMUM, AND, OR, XOR)
"""Functions of two numbers that combine any number of them in any order."""

NEGATE = ScalarFunction("negate", int.__neg__)
ABSOLUTE = ScalarFunction("absolute", int.__abs__)
SIGN = ScalarFunction("sign", sign)
NOT = ScalarFunction("not", int.__invert__)
COUNT_LEADING_ZEROS = ScalarFunction("count_leading_zeros")
POPULATION_COUNT = ScalarFunction("popcnt")

SELECT = ScalarFunction("select", select)
CLAMP = ScalarFunction("clamp", clamp)

DECIDE: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""Whether a relation holds between two numbers."""

COMPARE = {
    relation: ScalarFunction(relation, cast("Fold", decide)) for relation, decide in DECIDE.items()
}
"""The comparisons, by the relation that they decide."""

SWAPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The relation that holds with the sides exchanged."""

CONVERT = ScalarFunction("convert")
"""The number in another element type, as the types of operand and result say."""

CEIL = ScalarFunction("ceil")
FLOOR = ScalarFunction("floor")
ROUND_NEAREST_AFZ = ScalarFunction("round_nearest_afz")
ROUND_NEAREST_EVEN = ScalarFunction("round_nearest_even")
CBRT = ScalarFunction("cbrt", expensive=True)
COSINE = ScalarFunction("cosine", expensive=True)
EXPONENTIAL = ScalarFunction("exponential", expensive=True)
EXPONENTIAL_MINUS_ONE = ScalarFunction("exponential_minus_one", expensive=True)
LOG = ScalarFunction("log", expensive=True)
LOG_PLUS_ONE = ScalarFunction("log_plus_one", expensive=True)
LOGISTIC = ScalarFunction("logistic", expensive=True)
RSQRT = ScalarFunction("rsqrt", expensive=True)
SINE = ScalarFunction("sine", expensive=True)
SQRT = ScalarFunction("sqrt", expensive=True)
TAN = ScalarFunction("tan", expensive=True)
TANH = ScalarFunction("tanh", expensive=True)
