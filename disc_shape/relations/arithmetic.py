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

Unary = Callable[[RelationState, Expr], Expr]
Binary = Callable[[RelationState, Scalar, Expr, Expr], "Item | None"]
Conditions = Callable[[RelationState, Cond, Cond], Cond | None]


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


def comparison(relation: str) -> tuple[Binary, Conditions]:
    """The comparison of integers, and of booleans as the numbers 0 and 1."""

    def integers(state: RelationState, scalar: Scalar, a: Expr, b: Expr) -> Cond | None:
        return compared(state, relation, a, b)

    def conditions(state: RelationState, a: Cond, b: Cond) -> Cond | None:
        return compared(state, relation, a, b)

    return integers, conditions


UNARY: dict[ScalarFunction, Unary] = {
    functions.NEGATE: lambda state, a: -a,
    functions.NOT: lambda state, a: -a - 1,
    functions.ABSOLUTE: absolute,
    functions.SIGN: sign,
}
"""What functions of one integer give."""

BINARY: dict[ScalarFunction, Binary] = {
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
    functions.OR: lambda state, scalar, a, b: None,
    functions.XOR: lambda state, scalar, a, b: None,
    functions.SHIFT_LEFT: shift_left,
    functions.SHIFT_RIGHT: shift_right,
    functions.SHIFT_RIGHT_LOGICAL: shift_right_logical,
}
"""What functions of two integers give; None where that is no expression."""

CONDITIONS: dict[ScalarFunction, Conditions] = {
    functions.AND: both,
    functions.OR: either,
    functions.XOR: unlike,
}
"""What functions of two booleans give."""

for _relation, _function in COMPARE.items():
    BINARY[_function], CONDITIONS[_function] = comparison(_relation)

TERNARY = (functions.SELECT, functions.CLAMP)


def is_understood(function: ScalarFunction) -> bool:
    """True for functions of integers; those of floats have no meaning here."""
    return function in BINARY or function in UNARY or function in TERNARY


def apply_scalar(
    op: Operation, scalar: Scalar, operands: Sequence[Item], state: RelationState
) -> Item | None:
    """A scalar function of elements of the operands of `op`; None when nothing is known of it."""
    match operands:
        case [Cond() as condition, then, other] if scalar.function is functions.SELECT:
            return chosen(state, condition, then, other)
        case [Expr() as low, Expr() as number, Expr() as high]:
            clamps = scalar.function is functions.CLAMP
            return minimum(maximum(number, low), high) if clamps else None
        case [Expr() as a, Expr() as b]:
            rule = BINARY.get(scalar.function)
            if rule is None or (scalar.unsigned and not non_negative(state, a, b)):
                return None
            return rule(state, scalar, a, b)
        case [Cond() as a, Cond() as b]:
            return None if scalar.booleans is None else CONDITIONS[scalar.booleans](state, a, b)
        case [Expr() as a]:
            if scalar.function is functions.NOT and is_unsigned(op.operands[0]):
                return None
            unary = UNARY.get(scalar.function)
            return None if unary is None else unary(state, a)
        case [Cond() as a]:
            return negate(a) if scalar.booleans is functions.NOT else None
        case _:
            return None
