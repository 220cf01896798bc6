"""Quantized tensors: the specification's formulas at the ends of the storage range."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fuzz.harness import apply, context, parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

KIND = "!quant.uniform<i8<-100:127>:f32, 0.5:3>"


def program(kind: str, *lines: str, result: str = "tensor<2x4xf32>") -> str:
    body = "\n  ".join(lines)
    return f"func.func @main(%x: tensor<2x4xf32>) -> {result} {{\n  {body}\n}}\n".replace("Q", kind)


BOTH_WAYS = (
    "%0 = stablehlo.uniform_quantize %x : (tensor<2x4xf32>) -> tensor<2x4xQ>",
    "%1 = stablehlo.uniform_dequantize %0 : (tensor<2x4xQ>) -> tensor<2x4xf32>",
    "return %1 : tensor<2x4xf32>",
)


def test_rounds_to_even_and_stays_in_the_storage_range() -> None:
    x = np.asarray([[0.25, 0.75, -0.25, -0.75], [1.0, 1000.0, -1000.0, 62.0]], np.float32)
    (found,) = run(parse(program(KIND, *BOTH_WAYS)), x)
    # 0.25 / 0.5 + 3 = 3.5, to even 4; 0.75 / 0.5 + 3 = 4.5, to even 4; -0.75 / 0.5 + 3 = 1.5, 2.
    expected = [[0.5, 0.5, -0.5, -0.5], [1.0, 62.0, -51.5, 62.0]]
    np.testing.assert_array_equal(found, expected)


def test_scales_along_an_axis() -> None:
    x = np.asarray([[1.0, 2.0, 3.0, 4.0]] * 2, np.float32)
    kind = "!quant.uniform<u8:f32:0, {1.0, 2.0:5}>"
    (found,) = run(parse(program(kind, *BOTH_WAYS)), x)
    # 1 / 2 + 5 = 5.5, to even 6, which stands for 2; 3 / 2 + 5 = 6.5, to even 6.
    np.testing.assert_array_equal(found, [[1.0, 2.0, 3.0, 4.0], [2.0, 2.0, 2.0, 4.0]])


def test_a_dimension_of_another_size_than_its_table_is_refused() -> None:
    text = program("!quant.uniform<i8:f32:0, {1.0, 2.0}>", *BOTH_WAYS).replace("2x4x", "?x4x")
    with pytest.raises(OperationError, match="dimension 0 is 3, its type has 2 scales"):
        run(parse(text), np.zeros((3, 4), np.float32))


def test_what_is_stored_can_be_moved() -> None:
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    lines = (
        BOTH_WAYS[0],
        "%1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x4xQ>) -> tensor<4x2xQ>",
        "%2 = stablehlo.uniform_dequantize %1 : (tensor<4x2xQ>) -> tensor<4x2xf32>",
        "return %2 : tensor<4x2xf32>",
    )
    (found,) = run(parse(program(KIND, *lines, result="tensor<4x2xf32>")), x)
    np.testing.assert_array_equal(found, x.T)


def test_from_one_scale_to_another() -> None:
    x = np.asarray([[-1.0, 0.0, 1.0, 3.0]] * 2, np.float32)
    other = "!quant.uniform<i8:f32, 2.0>"
    lines = (
        BOTH_WAYS[0],
        f"%1 = stablehlo.uniform_quantize %0 : (tensor<2x4xQ>) -> tensor<2x4x{other}>",
        f"%2 = stablehlo.uniform_dequantize %1 : (tensor<2x4x{other}>) -> tensor<2x4xf32>",
        "return %2 : tensor<2x4xf32>",
    )
    (found,) = run(parse(program(KIND, *lines)), x)
    np.testing.assert_array_equal(found, [[0.0, 0.0, 0.0, 4.0]] * 2)


def real(values: Array, scale: float, zero: int) -> Array:
    distance = np.subtract(values.astype(np.int32), zero)
    return np.asarray(np.multiply(distance, scale)).astype(np.float32)


def whole(values: Array, scale: float, zero: int, least: int, greatest: int) -> Array:
    scaled = np.add(np.divide(values, np.float32(scale)), np.float32(zero))
    return np.asarray(np.rint(np.clip(scaled, least, greatest)))


A, B = "!quant.uniform<i8:f32, 0.5:3>", "!quant.uniform<i8:f32, 0.25>"
WIDE = "!quant.uniform<i32:f32, 0.125:-1>"
BINARY: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "atan2": np.arctan2,
}


def everything() -> Array:
    """Each stored number of a byte."""
    return np.arange(-128, 128, dtype=np.int8).reshape(16, 16)


@pytest.mark.parametrize("name", BINARY)
def test_elementwise_operations_compute_with_what_is_meant(name: str) -> None:
    """Of three types: the specification's `dequantize_op_quantize`, operand by operand."""
    out = "!quant.uniform<i8<-127:127>:f32, 2.0:-7>"
    x, y = everything(), np.asarray(np.floor_divide(everything().T, 3))
    text = f"""func.func @main(%x: tensor<?x16x{A}>, %y: tensor<?x16x{B}>) -> tensor<?x16x{out}> {{
  %0 = "stablehlo.{name}"(%x, %y) : (tensor<?x16x{A}>, tensor<?x16x{B}>) -> tensor<?x16x{out}>
  return %0 : tensor<?x16x{out}>
}}"""
    (found,) = run(parse(text), x, y)
    with np.errstate(all="ignore"):
        numbers = BINARY[name](real(x, 0.5, 3), real(y, 0.25, 0))
        expected = np.nan_to_num(whole(numbers, 2.0, -7, -127, 127))
    assert found.dtype == np.int8
    np.testing.assert_array_equal(found, expected.astype(np.int8))


def test_product_of_matrices() -> None:
    x, y = everything()[:, :4].copy(), everything()[:4].copy()
    text = f"""
func.func @main(%x: tensor<16x4x{A}>, %y: tensor<4x16x{B}>) -> tensor<16x16x{WIDE}> {{
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<16x4x{A}>, tensor<4x16x{B}>) -> tensor<16x16x{WIDE}>
  return %0 : tensor<16x16x{WIDE}>
}}"""
    (found,) = run(parse(text), x, y)
    numbers = np.asarray(np.matmul(real(x, 0.5, 3), real(y, 0.25, 0)))
    expected = whole(numbers, 0.125, -1, -(2**31), 2**31 - 1)
    np.testing.assert_array_equal(found, expected.astype(np.int32))


def test_numbers_times_quantized_weights() -> None:
    """Only the right side is quantized, along its second dimension; the result is not."""
    weights = "!quant.uniform<i8:f32:1, {0.5:1, 2.0}>"
    text = f"""func.func @main(%x: tensor<?x3xf32>, %y: tensor<3x2x{weights}>) -> tensor<?x2xf32> {{
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<?x3xf32>, tensor<3x2x{weights}>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}}"""
    y = np.asarray([[3, 1], [-1, 2], [1, -128]], np.int8)
    for rows in (0, 1, 4):
        x = np.arange(3 * rows, dtype=np.float32).reshape(rows, 3)
        (found,) = run(parse(text), x, y)
        np.testing.assert_array_equal(
            found, np.matmul(x, np.asarray([[1, 2], [-1, 4], [0, -256]], np.float32))
        )


def test_constants_comparisons_and_reductions() -> None:
    """A reduction runs its region on what is stored, each step of it on what is meant."""
    text = f"""func.func @main(%x: tensor<?x16x{A}>) -> (tensor<?x{A}>, tensor<?x16xi1>) {{
  %z = stablehlo.constant() <{{value = dense<3> : tensor<i8>}}> : () -> tensor<{A}>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<?x16x{A}>, tensor<{A}>) -> tensor<?x{A}>
  %b = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<{A}>) -> tensor<16x16x{A}>
  %c = stablehlo.compare GT, %x, %b : (tensor<?x16x{A}>, tensor<16x16x{A}>) -> tensor<?x16xi1>
  return %s, %c : tensor<?x{A}>, tensor<?x16xi1>
}}"""
    x = everything()
    sums, larger = run(parse(text), x)
    expected = np.full(16, 3)
    for column in range(16):
        step = np.add(expected, np.subtract(x[:, column].astype(np.int64), 3))
        expected = np.clip(step, -128, 127)
    np.testing.assert_array_equal(sums, expected)
    np.testing.assert_array_equal(larger, np.greater(x, 3))


def test_what_other_dialects_would_compute_with_what_is_stored_is_refused() -> None:
    text = f"""func.func @main(%x: tensor<2x{A}>, %c: i1) -> tensor<2x{A}> {{
  %0 = arith.select %c, %x, %x : tensor<2x{A}>
  return %0 : tensor<2x{A}>
}}"""
    with pytest.raises(OperationError, match=r"'arith.select' of quantized tensors"):
        run(parse(text), np.zeros(2, np.int8), np.asarray(True))


def test_the_same_on_buffers() -> None:
    x, y = everything(), np.asarray(np.floor_divide(everything().T, 3))
    text = f"""func.func @main(%x: tensor<?x16x{A}>, %y: tensor<?x16x{B}>) -> tensor<?x16xf32> {{
  %0 = stablehlo.add %x, %y : (tensor<?x16x{A}>, tensor<?x16x{B}>) -> tensor<?x16x{A}>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<?x16x{A}>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}}"""
    module = parse(text)
    (expected,) = run(module, x, y)
    apply("mhlo-to-lmhlo+deallocate-buffers", module, context())
    (found,) = run(module, x, y)
    np.testing.assert_array_equal(found, expected)
