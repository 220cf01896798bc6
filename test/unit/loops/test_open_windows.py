"""Windows whose numbers are operands as loops: running results, and windows of any form."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from xdsl.dialects import scf

import disc_shape
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

LOOPS = "shape-optimization,mhlo-to-lmhlo,lmhlo-to-loops"

BODIES = {
    "sum": ("f32", "0.0", "%r = stablehlo.add %a, %b : tensor<f32>"),
    "product": ("i32", "1", "%r = stablehlo.multiply %a, %b : tensor<i32>"),
    "greatest": ("f64", "0xFFF0000000000000", "%r = stablehlo.maximum %a, %b : tensor<f64>"),
    "sum from one": ("f32", "1.0", "%r = stablehlo.add %a, %b : tensor<f32>"),
    "any": ("i1", "false", "%r = stablehlo.or %a, %b : tensor<i1>"),
    "logarithm of a sum of powers": (
        "f32",
        "0xFF800000",
        """%m = stablehlo.maximum %a, %b : tensor<f32>
    %d = stablehlo.subtract %a, %b : tensor<f32>
    %n = stablehlo.compare NE, %d, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.add %a, %b : tensor<f32>
    %l = stablehlo.abs %d : tensor<f32>
    %o = stablehlo.negate %l : tensor<f32>
    %e = stablehlo.exponential %o : tensor<f32>
    %p = stablehlo.log_plus_one %e : tensor<f32>
    %t = stablehlo.add %m, %p : tensor<f32>
    %r = stablehlo.select %n, %s, %t : tensor<i1>, tensor<f32>""",
    ),
    "half floats": ("f16", "0.0", "%r = stablehlo.add %a, %b : tensor<f16>"),
    "product of half floats": ("f16", "1.0", "%r = stablehlo.multiply %a, %b : tensor<f16>"),
    "brain floats": ("bf16", "0.0", "%r = stablehlo.add %b, %a : tensor<bf16>"),
    "greatest brain float": ("bf16", "0xFF80", "%r = stablehlo.maximum %a, %b : tensor<bf16>"),
    "complex product": (
        "complex<f32>",
        "(1.0, 0.0)",
        """%x = stablehlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
    %y = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
    %u = stablehlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
    %v = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
    %p = stablehlo.multiply %x, %u : tensor<f32>
    %q = stablehlo.multiply %y, %v : tensor<f32>
    %s = stablehlo.multiply %x, %v : tensor<f32>
    %t = stablehlo.multiply %y, %u : tensor<f32>
    %m = stablehlo.subtract %p, %q : tensor<f32>
    %n = stablehlo.add %s, %t : tensor<f32>
    %r = stablehlo.complex %m, %n : tensor<complex<f32>>""",
    ),
    "complex sum of signs": (
        "complex<f64>",
        "(0.0, 0.0)",
        """%x = stablehlo.sign %a : tensor<complex<f64>>
    %y = stablehlo.sign %b : tensor<complex<f64>>
    %r = stablehlo.add %x, %y : tensor<complex<f64>>""",
    ),
    "half floats, twice": (
        "f16",
        "0.0",
        "%s = stablehlo.add %a, %b : tensor<f16>\n    %r = stablehlo.abs %s : tensor<f16>",
    ),
}
LEFT = ("half floats, twice", "complex sum of signs")
"""Those of which the interpreter rounds each step, or that have functions of complex numbers."""

"""The element type, the initial value, and what combines two elements."""

TYPES: dict[str, type[np.generic]] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
    "f32": np.float32,
    "f64": np.float64,
    "i32": np.int32,
    "i1": np.bool_,
}


def program(name: str, rank: int) -> str:
    """Windows of an array; all numbers are arguments."""
    element, initial, body = BODIES[name]
    kind, numbers = f"tensor<{'?x' * rank}{element}>", f"tensor<{rank}xi64>"
    lists = ", ".join(f"%{one}: {numbers}" for one in ("w", "s", "g", "d"))
    return f"""
func.func @main(%x: {kind}, {lists}, %p: tensor<{rank}x2xi64>) -> {kind} {{
  %init = stablehlo.constant dense<{initial}> : tensor<{element}>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %s, %g, %d, %p)
      {{called_computations = [@body]}} : ({kind}, tensor<{element}>, {numbers}, {numbers},
      {numbers}, {numbers}, tensor<{rank}x2xi64>) -> {kind}
  return %0 : {kind}
}}
func.func @body(%a: tensor<{element}>, %b: tensor<{element}>) -> tensor<{element}> {{
    {body}
    return %r : tensor<{element}>
}}"""


def array(name: str, shape: tuple[int, ...], seed: int) -> Array:
    """Elements of which some are equal."""
    random, element = np.random.default_rng(seed), BODIES[name][0]
    found = random.integers(-2, 3, shape)
    if "complex" in element:
        return (found + 1j * random.integers(-1, 2, shape)).astype(TYPES[element])
    return found.astype(TYPES[element])


def running(shape: tuple[int, ...], axis: int, *, is_reverse: bool) -> list[Array]:
    """The numbers of running results along a dimension."""
    ones = np.ones(len(shape), np.int64)
    window, padding = ones.copy(), np.zeros((len(shape), 2), np.int64)
    window[axis] = shape[axis]
    padding[axis, int(is_reverse)] = shape[axis] - 1
    return [window, ones, ones, ones, padding]


def windows(rank: int, seed: int) -> list[Array]:
    """Numbers of some windows."""
    random = np.random.default_rng(seed)
    lists = [random.integers(1, high, rank) for high in (4, 3, 3, 3)]
    return [*lists, random.integers(0, 3, (rank, 2))]


CASES = [
    ((1,), 0), ((2,), 0), ((7,), 0), ((0, 3), 1), ((3, 1), 1), ((3, 5), 0), ((3, 5), 1),
    ((2, 3, 4), 1), ((2, 3, 20), 2), ((20, 3, 2), 0), ((3, 9), 0),
    ((4, 17), 0), ((4, 0), 0), ((2, 5, 16), 1),
]  # fmt: skip


def assert_same(found: Array, expected: Array) -> None:
    """Equal but for the order of sums."""
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    pair = (one.astype(np.complex128) for one in (found, expected))
    assert np.allclose(*pair, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", [one for one in BODIES if one != "product of half floats"])
def test_loops_and_machine_code(name: str) -> None:
    pytest.importorskip("llvmlite")
    for rank in (1, 2, 3):
        text = program(name, rank)
        module = parse(text)
        apply(LOOPS, module, context())
        is_left = name in LEFT
        assert any(isinstance(op, BufferOp) for op in module.walk()) == is_left
        compiled = disc_shape.compile(text, engine="native", checked=True)
        assert any(", interpreter," in str(one) for one in compiled.kernels) == is_left
        given = [
            [array(name, shape, seed), *running(shape, axis, is_reverse=is_reverse)]
            for seed, (shape, axis) in enumerate(CASES)
            for is_reverse in (False, True)
            if len(shape) == rank
        ]
        given += [
            [array(name, tuple(range(3, 3 + rank)), seed), *windows(rank, seed)]
            for seed in range(4)
        ]
        for one in given:
            (expected,) = run(parse(text), *one)
            assert_same(compiled.run(*one)[0], expected)
            if one[0].size < 30:
                assert_same(run(module, *one)[0], expected)


def known_program(name: str, shape: tuple[int, ...], axis: int, *, is_reverse: bool) -> str:
    """Running results along a dimension of known sizes."""
    element, initial, body = BODIES[name]
    kind, window = f"tensor<{''.join(f'{one}x' for one in shape)}{element}>", [1] * len(shape)
    window[axis], padding = shape[axis], [[0, 0] for _ in shape]
    padding[axis][int(is_reverse)] = shape[axis] - 1
    lengths = ", ".join(map(str, window))
    return f"""
func.func @main(%given: {kind}) -> {kind} {{
  %init = stablehlo.constant dense<{initial}> : tensor<{element}>
  %0 = "stablehlo.reduce_window"(%given, %init) <{{window_dimensions = array<i64: {lengths}>,
      padding = dense<{padding}> : tensor<{len(shape)}x2xi64>}}> ({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    {body}
    stablehlo.return %r : tensor<{element}>
  }}) : ({kind}, tensor<{element}>) -> {kind}
  return %0 : {kind}
}}"""


@pytest.mark.parametrize("name", [one for one in BODIES if one not in LEFT])
def test_running_results_of_known_sizes(name: str) -> None:
    """One step for each element where the body is known to be associative, or the order is that."""
    pytest.importorskip("llvmlite")
    for seed, (shape, axis) in enumerate(CASES):
        for is_reverse in (False, True):
            if shape[axis] < 2:
                continue
            text = known_program(name, shape, axis, is_reverse=is_reverse)
            x = array(name, shape, seed)
            (expected,) = run(parse(text), x)
            compiled = disc_shape.compile(text, engine="native", checked=True)
            assert_same(compiled.run(x)[0], expected)


@pytest.mark.parametrize("name", ["half floats", "product of half floats", "brain floats"])
@pytest.mark.parametrize("reverse", [False, True])
def test_narrow_floats_are_rounded_once(name: str, reverse: bool) -> None:
    """As the interpreter does: a result has the bits of a sum in f32, not of rounded ones."""
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(program(name, 2), engine="native")
    random = np.random.default_rng(3)
    for shape in ((1, 1), (3, 50), (40, 3)):
        for axis in (0, 1):
            x = random.normal(0.5, 1, shape).astype(TYPES[BODIES[name][0]])
            given = [x, *running(shape, axis, is_reverse=reverse)]
            (expected,) = run(parse(program(name, 2)), *given)
            assert compiled.run(*given)[0].tobytes() == expected.tobytes()


TWO = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.index_cast %m : index to i32
  %k = arith.subi %n, %i1 : i32
  %w = tensor.from_elements %i1, %n : tensor<2xi32>
  %p = tensor.from_elements %i0, %i0, %k, %i0 : tensor<2x2xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %y, %low, %zero, %w, %one, %one,
      %one, %p) {called_computations = [@body]}
      : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>,
         tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}
func.func @body(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>)
    -> (tensor<f32>, tensor<i32>) {
  %1 = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.select %1, %a, %c : tensor<i1>, tensor<f32>
  %3 = stablehlo.select %1, %b, %d : tensor<i1>, tensor<i32>
  return %2, %3 : tensor<f32>, tensor<i32>
}
"""


def test_several_results() -> None:
    """The greatest element so far, and where it was."""
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(TWO, engine="native", checked=True)
    assert not any(", interpreter," in str(one) for one in compiled.kernels)
    for shape in ((0, 3), (1, 1), (3, 9)):
        values = np.random.default_rng(1).integers(-3, 3, shape).astype(np.float32)
        places = np.indices(shape)[1].astype(np.int32)
        expected = run(parse(TWO), values, places)
        for one, other in zip(compiled.run(values, places), expected, strict=True):
            np.testing.assert_array_equal(one, other)


WRITTEN = """
func.func @main(%x: tensor<?x?x2x?xf32>) -> tensor<?x?x2x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %m = tensor.dim %x, %c1 : tensor<?x?x2x?xf32>
  %n = arith.index_cast %m : index to i32
  %k = arith.subi %n, %i1 : i32
  %w = tensor.from_elements %i1, %n, %i1, %i1 : tensor<4xi32>
  %p = tensor.from_elements %i0, %i0, PADDING, %i0, %i0, %i0, %i0 : tensor<4x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %w, %one, %one, %one, %p)
      {called_computations = [@body]} : (tensor<?x?x2x?xf32>, tensor<f32>, tensor<4xi32>,
      tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<?x?x2x?xf32>
  return %0 : tensor<?x?x2x?xf32>
}
func.func @body(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}
"""
"""Windows along one dimension of four, with numbers as JAX writes them."""


@pytest.mark.parametrize("padding", ["%k, %i0", "%i0, %k"])
def test_what_is_written_chooses_the_dimension_and_the_direction(padding: str) -> None:
    """Running results of one dimension, one by one and by rows, beside windows."""
    pytest.importorskip("llvmlite")
    text = WRITTEN.replace("PADDING", padding)
    module = parse(text)
    apply(LOOPS, module, context())
    assert sum(isinstance(op, scf.ParallelOp) for op in module.walk()) == 3
    compiled = disc_shape.compile(text, engine="native", checked=True)
    for shape in ((0, 3, 2, 2), (1, 1, 2, 1), (2, 5, 2, 3), (3, 1, 2, 9)):
        x = np.random.default_rng(2).standard_normal(shape, np.float32)
        expected = np.cumsum(x, 1) if padding == "%k, %i0" else np.cumsum(x[:, ::-1], 1)[:, ::-1]
        assert_same(compiled.run(x)[0], expected)
        assert_same(run(module, x)[0], expected)


@pytest.mark.parametrize("padding", ["%k, %k", "%i1, %i0"])
def test_other_windows_than_those_that_seem_to_run(padding: str) -> None:
    """The numbers of a run decide; results have other sizes here."""
    pytest.importorskip("llvmlite")
    text = WRITTEN.replace("PADDING", padding)
    compiled = disc_shape.compile(text, engine="native", checked=True)
    for shape in ((1, 1, 2, 1), (2, 5, 2, 3), (2, 2, 2, 1)):
        x = np.random.default_rng(2).standard_normal(shape, np.float32)
        (expected,) = run(parse(text), x)
        assert_same(compiled.run(x)[0], expected)
