"""Operands of products that are computed of constants by the compiler."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape import statistics
from disc_shape.errors import OperationError
from disc_shape.native import constant_operands
from disc_shape.native.constant_operands import fold_constant_operands
from disc_shape.program import parse

RANDOM = np.random.default_rng(0)


def bytes_text(array: NDArray[np.generic]) -> str:
    """Elements as a literal of bytes."""
    return f'dense<"0x{array.tobytes().hex()}">'


INTEGERS = bytes_text(RANDOM.integers(-128, 127, (6, 5), np.int8))
HALVES = bytes_text(RANDOM.standard_normal((6, 5)).astype(np.float16))
DOT = "contracting_dims = [1] x [0] : (tensor<?x5xf32>, tensor<5x6xf32>) -> tensor<?x6xf32>"
SCALED = f"""
  %w = stablehlo.constant {INTEGERS} : tensor<6x5xi8>
  %s = stablehlo.constant dense<[0.5, 2.0, 0.25, 1.0, 3.0, 0.125]> : tensor<6xf32>
  %z = stablehlo.constant dense<3> : tensor<i8>
  %0 = stablehlo.convert %w : (tensor<6x5xi8>) -> tensor<6x5xf32>
  %1 = stablehlo.convert %z : (tensor<i8>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<6x5xf32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<6xf32>) -> tensor<6x5xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<6x5xf32>
  %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<6x5xf32>) -> tensor<5x6xf32>
  %7 = stablehlo.dot_general %x, %6, {DOT}
  func.return %7 : tensor<?x6xf32>
"""
HALF = f"""
  %w = stablehlo.constant {HALVES} : tensor<6x5xf16>
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<6x5xf16>) -> tensor<5x6xf16>
  %1 = stablehlo.convert %0 : (tensor<5x6xf16>) -> tensor<5x6xf32>
  %2 = stablehlo.dot_general %x, %1, {DOT}
  func.return %2 : tensor<?x6xf32>
"""
CHAIN = f"""
  %w = stablehlo.constant {HALVES} : tensor<6x5xf16>
  %0 = stablehlo.convert %w : (tensor<6x5xf16>) -> tensor<6x5xf32>
  %1 = stablehlo.constant dense<2.0> : tensor<6x6xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [1] :
    (tensor<6x5xf32>, tensor<6x6xf32>) -> tensor<5x6xf32>
  %3 = stablehlo.dot_general %x, %2, {DOT}
  func.return %3 : tensor<?x6xf32>
"""


def program(body: str) -> str:
    """A function of rows of five."""
    return f"func.func @main(%x: tensor<?x5xf32>) -> tensor<?x6xf32> {{{body}}}"


@pytest.mark.parametrize("body", [SCALED, HALF, CHAIN], ids=["scaled", "half", "chain"])
def test_operands_are_constants(body: str) -> None:
    text = program(body)
    module = parse(text, "test").module
    fold_constant_operands(module)
    names = [op.name for op in module.walk()]
    assert names.count("stablehlo.dot_general") == 1
    assert names.count("stablehlo.constant") == 1
    assert "stablehlo.convert" not in names
    compiled = disc_shape.compile(text, engine="native")
    assert not any("loops" in str(one) for one in compiled.kernels)
    for rows in (0, 1, 2, 7):
        x = RANDOM.standard_normal((rows, 5)).astype(np.float32)
        (expected,) = disc_shape.compile(text, engine="reference").run(x)
        (found,) = compiled.run(x)
        assert found.shape == (rows, 6)
        assert np.allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_an_operand_of_both_sides_is_computed_once() -> None:
    """Each operand counts: the product of a matrix with itself has one."""
    module = parse(
        f"""
func.func @main() -> tensor<6x6xf32> {{
  %w = stablehlo.constant {HALVES} : tensor<6x5xf16>
  %0 = stablehlo.convert %w : (tensor<6x5xf16>) -> tensor<6x5xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [1] :
    (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x6xf32>
  func.return %1 : tensor<6x6xf32>
}}""",
        "test",
    ).module
    statistics.take()
    fold_constant_operands(module)
    assert statistics.take() == {"fold-constant-operands: operands": 1}
    assert [op.name for op in module.walk()].count("stablehlo.constant") == 1


@pytest.mark.parametrize(
    ("limit", "most"),
    [("MOST_BYTES", 6 * 5 * 4), ("MOST_OPERATIONS", 2), ("GROWTH", 2)],
    ids=["bytes", "operations", "growth"],
)
def test_limits(limit: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty halves become as many f32, by two operations."""
    for number, folded in ((most, True), (most - 1, False)):
        monkeypatch.setattr(constant_operands, limit, number)
        module = parse(program(HALF), "test").module
        fold_constant_operands(module)
        names = [op.name for op in module.walk()]
        assert ("stablehlo.convert" not in names) is folded


def test_what_the_interpreter_refuses_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OperationError("no")

    monkeypatch.setattr("disc_shape.interpreters.run", refuse)
    module = parse(program(HALF), "test").module
    fold_constant_operands(module)
    assert "stablehlo.convert" in [op.name for op in module.walk()]


def test_convolutions_read_constants() -> None:
    weights = bytes_text(RANDOM.standard_normal((3, 3, 2, 4)).astype(np.float16))
    text = f"""
    func.func @main(%x: tensor<?x8x8x2xf32>) -> tensor<?x8x8x4xf32> {{
      %w = stablehlo.constant {weights} : tensor<3x3x2x4xf16>
      %0 = stablehlo.convert %w : (tensor<3x3x2x4xf16>) -> tensor<3x3x2x4xf32>
      %1 = stablehlo.convolution(%x, %0)
        dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {{pad = [[1, 1], [1, 1]]}}
        {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
        : (tensor<?x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<?x8x8x4xf32>
      func.return %1 : tensor<?x8x8x4xf32>
    }}"""
    module = parse(text, "test").module
    fold_constant_operands(module)
    assert "stablehlo.convert" not in [op.name for op in module.walk()]
    x = RANDOM.standard_normal((2, 8, 8, 2)).astype(np.float32)
    (expected,) = disc_shape.compile(text, engine="reference").run(x)
    (found,) = disc_shape.compile(text, engine="native").run(x)
    assert np.allclose(found, expected, rtol=1e-5, atol=1e-5)
