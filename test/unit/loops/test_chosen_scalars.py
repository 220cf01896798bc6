"""Small tensors of scalars inside of kernels."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run

LOOPS = "shape-optimization,hlo-fusion,mhlo-to-lmhlo,lmhlo-to-loops"

EQUAL = """
func.func @main(%x: tensor<2x2xf32>, %n: tensor<i32>) -> tensor<2x2xf32> {
  %0 = tensor.extract %n[] : tensor<i32>
  %c0 = arith.constant 0 : i32
  %1 = arith.cmpi eq, %0, %c0 : i32
  %2 = tensor.from_elements %1, %1, %1, %1 : tensor<2x2xi1>
  %3 = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
  %4 = stablehlo.select %2, %x, %3 : tensor<2x2xi1>, tensor<2x2xf32>
  %5 = stablehlo.abs %4 : tensor<2x2xf32>
  return %5 : tensor<2x2xf32>
}
"""
"""What follows a factorization that may fail in a loop: numbers, or no numbers."""

DIFFERENT = """
func.func @main(%x: tensor<?x3xi32>, %a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>)
    -> tensor<?x3xi32> {
  %0 = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.reshape %c : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.concatenate %0, %1, %2, dim = 0
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xi32>
  %s = tensor.from_elements %n, %c3 : tensor<2xindex>
  %4 = stablehlo.dynamic_broadcast_in_dim %3, %s, dims = [1]
      : (tensor<3xi32>, tensor<2xindex>) -> tensor<?x3xi32>
  %5 = stablehlo.multiply %x, %4 : tensor<?x3xi32>
  return %5 : tensor<?x3xi32>
}
"""
"""Integers by their place, as of `x * jnp.array([a, b, c])`."""


@pytest.mark.parametrize("fails", [0, 1])
def test_equal_scalars(fails: int) -> None:
    x = np.arange(4, dtype=np.float32).reshape(2, 2)
    module = parse(EQUAL)
    apply(LOOPS, module, context())
    assert not any(isinstance(op, BufferOp) for op in module.walk())
    expected = np.full_like(x, np.nan) if fails else x
    np.testing.assert_array_equal(run(module, x, np.int32(fails))[0], expected)


def test_scalars_by_their_place() -> None:
    module = parse(DIFFERENT)
    apply(LOOPS, module, context())
    assert not any(isinstance(op, BufferOp) for op in module.walk())
    scalars = [np.int32(one) for one in (2, -3, 5)]
    for rows in (0, 1, 4):
        x = np.arange(3 * rows, dtype=np.int32).reshape(rows, 3)
        np.testing.assert_array_equal(run(module, x, *scalars)[0], x * np.array([2, -3, 5]))


@pytest.mark.parametrize("text", [EQUAL, DIFFERENT])
def test_machine_code(text: str) -> None:
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(text, engine="native")
    assert not any(", interpreter" in str(one) for one in compiled.kernels)
