"""`memory` says what runs hold: allocations of machine code are counted in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

COUNTED = """
import ctypes
import numpy as np
import disc_shape
from disc_shape.native.allocation import HEADER
from disc_shape.native.code import define

libc = ctypes.CDLL(None)
libc.aligned_alloc.restype = ctypes.c_void_p
libc.aligned_alloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
sizes, alive, most = {}, 0, 0

def allocate(alignment, count):
    global alive, most
    address = libc.aligned_alloc(alignment, count)
    sizes[address] = count - HEADER
    alive += sizes[address]
    most = max(most, alive)
    return address

def free(address):
    global alive
    alive -= sizes.pop(address)
    libc.free(address)

word = ctypes.c_size_t
kept = ctypes.CFUNCTYPE(word, word, word)(allocate), ctypes.CFUNCTYPE(None, word)(free)
for name, function in zip(("aligned_alloc", "free"), kept):
    define(name, ctypes.cast(function, ctypes.c_void_p).value)

native = disc_shape.compile(TEXT, engine="native")
executable = native._executable
taken = executable.arena
arenas = []
executable.arena = lambda count: arenas.append(count) or taken(count)
for named, shapes in CALLS:
    alive = most = 0
    specs = native.signature.arguments
    shapes = shapes or [[named.get(one, one) for one in spec.sizes] for spec in specs]
    arrays = [np.ones(shape, spec.dtype) for shape, spec in zip(shapes, specs, strict=True)]
    native.run(*arrays)
    held = most + arenas[-1]
    assert not alive and not sizes
    # The allocator of the system is asked for multiples of 64.
    claimed = native.memory(**named)
    print(claimed, held)
    assert claimed <= held < claimed + 64 * UNROUNDED, (named, claimed, held)
"""

TWO_PRODUCTS = """
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %v: tensor<?x?xf32>)
      -> (tensor<?x?xf16>, tensor<?x?xf16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.convert %0 : (tensor<?x?xf32>) -> tensor<?x?xf16>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<?x?xf16>
  %3 = stablehlo.dot_general %v, %v, contracting_dims = [1] x [1]
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.convert %3 : (tensor<?x?xf32>) -> tensor<?x?xf16>
  return %2, %4 : tensor<?x?xf16>, tensor<?x?xf16>
}
"""
CHAIN = """
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> tensor<?x?xf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0]
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.convert %1 : (tensor<?x?xf32>) -> tensor<?x?xf16>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<?x?xf16>
  return %3 : tensor<?x?xf16>
}
"""
CONVOLUTION = """
func.func @main(%x: tensor<?x?x?x16xf32>, %w: tensor<3x3x16x32xf32>) -> tensor<?x?x?x32xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<?x?x?x16xf32>, tensor<3x3x16x32xf32>) -> tensor<?x?x?x32xf32>
  return %0 : tensor<?x?x?x32xf32>
}
"""


def of_products(m: int, k: int, n: int, v: int) -> tuple[dict[str, int], list[tuple[int, ...]]]:
    return {"S0": m, "S1": k, "S2": n, "S3": v, "S4": 3}, [(m, k), (k, n), (v, 3)]


def of_chain(m: int, k: int, n: int, v: int) -> tuple[dict[str, int], list[tuple[int, ...]]]:
    return {"S0": m, "S1": k, "S2": n, "S3": v}, [(m, k), (k, n), (n, v)]


SIZES = [(16, 4, 16, 2), (16, 4, 16, 64), (3, 5, 7, 11), (1, 1, 1, 1), (0, 3, 2, 0), (64, 8, 0, 16)]
WINDOWS = [(1, 8, 8), (2, 5, 3), (0, 4, 4), (1, 1, 1)]
MODELS: list[tuple[str, list[dict[str, int]]]] = [
    ("jax_convnet", [{"b": 2, "h": 12, "w": 16}, {"b": 1, "h": 8, "w": 9}]),
    ("jax_gpt4", [{"b": 2, "s": 5}, {"b": 1, "s": 1}]),
    ("torch_mlp_ln", [{"S0": 4, "S1": 8, "S2": 4}]),
]
"""Programs with inner sizes, products of sizes, and several arenas."""
CASES: dict[str, tuple[str, list[tuple[dict[str, int], list[tuple[int, ...]]]]]] = {
    "two products": (TWO_PRODUCTS, [of_products(*one) for one in SIZES]),
    "a chain": (CHAIN, [of_chain(*one) for one in SIZES]),
    "a convolution": (
        CONVOLUTION,
        [({"S0": b, "S1": h, "S2": w}, [(b, h, w, 16), (3, 3, 16, 32)]) for b, h, w in WINDOWS],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_memory_is_what_a_run_allocates(name: str) -> None:
    """Up to one rounding to a multiple of 64 bytes, of the sums that are no part of an arena."""
    text, calls = CASES[name]
    script = f"TEXT, CALLS, UNROUNDED = {text!r}, {calls!r}, 1\n{COUNTED}"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
    assert any(int(line.split()[0]) for line in found.stdout.splitlines())


@pytest.mark.parametrize(("name", "sizes"), MODELS)
def test_memory_of_programs(name: str, sizes: list[dict[str, int]]) -> None:
    text = str(Path(__file__).parents[2] / "models" / f"{name}.mlir")
    calls = [(one, None) for one in sizes]
    script = f"TEXT, CALLS, UNROUNDED = {text!r}, {calls!r}, 1\n{COUNTED}"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
