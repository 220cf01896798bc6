"""Saved programs: loaded without LLVM in a new process."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native import code
from disc_shape.native.code import can_map_code

ON_LINUX = pytest.mark.skipif(not can_map_code(), reason="code is mapped by LLVM")


def unary(kind: str, *names: str) -> str:
    """Functions of one argument, one after the other."""
    type_ = f"tensor<?x{kind}>"
    lines = [f"%{at + 1} = stablehlo.{name} %{at} : {type_}" for at, name in enumerate(names)]
    body = "\n".join(lines)
    return f"func.func @main(%0: {type_}) -> {type_} {{\n{body}\nreturn %{len(names)} : {type_}\n}}"


SORTED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.convert %a : (tensor<f32>) -> tensor<f8E4M3FN>
    %r = stablehlo.convert %b : (tensor<f32>) -> tensor<f8E4M3FN>
    %1 = stablehlo.compare LT, %l, %r : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %x : tensor<?xf32>
  return %2 : tensor<?xf32>
}
"""
"""The interpreter sorts: keys of eight bits have no form as machine code."""
CHOLESKY = """
func.func @main(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<?x?xf64>
  %1 = stablehlo.negate %0 : tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}
"""
CONSTANTS = """
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %w = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [0.5, -1.0, 0.0, 2.5],
    [1.5, 0.25, -3.0, 4.0], [1.0, 1.0, 1.0, 7.0]]> : tensor<4x4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""
PRODUCT = """
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
"""
BRANCHES = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%n) ({
    %1 = stablehlo.add %x, %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    %2 = stablehlo.exponential %x : tensor<?xf32>
    stablehlo.return %2 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
FACTORIAL = """
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%k = %n, %p = %one) : tensor<i32>, tensor<i32>
    cond {
      %1 = stablehlo.compare GT, %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %2 = stablehlo.multiply %p, %k : tensor<i32>
      %3 = stablehlo.subtract %k, %one : tensor<i32>
      stablehlo.return %3, %2 : tensor<i32>, tensor<i32>
    }
  return %0#1 : tensor<i32>
}
"""
RECURSIVE = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = func.call @step(%x, %n) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @step(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : i32
  %k = tensor.extract %n[] : tensor<i32>
  %more = arith.cmpi sgt, %k, %zero : i32
  %0 = scf.if %more -> (tensor<?xf32>) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.subtract %n, %one : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<?xf32>
    %z = func.call @step(%y, %m) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
"""
RUNNING = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
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
  return %0 : tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
"""
"""A sum of all elements so far, which the interpreter computes."""
COUNTED = """
func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
  %zero = arith.constant 0 : i32
  %k = tensor.extract %n[] : tensor<i32>
  %ok = arith.cmpi sge, %k, %zero : i32
  cf.assert %ok, "n must not be negative"
  %i = arith.index_cast %k : i32 to index
  %s = tensor.from_elements %i : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
"""


def numbers(*sizes: int, kind: str = "f4") -> Array:
    return np.random.default_rng(0).uniform(0.25, 2, size=sizes).astype(kind)


def scalar(value: int) -> Array:
    return np.array(value, np.int32)


def vectors(kind: str = "f4") -> list[list[Array]]:
    return [[numbers(size, kind=kind)] for size in (0, 1, 7, 100)]


def with_numbers(*values: int) -> list[list[Array]]:
    return [[numbers(size), scalar(value)] for size in (0, 1, 9) for value in values]


PROGRAMS: dict[str, tuple[str, list[list[Array]]]] = {
    "functions of f32": (unary("f32", "tanh", "logistic", "sine"), vectors()),
    "functions of libm": (
        unary("f64", "log", "cosine", "exponential", "tanh", "cbrt", "log_plus_one"),
        vectors("f8"),
    ),
    "halves": (unary("f16", "sqrt", "negate"), vectors("f2")),
    "sorted": (SORTED, vectors()),
    "factors of a matrix": (
        CHOLESKY,
        [[np.eye(size) * 3 + np.full((size, size), 0.5)] for size in (0, 1, 4)],
    ),
    "constants": (CONSTANTS, [[numbers(size, 4)] for size in (0, 1, 20)]),
    "a product": (
        PRODUCT,
        [[numbers(m, k), numbers(k, n)] for m, k, n in ((0, 2, 3), (1, 0, 1), (20, 64, 70))],
    ),
    "branches": (BRANCHES, with_numbers(-1, 0, 1, 2, 3)),
    "a loop": (FACTORIAL, [[scalar(value)] for value in (0, 1, 7)]),
    "a recursion": (RECURSIVE, with_numbers(0, 1, 5)),
    "a custom call": (RUNNING, [[numbers(size)] for size in (1, 2, 9)]),
    "sizes of results": (COUNTED, [[scalar(value)] for value in (0, 1, 12)]),
}
CHECKED = ", checked"
"""Ends the name of a program whose indices are tested."""
ALSO_CHECKED = ("functions of libm", "sorted", "branches", "a recursion")
NAMES = [*PROGRAMS, *(f"{name}{CHECKED}" for name in ALSO_CHECKED)]


@cache
def compiled(name: str) -> Compiled:
    text, _ = PROGRAMS[name.removesuffix(CHECKED)]
    return disc_shape.compile(text, engine="native", checked=name.endswith(CHECKED))


def calls(name: str) -> list[list[Array]]:
    return PROGRAMS[name.removesuffix(CHECKED)][1]


ALONE = """
import sys
sys.modules["llvmlite"] = sys.modules["llvmlite.binding"] = None  # An import of them raises.
import numpy as np
import disc_shape
for path in sys.argv[1:]:
    program = disc_shape.load(path + ".disc")
    with np.load(path + ".npz") as arrays:
        number = 0
        while f"{number}/results" in arrays:
            given = [arrays[f"{number}/{at}"] for at in range(len(program.signature.arguments))]
            (found,) = program.run(*given)
            expected = arrays[f"{number}/results"]
            assert found.dtype == expected.dtype and found.shape == expected.shape, path
            assert found.tobytes() == expected.tobytes(), (path, number, found, expected)
            number += 1
    program.save(path + ".again")
    disc_shape.load(path + ".again").run(*given)
    print(number)
assert sys.modules["llvmlite"] is None
"""
"""Programs that are loaded, called and saved again where llvmlite is not installed."""


@ON_LINUX
def test_programs_are_loaded_where_llvmlite_is_not_installed(tmp_path: Path) -> None:
    paths: list[str] = []
    for place, name in enumerate(NAMES):
        path = tmp_path / str(place)
        compiled(name).save(f"{path}.disc")
        arrays: dict[str, Array] = {}
        for number, given in enumerate(calls(name)):
            arrays |= {f"{number}/{at}": array for at, array in enumerate(given)}
            arrays[f"{number}/results"] = compiled(name).run(*given)[0]
        np.savez(f"{path}.npz", allow_pickle=False, **arrays)
        paths.append(str(path))
    done = subprocess.run(
        [sys.executable, "-c", ALONE, *paths], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert [int(line) for line in done.stdout.split()] == [len(calls(name)) for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_both_loaders_give_the_same_results(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "saved"
    compiled(name).save(path)
    by_us = disc_shape.load(path, Compiled)
    monkeypatch.setattr(code, "can_map_code", lambda: False)
    by_llvm = disc_shape.load(path, Compiled)
    for given in calls(name):
        for one, other in zip(by_us.run(*given), by_llvm.run(*given), strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)


def test_failing_checks_of_a_loaded_program(tmp_path: Path) -> None:
    compiled("sizes of results").save(tmp_path / "saved")
    with pytest.raises(disc_shape.GuardError, match="n must not be negative"):
        disc_shape.load(tmp_path / "saved", Compiled).run(scalar(-1))


def test_programs_outlive_others_of_the_same_file(tmp_path: Path) -> None:
    compiled("sorted").save(tmp_path / "saved")
    x = numbers(50)
    expected = compiled("sorted").run(x)[0]
    one, other = (disc_shape.load(tmp_path / "saved", Compiled) for _ in range(2))
    (found,) = one.run(x)
    program = weakref.ref(one)
    del one
    gc.collect()
    assert program() is None
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(other.run(x)[0], expected)


def test_threads_load_call_and_drop_programs(tmp_path: Path) -> None:
    """Each has two programs of its own, and one that all of them call."""
    compiled("sorted").save(tmp_path / "saved")
    shared = disc_shape.load(tmp_path / "saved", Compiled)
    expected = {size: compiled("sorted").run(numbers(size))[0] for size in range(12)}
    right: list[int] = []

    def work() -> None:
        for size, result in expected.items():
            own = disc_shape.load(tmp_path / "saved", Compiled)
            for program in (own, shared):
                right.append(np.array_equal(program.run(numbers(size))[0], result))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * (4 * 2 * len(expected))
