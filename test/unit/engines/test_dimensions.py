"""Sizes of dimensions whose numbers are data, on every engine."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

import disc_shape

NEEDED = {"native": "llvmlite", "iree": "iree", "xla": "jax"}
ENGINES = [one for one in ("reference", *NEEDED) if find_spec(NEEDED.get(one, "numpy"))]

PROGRAM = """
func.func @main(%x: tensor<TYPE>, %i: tensor<i32>) -> tensor<?xi32> {
  %e = tensor.extract %i[] : tensor<i32>
  %k = arith.index_cast %e : i32 to index
  %n = tensor.dim %x, %k : tensor<TYPE>
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
"""
SHAPES = {"?x?xf32": (2, 3), "?x5x?xf32": (0, 5, 1), "?xf32": (4,), "3x4xf32": (3, 4)}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("type_", SHAPES)
def test_the_number_of_a_dimension_is_data(type_: str, engine: str) -> None:
    shape = SHAPES[type_]
    compiled = disc_shape.compile(PROGRAM.replace("TYPE", type_), engine=engine)
    x = np.ones(shape, np.float32)
    for axis, size in enumerate(shape):
        (found,) = compiled.run(x, np.int32(axis))
        assert found.tolist() == list(range(size))
    for axis in (-1, len(shape), 7):
        with pytest.raises(disc_shape.GuardError, match=r"index 0 of 'tensor\.dim'"):
            compiled.run(x, np.int32(axis))
