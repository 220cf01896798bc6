"""Special functions of CHLO, in double precision."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import Array, narrow

Doubles = NDArray[np.float64]

_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
"""B2, B4, ..., B14."""


def digamma(operand: Array) -> Array:
    """The derivative of lgamma: reflection below 1/2, recurrence up to 10, then asymptotics."""
    x = operand.astype(np.float64)
    pole = np.equal(x, np.floor(x)) & np.less_equal(x, 0)
    mirrored = np.less(x, 0.5)
    y: Doubles = np.where(mirrored, 1 - x, x)
    total: Doubles = np.zeros_like(y)
    for _ in range(10):
        small = y < 10
        total = total - np.where(small, 1 / np.where(small, y, 1), 0)
        y = np.where(small, y + 1, y)
    inverse = 1 / (y * y)
    series: Doubles = np.zeros_like(y)
    for index in reversed(range(len(_BERNOULLI))):
        series = inverse * (_BERNOULLI[index] / (2 * (index + 1)) + series)
    total = total + np.log(y) - 0.5 / y - series
    total = np.where(mirrored, total - np.pi / np.tan(np.pi * np.where(mirrored, x, 0.25)), total)
    return narrow(np.where(pole, np.nan, total), operand.dtype)


def zeta(s: Array, q: Array) -> Array:
    """
    The Hurwitz zeta function for s > 1: a finite sum and the Euler-Maclaurin remainder. At the
    poles, q = 0, -1, ..., it is infinite for even s; for odd s it has another sign on each side.
    """
    a, x = s.astype(np.float64), q.astype(np.float64)
    steps = 12
    total: Doubles = np.zeros(np.broadcast_shapes(a.shape, x.shape))
    for index in range(steps):
        total = total + (x + index) ** -a
    end = x + steps
    total = total + end ** (1 - a) / (a - 1) + 0.5 * end**-a
    factor = a * end ** (-a - 1)
    for index, bernoulli in enumerate(_BERNOULLI):
        order = 2 * index + 2
        total = total + factor * bernoulli / math.factorial(order)
        factor = factor * (a + order - 1) * (a + order) / (end * end)
    pole = np.equal(x, np.floor(x)) & np.less_equal(x, 0)
    poles = np.where(np.equal(np.mod(a, 2), 0), np.inf, np.nan)
    defined = np.where(pole, poles, np.where(a > 1, total, np.nan))
    return narrow(np.where(np.equal(a, 1), np.inf, defined), s.dtype)


LAST_FACTORIAL = 170
"""The largest whole number whose factorial is a 64-bit float."""


def _factorial(value: float) -> float:
    """Gamma of the next number; infinity from where it has no 64-bit float."""
    if value > LAST_FACTORIAL:
        return math.inf
    return math.gamma(value + 1) if value >= 0 else math.nan


def polygamma(n: Array, x: Array) -> Array:
    """The n-th derivative of digamma; no number where n is none of 0, 1, 2, ..."""
    order = n.astype(np.float64)
    natural = np.equal(order, np.floor(order)) & np.greater_equal(order, 0)
    sign = np.where(np.equal(np.mod(order, 2), 0), -1.0, 1.0)
    factorial = np.asarray(np.frompyfunc(_factorial, 1, 1)(order)).astype(np.float64)
    higher = sign * factorial * zeta(order + 1, x.astype(np.float64)).astype(np.float64)
    lowest = digamma(x.astype(np.float64)).astype(np.float64)
    found = np.where(np.equal(order, 0), lowest, higher)
    return narrow(np.where(natural, found, np.nan), x.dtype)


def bessel_i1e(operand: Array) -> Array:
    """``exp(-|x|) I1(x)``, from its integral; far out, from its expansion."""
    x = np.abs(operand.astype(np.float64))
    points = 512
    angles = (np.arange(points) + 0.5) * np.pi / points
    near = np.minimum(x, 3e3)[..., None]
    integral = np.mean(np.exp(near * (np.cos(angles) - 1)) * np.cos(angles), axis=-1)
    far = np.maximum(x, 1.0)
    expansion = (1 - 3 / (8 * far) - 15 / (128 * far * far)) / np.sqrt(2 * np.pi * far)
    return narrow(np.copysign(np.where(x < 3e3, integral, expansion), operand), operand.dtype)
