"""Complex arithmetic as arithmetic of the parts: the same numbers, and nothing complex is left."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.lowering.complex_parts import is_complex

COMPLEX = "tensor<?x?xcomplex<f32>>"
REAL = "tensor<?x?xf32>"

COMPUTED = {
    "add": f"%r = stablehlo.add %p, %q : {COMPLEX}",
    "subtract": f"%r = stablehlo.subtract %p, %q : {COMPLEX}",
    "multiply": f"%r = stablehlo.multiply %p, %q : {COMPLEX}",
    "divide": f"%r = stablehlo.divide %p, %q : {COMPLEX}",
    "exponential": f"%r = stablehlo.exponential %p : {COMPLEX}",
    "negate": f"%r = stablehlo.negate %p : {COMPLEX}",
    "transpose": f"%r = stablehlo.transpose %p, dims = [1, 0] : ({COMPLEX}) -> {COMPLEX}",
    "reverse": f"%r = stablehlo.reverse %p, dims = [0] : {COMPLEX}",
    "join": f"""%r = stablehlo.concatenate %p, %q, dim = 0
        : ({COMPLEX}, {COMPLEX}) -> {COMPLEX}""",
    "pad": f"""%z = stablehlo.constant dense<(1.5, -2.0)> : tensor<complex<f32>>
      %r = stablehlo.pad %p, %z, low = [1, 0], high = [0, 2], interior = [1, 0]
        : ({COMPLEX}, tensor<complex<f32>>) -> {COMPLEX}""",
    "select": f"""%e = stablehlo.compare EQ, %p, %q : ({COMPLEX}, {COMPLEX}) -> tensor<?x?xi1>
      %r = stablehlo.select %e, %p, %c : tensor<?x?xi1>, {COMPLEX}""",
    "different": f"""%e = stablehlo.compare NE, %p, %c : ({COMPLEX}, {COMPLEX}) -> tensor<?x?xi1>
      %r = stablehlo.select %e, %q, %p : tensor<?x?xi1>, {COMPLEX}""",
    "dot": f"""%t = stablehlo.transpose %q, dims = [1, 0] : ({COMPLEX}) -> {COMPLEX}
      %r = stablehlo.dot_general %p, %t, contracting_dims = [1] x [0]
        : ({COMPLEX}, {COMPLEX}) -> {COMPLEX}""",
    "sum": f"""%z = stablehlo.constant dense<(0.5, 0.25)> : tensor<complex<f32>>
      %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1]
        : ({COMPLEX}, tensor<complex<f32>>) -> tensor<?xcomplex<f32>>
      %n = shape.shape_of %p : {COMPLEX} -> tensor<2xindex>
      %r = stablehlo.dynamic_broadcast_in_dim %s, %n, dims = [0]
        : (tensor<?xcomplex<f32>>, tensor<2xindex>) -> {COMPLEX}""",
    "convert": f"""%d = stablehlo.convert %p : ({COMPLEX}) -> tensor<?x?xcomplex<f64>>
      %e = stablehlo.multiply %d, %d : tensor<?x?xcomplex<f64>>
      %r = stablehlo.convert %e : (tensor<?x?xcomplex<f64>>) -> {COMPLEX}""",
    "length": f"""%l = stablehlo.abs %p : ({COMPLEX}) -> {REAL}
      %r = stablehlo.convert %l : ({REAL}) -> {COMPLEX}""",
}
SPECIAL = np.array([0.0, -0.0, 1.0, -2.5, 1e30, 1e-30, np.inf, -np.inf], np.float32)


def text_of(computed: str) -> str:
    """A program that takes and returns the parts of numbers."""
    return f"""
    func.func @main(%x: {REAL}, %y: {REAL}) -> ({REAL}, {REAL}) {{
      %p = stablehlo.complex %x, %y : {COMPLEX}
      %q = stablehlo.complex %y, %x : {COMPLEX}
      %c = stablehlo.add %p, %q : {COMPLEX}
      {computed}
      %0 = stablehlo.real %r : ({COMPLEX}) -> {REAL}
      %1 = stablehlo.imag %r : ({COMPLEX}) -> {REAL}
      return %0, %1 : {REAL}, {REAL}
    }}
    """


def arrays(shape: tuple[int, ...], special: bool) -> list[Array]:
    """The parts of numbers, of which some are special."""
    random = np.random.default_rng(sum(shape))
    if special:
        return [random.choice(SPECIAL, shape) for _ in range(2)]
    return [random.normal(size=shape).astype(np.float32) for _ in range(2)]


def assert_same(found: list[Array], expected: list[Array]) -> None:
    """Equal but for rounding."""
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        assert one.dtype == other.dtype
        pair = (array.astype(np.float64) for array in (one, other))
        assert np.allclose(*pair, rtol=1e-5, atol=1e-6, equal_nan=True)


@pytest.mark.parametrize("name", COMPUTED)
def test_parts_have_the_same_numbers(name: str) -> None:
    original = parse(text_of(COMPUTED[name]))
    module = original.clone()
    apply("shape-optimization{keep-tie-shape=true},decompose-complex", module, context())
    module.verify()
    values = [value for op in module.walk() for value in (*op.operands, *op.results)]
    assert not any(map(is_complex, values))
    is_exact = name not in ("dot", "multiply", "divide", "convert", "sum", "exponential")
    for shape in ((0, 3), (3, 0), (1, 1), (3, 4), (9, 9)):
        given = arrays(shape, is_exact)
        with np.errstate(all="ignore"):
            expected, found = list(run(original, *given)), check(module, *given).results
        assert_same(list(found), expected)


@pytest.mark.parametrize("name", ["multiply", "divide", "exponential", "dot", "length", "pad"])
def test_kernels_are_machine_code(name: str) -> None:
    pytest.importorskip("llvmlite")
    text = text_of(COMPUTED[name])
    compiled = disc_shape.compile(text, engine="native", checked=True)
    assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)
    for shape in ((0, 3), (1, 1), (3, 4)):
        given = arrays(shape, special=False)
        assert_same(list(compiled.run(*given)), list(run(parse(text), *given)))


EDGES = np.array([0.0, 1.0, -2.0, 1e-30, 3e38], np.float32)
POWERS = [
    np.array([[88.9, -np.inf, -200.0, 100.0, 0.0]], np.float32),
    np.array([[1.5, np.nan, 1.0, 0.0, 2.0]], np.float32),
]


@pytest.mark.parametrize("name", ["divide", "exponential"])
def test_edges(name: str) -> None:
    """Zero, and what overflows unless it is scaled."""
    text = text_of(COMPUTED[name])
    module = parse(text)
    apply("decompose-complex", module, context())
    pairs: list[Array] = list(np.meshgrid(EDGES, EDGES))
    given = pairs if name == "divide" else POWERS
    with np.errstate(all="ignore"):
        assert_same(list(run(module, *given)), list(run(parse(text), *given)))


OUTSIDE = """
func.func @main(%x: tensor<?x?xcomplex<f32>>, %c: tensor<i1>)
    -> (tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>, tensor<?x?xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<?x?xcomplex<f32>>
  %1 = stablehlo.tanh %0 : tensor<?x?xcomplex<f32>>
  %2 = stablehlo.add %1, %x : tensor<?x?xcomplex<f32>>
  %3 = "stablehlo.if"(%c) ({
    %5 = stablehlo.add %2, %2 : tensor<?x?xcomplex<f32>>
    stablehlo.return %5 : tensor<?x?xcomplex<f32>>
  }, {
    %6 = stablehlo.subtract %2, %0 : tensor<?x?xcomplex<f32>>
    stablehlo.return %6 : tensor<?x?xcomplex<f32>>
  }) : (tensor<i1>) -> tensor<?x?xcomplex<f32>>
  %4 = stablehlo.abs %3 : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xf32>
  return %2, %3, %4 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>, tensor<?x?xf32>
}
"""


@pytest.mark.parametrize("branch", [False, True])
def test_others_take_joined_numbers(branch: bool) -> None:
    """A function without a rule, a branch, results."""
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(OUTSIDE, engine="native")
    for shape in ((0, 3), (1, 1), (3, 4)):
        number = np.zeros(shape, np.complex64)
        number.real, number.imag = arrays(shape, special=False)
        given: list[Array] = [number, np.array(branch)]
        for one, other in zip(compiled.run(*given), run(parse(OUTSIDE), *given), strict=True):
            assert one.dtype == other.dtype
            assert np.allclose(one, other, rtol=1e-5, atol=1e-6)
