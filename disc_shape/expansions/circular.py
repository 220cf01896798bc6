"""Circular functions and their inverses."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from xdsl.dialects.builtin import f32, f64, i32

from disc_shape.expansions.numbers import Bits, Number
from disc_shape.expansions.polynomials import (
    arc_tangent_term,
    circle_constant,
    of_series,
    rest_of_cosine_term,
    rest_of_sine_term,
)

PI = float(circle_constant())
MAGIC = 1.5 * 2.0**52
SIGN, SIGN_32 = -1 << 63, -1 << 31

WINDOWS = (44, 65, 86, 107)
"""
From these exponents on, other bits of `2 / pi` matter: products of a float of 24 bits from `2^k` on
with bits above `2^(25 - k)` are whole turns. Those of the other bits are below `2^46`.
"""


class Reduced(NamedTuple):
    """The size of an argument as a multiple of a quarter turn, and the rest."""

    quadrant: Bits
    """A number of quarter turns, of which the lowest two bits count."""
    rest: Number
    """Between `-pi/4` and `pi/4`, in f64."""


def reduce(size: Number) -> Reduced:
    """
    Reduce an argument of f32 that is not negative, given in f64.

    It is multiplied by `2 / pi`, of which whole turns are left out where the argument is large: by
    53 bits of it, with what rounding loses, and by 53 more. The error is less than 2^-60. A rest
    that is smaller than 2^-30 is the whole argument, and exact to 52 bits.
    """
    first, second = (size.lift(one) for one in quotient_parts(0))
    for start in WINDOWS:
        is_below = size < 2.0**start
        upper, lower = quotient_parts(start)
        first, second = is_below.choose(first, upper), is_below.choose(second, lower)
    product = size * first
    low = size.fused(second, size.rest_of_product(first, product))
    moved = product + low + MAGIC
    rest = (product - (moved - MAGIC)) + low
    return Reduced(moved.bits(), rest * (PI / 2))


def quotient_parts(start: int) -> tuple[float, float]:
    """`2 / pi` in two floats, without bits above `2^(25 - start)`."""
    number = 2 / circle_constant() % Fraction(1 << 25, 1 << max(start, 25))
    return float(number), float(number - Fraction(float(number)))


def sine_and_cosine(rest: Number) -> tuple[Number, Number]:
    """Of an angle between `-pi/4` and `pi/4`, to 1e-10."""
    bound = Fraction(63, 100)
    square = rest * rest
    sine = square.polynomial(of_series(rest_of_sine_term, Fraction(0), bound, 3))
    cosine = square.polynomial((1.0, *of_series(rest_of_cosine_term, Fraction(0), bound, 3)))
    return (rest * square).fused(sine, rest), cosine


def sine(x: Number) -> Number:
    """`sin(x)`; the rest of the argument is rounded to f32."""
    turns, rest = reduce(abs(x).extended(f64))
    return (sine_of_turns(turns.truncated(i32), rest) ^ (x.bits() & SIGN_32)).number()


def cosine(x: Number) -> Number:
    """`cos(x)`: the sine of a quarter turn more."""
    turns, rest = reduce(abs(x).extended(f64))
    return sine_of_turns(turns.truncated(i32) + 1, rest).number()


def sine_of_turns(turns: Bits, rest: Number) -> Bits:
    """The sine, in f32, of a number of quarter turns and a rest."""
    small, large = sine_and_cosine(rest.truncated(f32))
    value = (turns & 1).is_equal(0).choose(small, large)
    return value.bits() ^ ((turns & 2) << 30)


def tangent(x: Number) -> Number:
    """`tan(x)`."""
    quadrant, rest = reduce(abs(x))
    small, large = sine_and_cosine(rest)
    even = (quadrant & 1).is_equal(0)
    value = even.choose(small, large) / even.choose(large, small)
    return (value.bits() ^ (quadrant << 63) ^ (x.bits() & SIGN)).number()


def angle(y: Number, x: Number) -> Number:
    """The angle of a point whose coordinates are not negative; NaN if one of them is."""
    steep = y > x
    low, high = steep.choose(x, y), steep.choose(y, x)
    middle = low > high * (math.sqrt(2.0) - 1.0)
    over = middle.choose(low - high, low)
    under = middle.choose(low + high, high)
    quotient = over / under.is_equal(0.0).choose(1.0, under)
    bound = Fraction(43, 250)
    inner = (quotient * quotient).polynomial(of_series(arc_tangent_term, Fraction(0), bound, 6))
    flat = quotient.fused(inner, middle.choose(quotient.lift(PI / 4), 0.0))
    both = low.is_equal(math.inf) & high.is_equal(math.inf)
    flat = both.choose(PI / 4, flat)
    return steep.choose(PI / 2 - flat, flat)


def arc_tangent_2(y: Number, x: Number) -> Number:
    """`atan2(y, x)`, with the zeros and infinities of the C standard."""
    right = angle(abs(y), abs(x))
    left = x.bits().is_below(0)
    return left.choose(PI - right, right).signed_as(y)


def arc_tangent(x: Number) -> Number:
    """`atan(x)`."""
    return angle(abs(x), x.lift(1.0)).signed_as(x)


def arc_sine(x: Number) -> Number:
    """`asin(x)`: the angle of the point on the unit circle at this height."""
    return angle(abs(x), ((1.0 - x) * (x + 1.0)).root()).signed_as(x)


def arc_cosine(x: Number) -> Number:
    """`acos(x)`: the angle of the point on the unit circle above or below this place."""
    right = angle(((1.0 - x) * (x + 1.0)).root(), abs(x))
    return (x < 0.0).choose(PI - right, right)
