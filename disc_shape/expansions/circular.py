"""Circular functions and their inverses."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from xdsl.dialects.builtin import IntegerType, f64

from disc_shape.expansions.numbers import Bits, Number
from disc_shape.expansions.polynomials import (
    arc_tangent_term,
    circle_constant,
    cosine_term,
    of_series,
    sine_term,
)

PI = float(circle_constant())
MAGIC = 1.5 * 2.0**52
MANTISSA_BITS = 52
SIGN = -1 << 63

SMALL = 2.0**24
"""From here on arguments are reduced in fixed point."""

WORDS = 8
"""Words of 32 bits of `2 / pi`, the first of which is 0, that arguments of f32 reach."""


class Reduced(NamedTuple):
    """The size of an argument as a multiple of a quarter turn, and the rest."""

    quadrant: Bits
    """A number of quarter turns, of which the lowest two bits count."""
    rest: Number
    """Between `-pi/4` and `pi/4`, in f64."""


def reduce(size: Number) -> Reduced:
    """
    Reduce an argument of f32 that is not negative, given in f64.

    Below 2^24, the quarter turns are subtracted in two steps, the first of which is exact. From
    there on the argument is an integer of 24 bits times a power of two, `m 2^j`, and all bits of
    `2 / pi` that are not whole turns after the product are in a window of 96 bits, which starts at
    a place that depends on `j`. It is chosen among constants.
    """
    quarter = circle_constant() / 2
    moved = size.fused(float(1 / quarter), MAGIC)
    whole = moved - MAGIC
    high = math.floor(quarter * (1 << 28)) / (1 << 28)
    rest = whole.fused(-float(quarter - Fraction(high)), whole.fused(-high, size))
    product = fixed_point_product(size)
    turns = (product + (1 << 61)).shifted_down(62)
    far = (product - (turns << 62)).converted(f64) * (float(quarter) * 2.0**-62)
    near = size < SMALL
    return Reduced(moved.bits().choose(near, turns), near.choose(rest, far))


def fixed_point_product(size: Number) -> Bits:
    """`size * 2 / pi` modulo 4, with 62 bits after the point, of a number from 2^24 on."""
    bits = size.bits()
    mantissa = ((bits & ((1 << MANTISSA_BITS) - 1)) | (1 << MANTISSA_BITS)).shifted_down(29)
    start = bits.shifted_down(MANTISSA_BITS) - (1023 + 23) + 30
    word, shift = start >> 5, start & 31
    digits = [*quotient_words(), 0]
    pairs = [high << 32 | low for high, low in pairwise(digits)]
    places = [word.is_equal(number) for number in range(WORDS - 4)]
    window: list[Bits] = []
    for offset in range(3):
        chosen = size.scope.bits(pairs[WORDS - 4 + offset], IntegerType(64))
        for number, place in enumerate(places):
            chosen = size.scope.bits(pairs[number + offset], IntegerType(64)).choose(place, chosen)
        window.append((chosen << shift).shifted_down(32))
    first, second, third = (mantissa * one for one in window)
    return (first << 32) + second + third.shifted_down(32)


def quotient_words() -> list[int]:
    """The words of `2 / pi`, after one of zeros."""
    bits = math.floor(2 / circle_constant() * (1 << 32 * (WORDS - 1)))
    return [bits >> 32 * number & 0xFFFFFFFF for number in reversed(range(WORDS))]


def sine_and_cosine(rest: Number) -> tuple[Number, Number]:
    """Of an angle between `-pi/4` and `pi/4`, to 1e-11."""
    bound = Fraction(31, 50)
    square = rest * rest
    sine = rest * square.polynomial(of_series(sine_term, Fraction(0), bound, 4))
    return sine, square.polynomial(of_series(cosine_term, Fraction(0), bound, 5))


def finished(value: Number, sign: Bits, size: Number) -> Number:
    """A value with a sign turned around; NaN of infinity and NaN."""
    turned = (value.bits() ^ sign).number()
    return (size < math.inf).choose(turned, size - size)


def sine(x: Number) -> Number:
    """`sin(x)`."""
    size = abs(x)
    quadrant, rest = reduce(size)
    small, large = sine_and_cosine(rest)
    value = (quadrant & 1).is_equal(0).choose(small, large)
    sign = ((quadrant & 2) << 62) ^ (x.bits() & SIGN)
    return finished(value, sign, size)


def cosine(x: Number) -> Number:
    """`cos(x)`."""
    size = abs(x)
    quadrant, rest = reduce(size)
    small, large = sine_and_cosine(rest)
    value = (quadrant & 1).is_equal(0).choose(large, small)
    return finished(value, ((quadrant + 1) & 2) << 62, size)


def tangent(x: Number) -> Number:
    """`tan(x)`."""
    size = abs(x)
    quadrant, rest = reduce(size)
    small, large = sine_and_cosine(rest)
    even = (quadrant & 1).is_equal(0)
    value = even.choose(small, large) / even.choose(large, small)
    return finished(value, (quadrant << 63) ^ (x.bits() & SIGN), size)


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
