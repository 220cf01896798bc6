"""Bit arithmetic on integers as expressions, where it is plain arithmetic."""

from __future__ import annotations

from disc_shape.relations.integers import non_negative
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr


def masked(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """
    The bits of `a` that a constant of the form 2**k - 1 lets pass: the remainder modulo 2**k,
    whatever the sign.
    """
    for bits, mask in ((a, b), (b, a)):
        number = mask.constant
        if number is not None and number >= 0 and number & (number + 1) == 0:
            return bits % (number + 1)
    return None


def shifted_left(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """a * 2**b for a constant `b`."""
    steps = b.constant
    return a * (1 << steps) if steps is not None and 0 <= steps < 64 else None


def shifted_right(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """a / 2**b rounded down, for a constant `b`."""
    steps = b.constant
    return a // (1 << steps) if steps is not None and 0 <= steps < 64 else None


def shifted_right_unsigned(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """Like `shifted_right`, for numbers that are not negative."""
    return shifted_right(state, a, b) if non_negative(state, a) else None
