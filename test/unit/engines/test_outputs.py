"""Arrays of the caller for results."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

import numpy as np
import pytest

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array

SUM = """
func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x4xf32>
  %1 = stablehlo.add %0, %y : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
"""
TWO = """
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.convert %0 : (tensor<?xf32>) -> tensor<?xi32>
  return %0, %1 : tensor<?xf32>, tensor<?xi32>
}
"""
DATA = """
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<?xi32>) {
  %k = tensor.extract %n[] : tensor<i32>
  %i = arith.index_cast %k : i32 to index
  %s = tensor.from_elements %i : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %1 = stablehlo.add %n, %n : tensor<i32>
  return %1, %0 : tensor<i32>, tensor<?xi32>
}
"""
"""The size of the second result is data: it is no out-parameter."""

ENGINES = ["reference", *(["native"] if find_spec("llvmlite") else [])]
engines = pytest.mark.parametrize("engine", ENGINES)


@cache
def compiled(text: str, engine: str) -> Compiled:
    return disc_shape.compile(text, engine=engine)


def numbers(*sizes: int) -> Array:
    return np.random.default_rng(0).normal(size=sizes).astype(np.float32)


@engines
@pytest.mark.parametrize("size", [0, 1, 5])
def test_the_results_are_the_arrays_of_the_caller(engine: str, size: int) -> None:
    x, y, out = numbers(size, 4), numbers(size, 4), np.full((size, 4), np.nan, np.float32)
    (result,) = compiled(SUM, engine).run(x, y, out=out)
    assert result is out
    np.testing.assert_array_equal(out, np.add(x[::-1], y))
    outs = [np.empty(size, np.float32), np.empty(size, np.int32)]
    results = compiled(TWO, engine).run(numbers(size), out=outs)
    assert all(one is other for one, other in zip(results, outs, strict=True))
    np.testing.assert_array_equal(outs[0], np.add(numbers(size), numbers(size)))
    np.testing.assert_array_equal(outs[1], outs[0].astype(np.int32))


@engines
def test_a_result_whose_size_is_data(engine: str) -> None:
    outs = (np.empty((), np.int32), np.empty(3, np.int32))
    compiled(DATA, engine).run(3, out=outs)
    assert outs[0] == 6
    assert outs[1].tolist() == [0, 1, 2]
    with pytest.raises(disc_shape.EngineError, match=r"^out 1 has sizes \[3\], expected \[2\]$"):
        compiled(DATA, engine).run(2, out=outs)


def exactly(array: Array) -> Array:
    return array


def reversed_rows(array: Array) -> Array:
    return array[::-1]


@engines
@pytest.mark.parametrize("view", [exactly, reversed_rows])
def test_memory_of_an_argument(engine: str, view: Callable[[Array], Array]) -> None:
    """The first row is read after the last one is written."""
    x, y = numbers(6, 4), numbers(6, 4)
    expected = np.add(view(x)[::-1], y)
    compiled(SUM, engine).run(view(x), y, out=x)
    np.testing.assert_array_equal(x, expected)
    shifted = numbers(7, 4)
    expected = np.add(shifted[1:][::-1], y)
    compiled(SUM, engine).run(shifted[1:], y, out=shifted[:6])
    np.testing.assert_array_equal(shifted[:6], expected)


def frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array


GOOD = np.zeros((3, 4), np.float32)
REFUSED: dict[str, tuple[object, str]] = {
    "count": ([GOOD, GOOD], "main has 1 result, out has 2"),
    "kind": (5, "out is a int, expected an array or a list of arrays"),
    "element": ([[0.0]], "out 0 is a list, expected an array"),
    "type": (np.zeros((3, 4)), "out 0 has elements of type float64, expected float32"),
    "bytes": (
        np.zeros((3, 4), np.dtype(np.float32).newbyteorder("S")),
        "out 0 has elements of type float32 (bytes swapped), expected float32",
    ),
    "rank": (np.zeros(12, np.float32), "out 0 has 1 dimensions, expected 2"),
    "sizes": (np.zeros((4, 4), np.float32), "out 0 has sizes [4, 4], expected [3, 4]"),
    "strides": (np.zeros((4, 3), np.float32).T, "out 0 is not contiguous"),
    "read-only": (frozen(np.zeros((3, 4), np.float32)), "out 0 is not writeable"),
    "alignment": (
        np.zeros(49, np.uint8)[1:].view(np.float32).reshape(3, 4),
        "out 0 is not aligned",
    ),
}


@engines
@pytest.mark.parametrize("name", REFUSED)
def test_arrays_that_do_not_fit(engine: str, name: str) -> None:
    out, message = REFUSED[name]
    with pytest.raises(disc_shape.EngineError) as info:
        compiled(SUM, engine).run(GOOD, GOOD, out=out)
    assert str(info.value) == message


@engines
def test_arrays_that_share_memory(engine: str) -> None:
    memory = np.zeros(6, np.float32)
    outs = [memory[:4], memory[2:].view(np.int32)]
    with pytest.raises(disc_shape.EngineError, match=r"^out 0 and out 1 share memory$"):
        compiled(TWO, engine).run(numbers(4), out=outs)


@engines
def test_sizes_that_are_refused_change_nothing(engine: str) -> None:
    out = np.full((3, 4), 7, np.float32)
    with pytest.raises(disc_shape.GuardError):
        compiled(SUM, engine).run(numbers(3, 4), numbers(2, 4), out=out)
    assert (out == 7).all()


@engines
def test_bytes_in_another_order(engine: str) -> None:
    x = numbers(3, 4)
    swapped = x.astype(x.dtype.newbyteorder("S"))
    for _ in range(2):
        (result,) = compiled(SUM, engine).run(swapped, x)
        np.testing.assert_array_equal(result, np.add(x[::-1], x))


@engines
def test_wrong_sizes_are_found_without_another_run(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, ran = compiled(SUM, engine), list[object]()

    def refuse(*given: object) -> None:
        ran.append(given)

    monkeypatch.setattr("disc_shape.engines.callables.refuse", refuse)
    with pytest.raises(disc_shape.EngineError, match="out 0 has sizes"):
        program.run(numbers(3, 4), numbers(3, 4), out=np.empty((2, 4), np.float32))
    assert not ran


VIEWS = """
func.func @main(%x: tensor<?x4xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  return %0, %0, %1 : tensor<4x?xf32>, tensor<4x?xf32>, tensor<2x3xf32>
}
"""


@engines
def test_each_result_is_memory_of_its_own(engine: str) -> None:
    results = compiled(VIEWS, engine).run(numbers(3, 4))
    assert not np.shares_memory(results[0], results[1])
    for one in results:
        assert one.flags.c_contiguous
        assert one.flags.writeable
