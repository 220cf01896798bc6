"""No program that the interpreter runs is refused: what has no form is the interpreter's."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from xdsl.ir import Block

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Interpreter
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native import interpreted

POWERS = """
func.func @main(%x: tensor<?xf32>, %n: tensor<f8E8M0FNU>) -> (tensor<?xf32>, tensor<f8E8M0FNU>) {
  %k = tensor.extract %n[] : tensor<f8E8M0FNU>
  %one = arith.constant 1.0 : f8E8M0FNU
  %less = arith.cmpf olt, %k, %one : f8E8M0FNU
  %0 = scf.if %less -> (tensor<?xf32>) {
    %1 = stablehlo.add %x, %x : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %m = arith.addf %k, %k : f8E8M0FNU
  %2 = tensor.from_elements %m : tensor<f8E8M0FNU>
  return %0, %2 : tensor<?xf32>, tensor<f8E8M0FNU>
}
"""
"""Scalars that are powers of two outside of kernels."""
TOKEN = """
func.func @main(%x: tensor<2xf32>, %t: !stablehlo.token) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
BUFFER = """
func.func @main(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<?xf32>
  %1 = arith.addf %0, %0 : f32
  memref.store %1, %x[%c0] : memref<?xf32>
  return
}
"""
ON_BUFFERS = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = bufferization.to_buffer %x : tensor<?xf32> to memref<?xf32>
  %1 = memref.alloc(%n) : memref<?xf32>
  memref.copy %0, %1 : memref<?xf32> to memref<?xf32>
  %2 = bufferization.to_tensor %1 restrict : memref<?xf32> to tensor<?xf32>
  return %2 : tensor<?xf32>
}
"""
WRITTEN = """
func.func @main(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  lmhlo.tanh ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
  return %0 : memref<?xf32>
}
"""
GUARDED = """
func.func @main(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %e = arith.cmpi eq, %n, %m : index
  %t = memref.alloc() : memref<i1>
  memref.store %e, %t[] : memref<i1>
  lmhlo.custom_call ins(%t : memref<i1>)
    {call_target_name = "shape_assertion", has_side_effect = true}
  return
}
"""
QUANTIZED = """
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>)
    -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.add %x, %x : tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}
"""
UNRANKED = """
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}
"""
SHAPE = """
func.func @main(%s: !shape.shape, %n: !shape.size) -> !shape.shape {
  return %s : !shape.shape
}
"""
INDEX = """
func.func @main(%a: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = stablehlo.constant dense<1.0> : tensor<1x4xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?x4xf32>) {
    %1 = stablehlo.concatenate %x, %row, dim = 0
      : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
    scf.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}
"""
"""The sizes of the result depend on an index that is an argument."""

RUNNING = """
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %c0 = stablehlo.constant dense<0> : tensor<1x1xi32>
  %less = stablehlo.subtract %size, %one : tensor<1xi32>
  %low = stablehlo.reshape %less : (tensor<1xi32>) -> tensor<1x1xi32>
  %padding = stablehlo.concatenate %low, %c0, dim = 1
    : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(
      %x, %zero, %size, %one, %one, %one, %padding) {called_computations = [@sum]}
    : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>,
       tensor<1x2xi32>) -> tensor<?xf32>
  %1 = stablehlo.add %x, %x : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
"""
"""A sum of all elements so far, which is a custom call when sizes are open."""
ABSOLUTE = RUNNING.replace(
    "return %0 : tensor<f32>",
    "%1 = stablehlo.abs %0 : tensor<f32>\n  return %1 : tensor<f32>",
)
"""The same by a function that does more: the interpreter rounds half floats after each step."""

ROUNDED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xi1> {
  %0 = stablehlo.convert %x : (tensor<?xf32>) -> tensor<?xf8E8M0FNU>
  %1 = stablehlo.compare NE, %0, %0 : (tensor<?xf8E8M0FNU>, tensor<?xf8E8M0FNU>) -> tensor<?xi1>
  return %1 : tensor<?xi1>
}
"""
"""Powers of two inside of a kernel: what is not positive becomes NaN."""

X = np.arange(4, dtype=np.float32)
HALF: Array = np.array(0.5).astype(np.dtype(ml_dtypes.float8_e8m0fnu))
WHOLE: dict[str, tuple[str, str, list[Array]]] = {
    "powers of two": (POWERS, "values of type f8E8M0FNU have no form", [X, HALF]),
    "a token": (TOKEN, "!stablehlo.token is no array", [X[:2], np.zeros(0, np.bool_)]),
    "a buffer": (BUFFER, "memref<?xf32> is no array", [X + 1]),
    "operations on buffers": (WRITTEN, "memref<?xf32> is no array", [X + 1]),
    "quantized numbers": (QUANTIZED, "is no array", [np.arange(4, dtype=np.int8)]),
    "any rank": (UNRANKED, "tensor<*xf32> is no array", [X.reshape(2, 2)]),
    "a shape": (SHAPE, "!shape.shape is no array", [np.array([1, 2]), np.array(4)]),
}


@pytest.mark.parametrize("name", list(WHOLE))
def test_the_interpreter_runs_what_has_no_form(name: str, tmp_path: Path) -> None:
    text, reason, arrays = WHOLE[name]
    program = disc_shape.compile(text, engine="native")
    (kernel,) = program.kernels
    assert "main: program, interpreter, 1 calls" in str(kernel)
    assert reason in str(kernel)
    expected = disc_shape.parse(text).run(*arrays)
    program.save(tmp_path / "saved")
    for one in (program, disc_shape.load(tmp_path / "saved", disc_shape.Compiled)):
        for result, wanted in zip(one.run(*arrays), expected, strict=True):
            np.testing.assert_array_equal(result, wanted)
            assert result.dtype == wanted.dtype


def test_the_interpreter_runs_kernels_of_powers_of_two() -> None:
    program = disc_shape.compile(ROUNDED, engine="native")
    (kernel,) = map(str, program.kernels)
    assert "interpreter, 1 calls ('lmhlo.fusion' has no form as machine code)" in kernel
    np.testing.assert_array_equal(program.run(X - 2)[0], X - 2 <= 0)


def test_buffers_inside_of_a_program() -> None:
    program = disc_shape.compile(ON_BUFFERS, engine="native")
    np.testing.assert_array_equal(program.run(X)[0], X)


def test_guards_on_buffers_stay_in_the_program() -> None:
    for engine in ("reference", "native"):
        program = disc_shape.compile(GUARDED, engine=engine)
        program.run(X, X)
        with pytest.raises((OperationError, disc_shape.GuardError)):
            program.run(X, X[:3])


@pytest.mark.parametrize("size", [1, 2, 3, 17])
def test_the_interpreter_runs_custom_calls_with_their_functions(size: int, tmp_path: Path) -> None:
    program = disc_shape.compile(ABSOLUTE.replace("f32", "f16"), engine="native")
    called, loops = map(str, program.kernels)
    assert "kernel_0: lmhlo.custom_call, interpreter" in called
    assert "kernel_1: loops, machine code" in loops
    program.save(tmp_path / "saved")
    x = np.arange(size, dtype=np.float16)
    for one in (program, disc_shape.load(tmp_path / "saved", disc_shape.Compiled)):
        found, doubled = one.run(x)
        np.testing.assert_array_equal(found, np.cumsum(x))
        np.testing.assert_array_equal(doubled, x + x)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_sizes_may_depend_on_an_index_that_is_an_argument(count: int) -> None:
    program = disc_shape.compile(INDEX, engine="native")
    assert not any(", interpreter," in str(one) for one in program.kernels)
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    (found,) = program.run(x, count)
    np.testing.assert_array_equal(found, disc_shape.parse(INDEX).run(x, np.array(count))[0])
    assert found.shape == (2 + count, 4)


LOOP = """
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.convert %y : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
    %3 = stablehlo.add %2, %2 : tensor<4xf8E8M0FNU>
    %4 = stablehlo.convert %3 : (tensor<4xf8E8M0FNU>) -> tensor<4xf32>
    stablehlo.return %1, %4 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
"""
"""A callback in each iteration."""


def test_operands_of_callbacks_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop calls with the same memory in each iteration; its contents are those of the moment."""
    made: list[object] = []
    argument_of = interpreted.argument_of

    def note(operand: interpreted.Operand, words: Sequence[int]) -> Array:
        made.append(operand)
        return argument_of(operand, words)

    monkeypatch.setattr(interpreted, "argument_of", note)
    program = disc_shape.compile(LOOP, engine="native")
    assert any("interpreter" in str(kernel) for kernel in program.kernels)
    x = np.array([1, 0.5, 2, 4], np.float32)
    np.testing.assert_array_equal(program.run(x, np.array(8, np.int32))[0], x * 256)
    first = len(made)
    np.testing.assert_array_equal(program.run(x / 16, np.array(7, np.int32))[0], x * 8)
    assert len(made) - first <= first <= 4
    monkeypatch.setattr(interpreted, "REMEMBERED", 1)
    np.testing.assert_array_equal(program.run(x, np.array(3, np.int32))[0], x * 8)


def test_operands_of_several_sizes_and_threads() -> None:
    program = disc_shape.compile(ROUNDED, engine="native")

    def run(number: int) -> bool:
        size = number % 5
        x = np.full(size, number % 3 - 1, np.float32)
        return bool((program.run(x)[0] == (x <= 0)).all())

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(run, range(200)))


def test_each_callback_begins_the_random_numbers_anew() -> None:
    module = disc_shape.parse(ROUNDED).module
    first = Interpreter(module)
    numbers = first.random.integers(0, 1000, 4)
    again = first.again()
    assert again.plans is first.plans
    np.testing.assert_array_equal(again.random.integers(0, 1000, 4), numbers)


def test_what_the_interpreter_runs_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call makes the plan of a kernel; later ones use it, also with other sizes."""
    program = disc_shape.compile(ROUNDED, engine="native")
    program.run(X - 2)
    made: list[Block] = []

    def note(_: Interpreter, block: Block) -> None:
        made.append(block)

    monkeypatch.setattr(Interpreter, "_plan", note)
    for size in (0, 1, len(X)):
        np.testing.assert_array_equal(program.run(X[:size] - 2)[0], X[:size] - 2 <= 0)
    assert not made
