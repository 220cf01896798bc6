"""Rounding and signed zeros, against exact fractions and what IEEE 754 says of zeros."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import copysign

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.kernels.elementwise import convert
from disc_shape.interpreters.kernels.floats import fused_multiply_add

SMALL = [
    np.dtype(kind)
    for kind in (np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2)
]
KINDS = [*SMALL, np.dtype(np.float32), np.dtype(np.float64)]


def neighbours(array: Array, at: int) -> list[Fraction]:
    """A number and those next to it."""
    one = array[at : at + 1]
    beside = [np.nextafter(one, np.asarray(end, array.dtype)) for end in (448.0, -448.0)]
    return [Fraction(float(number.astype(np.float64)[0])) for number in (one, *beside)]


def nearest(array: Array, exact: list[Fraction]) -> bool:
    """Whether no neighbour of a number is nearer to what it should be."""
    for index, wanted in enumerate(exact):
        found, above, below = neighbours(array, index)
        if abs(found - wanted) > min(abs(above - wanted), abs(below - wanted)):
            return False
    return True


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_fused_multiply_and_add(kind: np.dtype[np.generic]) -> None:
    random = np.random.default_rng(0)
    x, y, z = (random.normal(size=400).astype(kind) for _ in range(3))
    z[:200] = np.negative(np.multiply(x[:200], y[:200]))
    z[200:250] = (z[200:250].astype(np.float64) * 2.0**-9).astype(kind)
    exact = [
        Fraction(a) * Fraction(b) + Fraction(c)
        for a, b, c in zip(*(one.astype(np.float64).tolist() for one in (x, y, z)), strict=True)
    ]
    assert nearest(fused_multiply_add(x, y, z), exact)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_fused_multiply_and_add_of_no_numbers(kind: type[np.generic]) -> None:
    rows = [
        (np.inf, 1, -np.inf), (np.inf, 0, 1), (1, 1, np.inf), (-0.0, 1, -0.0), (-0.0, 1, 0.0),
        (3, 2, -6), (1e30, 1e30, -np.inf),
    ]  # fmt: skip
    x, y, z = (np.asarray(column, kind) for column in zip(*rows, strict=True))
    with np.errstate(all="ignore"):
        found = fused_multiply_add(x, y, z).astype(np.float64)
        expected = (x.astype(np.float64) * y.astype(np.float64)) + z.astype(np.float64)
    np.testing.assert_array_equal(found, expected)
    assert np.signbit(found).tolist()[3:] == np.signbit(expected).tolist()[3:]


@pytest.mark.parametrize("kind", SMALL, ids=str)
def test_float64_is_rounded_once(kind: np.dtype[np.generic]) -> None:
    """What lies a little beside the middle of two numbers goes to the nearer one."""
    values: list[float] = []
    for start in (1.0, 1.5, 3.0, 0.02):
        low, high, _ = neighbours(np.asarray([start], np.float64).astype(kind), 0)
        for sign, tiny in product((1, -1), (-(2.0**-45), 0.0, 2.0**-45)):
            values.append(sign * (float(low + high) / 2 + tiny))
    found = convert(np.asarray(values), kind)
    assert nearest(found, [Fraction(value) for value in values])
    scalar = convert(np.asarray(values[2]), kind)
    assert scalar.shape == ()
    assert float(scalar.astype(np.float64)) == float(found.astype(np.float64)[2])


ZEROS = list(product((0.0, -0.0), repeat=2))


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("dialect", ["stablehlo", "arith"])
def test_zeros_have_an_order(dialect: str, kind: str) -> None:
    """-0 is less than 0."""
    names = ("maximum", "minimum") if dialect == "stablehlo" else ("maximumf", "minimumf")
    text = f"tensor<4x{kind}>"
    lines = "\n".join(f"%r{i} = {dialect}.{name} %x, %y : {text}" for i, name in enumerate(names))
    module = parse(
        f"func.func @main(%x: {text}, %y: {text}) -> ({text}, {text}) {{\n{lines}\n"
        f"return %r0, %r1 : {text}, {text}\n}}"
    )
    types = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
    x, y = (np.asarray(column).astype(types[kind]) for column in zip(*ZEROS, strict=True))
    greatest, least = run(module, x, y)
    for found, minus in ((greatest, all), (least, any)):
        signs = [copysign(1, float(one)) < 0 for one in found.astype(np.float64)]
        assert signs == [minus(copysign(1, one) < 0 for one in pair) for pair in ZEROS]


@pytest.mark.parametrize("numbers", [[0.0, -0.0], [-0.0, 0.0], [-0.0, -0.0], [-0.0, -1.0]])
def test_zeros_in_a_reduction(numbers: list[float]) -> None:
    module = parse(
        """
        func.func @main(%x: tensor<?xf32>, %i: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0]
            : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }"""
    )
    for order in (numbers, numbers[::-1]):
        (found,) = run(module, np.asarray(order, np.float32), np.float32(-np.inf))
        assert float(found) == 0
        assert bool(np.signbit(found)) == all(copysign(1, number) < 0 for number in numbers)
