"""Integers that are floats on their way to a shape: what is known of them holds at run time."""

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.interpreters import check
from disc_shape.interpreters.errors import ClaimError
from disc_shape.passes.shape_optimization import optimize_shapes

PROGRAM = """
func.func @main(%x: tensor<?xi8>) -> tensor<?xi8> {{
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<{kind}>
  %g = stablehlo.{rounding} %f : tensor<{kind}>
  %h = stablehlo.convert %g : (tensor<{kind}>) -> tensor<i32>
  %s = stablehlo.reshape %h : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}}
"""


@pytest.mark.parametrize(
    ("kind", "size", "rounded"),
    [
        ("f64", 0, 0),
        ("f64", 1, 1),
        ("f64", (1 << 24) + 1, (1 << 24) + 1),
        ("f32", 0, 0),
        ("f32", 1, 1),
        ("f32", (1 << 24) + 1, 1 << 24),
        ("f16", 2049, 2048),
        ("bf16", 257, 256),
    ],
)
@pytest.mark.parametrize("rounding", ["ceil", "floor", "round_nearest_even"])
def test_sizes_that_were_floats(kind: str, rounding: str, size: int, rounded: int) -> None:
    module = parse(PROGRAM.format(kind=kind, rounding=rounding))
    optimize_shapes(module)
    result = check(module, np.zeros(size, np.int8), entry="main")
    assert [array.shape for array in result.results] == [(rounded,)]


def test_an_assumption_that_is_broken() -> None:
    text = PROGRAM.format(kind="f16", rounding="ceil").replace("i8", "i32")
    module = parse("module attributes {disc_shape.no_wrap} {" + text + "}")
    # 65520 is infinite as a float of 16 bits, and no integer afterwards.
    with pytest.raises((ClaimError, OverflowError)):
        check(module, np.zeros(65520, np.int32), entry="main")
