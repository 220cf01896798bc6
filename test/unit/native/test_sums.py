"""Sums of halves are accumulated in f32 and rounded once, bit by bit as the interpreter does."""

from __future__ import annotations

from functools import cache

import ml_dtypes
import numpy as np
import pytest

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.kernel_info import KernelInfo

pytest.importorskip("llvmlite")

HALVES = {"f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16)}
SUMS = """
func.func @main(%x: MATRIX, %y: COLUMNS, %z: MATRIX)
    -> (COLUMNS, VECTOR, VECTOR, VECTOR, MATRIX) {
  %start = stablehlo.constant dense<0.5> : SCALAR
  %zero = stablehlo.constant dense<-0.0> : SCALAR
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (MATRIX, COLUMNS) -> COLUMNS
  %1 = stablehlo.reduce(%x init: %start) applies stablehlo.add across dimensions = [1]
      : (MATRIX, SCALAR) -> VECTOR
  %2 = stablehlo.reduce(%z init: %start) applies stablehlo.multiply across dimensions = [1]
      : (MATRIX, SCALAR) -> VECTOR
  %3 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
      : (MATRIX, SCALAR) -> VECTOR
  %4 = "stablehlo.reduce_window"(%x, %zero) <{
    window_dimensions = array<i64: 2, 3>, padding = dense<1> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: SCALAR, %b: SCALAR):
    %5 = stablehlo.add %a, %b : SCALAR
    stablehlo.return %5 : SCALAR
  }) : (MATRIX, SCALAR) -> MATRIX
  return %0, %1, %2, %3, %4 : COLUMNS, VECTOR, VECTOR, VECTOR, MATRIX
}
"""
SIZES = {"MATRIX": "?x?x", "COLUMNS": "?x4x", "VECTOR": "?x", "SCALAR": ""}


@cache
def compiled(type_: str, engine: str) -> Compiled:
    text = SUMS
    for name, sizes in SIZES.items():
        text = text.replace(name, f"tensor<{sizes}{type_}>")
    return disc_shape.compile(text, engine=engine)


def bits(array: Array) -> bytes:
    return array.view(np.uint16).tobytes()


@pytest.mark.parametrize("type_", HALVES)
@pytest.mark.parametrize("rows", [0, 1, 3])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 17, 300])
def test_sums_of_halves(type_: str, rows: int, size: int) -> None:
    """Integers, and few powers of 5/4, which f32 adds and multiplies exactly in any order."""
    random = np.random.default_rng(size)
    x, y = (random.integers(-7, 30, shape) for shape in ((rows, size), (size, 4)))
    z = np.where(np.arange(size) % 40 == 0, 1.25, np.sign(x + 0.5))
    x, y, z = (one.astype(HALVES[type_]) for one in (x, y, z))
    found, expected = (compiled(type_, one).run(x, y, z) for one in ("native", "reference"))
    assert list(map(bits, found)) == list(map(bits, expected))
    kernels = compiled(type_, "native").kernels
    assert [one.by for one in kernels if isinstance(one, KernelInfo)] == ["machine code"] * len(
        kernels
    )
