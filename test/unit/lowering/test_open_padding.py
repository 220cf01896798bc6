"""Windows whose padding is an operand, on buffers and in machine code."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

POOL = """
func.func @main(%x: tensor<?x?x3xf32>, %y: tensor<?x?x3xi32>, %p: PADDING)
    -> (tensor<?x?x?xf32>, tensor<?x?x?xi32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sizes = stablehlo.constant dense<[2, 3, SIZE]> : tensor<3xi64>
  %strides = stablehlo.constant dense<[2, 1, 1]> : tensor<3xi64>
  %gaps = stablehlo.constant dense<[1, GAP, 1]> : tensor<3xi64>
  %dilations = stablehlo.constant dense<[1, 2, 1]> : tensor<3xi64>
  PREPARE
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %y, %low, %zero, %sizes,
      %strides, %gaps, %dilations, %padding) {called_computations = [@body]}
      : (tensor<?x?x3xf32>, tensor<?x?x3xi32>, tensor<f32>, tensor<i32>, tensor<3xi64>,
         tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3x2xi64>)
      -> (tensor<?x?x?xf32>, tensor<?x?x?xi32>)
  return %0#0, %0#1 : tensor<?x?x?xf32>, tensor<?x?x?xi32>
}
func.func private @body(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>)
    -> (tensor<f32>, tensor<i32>) {
  %0 = stablehlo.maximum %a, %c : tensor<f32>
  %1 = stablehlo.add %b, %d : tensor<i32>
  return %0, %1 : tensor<f32>, tensor<i32>
}
"""

GIVEN = """
  %negative = stablehlo.negate %p : tensor<3x2xi64>
  %padding = stablehlo.negate %negative : tensor<3x2xi64>
"""
SCALARS = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero_ = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %a = tensor.extract %p[%c0] : tensor<2xi64>
  %b = tensor.extract %p[%c1] : tensor<2xi64>
  %padding = tensor.from_elements %a, %b, %one, %a, %zero_, %one : tensor<3x2xi64>
"""
SHAPES = [(0, 4, 3), (4, 0, 3), (1, 1, 3), (2, 3, 3), (5, 7, 3)]


def text_of(padding: str, prepare: str, size: int, gap: int) -> str:
    """A program with windows of some size, of elements with gaps in between."""
    text = POOL.replace("PADDING", padding).replace("PREPARE", prepare)
    return text.replace("SIZE", str(size)).replace("GAP", str(gap))


PROGRAMS = {
    "given": text_of("tensor<3x2xi64>", GIVEN, 1, 1),
    "given, with gaps": text_of("tensor<3x2xi64>", GIVEN, 2, 3),
    "scalars": text_of("tensor<2xi64>", SCALARS, 1, 1),
    "scalars, with gaps": text_of("tensor<2xi64>", SCALARS, 3, 2),
}


def inputs(name: str, shape: tuple[int, ...], seed: int) -> list[Array]:
    """Arrays, and padding of which some is negative where no size becomes so."""
    random = np.random.default_rng(seed)
    padding = random.integers(
        -1 if min(shape) > 1 else 0, 3, (3, 2) if name.startswith("given") else (2,)
    )
    whole = random.integers(-9, 9, shape)
    return [whole.astype(np.float32), whole.astype(np.int32), padding.astype(np.int64)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_buffers_and_machine_code(name: str) -> None:
    pytest.importorskip("llvmlite")
    text = PROGRAMS[name]
    lowered = parse(text)
    apply("shape-optimization,mhlo-to-lmhlo,lmhlo-to-loops", lowered, context())
    assert not any(isinstance(op, BufferOp | CustomCallOp) for op in lowered.walk())
    compiled = disc_shape.compile(text, engine="native", checked=True)
    assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
    for seed, shape in enumerate(SHAPES * 3):
        given = inputs(name, shape, seed)
        expected = run(parse(text), *given)
        for found in (run(lowered, *given), compiled.run(*given)):
            for one, other in zip(found, expected, strict=True):
                np.testing.assert_array_equal(one, other)


def test_open_strides_are_read_from_memory() -> None:
    text = PROGRAMS["given"].replace(
        "%p: tensor<3x2xi64>", "%p: tensor<3x2xi64>, %q: tensor<3xi64>"
    )
    known = "%strides = stablehlo.constant dense<[2, 1, 1]> : tensor<3xi64>"
    assert known in text
    text = text.replace(known, "%strides = stablehlo.abs %q : tensor<3xi64>")
    lowered = parse(text)
    apply("mhlo-to-lmhlo,lmhlo-to-loops", lowered, context())
    assert not any(isinstance(op, BufferOp) for op in lowered.walk())
    given = [*inputs("given", (5, 7, 3), 1), np.array([2, 1, 1])]
    for one, other in zip(run(lowered, *given), run(parse(text), *given), strict=True):
        np.testing.assert_array_equal(one, other)
