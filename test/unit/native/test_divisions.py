"""Divisions that arith leaves undefined are refused as the interpreter refuses them, everywhere."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

import disc_shape
from disc_shape.engines.compiled import Compiled

pytest.importorskip("llvmlite")

DIVISIONS = ("divsi", "divui", "floordivsi", "ceildivsi", "ceildivui", "remsi", "remui")
OF_TENSORS = """
func.func @main(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = arith.NAME %a, %b : tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
"""
GENERATED = """
func.func @main(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xi8>
  %m = tensor.dim %a, %c1 : tensor<?x?xi8>
  %0 = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %x = tensor.extract %a[%i, %j] : tensor<?x?xi8>
    %y = tensor.extract %b[%i, %j] : tensor<?x?xi8>
    %1 = arith.NAME %x, %y : i8
    tensor.yield %1 : i8
  } : tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
"""
MAPPED = """
func.func @main(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %1 = arith.NAME %x, %y : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }) : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
"""
ON_BUFFERS = """
func.func @main(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xi8>
  %m = tensor.dim %a, %c1 : tensor<?x?xi8>
  %0 = memref.alloc(%n, %m) : memref<?x?xi8>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %x = tensor.extract %a[%i, %j] : tensor<?x?xi8>
      %y = tensor.extract %b[%i, %j] : tensor<?x?xi8>
      %1 = arith.NAME %x, %y : i8
      memref.store %1, %0[%i, %j] : memref<?x?xi8>
    }
  }
  %2 = bufferization.to_tensor %0 restrict : memref<?x?xi8> to tensor<?x?xi8>
  return %2 : tensor<?x?xi8>
}
"""
SOURCES = {"tensors": OF_TENSORS, "generate": GENERATED, "map": MAPPED, "buffers": ON_BUFFERS}


@cache
def compiled(source: str, name: str, engine: str, *, checked: bool = False) -> Compiled:
    text = SOURCES[source].replace("NAME", name)
    options = {"checked": True} if checked else {}
    return disc_shape.compile(text, engine=engine, **options)


def expected(
    name: str, lhs: NDArray[np.int8], rhs: NDArray[np.int8]
) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """Where a division has a result, and this by integers of Python."""
    unsigned = name.endswith("ui")
    a, b = (one.astype(np.int64) & (255 if unsigned else -1) for one in (lhs, rhs))
    defined = b != 0
    if name in ("divsi", "floordivsi", "ceildivsi"):
        defined &= ~((a == -128) & (b == -1))
    safe = np.where(b == 0, 1, b)
    down, up = a // safe, -(-a // safe)
    towards_zero = np.where((a < 0) != (safe < 0), up, down)
    found = down if name.startswith("floor") else up if name.startswith("ceil") else towards_zero
    if name.startswith("rem"):
        found = a - towards_zero * safe
    return defined, found.astype(np.int8)


ALL = np.arange(-128, 128).astype(np.int8)
LEFT, RIGHT = (one.astype(np.int8) for one in np.meshgrid(ALL, ALL, indexing="ij"))


@pytest.mark.parametrize("name", DIVISIONS)
@pytest.mark.parametrize("source", SOURCES)
def test_all_pairs_of_bytes(source: str, name: str) -> None:
    """What has a result is computed at once, and each pair that has none is refused by itself."""
    defined, results = expected(name, LEFT, RIGHT)
    native, reference = (compiled(source, name, one) for one in ("native", "reference"))
    lhs, rhs = LEFT[defined].reshape(1, -1), RIGHT[defined].reshape(1, -1)
    (found,) = native.run(lhs, rhs)
    assert np.array_equal(found, results[defined].reshape(1, -1))
    for number, pair in enumerate(zip(LEFT[~defined], RIGHT[~defined], strict=True)):
        given = [np.full((1, 1), one, np.int8) for one in pair]
        with pytest.raises(disc_shape.GuardError) as caught:
            native.run(*given)
        if number % 32 == 0:  # The interpreter is slow.
            with pytest.raises(disc_shape.GuardError) as wanted:
                reference.run(*given)
            assert str(caught.value) == str(wanted.value)


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("source", SOURCES)
def test_sizes(source: str, *, checked: bool) -> None:
    native = compiled(source, "divsi", "native", checked=checked)
    for shape in ((0, 3), (1, 1), (2, 3), (3, 0)):
        lhs, rhs = np.full(shape, 7, np.int8), np.full(shape, -2, np.int8)
        assert np.array_equal(native.run(lhs, rhs)[0], np.full(shape, -3, np.int8))
        for place in np.ndindex(shape):
            other = rhs.copy()
            other[place] = 0
            with pytest.raises(disc_shape.GuardError, match=r"'arith.divsi': division by zero"):
                native.run(lhs, other)


def test_what_is_not_used_is_not_checked() -> None:
    text = OF_TENSORS.replace("NAME", "divsi").replace("return %0", "return %a")
    one = np.zeros((1, 1), np.int8)
    assert disc_shape.compile(text, engine="native").run(one, one)[0] == 0


def test_constants_need_no_check() -> None:
    text = """
    func.func @main(%a: tensor<?xi8>) -> tensor<?xi8> {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %a, %c0 : tensor<?xi8>
      %two = arith.constant 2 : i8
      %0 = tensor.generate %n {
      ^bb0(%i: index):
        %x = tensor.extract %a[%i] : tensor<?xi8>
        %1 = arith.divsi %x, %two : i8
        tensor.yield %1 : i8
      } : tensor<?xi8>
      return %0 : tensor<?xi8>
    }
    """
    native = disc_shape.compile(text, engine="native")
    assert [str(one) for one in native.kernels] == ["kernel_0: loops, machine code, 1 calls"]
    assert native.run(ALL)[0].tolist() == [int(one / 2) for one in range(-128, 128)]


def test_a_least_number_divided_by_a_constant_is_checked() -> None:
    text = """
    func.func @main(%a: tensor<?xi16>) -> tensor<?xi16> {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %a, %c0 : tensor<?xi16>
      %minus = arith.constant -1 : i16
      %0 = tensor.generate %n {
      ^bb0(%i: index):
        %x = tensor.extract %a[%i] : tensor<?xi16>
        %1 = arith.divsi %x, %minus : i16
        tensor.yield %1 : i16
      } : tensor<?xi16>
      return %0 : tensor<?xi16>
    }
    """
    native = disc_shape.compile(text, engine="native")
    assert native.run(np.array([-32767, 5], np.int16))[0].tolist() == [32767, -5]
    with pytest.raises(disc_shape.GuardError, match="division of -32768 by -1 overflows"):
        native.run(np.array([5, -32768], np.int16))


def test_what_the_interpreter_refuses_inside_of_a_run_is_a_guard_error() -> None:
    text = """
    #map = affine_map<(d0) -> (d0)>
    func.func @main(%a: tensor<?xi8>) -> tensor<?xi8> {
      %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%a : tensor<?xi8>) outs(%a : tensor<?xi8>) {
      ^bb0(%x: i8, %o: i8):
        %1 = arith.divui %o, %x : i8
        linalg.yield %1 : i8
      } -> tensor<?xi8>
      return %0 : tensor<?xi8>
    }
    """
    native = disc_shape.compile(text, engine="native")
    assert native.run(np.array([3], np.int8))[0] == 1
    with pytest.raises(disc_shape.GuardError, match="division by zero"):
        native.run(np.array([0], np.int8))
