"""Loops as machine code that carry a tensor of another size in each iteration."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("llvmlite")

import disc_shape

Vector = NDArray[np.float32]

LISTS = """
    %s = tensor.from_elements %from : tensor<1xindex>
    %l = tensor.from_elements %to : tensor<1xindex>
    %t = tensor.from_elements %c1 : tensor<1xindex>"""
SLICE = """%{name} = stablehlo.real_dynamic_slice %{value}, %s, %l, %t
        : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>"""
BODIES = {
    "first half": f"""
    %from = arith.constant 0 : index
    %to = arith.divui %d, %c2 : index{LISTS}
    {SLICE.format(name="w", value="v")}""",
    "first half of twice": f"""
    %from = arith.constant 0 : index
    %to = arith.divui %d, %c2 : index{LISTS}
    %p = stablehlo.add %v, %v : tensor<?xf32>
    {SLICE.format(name="w", value="p")}""",
    "all but the first": f"""
    %from = arith.minui %d, %c1 : index
    %to = arith.addi %d, %c0 : index{LISTS}
    {SLICE.format(name="w", value="v")}""",
    "one more": """
    %p = stablehlo.add %v, %v : tensor<?xf32>
    %w = stablehlo.pad %p, %f, low = [0], high = [1], interior = [0]
        : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>""",
    "twice": """
    %w = stablehlo.add %v, %v : tensor<?xf32>""",
}
"""What becomes of the carried value `%v`, of `%d` elements."""

AFTER: dict[str, Callable[[Vector], Vector]] = {
    "first half": lambda v: v[: len(v) // 2],
    "first half of twice": lambda v: v[: len(v) // 2] * np.float32(2),
    "all but the first": lambda v: v[1:],
    "one more": lambda v: np.concatenate([v + v, np.full(1, 5, np.float32)]),
    "twice": lambda v: v + v,
}


def program(body: str) -> str:
    """A loop with a body."""
    return f"""
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %f = stablehlo.constant dense<5.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<?xf32>
  cond {{
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = tensor.dim %v, %c0 : tensor<?xf32>{body}
    stablehlo.return %j, %w : tensor<i32>, tensor<?xf32>
  }}
  return %r#1 : tensor<?xf32>
}}
"""


@pytest.mark.parametrize("name", BODIES)
def test_each_iteration_has_a_size_of_its_own(name: str) -> None:
    run = disc_shape.compile(program(BODIES[name]), engine="native")
    for size in (0, 1, 2, 3, 17):
        for count in (0, 1, 2, 5):
            x: Vector = np.arange(1, size + 1, dtype=np.float32)
            expected = x
            for _ in range(count):
                expected = AFTER[name](expected)
            (found,) = run.run(x, np.int32(count))
            assert np.array_equal(found, expected), (size, count)
            assert found.shape == expected.shape
