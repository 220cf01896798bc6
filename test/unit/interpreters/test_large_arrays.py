"""What is computed on whole arrays is what one element at a time gives, in few steps."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import parse
from work import count_calls

from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.kernels.sorting import sort


def smaller(*pairs: Array) -> list[Array]:
    """Compares the first of the arrays that are sorted together."""
    return [np.asarray(np.less(pairs[0], pairs[1]))]


@pytest.mark.parametrize("length", [1, 2, 3, 7, 8, 9, 31, 64, 65, 1000])
@pytest.mark.parametrize("rows", [1, 3])
def test_sort_is_stable(length: int, rows: int) -> None:
    random = np.random.default_rng(length)
    keys = random.integers(0, 5, (rows, length))
    places = np.tile(np.arange(length), (rows, 1))
    for sign in (1, -1):
        given = keys * sign
        found, order = sort([given, places], 1, smaller)
        expected = np.argsort(given, axis=1, kind="stable")
        assert np.array_equal(order, expected)
        assert np.array_equal(found, np.take_along_axis(given, expected, 1))


@pytest.mark.parametrize("length", [2, 5, 8, 33])
def test_sort_keeps_all_elements_whatever_it_compares(length: int) -> None:
    """Comparing with NaN orders nothing."""
    keys = np.where(np.random.default_rng(length).random((3, length)) < 0.3, np.nan, 1.0)
    places = np.tile(np.arange(length), (3, 1))
    _, order = sort([keys, places], 1, smaller)
    assert np.array_equal(np.sort(order, axis=1), places)


REDUCE = """
func.func @main(%x: tensor<?xf32>, %z: tensor<f32>) -> tensor<f32> {{
  %0 = "stablehlo.reduce"(%x, %z) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    {body}
    stablehlo.return %s : tensor<f32>
  }}) {{dimensions = array<i64: 0>}} : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {{
  %0 = func.call @same(%a) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.add %0, %b : tensor<f32>
  return %1 : tensor<f32>
}}
func.func private @same(%a: tensor<f32>) -> tensor<f32> {{
  %0 = stablehlo.optimization_barrier %a : tensor<f32>
  return %0 : tensor<f32>
}}
"""
SCALAR = "tensor<f32>"
BODIES = {
    "call": f"%s = func.call @sum(%a, %b) : ({SCALAR}, {SCALAR}) -> {SCALAR}",
    "reshape": f"%r = stablehlo.reshape %a : ({SCALAR}) -> {SCALAR}"
    f" %s = stablehlo.add %r, %b : {SCALAR}",
    "broadcast": f'%r = "stablehlo.broadcast_in_dim"(%a) <{{broadcast_dimensions = array<i64>}}>'
    f" : ({SCALAR}) -> {SCALAR} %s = stablehlo.add %r, %b : {SCALAR}",
    "one element": f"%o = stablehlo.constant dense<0.0> : tensor<1xf32>"
    f" %r = stablehlo.reshape %o : (tensor<1xf32>) -> {SCALAR}"
    f" %t = stablehlo.add %r, %b : {SCALAR} %s = stablehlo.add %t, %a : {SCALAR}",
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies_of_reductions(name: str) -> None:
    module = parse(REDUCE.format(body=BODIES[name]))
    values = np.arange(13, dtype=np.float32)
    assert float(run(module, values, np.float32(2))[0]) == 80
    assert float(run(module, values[:0], np.float32(2))[0]) == 2


def calls(text: str, *arrays: Array) -> int:
    """How many functions a run calls, those of Python and those of numpy."""
    module = parse(text)
    return count_calls(lambda: run(module, *arrays))


GENERATE = """
func.func @main(%n: index) -> tensor<?x7xi64> {
  %c = arith.constant 10 : index
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %a = arith.muli %i, %c : index
    %b = arith.addi %a, %j : index
    %d = arith.index_cast %b : index to i64
    tensor.yield %d : i64
  } : tensor<?x7xi64>
  return %0 : tensor<?x7xi64>
}
"""
PAD = """
func.func @main(%x: tensor<?x?xf32>, %z: f32, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.pad %x low[%n, 1] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""


def test_elements_by_their_index() -> None:
    for count in (0, 1, 5):
        (found,) = run(parse(GENERATE), np.int64(count))
        assert found.tolist() == [[10 * i + j for j in range(7)] for i in range(count)]
    for shape in ((0, 3), (2, 0), (1, 1), (4, 5)):
        x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
        (found,) = run(parse(PAD), x, np.float32(7), np.int64(3))
        assert np.array_equal(found, np.pad(x, ((3, 2), (1, 0)), constant_values=7))


LIMIT = 50_000


def test_no_loop_over_elements() -> None:
    """Far fewer calls than elements, of which there are 100,000 and more."""
    large = np.random.default_rng(0).normal(size=100_000).astype(np.float32)
    assert calls(GENERATE, np.asarray(20_000)) < LIMIT
    assert calls(PAD, large.reshape(200, 500), np.asarray(0, np.float32), np.asarray(3)) < LIMIT
    assert calls(REDUCE.format(body=BODIES["call"]), large, np.asarray(0, np.float32)) < LIMIT
    by_size = """
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.abs %a : tensor<f32>
        %d = stablehlo.abs %b : tensor<f32>
        %e = stablehlo.compare LT, %c, %d, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %e : tensor<i1>
      }) : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    assert calls(by_size, large) < LIMIT
