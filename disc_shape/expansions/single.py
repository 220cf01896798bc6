"""
Exponentials, logarithms, logistic functions and the error function, computed in f32.

*Rounding to an integer* adds `1.5 * 2^23` and some bias: the sum has the integer in its lowest
bits, from where it may be shifted into an exponent. A NaN passes through all of it.
"""

from __future__ import annotations

import math
from fractions import Fraction

from xdsl.dialects.builtin import f32

from disc_shape.expansions.exponential import LN_2, LOG2_E
from disc_shape.expansions.numbers import Bits, Number
from disc_shape.expansions.polynomials import (
    binary_term,
    exponent_of_error,
    interpolate,
    of_series,
    rest_of_error,
    rest_of_exponential_term,
    rest_of_hyperbolic_tangent,
    rest_of_logarithm_term,
)

LN_2_HIGH = math.floor(LN_2 * (1 << 15)) / (1 << 15)
"""Products with integers up to 2^9 are exact."""
LN_2_LOW = LN_2 - LN_2_HIGH

MAGIC, MAGIC_BITS = 1.5 * 2.0**23, 0x4B400000
BIAS = 127
"""Of exponents."""
MANTISSA_BITS = 23
EXPONENT_AND_SIGN = -1 << MANTISSA_BITS
TWO_BITS = 0x40000000
ROOT_OF_HALF_BITS = 0x3F3504F3
LEAST_NORMAL = 2.0**-126

LEAST = -104.0
"""`exp` of less is less than half of the least f32."""
NO_POWER = -176.0
"""The nearest integer to this times `log2(e)` is -254, of which no power of two is an f32."""
NO_RESULT = -104.5
"""The nearest integer to this times `log2(e)` is -151: the power of two rounds to zero."""
ONLY_ONE = -18.0
"""`exp` of less does not change 1 when it is subtracted."""
NEAR = Fraction(13, 32)
"""`exp(x) - 1` is a polynomial up to here."""


def exponential(x: Number) -> Number:
    """
    `exp(x)`: `2^n exp(r)`, where `n` is the integer nearest to `x log2(e)`.

    The power of two is multiplied in two steps, so that results may be subnormal, and `2^128` is
    infinite. The number that is added to round `n` has 254, twice the bias of an exponent, in its
    lowest bits besides: half of `n + 254`, shifted, is a power of two, of -254 it is zero. So what
    is far too small becomes zero without a product that is too small, for which processors take a
    hundred times as long; masks make many of them.
    """
    if x.scope.has_ldexp:
        return scaled_exponential(x)
    near = x.at_most(89.0).at_least(NO_POWER)
    biased = MAGIC + 2 * BIAS
    moved = near.fused(LOG2_E, biased)
    number = moved.bits()
    half = number >> 1
    first, second = ((one << MANTISSA_BITS).number() for one in (half, number - half))
    return first.fused(exponential_less_one_of_rest(near, moved - biased), first) * second


def exponential_of_negative(x: Number) -> Number:
    """
    `exp(x)` of numbers that are at most zero, or NaN: bit by bit that of `exponential`.

    Where no result is great, one power of two is enough: `2^24` times the result is no subnormal
    number, and the product with `2^-24` is rounded as one with any other power of two.
    """
    if x.scope.has_ldexp:
        return scaled_exponential(x)
    return normal_exponential(x.at_least(NO_RESULT), 24) * 2.0**-24


def normal_exponential(x: Number, shift: int) -> Number:
    """`2^shift exp(x)`, where that is finite and not subnormal."""
    scale, whole = nearest_power(x, shift)
    return scale.fused(exponential_less_one_of_rest(x, whole), scale)


def nearest_power(x: Number, shift: int) -> tuple[Number, Number]:
    """`2^(n + shift)` and `n`, the integer nearest to `x log2(e)`."""
    biased = MAGIC + BIAS + shift
    moved = x.fused(LOG2_E, biased)
    return (moved.bits() << MANTISSA_BITS).number(), moved - biased


def scaled_exponential(x: Number) -> Number:
    """
    `exp(x)`, if the target has an instruction that multiplies by a power of two.

    What is too small is zero without it, as it takes longer for these. It takes every power: of
    numbers that are too great, `n` is at most the integer and at least 128, `r` is not below -1,
    and the polynomial, whose coefficients are positive, is positive or infinite.
    """
    is_tiny = x < LEAST
    number = x.fused(LOG2_E, MAGIC).bits() - MAGIC_BITS
    value = exponential_less_one_of_rest(x, number.converted(f32)) + 1.0
    return is_tiny.choose(0.0, value).scaled(number)


def exponential_less_one_of_rest(x: Number, whole: Number) -> Number:
    """`exp(x - n ln(2)) - 1` of numbers of at most `ln(2) / 2`; it keeps their order."""
    rest = whole.fused(-LN_2_LOW, whole.fused(-LN_2_HIGH, x))
    bound = Fraction(7, 20)
    inner = rest.polynomial(of_series(rest_of_exponential_term, -bound, bound, 4))
    return (rest * rest).fused(inner, rest)


def exponential_minus_one(x: Number) -> Number:
    """
    `exp(x) - 1`, as twice `2^(n-1) (exp(r) - 1) + (2^(n-1) - 1/2)`, and `n = 0` up to 13/32.

    What rounding to f32 loses of `r = (x - n h) - n l`, where `h + l` is `ln 2`, is small beside
    the first difference, which is exact and stays a term of the sum.
    """
    is_near = abs(x) < float(NEAR)
    near = x.at_most(89.0).at_least(ONLY_ONE)
    scale, whole = nearest_power(is_near.choose(0.0, near), -1)
    low = whole * -LN_2_LOW
    high = whole.fused(-LN_2_HIGH, near)
    rest = high + low
    inner = rest.polynomial(of_series(rest_of_exponential_term, -NEAR, NEAR, 5))
    value = (rest * rest).fused(inner, low) + high
    half = scale.fused(value, scale - 0.5)
    return is_near.choose(value, half + half).signed_as(x)


def logistic(x: Number) -> Number:
    """
    `1 / (1 + exp(-x))`; `2^-24` times the sum, which would be infinite where results are subnormal.

    A step of Newton's method corrects what rounding the sum and the quotient has lost.
    """
    near = -x.at_most(-ONLY_ONE).at_least(NO_RESULT)
    scale, whole = nearest_power(near, -24)
    less = exponential_less_one_of_rest(near, whole)
    first = scale + 2.0**-24
    total = scale.fused(less, first)
    quotient = 1.0 / total
    rest = scale.fused(less, first - total)
    lost = quotient.fused(-rest, quotient.fused(-total, 1.0))
    return quotient.fused(lost, quotient) * 2.0**-24


def hyperbolic_tangent(x: Number) -> Number:
    """`tanh(x)`: a polynomial in the square up to 5/8, `1 - 2 / (exp(2 |x|) + 1)` from there."""
    size = abs(x)
    square = x * x
    bound = Fraction(5, 8)
    terms = interpolate(rest_of_hyperbolic_tangent, Fraction(0), bound * bound, 4)
    small = (size * square).fused(square.polynomial(terms), size)
    grown = normal_exponential(size.at_most(10.0) * 2.0, 0)
    large = 1.0 - 2.0 / (grown + 1.0)
    return (size < float(bound)).choose(small, large).signed_as(x)


def error_function(x: Number) -> Number:
    """`erf(x)`: a polynomial in the square up to 1, `1 - 2^p` with a polynomial from there."""
    size = abs(x)
    near = interpolate(rest_of_error, Fraction(0), Fraction(1), 7)
    small = size.fused((x * x).polynomial(near), size)
    far = interpolate(exponent_of_error, Fraction(49, 50), Fraction(14, 5), 7)
    large = one_less_power_of_two(size.at_most(4.0).polynomial(far))
    return (size < 1.0).choose(small, large).signed_as(x)


def one_less_power_of_two(power: Number) -> Number:
    """`1 - 2^p` of numbers between -100 and -1."""
    biased = MAGIC + BIAS
    moved = power + biased
    scale = (moved.bits() << MANTISSA_BITS).number()
    rest = power - (moved - biased)
    half = Fraction(1, 2)
    fraction = rest * rest.polynomial(of_series(binary_term, -half, half, 5))
    return (-scale).fused(fraction, 1.0 - scale)


def logarithm(x: Number) -> Number:
    """`log(x)`."""
    is_small = x < LEAST_NORMAL
    bits = is_small.choose(x * 2.0**MANTISSA_BITS, x).bits()
    exponent = exponent_bits(bits)
    moved = is_small.choose(x.lift(MANTISSA_BITS), 0.0)
    whole = (exponent >> MANTISSA_BITS).converted(f32) - moved
    return logarithm_at_edges(x, logarithm_of_parts(whole, (bits - exponent).number() - 1.0))


def logarithm_plus_one(x: Number) -> Number:
    """`log(1 + x)`: what the sum loses is added to its mantissa, times the same power of two."""
    total = x + 1.0
    lost = (x - (total - 1.0)) * 0.5
    bits = total.bits()
    exponent = exponent_bits(bits)
    doubled = (x.scope.bits(TWO_BITS, bits.value.type) - exponent).number()
    rest = lost.fused(doubled, (bits - exponent).number() - 1.0)
    whole = (exponent >> MANTISSA_BITS).converted(f32)
    return logarithm_at_edges(total, logarithm_of_parts(whole, rest)).signed_as(x)


def exponent_bits(bits: Bits) -> Bits:
    """`k` in the bits of an exponent, for `2^k m` with `m` between the roots of 1/2 and 2."""
    return (bits - ROOT_OF_HALF_BITS) & EXPONENT_AND_SIGN


def logarithm_of_parts(whole: Number, rest: Number) -> Number:
    """`k ln(2) + log(1 + f)`."""
    low, high = Fraction(-59, 200), Fraction(83, 200)
    inner = rest.polynomial(of_series(rest_of_logarithm_term, low, high, 8))
    small = (rest * rest).fused(inner, whole * LN_2_LOW)
    return whole.fused(LN_2_HIGH, small + rest)


def logarithm_at_edges(x: Number, finite: Number) -> Number:
    """A logarithm; minus infinity of zero, NaN of negative numbers, infinity and NaN of these."""
    at_zero = x.is_equal(0.0).choose(x.lift(-math.inf), math.nan)
    return (x > 0.0).choose((x < math.inf).choose(finite, x), at_zero)
