"""Checks of what operations in loops demand of the sizes that the loops carry."""

from typing import cast

import numpy as np
import pytest

import disc_shape
from disc_shape.interpreters.kernels.arrays import Array

ROTATED = """
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %k: tensor<i32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %r:4 = stablehlo.while(%i = %c0, %s0 = %a, %s1 = %b, %s2 = %c)
      : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %c1 : tensor<i32>
    %n = stablehlo.add %s0, %s1 : tensor<?xf32>
    stablehlo.return %j, %s2, %n, %s1 : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#1, %r#2, %r#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}"""
"""A loop that passes on the values that it carries: each iteration adds others."""


@pytest.fixture(scope="module")
def rotated() -> disc_shape.Compiled:
    """The compiled loop."""
    return disc_shape.compile(ROTATED, engine="reference")


@pytest.mark.parametrize(
    ("sizes", "trips", "legal"),
    [
        ((2, 2, 2), 3, True),
        ((0, 0, 0), 3, True),
        ((1, 2, 3), 0, True),  # The body does not run.
        ((2, 2, 3), 1, True),
        ((2, 3, 2), 1, False),
        ((2, 2, 3), 2, False),
        ((1, 2, 2), 1, False),
        ((0, 0, 1), 2, False),
    ],
)
def test_a_loop_that_exchanges_sizes_is_checked_in_each_iteration(
    rotated: disc_shape.Compiled, sizes: tuple[int, ...], trips: int, legal: bool
) -> None:
    arrays = [np.full(size, 1, np.float32) for size in sizes]
    if not legal:
        with pytest.raises(disc_shape.GuardError, match=r"one shape: expected b\[0\] == s0\[0\]"):
            rotated(*arrays, np.int32(trips))
        return
    results = cast("tuple[Array, ...]", rotated(*arrays, np.int32(trips)))
    shapes = [result.shape for result in results]
    expected = list(sizes)
    for _ in range(trips):
        expected = [expected[2], expected[1], expected[1]]
    assert shapes == [(size,) for size in expected]
