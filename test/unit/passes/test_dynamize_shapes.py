"""
Static programs made dynamic: at the sizes that they had they compute what they did, and at other
sizes what the program does that was written for those.
"""

from collections.abc import Callable, Mapping

import numpy as np
import pytest
from fuzz.harness import COMPOSITE, apply, context, parse, show
from xdsl.context import Context

from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.dynamize_shapes import DynamizeShapesPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass


def attention(b: int, s: int) -> str:
    """Self-attention with two heads of four, written for fixed sizes."""
    x, h = f"tensor<{b}x{s}x8xf32>", f"tensor<{b}x{s}x2x4xf32>"
    p, r = f"tensor<{b}x2x{s}x{s}xf32>", f"tensor<{b}x2x{s}xf32>"
    return f"""
func.func @main(%x: {x}, %w: tensor<8x8xf32>, %g: tensor<8xf32>) -> {x} {{
  %q = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : ({x}, tensor<8x8xf32>) -> {x}
  %h = stablehlo.reshape %q : ({x}) -> {h}
  %s = stablehlo.dot_general %h, %h, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]
    : ({h}, {h}) -> {p}
  %i = stablehlo.iota dim = 2 : {p}
  %j = stablehlo.iota dim = 3 : {p}
  %c = stablehlo.compare GE, %i, %j, FLOAT : ({p}, {p}) -> tensor<{b}x2x{s}x{s}xi1>
  %low = stablehlo.constant dense<-1.0e+09> : {p}
  %m = stablehlo.select %c, %s, %low : tensor<{b}x2x{s}x{s}xi1>, {p}
  %e = stablehlo.exponential %m : {p}
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [3]
    : ({p}, tensor<f32>) -> {r}
  %u = stablehlo.broadcast_in_dim %t, dims = [0, 1, 2] : ({r}) -> {p}
  %d = stablehlo.divide %e, %u : {p}
  %o = stablehlo.dot_general %d, %h, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1]
    : ({p}, {h}) -> tensor<{b}x2x{s}x4xf32>
  %v = stablehlo.transpose %o, dims = [0, 2, 1, 3] : (tensor<{b}x2x{s}x4xf32>) -> {h}
  %y = stablehlo.reshape %v : ({h}) -> {x}
  %k = stablehlo.broadcast_in_dim %g, dims = [2] : (tensor<8xf32>) -> {x}
  %n = stablehlo.add %y, %k : {x}
  return %n : {x}
}}
"""


def windows(b: int, s: int) -> str:
    """Neighbours by slices, padding, a concatenation, merged rows and an embedding."""
    x = f"tensor<{b}x{s}x4xf32>"
    cut, wide = f"tensor<{b}x{s - 1}x4xf32>", f"tensor<{b}x{2 * s}x4xf32>"
    flat = f"tensor<{b * 2 * s}x4xf32>"
    return f"""
func.func @main(%x: {x}, %t: tensor<9x4xf32>, %i: tensor<{b}xi32>) -> ({flat}, tensor<{b}x4xf32>) {{
  %l = stablehlo.slice %x [0:{b}, 1:{s}, 0:4] : ({x}) -> {cut}
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %l, %z, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0]
    : ({cut}, tensor<f32>) -> {x}
  %d = stablehlo.subtract %p, %x : {x}
  %c = stablehlo.concatenate %d, %x, dim = 1 : ({x}, {x}) -> {wide}
  %f = stablehlo.reshape %c : ({wide}) -> {flat}
  %e = "stablehlo.gather"(%t, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}}>
    : (tensor<9x4xf32>, tensor<{b}xi32>) -> tensor<{b}x4xf32>
  return %f, %e : {flat}, tensor<{b}x4xf32>
}}
"""


def attention_inputs(random: np.random.Generator, b: int, s: int) -> list[Array]:
    shapes = [(b, s, 8), (8, 8), (8,)]
    return [random.normal(size=shape).astype(np.float32) * 0.1 for shape in shapes]


def windows_inputs(random: np.random.Generator, b: int, s: int) -> list[Array]:
    arrays = [random.normal(size=shape).astype(np.float32) for shape in [(b, s, 4), (9, 4)]]
    return [*arrays, random.integers(0, 9, size=(b,)).astype(np.int32)]


MODELS: Mapping[str, tuple[Callable[..., str], Callable[..., list[Array]], str]] = {
    "attention": (attention, attention_inputs, "0:0,1"),
    "windows": (windows, windows_inputs, "0:0,1; 2:0"),
}


@pytest.mark.parametrize("name", MODELS)
def test_the_dynamic_program_is_the_program_of_every_size(name: str) -> None:
    program, inputs, args = MODELS[name]
    module, ctx = parse(program(3, 5)), context()
    DynamizeShapesPass(args=args).apply(ctx, module)
    module.verify()
    VerifyDominancePass().apply(Context(), module)
    assert "tensor<3x5" not in show(module)
    optimized = parse(show(module), ctx)
    apply(COMPOSITE, optimized, ctx)
    random = np.random.default_rng(0)
    for b, s in [(3, 5), (1, 1), (2, 7), (4, 1), (1, 6)]:
        arrays = inputs(random, b, s)
        expected = run(parse(program(b, s)), *arrays)
        for dynamic in (module, optimized):
            for found, wanted in zip(check(dynamic, *arrays).results, expected, strict=True):
                np.testing.assert_allclose(
                    found.astype(np.float64), wanted.astype(np.float64), rtol=1e-5, atol=1e-6
                )
