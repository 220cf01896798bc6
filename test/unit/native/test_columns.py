"""Reductions down columns: interchanged, vectorised, and the same for every number of columns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from xdsl.dialects.memref import AllocaOp

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

pytest.importorskip("llvmlite")

from disc_shape.native.engine import PIPELINE

WIDTHS = (0, 1, 3, 7, 8, 9, 33, 1024, 1025, 2051)
"""Around the width from which columns are interchanged, and that of a block of f32."""

REDUCED = """
func.func @main(%x: tensor<?xWIDTHxTYPE>) -> tensor<WIDTHxTYPE> {
  %start = stablehlo.constant dense<START> : tensor<TYPE>
  %0 = stablehlo.reduce(%x init: %start) applies stablehlo.NAME across dimensions = [0]
      : (tensor<?xWIDTHxTYPE>, tensor<TYPE>) -> tensor<WIDTHxTYPE>
  return %0 : tensor<WIDTHxTYPE>
}
"""

ARGMAX = """
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %shape = shape.shape_of %x : tensor<?x?x?xf32> -> tensor<3xindex>
  %at = "stablehlo.dynamic_iota"(%shape) {iota_dimension = 1 : i64}
      : (tensor<3xindex>) -> tensor<?x?x?xi32>
  %0:2 = "stablehlo.reduce"(%x, %at, %low, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %c : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }) {dimensions = array<i64: 1>}
      : (tensor<?x?x?xf32>, tensor<?x?x?xi32>, tensor<f32>, tensor<i32>)
      -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}
"""

STATISTICS = """
func.func @main(%x: tensor<?x?x?x12xf32>) -> (tensor<?x12xf32>, tensor<12xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<?x?x?x12xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x?x?x12xf32>, tensor<f32>) -> tensor<?x12xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1, 2]
      : (tensor<?x?x?x12xf32>, tensor<f32>) -> tensor<12xf32>
  return %1, %2 : tensor<?x12xf32>, tensor<12xf32>
}
"""

STARTS = {"add": "0", "multiply": "1", "maximum": "0", "minimum": "0", "or": "0"}
MAKERS: dict[str, Callable[[np.random.Generator, tuple[int, ...]], Array]] = {
    "f32": lambda random, shape: random.normal(size=shape).astype(np.float32),
    "f64": lambda random, shape: random.normal(size=shape),
    "f16": lambda random, shape: random.normal(size=shape).astype(np.float16),
    "i8": lambda random, shape: random.integers(-128, 128, shape, np.int8),
    "i64": lambda random, shape: random.integers(-9, 9, shape),
}


def reduction(element: str, name: str, width: str = "?") -> str:
    """A reduction of the rows of a matrix."""
    start = STARTS[name] if element.startswith("i") else f"{STARTS[name]}.0"
    parts = {"TYPE": element, "NAME": name, "START": start, "WIDTH": width}
    text = REDUCED
    for word, other in parts.items():
        text = text.replace(word, other)
    return text


def compiled(text: str) -> Compiled:
    return disc_shape.compile(text, engine="native")


def has_blocks(text: str) -> bool:
    """Whether kernels of a program run for blocks of columns, which have memory of their own."""
    module = parse(text)
    apply(f"{PIPELINE},outline-kernels,interchange-reductions", module, context())
    return any(isinstance(op, AllocaOp) for op in module.walk())


def assert_same(text: str, program: Compiled, *arrays: Array) -> None:
    """Whether machine code gives what the interpreter gives."""
    for found, expected in zip(program.run(*arrays), run(parse(text), *arrays), strict=True):
        assert found.shape == expected.shape
        assert found.dtype == expected.dtype
        if expected.dtype.itemsize >= 4 and expected.dtype.kind == "f":
            pair = (one.astype(np.float64) for one in (found, expected))
            assert np.allclose(*pair, rtol=1e-5, atol=1e-5)
        else:
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("element", "name"),
    [
        ("f32", "add"),
        ("f32", "maximum"),
        ("f32", "minimum"),
        ("f64", "multiply"),
        ("f16", "add"),
        ("i8", "add"),
        ("i64", "or"),
    ],
)
def test_every_number_of_columns(element: str, name: str) -> None:
    text, random = reduction(element, name), np.random.default_rng(7)
    program = compiled(text)
    assert has_blocks(text)
    for width in WIDTHS:
        for height in (0, 1, 5, 40):
            assert_same(text, program, MAKERS[element](random, (height, width)))


@pytest.mark.parametrize("width", [1, 3, 4, 12, 64, 65, 1500])
def test_known_numbers_of_columns(width: int) -> None:
    text, random = reduction("f32", "add", str(width)), np.random.default_rng(width)
    program = compiled(text)
    for height in (0, 1, 40):
        assert_same(text, program, MAKERS["f32"](random, (height, width)))


def test_few_columns_stay_as_they_are() -> None:
    assert not has_blocks(reduction("f32", "add", "3"))
    assert has_blocks(reduction("f32", "add", "4"))


@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_nan_and_zeros(name: str) -> None:
    """Any NaN of a column is its maximum, and 0.0 is above -0.0."""
    random = np.random.default_rng(3)
    values = random.choice(np.array([0.0, -0.0, 1.0, -1.0, np.nan], np.float32), (3, 2000))
    text = reduction("f32", name)
    (found,), (expected,) = compiled(text).run(values), run(parse(text), values)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


def test_several_numbers_of_a_column() -> None:
    program, random = compiled(ARGMAX), np.random.default_rng(5)
    for shape in ((0, 3, 9), (2, 0, 9), (2, 1, 1), (3, 6, 9), (2, 5, 1030)):
        values = random.integers(-3, 3, shape).astype(np.float32)
        assert_same(ARGMAX, program, values)


def test_numbers_of_channels() -> None:
    program, random = compiled(STATISTICS), np.random.default_rng(6)
    for shape in ((0, 2, 3), (2, 0, 3), (1, 1, 1), (2, 5, 7)):
        assert_same(STATISTICS, program, MAKERS["f32"](random, (*shape, 12)))


def test_a_column_keeps_its_order() -> None:
    """Sums of a column are those of adding its elements one after the other, to the last bit."""
    values = MAKERS["f32"](np.random.default_rng(8), (999, 40))
    (found,) = compiled(reduction("f32", "add")).run(values)
    expected = np.zeros(40, np.float32)
    for row in values:
        expected += row
    np.testing.assert_array_equal(found, expected)
