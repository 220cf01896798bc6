"""Integer arithmetic: two's complement with wrap-around, exactly as the hardware does it.

The StableHLO specification leaves division by zero and shifts beyond the width to the
implementation; these follow XLA, so that programs mean what they mean where they came from.
"""

from __future__ import annotations

import numpy as np

from disc_shape.interpreters.kernels.arrays import (
    Array,
    bit_width,
    integer_range,
    is_signed,
    narrow,
    widen,
)


def divide(lhs: Array, rhs: Array) -> Array:
    """Quotient rounded toward zero; ``x / 0`` is all ones; ``min / -1`` is ``min``."""
    dtype = lhs.dtype
    lhs, rhs = widen(lhs), widen(rhs)
    zero = np.equal(rhs, 0)
    if not is_signed(dtype):
        quotient = np.floor_divide(lhs, np.where(zero, np.ones_like(rhs), rhs))
        return narrow(
            np.where(zero, np.asarray(integer_range(dtype)[1], lhs.dtype), quotient), dtype
        )
    minus_one = np.equal(rhs, -1)
    safe = np.where(zero | minus_one, np.ones_like(rhs), rhs)
    quotient = np.floor_divide(lhs, safe)
    remainder = np.subtract(lhs, np.multiply(quotient, safe))
    inexact = np.not_equal(remainder, 0) & (np.less(lhs, 0) != np.less(safe, 0))
    quotient = np.add(quotient, inexact.astype(quotient.dtype))
    quotient = np.where(minus_one, np.negative(lhs), quotient)
    return narrow(np.where(zero, np.asarray(-1, lhs.dtype), quotient), dtype)


def remainder(lhs: Array, rhs: Array) -> Array:
    """What :func:`divide` leaves, with the sign of ``lhs``; ``x % 0`` is ``x``."""
    dtype = lhs.dtype
    lhs, rhs = widen(lhs), widen(rhs)
    zero = np.equal(rhs, 0)
    special = zero | np.equal(rhs, -1) if is_signed(dtype) else zero
    safe = np.where(special, np.ones_like(rhs), rhs)
    result = np.fmod(lhs, safe)
    return narrow(np.where(zero, lhs, result), dtype)


def floor_divide(lhs: Array, rhs: Array) -> Array:
    """Quotient rounded toward minus infinity (``arith.floordivsi``)."""
    quotient, rest = divide(lhs, rhs), remainder(lhs, rhs)
    below = np.not_equal(rest, 0) & (np.less(rest, 0) != np.less(rhs, 0))
    return np.asarray(np.subtract(quotient, below.astype(quotient.dtype)))


def ceil_divide(lhs: Array, rhs: Array) -> Array:
    """Quotient rounded toward plus infinity (``arith.ceildivsi``, ``arith.ceildivui``)."""
    quotient, rest = divide(lhs, rhs), remainder(lhs, rhs)
    above = np.not_equal(rest, 0)
    if is_signed(lhs.dtype):
        above = above & (np.less(rest, 0) == np.less(rhs, 0))
    return np.asarray(np.add(quotient, above.astype(quotient.dtype)))


def power(base: Array, exponent: Array) -> Array:
    """``base ** exponent`` modulo the width, by repeated squaring.

    With a negative exponent: 1 stays 1, -1 alternates, everything else is 0.
    """
    dtype = base.dtype
    base, exponent = np.broadcast_arrays(widen(base), widen(exponent))
    result = np.ones_like(base)
    square, rest = base, np.where(np.less(exponent, 0), np.zeros_like(exponent), exponent)
    while np.any(rest):
        odd = np.not_equal(np.bitwise_and(rest, 1), 0)
        result = np.where(odd, np.multiply(result, square), result)
        square = np.multiply(square, square)
        rest = np.right_shift(rest, 1)
    if is_signed(dtype):
        parity = np.where(np.not_equal(np.bitwise_and(exponent, 1), 0), base, np.ones_like(base))
        unit = np.equal(base, 1) | np.equal(base, -1)
        inverse = np.where(unit, parity, np.zeros_like(base))
        result = np.where(np.less(exponent, 0), inverse, result)
    return narrow(result, dtype)


def _unsigned(array: Array) -> Array:
    """The same bits as an unsigned array of the natural width, zero-extended."""
    if array.dtype.kind in "iu":
        return array.view(np.dtype(f"u{array.dtype.itemsize}"))
    bits = np.bitwise_and(widen(array), (1 << bit_width(array.dtype)) - 1)
    return np.asarray(bits).astype(np.uint8)


def _from_unsigned(bits: Array, dtype: np.dtype[np.generic]) -> Array:
    if dtype.kind in "iu":
        return np.asarray(bits).view(dtype)
    return narrow(np.asarray(bits).astype(np.int64), dtype)


def shift_left(lhs: Array, rhs: Array) -> Array:
    """Bits moved up; an amount of the width or more (or negative) gives 0."""
    return _logical_shift(np.left_shift, lhs, rhs)


def shift_right_logical(lhs: Array, rhs: Array) -> Array:
    """Bits moved down with zeros above; an amount of the width or more gives 0."""
    return _logical_shift(np.right_shift, lhs, rhs)


def _logical_shift(shift: np.ufunc, lhs: Array, rhs: Array) -> Array:
    width = bit_width(lhs.dtype)
    bits, amount = _unsigned(lhs), _unsigned(rhs)
    beyond = np.greater_equal(amount, width)
    moved = np.asarray(shift(bits, np.where(beyond, np.zeros_like(amount), amount)))
    return _from_unsigned(np.where(beyond, np.zeros_like(moved), moved), lhs.dtype)


def shift_right_arithmetic(lhs: Array, rhs: Array) -> Array:
    """Bits moved down with copies of the sign above, whatever the signedness of the type."""
    dtype, width = lhs.dtype, bit_width(lhs.dtype)
    amount = np.minimum(_unsigned(rhs), width - 1)
    if dtype.kind == "u":
        signed = lhs.view(np.dtype(f"i{dtype.itemsize}"))
        moved = np.right_shift(signed, np.asarray(amount).astype(signed.dtype))
        return np.asarray(moved).view(dtype)
    if dtype.kind == "i":
        return np.asarray(np.right_shift(lhs, np.asarray(amount).astype(dtype)))
    half = 1 << (width - 1)
    signed = np.subtract(np.bitwise_xor(_unsigned(lhs).astype(np.int64), half), half)
    return narrow(np.asarray(np.right_shift(signed, np.asarray(amount).astype(np.int64))), dtype)


def popcnt(operand: Array) -> Array:
    """The number of one bits."""
    return np.asarray(np.bitwise_count(_unsigned(operand))).astype(operand.dtype)


def count_leading_zeros(operand: Array) -> Array:
    """The number of zero bits above the highest one bit; the width, of 0."""
    bits, width = _unsigned(operand), bit_width(operand.dtype)
    step = 1
    while step < width:
        bits = np.bitwise_or(bits, np.right_shift(bits, np.asarray(step, bits.dtype)))
        step *= 2
    return np.asarray(width - np.bitwise_count(bits).astype(np.int64)).astype(operand.dtype)


def multiply_high(lhs: Array, rhs: Array) -> Array:
    """The upper half of the double-width product (``arith.mulsi_extended``)."""
    width = bit_width(lhs.dtype)
    if width <= 32:
        wide = np.int64 if is_signed(lhs.dtype) else np.uint64
        product = np.multiply(lhs.astype(wide), rhs.astype(wide))
        return narrow(np.asarray(np.right_shift(product, wide(width))), lhs.dtype)
    a, b, half = lhs.astype(np.uint64), rhs.astype(np.uint64), np.uint64(32)
    low = np.uint64((1 << 32) - 1)
    with np.errstate(over="ignore"):
        a1, a0, b1, b0 = a >> half, a & low, b >> half, b & low
        first = a1 * b0 + (a0 * b0 >> half)
        second = a0 * b1 + (first & low)
        high = a1 * b1 + (first >> half) + (second >> half)
        if is_signed(lhs.dtype):
            zero = np.uint64(0)
            high = high - np.where(np.less(lhs, 0), b, zero)
            high = high - np.where(np.less(rhs, 0), a, zero)
    return np.asarray(high).astype(lhs.dtype)
