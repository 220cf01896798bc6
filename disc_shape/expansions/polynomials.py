"""
Polynomials that approximate functions: computed from their series, in rational numbers.

`interpolate` gives the coefficients of the polynomial that agrees with a function at Chebyshev's
points of an interval, at most a few times worse than the best one of its degree. The function is
the sum of its power series: nothing depends on the mathematical library of the machine, the
coefficients are the same everywhere, and there is no table of them that could be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import cos, factorial, floor, isqrt, pi

Term = Callable[[int], Fraction]
"""The coefficient of a power of a series."""

GRID = 1 << 100
"""Numbers are rounded to multiples of `1 / GRID`: exact ones grow without bound."""

TERMS = 80
"""Terms of a series that are added: each one used here has converged to `1 / GRID` by then."""


def rounded(number: Fraction) -> Fraction:
    """The nearest multiple of `1 / GRID`."""
    return Fraction(round(number * GRID), GRID)


def series(term: Term, at: Fraction) -> Fraction:
    """The sum of a power series at a point where its terms fall at least like powers of 0.42."""
    total, power = Fraction(0), Fraction(1)
    for number in range(TERMS):
        total += rounded(term(number) * power)
        power = rounded(power * at)
    return total


@cache
def logarithm_of_two() -> Fraction:
    """`ln 2`, by the series of `2 atanh(1/3)`."""
    return logarithm(Fraction(2))


def logarithm(number: Fraction) -> Fraction:
    """`ln` of a number between 1/2 and 2, by the series of `2 atanh((x - 1) / (x + 1))`."""
    tangent = (number - 1) / (number + 1)
    return 2 * tangent * series(area_tangent_term, rounded(tangent * tangent))


@cache
def circle_constant() -> Fraction:
    """`pi`, by Machin's formula, to 300 bits."""
    return _arc_cotangent(5) * 16 - _arc_cotangent(239) * 4


@cache
def root_of_circle_constant() -> Fraction:
    """The square root of `pi`, to 100 bits."""
    return Fraction(isqrt(floor(circle_constant() * GRID * GRID)), GRID)


def _arc_cotangent(number: int) -> Fraction:
    """`atan(1 / number)`, to 320 bits."""
    grid, total, power, odd = 1 << 330, 0, (1 << 330) // number, 1
    while power:
        total += power // odd if odd % 4 == 1 else -(power // odd)
        power, odd = power // number**2, odd + 2
    return Fraction(total, grid)


def rest_of_exponential_term(number: int) -> Fraction:
    """`(exp(x) - 1 - x) / x^2`."""
    return Fraction(1, factorial(number + 2))


def rest_of_logarithm_term(number: int) -> Fraction:
    """`(log(1 + x) - x) / x^2`."""
    return Fraction((-1) ** (number + 1), number + 2)


def rest_of_hyperbolic_tangent(square: Fraction) -> Fraction:
    """`(tanh(x) / x - 1) / x^2`, in the square of `x`: `(sinh(x) / x - cosh(x)) / x^2 cosh(x)`."""
    numerator = series(lambda n: Fraction(-2 * n - 2, factorial(2 * n + 3)), square)
    return numerator / series(lambda n: Fraction(1, factorial(2 * n)), square)


def rest_of_error(square: Fraction) -> Fraction:
    """`erf(x) / x - 1`, in the square of `x`, up to 16."""
    return 2 * series(error_term, square) / root_of_circle_constant() - 1


def exponent_of_error(x: Fraction) -> Fraction:
    """`log2(1 - erf(x))`, up to 4."""
    found = rounded(1 - x - x * rest_of_error(x * x))
    shift = found.denominator.bit_length() - found.numerator.bit_length()
    return logarithm(found * (1 << shift)) / logarithm_of_two() - shift


def binary_term(number: int) -> Fraction:
    """`(2^x - 1) / x`."""
    return rounded(logarithm_of_two() ** (number + 1) / factorial(number + 1))


def rest_of_sine_term(number: int) -> Fraction:
    """`(sin(x) / x - 1) / x^2`, in the square of `x`."""
    return Fraction((-1) ** (number + 1), factorial(2 * number + 3))


def rest_of_cosine_term(number: int) -> Fraction:
    """`(cos(x) - 1) / x^2`, in the square of `x`."""
    return Fraction((-1) ** (number + 1), factorial(2 * number + 2))


def arc_tangent_term(number: int) -> Fraction:
    """`atan(x) / x`, in the square of `x`."""
    return Fraction((-1) ** number, 2 * number + 1)


def area_tangent_term(number: int) -> Fraction:
    """`atanh(x) / x`, in the square of `x`."""
    return Fraction(1, 2 * number + 1)


def error_term(number: int) -> Fraction:
    """`erf(x) / x` times half the root of pi, in the square of `x`."""
    return Fraction((-1) ** number, factorial(number) * (2 * number + 1))


@cache
def nodes(low: Fraction, high: Fraction, degree: int) -> tuple[Fraction, ...]:
    """Chebyshev's points of an interval, on a grid that no library's cosine misses."""
    found: list[Fraction] = []
    for number in range(degree + 1):
        place = round(cos(pi * (2 * number + 1) / (2 * degree + 2)) * (1 << 20))
        found.append((low + high) / 2 + (high - low) / 2 * Fraction(place, 1 << 20))
    return tuple(found)


@cache
def interpolate(
    function: Callable[[Fraction], Fraction], low: Fraction, high: Fraction, degree: int
) -> tuple[float, ...]:
    """Coefficients, lowest power first, by Newton's divided differences."""
    points = nodes(low, high, degree)
    differences = [function(point) for point in points]
    for step in range(1, degree + 1):
        for last in range(degree, step - 1, -1):
            gap = points[last] - points[last - step]
            differences[last] = (differences[last] - differences[last - 1]) / gap
    found = [differences[degree]]
    for number in range(degree - 1, -1, -1):
        shifted = [Fraction(0), *found]
        lower = [*(-points[number] * one for one in found), Fraction(0)]
        found = [rounded(one + other) for one, other in zip(shifted, lower, strict=True)]
        found[0] += differences[number]
    return tuple(map(float, found))


@cache
def of_series(term: Term, low: Fraction, high: Fraction, degree: int) -> tuple[float, ...]:
    """The coefficients of the polynomial for a series on an interval."""

    def function(x: Fraction) -> Fraction:
        return series(term, x)

    return interpolate(function, low, high, degree)
