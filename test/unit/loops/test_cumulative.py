"""Cumulative reductions that are written by masks: what is found, and what loops over it give."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from numpy.typing import DTypeLike

import disc_shape
from disc_shape.dialects.hlo.reduction import ReduceOp

FOUND = "shape-optimization,find-cumulative-reductions"
TYPES: dict[str, DTypeLike] = {
    **{"f32": np.float32, "bf16": ml_dtypes.bfloat16, "f64": np.float64},
    **{"i8": np.int8, "i32": np.int32, "ui16": np.uint16},
}
FUNCTIONS = {"add": np.add, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum}


def neutral(function: str, kind: str) -> str:
    """What leaves each number of a type as it is."""
    if function in ("add", "multiply"):
        return "01"[function == "multiply"]
    if kind[0] not in "iu":
        return "-inf" if function == "maximum" else "inf"
    width = int(kind.lstrip("ui"))
    low = 0 if kind[0] == "u" else -(1 << (width - 1))
    return str(low if function == "maximum" else low + (1 << width) - 1)


def literal(number: str, kind: str) -> str:
    """A number as elements of a constant."""
    bits = {"f32": "7F800000", "bf16": "7F80", "f64": "7FF0000000000000"}
    low = {"f32": "FF800000", "bf16": "FF80", "f64": "FFF0000000000000"}
    if "inf" in number:
        return f"0x{(low if number[0] == '-' else bits)[kind]}"
    return number if kind[0] in "iu" else f"{number}.0"


def masked(
    function: str, kind: str, direction: str = "LE", fill: str | None = None, rows: str = "%n"
) -> str:
    """A reduction of `x[b, n, 2]` along its second dimension by a mask."""
    number = neutral(function, kind)
    initial, filled = literal(number, kind), literal(number if fill is None else fill, kind)
    x, wide, index = f"tensor<?x?x2x{kind}>", f"tensor<?x?x?x2x{kind}>", "tensor<?x?xi32>"
    return f"""
func.func @main(%x: {x}, %y: tensor<?xf32>) -> {x} {{
  %init = stablehlo.constant dense<{initial}> : tensor<{kind}>
  %fill = stablehlo.constant dense<{filled}> : tensor<{kind}>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %b0 = stablehlo.get_dimension_size %x, dim = 0 : ({x}) -> tensor<i32>
  %n0 = stablehlo.get_dimension_size %x, dim = 1 : ({x}) -> tensor<i32>
  %m0 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.reshape %b0 : (tensor<i32>) -> tensor<1xi32>
  %n = stablehlo.reshape %n0 : (tensor<i32>) -> tensor<1xi32>
  %m = stablehlo.reshape %m0 : (tensor<i32>) -> tensor<1xi32>
  %square = stablehlo.concatenate {rows}, %n, dim = 0 : (tensor<1xi32>, tensor<1xi32>)
    -> tensor<2xi32>
  %sizes = stablehlo.concatenate %b, {rows}, %n, %two, dim = 0
    : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %i = stablehlo.dynamic_iota %square, dim = 0 : (tensor<2xi32>) -> {index}
  %j = stablehlo.dynamic_iota %square, dim = 1 : (tensor<2xi32>) -> {index}
  %mask = stablehlo.compare {direction}, %j, %i : ({index}, {index}) -> tensor<?x?xi1>
  %masks = stablehlo.dynamic_broadcast_in_dim %mask, %sizes, dims = [1, 2]
    : (tensor<?x?xi1>, tensor<4xi32>) -> tensor<?x?x?x2xi1>
  %rows = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [0, 2, 3]
    : ({x}, tensor<4xi32>) -> {wide}
  %others = stablehlo.dynamic_broadcast_in_dim %fill, %sizes, dims = []
    : (tensor<{kind}>, tensor<4xi32>) -> {wide}
  %kept = stablehlo.select %masks, %rows, %others : tensor<?x?x?x2xi1>, {wide}
  %found = stablehlo.reduce(%kept init: %init) applies stablehlo.{function}
    across dimensions = [2] : ({wide}, tensor<{kind}>) -> {x}
  return %found : {x}
}}"""


def reductions(text: str) -> int:
    """How many reductions of masked rows are left."""
    module = parse(text)
    apply(FOUND, module, context())
    return sum(isinstance(op, ReduceOp) for op in module.walk())


@pytest.mark.parametrize("direction", ["LE", "GE"])
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_cumulative_reductions(function: str, kind: str, direction: str) -> None:
    text = masked(function, kind, direction)
    assert not reductions(text)
    run = disc_shape.compile(text, engine="native")
    reference = disc_shape.compile(text, engine="reference")
    random = np.random.default_rng(0)
    for sizes in ((3, 5), (1, 1), (2, 0), (0, 3), (2, 40)):
        x = random.integers(0 if kind[0] == "u" else -2, 3, (*sizes, 2)).astype(TYPES[kind])
        y = np.zeros(sizes[1], np.float32)
        (found,), (wanted,) = run.run(x, y), reference.run(x, y)
        np.testing.assert_array_equal(found, wanted)
        kept = slice(None, None, 1 if direction == "LE" else -1)
        if kind != "bf16":  # What is added before it is rounded differs.
            same = FUNCTIONS[function].accumulate(x[:, kept], 1, dtype=x.dtype)[:, kept]
            np.testing.assert_array_equal(found, same)


@pytest.mark.parametrize("number", ["nan", "inf", "-0.0"])
def test_special_numbers(number: str) -> None:
    """What comes after a place changes nothing, NaN included; signs of zeros are those of a sum."""
    x = np.array([[1.0, 2.0, float(number), 3.0]], np.float32)[..., None].repeat(2, 2)
    for function in FUNCTIONS:
        text = masked(function, "f32")
        (found,) = disc_shape.compile(text, engine="native").run(x, np.zeros(4, np.float32))
        (wanted,) = disc_shape.compile(text, engine="reference").run(x, np.zeros(4, np.float32))
        np.testing.assert_array_equal(found, wanted)
        is_number = ~np.isnan(wanted)
        np.testing.assert_array_equal(np.signbit(found)[is_number], np.signbit(wanted)[is_number])


@pytest.mark.parametrize(
    "text",
    [
        masked("add", "f32", fill="1"),
        masked("add", "i32", fill="1"),
        masked("multiply", "f32", fill="0"),
        masked("maximum", "i8", fill="0"),
        masked("add", "f32", "LT"),
        masked("add", "f32", "EQ"),
    ],
)
def test_other_masks_stay(text: str) -> None:
    assert reductions(text) == 1


def test_rows_of_another_number_stay() -> None:
    """Of sizes that are not known to be equal: there are `m` rows."""
    text = masked("add", "f32", rows="%m")
    assert reductions(text) == 1
    run = disc_shape.compile(text, engine="native")
    x = np.ones((1, 4, 2), np.float32)
    for rows in (0, 1, 4, 6):
        (found,) = run.run(x, np.zeros(rows, np.float32))
        np.testing.assert_array_equal(found[0, :, 0], np.minimum(np.arange(rows) + 1, 4))
