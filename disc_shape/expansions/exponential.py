"""
Exponentials, logarithms, powers and hyperbolic functions in f64.

*Rounding to an integer* adds `1.5 * 2^52`: the sum has the integer in its lowest bits, from where
it may be shifted into an exponent. A NaN passes through all of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from operator import mul

from disc_shape.expansions.numbers import Bits, Condition, Number, not_
from disc_shape.expansions.polynomials import (
    area_tangent_term,
    binary_term,
    logarithm_of_two,
    of_series,
)

LN_2 = float(logarithm_of_two())
LOG2_E = float(1 / logarithm_of_two())
LOG10_2 = math.log10(2.0)
HALF = Fraction(1, 2)

MAGIC, MAGIC_BITS = 1.5 * 2.0**52, 0x4338000000000000
ROOT_OF_HALF_BITS = 0x3FE6A09E667F3BCD
MANTISSA = (1 << 52) - 1

FAR = 1000.0
"""Powers of two are computed up to this exponent, beyond all exponents of f32."""
MOST_ROOTS = 16
"""Powers are products up to this number of square roots: in f64 none of f32 loses bits."""


def power_parts(power: Number) -> tuple[Bits, Number]:
    """The integer nearest to a power in f64, in the lowest bits of an integer, and the rest."""
    near = power.at_most(FAR).at_least(-FAR)
    moved = near + MAGIC
    return moved.bits(), near - (moved - MAGIC)


def power_of_two(power: Number) -> Number:
    """`2^power` in f64, to 3e-10 of itself."""
    whole, rest = power_parts(power)
    fraction = rest.polynomial((1.0, *of_series(binary_term, -HALF, HALF, 6)))
    return (fraction.bits() + (whole << 52)).number()


def power_less_one(power: Number) -> Number:
    """`2^power - 1` in f64, to 3e-10 of itself."""
    whole, rest = power_parts(power)
    fraction = rest * rest.polynomial(of_series(binary_term, -HALF, HALF, 6))
    scale = ((whole + 1023) << 52).number()
    return scale.fused(fraction, scale - 1.0)


def binary_logarithm(x: Number) -> Number:
    """
    `log2(x)` in f64, to 1e-13 of itself, of numbers that are not subnormal.

    With `x = 2^k m` and `m` between the roots of 1/2 and 2, it is `k + 2 atanh(s) / ln 2` for
    `s = (m - 1) / (m + 1)`.
    """
    moved = x.bits() - ROOT_OF_HALF_BITS
    mantissa = ((moved & MANTISSA) + ROOT_OF_HALF_BITS).number()
    whole = ((moved >> 52) + MAGIC_BITS).number() - MAGIC
    tangent = (mantissa - 1.0) / (mantissa + 1.0)
    terms = of_series(area_tangent_term, Fraction(0), Fraction(59, 2000), 5)
    inner = (tangent * tangent).polynomial([2 * LOG2_E * one for one in terms])
    finite = tangent.fused(inner, whole)
    at_zero = x.is_equal(0.0).choose(x.lift(-math.inf), math.nan)
    return (x > 0.0).choose((x < math.inf).choose(finite, x), at_zero)


def logarithm(x: Number) -> Number:
    """`log(x)`."""
    return binary_logarithm(x) * LN_2


def decimal_logarithm(x: Number) -> Number:
    """`log10(x)`."""
    return binary_logarithm(x) * LOG10_2


def logarithm_plus_one(x: Number) -> Number:
    """`log(1 + x)`; of small numbers two terms of the series, as the sum would lose their bits."""
    small = x.fused(x * -0.5, x)
    return (abs(x) < 2.0**-18).choose(small, logarithm(x + 1.0))


def hyperbolic_sine(x: Number) -> Number:
    """`sinh(x)`, as `(e + e / (e + 1)) / 2` with `e = exp(|x|) - 1`."""
    grown = power_less_one(abs(x) * LOG2_E)
    return ((grown + grown / (grown + 1.0)) * 0.5).signed_as(x)


def hyperbolic_cosine(x: Number) -> Number:
    """`cosh(x)`."""
    grown = power_of_two(abs(x) * LOG2_E)
    return (grown + 1.0 / grown) * 0.5


def area_sine(x: Number) -> Number:
    """`asinh(x)`, as `log(1 + a + a^2 / (1 + sqrt(1 + a^2)))` with `a = |x|`."""
    size = abs(x)
    inner = size.fused(size / (size.fused(size, 1.0).root() + 1.0), size)
    return (size < math.inf).choose(logarithm_plus_one(inner), size).signed_as(x)


def area_cosine(x: Number) -> Number:
    """`acosh(x)`, as `log(1 + y + sqrt(y (x + 1)))` with `y = x - 1`."""
    less = x - 1.0
    value = logarithm_plus_one(less + (less * (x + 1.0)).root())
    return (x < 1.0).choose(math.nan, value)


def area_tangent(x: Number) -> Number:
    """`atanh(x)`, as `log(1 + 2 a / (1 - a)) / 2` with `a = |x|`."""
    size = abs(x)
    return (logarithm_plus_one(size * 2.0 / (1.0 - size)) * 0.5).signed_as(x)


def cube_root(x: Number) -> Number:
    """`cbrt(x)`."""
    return power_of_two(binary_logarithm(abs(x)) / 3.0).signed_as(x)


def is_integer(x: Number) -> Condition:
    """Whether a number in f64 is an integer; infinity is."""
    size = abs(x)
    return ((size + 2.0**52) - 2.0**52).is_equal(size)


def power(base: Number, exponent: Number) -> Number:
    """
    `base^exponent` as the C standard has it: 1 for an exponent of zero or a base of 1, even of NaN;
    NaN for a negative base unless the exponent is an integer.
    """
    return completed_power(base, exponent, power_of_two(exponent * binary_logarithm(abs(base))))


def completed_power(base: Number, exponent: Number, value: Number) -> Number:
    """
    `base^exponent` in f64, given what a formula by logarithms computes for the size of the base:
    that is wrong where the result is 1 by definition, and has no sign.
    """
    size = abs(base)
    number = exponent.is_equal(exponent)
    is_one = base.is_equal(1.0) | exponent.is_equal(0.0) | (size.is_equal(1.0) & number)
    value = is_one.choose(1.0, value)
    whole = is_integer(exponent)
    odd = whole & not_(is_integer(exponent * 0.5))
    sign = (base.bits() & (-1 << 63)).choose(odd, 0)
    signed = (value.bits() ^ sign).number()
    no_root = (base < 0.0) & (base > -math.inf) & number & not_(whole)
    return no_root.choose(math.nan, signed)


def power_of_constant(exponent: float) -> Callable[[Number], Number] | None:
    """
    `x^exponent` as products, and the square root of halves; None where there is no such form. A
    square and a reciprocal are rounded once in any type, others are for f64. As `power` has it:
    negative numbers other than the infinite one have no root, and the root of -0.0 is 0.0.
    """
    twice = 2 * exponent
    if not twice.is_integer() or not 1 <= abs(twice) <= MOST_ROOTS:
        return None
    whole, half = divmod(abs(int(twice)), 2)

    def formula(x: Number) -> Number:
        factor = abs(x) if half else x
        factors = [factor.root()] if half else []
        for bit in range(whole.bit_length()):
            if whole >> bit & 1:
                factors.append(factor)
            factor *= factor
        value = reduce(mul, factors)
        if exponent < 0:
            value = 1.0 / value
        return ((x < 0.0) & (x > -math.inf)).choose(math.nan, value) if half else value

    return formula


def rounded_away(x: Number) -> Number:
    """The nearest integer, and of two the one away from zero, in the type of the argument."""
    whole = x.whole()
    step = x.lift(1.0).signed_as(x)
    return (abs(x - whole) < 0.5).choose(whole, whole + step)
