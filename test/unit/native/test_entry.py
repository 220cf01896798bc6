"""The functions that are called: many arguments, wide sizes, results of their own, the lock."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array

MANY = 70
SUM_OF_MANY = f"""
func.func @main({", ".join(f"%x{n}: tensor<?xf32>" for n in range(MANY))}) -> tensor<?xf32> {{
  %s0 = stablehlo.add %x0, %x0 : tensor<?xf32>
  {" ".join(f"%s{n} = stablehlo.add %s{n - 1}, %x{n} : tensor<?xf32>" for n in range(1, MANY))}
  return %s{MANY - 1} : tensor<?xf32>
}}
"""
LAST = """
func.func @main(%x: tensor<?xi8>) -> tensor<2xi8> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xi8>
  %m = arith.subi %n, %c2 : index
  %0 = tensor.extract_slice %x[%m] [2] [1] : tensor<?xi8> to tensor<2xi8>
  %1 = stablehlo.add %0, %0 : tensor<2xi8>
  return %1 : tensor<2xi8>
}
"""
CONSTANTS = """
func.func @main(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0, %0, %x, %x : tensor<2xf32>, tensor<2xf32>, tensor<?xf32>, tensor<?xf32>
}
"""
GUARDED = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %r = arith.remui %n, %c2 : index
  %even = arith.cmpi eq, %r, %c0 : index
  cf.assert %even, "the number of rows is even"
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %1 = stablehlo.add %0, %x : tensor<?x?xf32>
  %2 = stablehlo.reverse %1, dims = [1] : tensor<?x?xf32>
  %3 = stablehlo.add %2, %1 : tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
"""
WAITS = """
import threading
import numpy as np
import disc_shape
from disc_shape.native.engine import executable_of

text = '''
func.func @main(%x: memref<i32>, %begun: memref<i32> {disc_shape.out = 0 : i64}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  memref.store %one, %begun[] : memref<i32>
  scf.while () : () -> () {
    %0 = memref.load %x[] : memref<i32>
    %1 = arith.cmpi eq, %0, %zero : i32
    memref.store %one, %begun[] : memref<i32>
    scf.condition(%1)
  } do {
    scf.yield
  }
  return
}
'''
program = executable_of(disc_shape.parse(text).module, {})
x, begun = np.zeros((), np.int32), np.zeros((), np.int32)
thread = threading.Thread(target=lambda: program.run_into([x], [begun]))
thread.start()
while not begun:
    pass
x[()] = 1
thread.join()
print("done")
"""
"""Machine code that runs until another thread of Python writes its argument."""


@cache
def compiled(text: str) -> Compiled:
    return disc_shape.compile(text, engine="native")


def numbers(*sizes: int) -> Array:
    return np.random.default_rng(0).normal(size=sizes).astype(np.float32)


@pytest.mark.parametrize("size", [0, 1, 9])
def test_many_arguments(size: int) -> None:
    arrays = [np.full(size, number, np.float32) for number in range(MANY)]
    (found,) = compiled(SUM_OF_MANY).run(*arrays)
    assert found.tolist() == [sum(range(MANY))] * size


def test_sizes_beyond_32_bits() -> None:
    """Pages that nothing has written take no memory."""
    size = 2**31 + 8
    x = np.zeros(size, np.int8)
    x[-2:] = 3, 5
    assert compiled(LAST).run(x)[0].tolist() == [6, 10]


def test_strides() -> None:
    one = np.broadcast_to(np.int8(1), (100_000,))
    assert compiled(LAST).run(one)[0].tolist() == [2, 2]
    assert compiled(LAST).run(np.arange(10, dtype=np.int8)[::-3])[0].tolist() == [6, 0]


def test_results_are_memory_of_their_own() -> None:
    program, x = compiled(CONSTANTS), numbers(3)
    results, others = program.run(x), program.run(x)
    arrays = [x, *results, *others]
    for place, one in enumerate(arrays):
        assert not any(np.shares_memory(one, other) for other in arrays[:place])
    for one in results:
        one[:] = 7
    assert program.run(x)[0].tolist() == [1, 2]
    np.testing.assert_array_equal(x, numbers(3))


def test_a_call_releases_the_lock_of_the_interpreter() -> None:
    """Otherwise the thread that lets it end never runs."""
    done = subprocess.run(
        [sys.executable, "-c", WAITS], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "done\n"


def test_a_stream_of_sizes() -> None:
    program, random = compiled(GUARDED), Random(3)
    original = disc_shape.parse(GUARDED)
    for _ in range(50):
        x = numbers(2 * random.randint(0, 30), random.randint(0, 60))
        np.testing.assert_array_equal(program.run(x)[0], original.run(x)[0])


def held() -> int:
    """The bytes that this process holds, by its own account."""
    words = Path("/proc/self/statm").read_text().split()
    return int(words[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no account of memory")
def test_a_thousand_calls_leave_nothing() -> None:
    program, legal, refused = compiled(GUARDED), numbers(200, 100), numbers(201, 100)
    out = np.empty_like(legal)

    def call() -> None:
        program.run(legal)
        program.run(legal, out=out)
        with pytest.raises(disc_shape.GuardError):
            program.run(refused)

    for _ in range(50):
        call()
    tracemalloc.start()
    for _ in range(200):
        call()
    gc.collect()
    (known, _), before = tracemalloc.get_traced_memory(), held()
    for _ in range(1000):
        call()
    gc.collect()
    found, after = tracemalloc.get_traced_memory()[0], held()
    tracemalloc.stop()
    assert found - known < 50_000  # An object for each call would be three times as much.
    assert after - before < 20 * legal.nbytes
