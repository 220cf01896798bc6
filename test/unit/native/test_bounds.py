"""Tests of indices that `checked=True` writes into kernels, on loops written by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.engine import executable_of
from disc_shape.native.executable import NativeExecutable
from disc_shape.native.outlining import outline_kernels


def program(body: str) -> str:
    """A program over a buffer of the caller and one that is written."""
    return f"""
func.func @main(%x: memref<?xf32>, %out: memref<?xf32> {{disc_shape.out = 0 : i64}}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %out, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %m, %n : index
  cf.assert %same, "dimension 0 of out-parameter 0 of @main has another size than the result"
  %more = arith.addi %n, %c1 : index
  %bytes = arith.muli %n, %c4 : index
  {body}
  return
}}
"""


def loop(inside: str, end: str = "%n") -> str:
    return f"scf.for %i = %c0 to {end} step %c1 {{ {inside} }}"


COPY = "%a = memref.load %x[%i] : memref<?xf32> memref.store %a, %out[%i] : memref<?xf32>"
NEXT = (
    "%j = arith.addi %i, %c1 : index %a = memref.load %x[%j] : memref<?xf32>"
    " memref.store %a, %out[%i] : memref<?xf32>"
)
BEFORE = (
    "%j = arith.subi %i, %c1 : index %a = memref.load %x[%i] : memref<?xf32>"
    " memref.store %a, %out[%j] : memref<?xf32>"
)
SHIFTED = "memref<?xf32, strided<[1], offset: 1>>"
PART = f"""
  %part = memref.subview %x[1] [%n] [1] : memref<?xf32> to {SHIFTED}
  {loop(COPY.replace("%x[%i] : memref<?xf32>", f"%part[%i] : {SHIFTED}"))}
"""
FOUR = f"""
  %four = "memref.cast"(%x) : (memref<?xf32>) -> memref<4xf32>
  {loop(COPY.replace("%x[%i] : memref<?xf32>", "%four[%i] : memref<4xf32>"), "%c4")}
"""
REINTERPRETED = f"""
  %other = memref.reinterpret_cast %x to offset: [1], sizes: [%n], strides: [1]
    : memref<?xf32> to {SHIFTED}
  {loop(COPY.replace("%x[%i] : memref<?xf32>", f"%other[%i] : {SHIFTED}"))}
"""
CROSSED = """
  %other = memref.reinterpret_cast %x to offset: [0], sizes: [2, 2], strides: [2, -1]
    : memref<?xf32> to memref<2x2xf32, strided<[2, -1]>>
"""
"""Its first and its last element are elements of four, the second one is before them."""
REVERSED = """
  %last = arith.subi %n, %c1 : index
  %minus = arith.subi %c0, %c1 : index
  %two = arith.addi %c1, %c1 : index
  %other = memref.reinterpret_cast %x to offset: [%last], sizes: [%two, %n], strides: [%two, %minus]
    : memref<?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
"""
ARENA = f"""
  %arena = memref.alloc(%bytes) : memref<?xi8>
  %view = memref.view %arena[%c4][%n] : memref<?xi8> to memref<?xf32>
  {loop(COPY.replace("%x[%i] : memref<?xf32>", "%view[%i] : memref<?xf32>"))}
  memref.dealloc %arena : memref<?xi8>
"""
COPIED = """
  %other = memref.alloc(%more) : memref<?xf32>
  memref.copy %x, %other : memref<?xf32> to memref<?xf32>
  memref.dealloc %other : memref<?xf32>
"""

OUT_OF_RANGE = {
    "beyond the end": (
        loop(COPY, "%more"),
        "kernel_0: 'memref.load' of argument 1: index 4 of dimension 0, of size 4",
    ),
    "the next one": (
        loop(NEXT),
        "kernel_0: 'memref.load' of argument 1: index 4 of dimension 0, of size 4",
    ),
    "the one before": (
        loop(BEFORE),
        "kernel_0: 'memref.store' of argument 2: index -1 of dimension 0, of size 4",
    ),
    "a part": (
        PART,
        "main: 'memref.subview' of %x: element 4 of dimension 0, of size 4",
    ),
    "another layout": (
        REINTERPRETED,
        "main: 'memref.reinterpret_cast' of %x: element 4 of 4 elements",
    ),
    "two directions": (
        CROSSED,
        "main: 'memref.reinterpret_cast' of %x: element -1 of 4 elements",
    ),
    "two directions from the end": (
        REVERSED,
        "main: 'memref.reinterpret_cast' of %x: element 5 of 4 elements",
    ),
    "an arena": (ARENA, "main: 'memref.view' of %arena: element 19 of 16 elements"),
    "a copy": (COPIED, "main: 'memref.copy' of %x: size 4 of dimension 0, expected 5"),
}
"""Programs that are out of range for four elements, and what is said natively."""


def executable(text: str, *, checked: bool) -> NativeExecutable:
    module = disc_shape.parse(text).module
    outline_kernels(module)
    return executable_of(module, {}, checked=checked)


def numbers(count: int) -> Array:
    return np.arange(count, dtype=np.float32)


@pytest.mark.parametrize("count", [0, 1, 4, 37])
@pytest.mark.parametrize("checked", [False, True])
def test_indices_that_are_within_range(count: int, checked: bool) -> None:
    (found,) = executable(program(loop(COPY)), checked=checked).run([numbers(count)])
    np.testing.assert_array_equal(found, numbers(count))


@pytest.mark.parametrize("name", OUT_OF_RANGE)
def test_indices_that_are_out_of_range(name: str) -> None:
    body, message = OUT_OF_RANGE[name]
    with pytest.raises(disc_shape.EngineError) as info:
        executable(program(body), checked=True).run([numbers(4)])
    assert str(info.value) == f"native: {message}"


@pytest.mark.parametrize("name", OUT_OF_RANGE)
def test_the_checker_refuses_them_before(name: str) -> None:
    """So that unchecked machine code never runs them in tests."""
    module = disc_shape.parse(program(OUT_OF_RANGE[name][0])).module
    with pytest.raises(OperationError):
        run(module, numbers(4), np.zeros(4, np.float32))


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_size_that_a_type_claims(count: int) -> None:
    found = executable(program(FOUR), checked=True)
    if count == 4:
        np.testing.assert_array_equal(found.run([numbers(4)])[0], numbers(4))
        return
    with pytest.raises(disc_shape.EngineError) as info:
        found.run([numbers(count)])
    assert str(info.value) == (
        f"native: main: 'memref.cast' of %x: size {count} of dimension 0, expected 4"
    )


@pytest.mark.parametrize("body", [PART, REINTERPRETED])
def test_an_empty_view_of_nothing_is_within_range(body: str) -> None:
    assert executable(program(body), checked=True).run([numbers(0)])[0].shape == (0,)


def test_nothing_is_lost_when_a_test_fails() -> None:
    found = executable(program(ARENA), checked=True)
    for _ in range(3):
        with pytest.raises(disc_shape.EngineError):
            found.run([numbers(4)])
    assert found.run([numbers(0)])[0].shape == (0,)


def test_checked_is_an_option_of_the_engine() -> None:
    path = Path(__file__).parents[2] / "loops" / "bias_rows.mlir"
    x, b = numbers(12).reshape(1, 3, 4), numbers(4)
    plain = disc_shape.compile(path, engine="native")
    tested = disc_shape.compile(path, engine="native", checked=True)
    for one, other in zip(plain.run(x, b), tested.run(x, b), strict=True):
        np.testing.assert_array_equal(one, other)
