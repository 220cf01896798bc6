"""What scalar functions give when elements are dimension expressions.

Signless integers are read as signed ones; operations that read them as numbers without a sign are
understood where no operand can be negative. Whether the numbers may wrap around is decided where
contents are recorded, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Operation

from disc_shape.cards import functions
from disc_shape.cards.elements import Scalar
from disc_shape.cards.functions import COMPARE, ScalarFunction
from disc_shape.relations.contents import is_unsigned
from disc_shape.relations.integers import (
    ONE,
    Item,
    absolute,
    both,
    chosen,
    compared,
    either,
    non_negative,
    quotient,
    remainder,
    sign,
    unlike,
)
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Cond, Expr, ceildiv, maximum, minimum, negate

Integers = Callable[..., "Expr | Cond | None"]
Conditions = Callable[..., "Cond | None"]


def divide(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """a / b rounded towards zero."""
    return quotient(state, a, b, scalar.zero_is_undefined)


def divide_remainder(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """What `divide` leaves, with the sign of `a`."""
    return remainder(state, a, b, scalar.zero_is_undefined)


def floor_divide(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """a / b rounded down; division by zero is undefined behaviour."""
    return None if b.constant == 0 else a // b


def ceil_divide(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """a / b rounded up; division by zero is undefined behaviour."""
    if b.constant == 0:
        return None
    return ceildiv(a, b) if non_negative(state, b) else -((-a) // b)


def power(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """a to a small constant power."""
    exponent = b.constant
    if exponent is None or not 0 <= exponent <= 8:
        return None
    result: Expr = ONE
    for _ in range(exponent):
        result = result * a
    return result


def mask(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """
    The bits of `a` that a constant of the form 2**k - 1 lets pass: the remainder modulo 2**k,
    whatever the sign.
    """
    for bits, other in ((a, b), (b, a)):
        number = other.constant
        if number is not None and number >= 0 and number & (number + 1) == 0:
            return bits % (number + 1)
    return None


def shift_left(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """a * 2**b for a constant `b`."""
    steps = b.constant
    return a * (1 << steps) if steps is not None and 0 <= steps < 64 else None


def shift_right(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """a / 2**b rounded down, for a constant `b`."""
    steps = b.constant
    return a // (1 << steps) if steps is not None and 0 <= steps < 64 else None


def shift_right_logical(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Expr | None:
    """Like `shift_right`, for numbers that are not negative."""
    return shift_right(state, scalar, a, b) if non_negative(state, a) else None


def comparison(relation: str) -> tuple[Integers, Conditions]:
    """The comparison of integers, and of booleans as the numbers 0 and 1."""

    def decide(state: RelationState, scalar: Scalar, a: Item, b: Item) -> Cond | None:
        return compared(state, relation, a, b)

    return decide, lambda state, a, b: compared(state, relation, a, b)


INTEGERS: dict[ScalarFunction, Integers] = {
    functions.ADD: lambda state, scalar, a, b: a + b,
    functions.SUBTRACT: lambda state, scalar, a, b: a - b,
    functions.MULTIPLY: lambda state, scalar, a, b: a * b,
    functions.DIVIDE: divide,
    functions.REMAINDER: divide_remainder,
    functions.FLOOR_DIVIDE: floor_divide,
    functions.CEIL_DIVIDE: ceil_divide,
    functions.MAXIMUM: lambda state, scalar, a, b: maximum(a, b),
    functions.MINIMUM: lambda state, scalar, a, b: minimum(a, b),
    functions.POWER: power,
    functions.AND: mask,
    functions.SHIFT_LEFT: shift_left,
    functions.SHIFT_RIGHT: shift_right,
    functions.SHIFT_RIGHT_LOGICAL: shift_right_logical,
    functions.NEGATE: lambda state, scalar, a: -a,
    functions.NOT: lambda state, scalar, a: -a - 1,
    functions.ABSOLUTE: lambda state, scalar, a: absolute(state, a),
    functions.SIGN: lambda state, scalar, a: sign(state, a),
    functions.CLAMP: lambda state, scalar, low, a, high: minimum(maximum(a, low), high),
}
"""What functions give of integers; None where that is no expression."""

CONDITIONS: dict[ScalarFunction, Conditions] = {
    functions.AND: both,
    functions.OR: either,
    functions.XOR: unlike,
    functions.NOT: lambda state, a: negate(a),
}
"""What functions give of booleans."""

for _relation, _function in COMPARE.items():
    INTEGERS[_function], CONDITIONS[_function] = comparison(_relation)

OPAQUE = (functions.OR, functions.XOR)
"""Functions of bits that give integers of which nothing is known."""


def is_understood(function: ScalarFunction) -> bool:
    """True for functions that have a meaning here; floats have none."""
    return function in INTEGERS or function in OPAQUE or function is functions.SELECT


def apply_scalar(
    op: Operation, scalar: Scalar, operands: Sequence[Item], state: RelationState
) -> Item | None:
    """A scalar function of elements of the operands of `op`; None when nothing is known of it."""
    if scalar.function is functions.SELECT:
        condition, then, other = operands
        return chosen(state, condition, then, other) if isinstance(condition, Cond) else None
    integers = [item for item in operands if isinstance(item, Expr)]
    if len(integers) == len(operands):
        rule = INTEGERS.get(scalar.function)
        if rule is None or (scalar.unsigned and not non_negative(state, *integers)):
            return None
        if scalar.function is functions.NOT and is_unsigned(op.operands[0]):
            return None
        return rule(state, scalar, *integers)
    conditions = [item for item in operands if isinstance(item, Cond)]
    if len(conditions) != len(operands) or scalar.booleans is None:
        return None
    return CONDITIONS[scalar.booleans](state, *conditions)
