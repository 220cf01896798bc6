"""Floating-point and complex functions, computed once in a wider type and rounded once."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import Array, DType, is_complex, is_float, narrow, widen

Floats = NDArray[np.float64]


def rounded(function: Callable[[Array], Array], operand: Array) -> Array:
    """``function`` in the wide type of ``operand``, rounded back."""
    return narrow(np.asarray(function(widen(operand))), operand.dtype)


def rounded2(function: Callable[[Array, Array], Array], lhs: Array, rhs: Array) -> Array:
    """``function`` in the wide type of two operands, rounded back."""
    return narrow(np.asarray(function(widen(lhs), widen(rhs))), lhs.dtype)


def fused_multiply_add(x: Array, y: Array, z: Array) -> Array:
    """
    ``x * y + z``, rounded once (Boldo and Melquiond, *Emulation of a FMA and correctly rounded
    sums*, 2008), as long as no part of a product of float64 is out of its range.
    """
    a, b, c = (array.astype(np.float64) for array in (x, y, z))
    if x.dtype != np.float64:
        return narrow(_rounded_to_odd(a * b, c), x.dtype)
    high, low = _exact_product(a, b)
    above, below = _exact_sum(c, low)
    top, middle = _exact_sum(high, above)
    exact = top + _rounded_to_odd(middle, below)
    return np.where(np.isfinite(exact) & np.not_equal(exact, 0), exact, a * b + c)


def _exact_sum(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """The rounded sum, and its rounding error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _exact_product(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """The rounded product of float64, and its rounding error."""
    product = a * b
    (a1, a2), (b1, b2) = _halves(a), _halves(b)
    return product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2


def _halves(a: Floats) -> tuple[Floats, Floats]:
    """A float64 as the sum of two with half of its bits each."""
    scaled = a * 134217729.0
    high = scaled - (scaled - a)
    return high, a - high


def _rounded_to_odd(a: Floats, b: Floats) -> Floats:
    """The sum of float64, an inexact one with its last bit set: it can be rounded once more."""
    total, rest = _exact_sum(a, b)
    even = np.equal(np.ascontiguousarray(total).view(np.int64) & 1, 0).reshape(total.shape)
    inexact = np.isfinite(total) & np.isfinite(rest) & np.not_equal(rest, 0) & even
    return np.where(inexact, np.nextafter(total, np.where(rest > 0, np.inf, -np.inf)), total)


def told_apart(ufunc: np.ufunc | None, *arrays: Array) -> np.ufunc | None:
    """The function, unless it is one that takes either of two zeros and one of them is negative."""
    if ufunc not in (np.maximum, np.minimum) or not is_float(arrays[0].dtype):
        return ufunc
    negative = any(np.any(np.equal(x, 0) & np.signbit(widen(x))) for x in arrays)
    return None if negative else ufunc


def logistic(operand: Array) -> Array:
    """``1 / (1 + exp(-x))``, without overflow for large negative x."""
    if is_complex(operand.dtype):
        return np.asarray(np.divide(1, np.add(1, np.exp(np.negative(operand))))).astype(
            operand.dtype
        )
    small = np.exp(np.negative(np.abs(operand)))
    positive = np.greater_equal(operand, 0)
    numerator = np.where(positive, np.ones_like(operand), small)
    result = np.divide(numerator, np.add(np.asarray(1, operand.dtype), small))
    return np.where(np.isnan(operand), operand, result)


def rsqrt(operand: Array) -> Array:
    """The reciprocal of the square root."""
    return np.asarray(np.divide(np.asarray(1, operand.dtype), np.sqrt(operand)))


def cube_root(operand: Array) -> Array:
    """The cube root; of complex numbers, the principal one."""
    if is_complex(operand.dtype):
        return np.asarray(np.power(operand, 1 / 3)).astype(operand.dtype)
    return np.asarray(np.cbrt(operand))


def round_away_from_zero(operand: Array) -> Array:
    """To the nearest integer, halves away from zero (``round_nearest_afz``)."""
    whole = np.trunc(operand)
    half = np.greater_equal(np.abs(np.subtract(operand, whole)), 0.5)
    step = np.copysign(half.astype(operand.dtype), operand)
    return np.where(np.isfinite(operand), np.copysign(np.add(whole, step), operand), operand)


def sign(operand: Array) -> Array:
    """-1, 0 (with its sign), 1 or NaN; of a complex number, the point on the unit circle."""
    if is_complex(operand.dtype):
        size = np.abs(operand)
        safe = np.where(np.equal(size, 0), np.ones_like(size), size)
        return np.asarray(np.divide(operand, safe)).astype(operand.dtype)
    moved = np.sign(operand)
    return np.where(np.equal(operand, 0) | np.isnan(operand), operand, moved)


def vectorised(function: Callable[[float], float]) -> Callable[[Array], Array]:
    """A function of one Python float, on arrays (for functions that numpy lacks)."""
    lifted = np.frompyfunc(function, 1, 1)

    def apply(operand: Array) -> Array:
        return np.asarray(lifted(operand)).astype(operand.dtype)

    return apply


erf = vectorised(math.erf)
erfc = vectorised(math.erfc)


def _lgamma(value: float) -> float:
    if math.isnan(value):
        return value
    if math.isinf(value) or (value <= 0 and value == math.floor(value)):
        return math.inf
    return math.lgamma(value)


lgamma = vectorised(_lgamma)


def erf_inv(operand: Array) -> Array:
    """The inverse of erf: a rational guess, then two Newton steps in double precision."""
    x = np.clip(operand.astype(np.float64), -1, 1)
    log = np.log(np.maximum(1 - np.multiply(x, x), np.finfo(np.float64).tiny))
    term = 2 / (np.pi * 0.147) + log / 2
    guess = np.copysign(np.sqrt(np.sqrt(term * term - log / 0.147) - term), x)
    for _ in range(3):
        error = np.subtract(erf(guess), x)
        guess = guess - error * np.exp(guess * guess) * math.sqrt(math.pi) / 2
    edge = np.copysign(np.inf, x)
    result = np.where(np.equal(np.abs(x), 1), edge, guess)
    outside = np.greater(np.abs(operand.astype(np.float64)), 1)
    return np.where(outside, np.nan, result).astype(operand.dtype)


_FORMATS: dict[DType, tuple[int, int]] = {
    np.dtype(np.float16): (5, 10),
    np.dtype(np.float32): (8, 23),
    np.dtype(np.float64): (11, 52),
}


def reduce_precision(operand: Array, exponent_bits: int, mantissa_bits: int) -> Array:
    """Round to a float of fewer bits and back (specification, ``reduce_precision``).

    Ties go to even; numbers outside of the narrow exponent become infinite or zero (subnormals of
    the narrow format are flushed, as in XLA).
    """
    if operand.dtype not in _FORMATS:
        return narrow(reduce_precision(widen(operand), exponent_bits, mantissa_bits), operand.dtype)
    exponent_width, mantissa_width = _FORMATS[operand.dtype]
    kind = np.dtype(f"u{operand.dtype.itemsize}")
    bits = operand.view(kind)
    if mantissa_bits < mantissa_width:
        drop = mantissa_width - mantissa_bits
        last = np.bitwise_and(np.right_shift(bits, np.asarray(drop, kind)), np.asarray(1, kind))
        bias = np.add(np.asarray((1 << (drop - 1)) - 1, kind), last)
        mask = np.asarray(((1 << bit_count(kind)) - 1) ^ ((1 << drop) - 1), kind)
        bits = np.bitwise_and(np.add(bits, bias), mask)
    result = np.asarray(bits).view(operand.dtype)
    if exponent_bits < exponent_width:
        bias_of_narrow = (1 << (exponent_bits - 1)) - 1
        largest = math.ldexp(2.0, bias_of_narrow)
        least = math.ldexp(1.0, 1 - bias_of_narrow)
        size = np.abs(result)
        result = np.where(
            np.greater_equal(size, largest), np.copysign(np.inf, result), result
        ).astype(operand.dtype)
        zero = np.copysign(np.zeros_like(result), result)
        result = np.where(np.less(size, least), zero, result)
    return np.where(np.isnan(operand), operand, result)


def bit_count(dtype: DType) -> int:
    """The number of bits of a float type in memory."""
    return dtype.itemsize * 8


def next_after(lhs: Array, rhs: Array) -> Array:
    """The next number of ``lhs``'s type toward ``rhs``; NaN where either is NaN."""
    if lhs.dtype.kind == "f":
        return np.asarray(np.nextafter(lhs, rhs))
    bits = lhs.view(np.dtype(f"i{lhs.dtype.itemsize}"))
    away = np.greater(rhs, lhs) == np.greater_equal(bits, 0)
    step = np.where(away, 1, -1).astype(bits.dtype)
    moved = np.asarray(np.add(bits, step)).view(lhs.dtype)
    least = np.asarray(np.ones_like(bits)).view(lhs.dtype)
    moved = np.where(np.equal(lhs, 0), np.copysign(least, rhs), moved)
    moved = np.where(np.equal(lhs, rhs), rhs, moved)
    return np.where(np.isnan(lhs) | np.isnan(rhs), np.add(lhs, rhs), moved).astype(lhs.dtype)


def lexicographic_greater(lhs: Array, rhs: Array) -> Array:
    """Complex numbers ordered by their real parts, then by their imaginary parts."""
    same = np.equal(np.real(lhs), np.real(rhs))
    imaginary = np.greater(np.imag(lhs), np.imag(rhs))
    return np.asarray(np.where(same, imaginary, np.greater(np.real(lhs), np.real(rhs))))
