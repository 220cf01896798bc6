"""Loops of known length: LLVM unrolls short ones, and does not copy what is in others."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from xdsl.dialects import scf

import disc_shape
from disc_shape.native.unrolling import LIMIT, instructions

SUMS = """
func.func @main(%x: tensor<?x8x6x6xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<?x8x6x6xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 2, 3]
      : (tensor<?x8x6x6xf32>, tensor<f32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
"""
"""Statistics of a batch of images, features first."""

COLUMNS = """
func.func @main(%x: tensor<?xCOUNTxf32>) -> tensor<COUNTxf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<?xCOUNTxf32>, tensor<f32>) -> tensor<COUNTxf32>
  return %0 : tensor<COUNTxf32>
}
"""

LOOP = """
func.func @main(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %high = HIGH
  scf.for %i = %c0 to %high step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %x[%i] : memref<?xf32>
  }
  return
}
"""


def test_sums_over_a_batch_are_not_copied_for_each_feature() -> None:
    """LLVM wrote 4,700 lines: each sum for each feature, unrolled and vectorized apart."""
    compiled = disc_shape.compile(SUMS, engine="native")
    assert compiled.text.count("\n") < 1500
    x = np.random.default_rng(0).standard_normal((5, 8, 6, 6), np.float32)
    for one in (x, x[:0], x[:1]):
        assert np.allclose(compiled.run(one)[0], (one * one).sum((0, 2, 3)), rtol=1e-5)


@pytest.mark.parametrize(
    ("high", "least", "most"),
    [
        ("arith.constant 4 : index", 1, LIMIT),
        ("arith.constant 400 : index", LIMIT + 1, 1e9),
        ("arith.constant 0 : index", 0, 0),
        ("arith.addi %n, %c1 : index", float("inf"), float("inf")),
    ],
)
def test_estimates(high: str, least: float, most: float) -> None:
    module = disc_shape.parse(LOOP.replace("HIGH", high)).module
    (loop,) = [op for op in module.walk() if isinstance(op, scf.ForOp)]
    assert least <= instructions(loop) <= most


@pytest.mark.parametrize("count", [16, 64])
def test_blocks_of_columns_stay_in_registers(count: int) -> None:
    """Sums of a known number of columns have no memory: LLVM unrolls the loops over them."""
    program = disc_shape.compile(COLUMNS.replace("COUNT", str(count)), engine="native")
    assert " = alloca " not in program.text
    table = np.arange(5 * count, dtype=np.float32).reshape(5, count)
    assert np.array_equal(program.run(table)[0], table.sum(0))
