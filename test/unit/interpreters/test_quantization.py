"""Quantized tensors: the specification's formulas at the ends of the storage range."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import run

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
    # 0.25 / 0.5 = 0.5, to even 0; 0.75 / 0.5 = 1.5, to even 2; 127 - 3 = 124; -100 - 3 = -103.
    expected = [[0.0, 1.0, 0.0, -1.0], [1.0, 62.0, -51.5, 62.0]]
    np.testing.assert_array_equal(found, expected)


def test_scales_along_an_axis() -> None:
    x = np.asarray([[1.0, 2.0, 3.0, 4.0]] * 2, np.float32)
    kind = "!quant.uniform<u8:f32:0, {1.0, 2.0:5}>"
    (found,) = run(parse(program(kind, *BOTH_WAYS)), x)
    np.testing.assert_array_equal(found, [[1.0, 2.0, 3.0, 4.0], [0.0, 2.0, 4.0, 4.0]])


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


def test_arithmetic_on_what_is_stored_is_refused() -> None:
    """The integers that are stored are not the numbers that are meant."""
    lines = (
        BOTH_WAYS[0],
        "%1 = stablehlo.add %0, %0 : tensor<2x4xQ>",
        "%2 = stablehlo.uniform_dequantize %1 : (tensor<2x4xQ>) -> tensor<2x4xf32>",
        "return %2 : tensor<2x4xf32>",
    )
    with pytest.raises(OperationError, match=r"'stablehlo.add' of quantized tensors"):
        run(parse(program(KIND, *lines)), np.zeros((2, 4), np.float32))
