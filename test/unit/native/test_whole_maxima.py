"""Maxima of whole arrays, outside of kernels: blocks without a test for each index."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.native.machine import host
from disc_shape.native.vectorized import functions_of

WHOLE = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<f32> {
  %start = stablehlo.constant dense<START> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %start) applies stablehlo.NAME across dimensions = [0, 1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
PART = """
func.func @main(%x: tensor<?xf32>, %from: tensor<index>, %to: tensor<index>) -> tensor<f32> {
  %c1 = arith.constant 1 : index
  %start = arith.constant 0xFF800000 : f32
  %low = tensor.extract %from[] : tensor<index>
  %high = tensor.extract %to[] : tensor<index>
  %b = bufferization.to_buffer %x : tensor<?xf32> to memref<?xf32>
  %0 = scf.for %i = %low to %high step %c1 iter_args(%a = %start) -> (f32) {
    %e = memref.load %b[%i] : memref<?xf32>
    %m = arith.maximumf %a, %e : f32
    scf.yield %m : f32
  }
  %1 = tensor.from_elements %0 : tensor<f32>
  return %1 : tensor<f32>
}
"""
"""The greatest element of a part, whose places are data."""


def compiled(text: str) -> Compiled:
    return disc_shape.compile(text, engine="native")


def whole(name: str) -> str:
    start = "0xFF800000" if name == "maximum" else "0x7F800000"
    return WHOLE.replace("NAME", name).replace("START", start)


@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_extremes_of_arrays(name: str) -> None:
    program, random = compiled(whole(name)), np.random.default_rng(0)
    function = np.max if name == "maximum" else np.min
    for sizes in ((0, 3), (3, 0), (1, 1), (1, 31), (4, 8), (3, 11), (7, 100)):
        x = random.normal(size=sizes).astype(np.float32)
        start = np.float32(-np.inf if name == "maximum" else np.inf)
        assert program.run(x)[0] == function(x, initial=start)
        if x.size:
            x[-1, random.integers(sizes[1])] = np.nan
            assert np.isnan(program.run(x)[0])


def test_blocks_outside_of_kernels_are_vectors() -> None:
    if not host().triple.startswith("x86_64"):
        pytest.skip("only for x86")
    program = compiled(whole("maximum"))
    assert not program.kernels
    vector = f"fcmp ogt <{host().vector_bytes // 4} x float>"
    run = functions_of(program.text)["disc_run"]
    blocks = [block for block in run.split("\n\n") if vector in block]
    loops = [block for block in blocks if f"label %{block.partition(':')[0]}" in block]
    # For some processors with AVX-512 LLVM keeps a block in memory: 10^6 elements took 0.20 ms so,
    # and numpy 0.18.
    assert loops or (blocks and host().has("avx512f"))
    assert not any("store" in block for block in loops)


@pytest.mark.parametrize("size", [1, 40, 100])
def test_parts_stay_within_bounds(size: int) -> None:
    """The first and the last index are tested, whatever blocks read between them."""
    program = compiled(PART)
    x = np.random.default_rng(size).normal(size=size).astype(np.float32)
    for low, high in ((0, size), (0, 0), (size, size), (size // 2, size), (size - 1, size)):
        (found,) = program.run(x, np.array(low), np.array(high))
        assert found == np.max(x[low:high], initial=np.float32(-np.inf))
    for low, high in ((0, size + 1), (0, size + 64), (-1, size), (-64, size), (size, size + 40)):
        with pytest.raises(disc_shape.GuardError):
            program.run(x, np.array(low), np.array(high))
