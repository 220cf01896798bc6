"""Exponentials of numbers that are known to be at most zero, as those of a softmax are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.native.engine import PIPELINE
from disc_shape.native.machine import Host

pytest.importorskip("llvmlite")

from native_targets import AVX2, AVX512, NEON, code_for

Floats = NDArray[np.float32]

BOTH = """
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.abs %x : tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  %2 = stablehlo.exponential %1 : tensor<?xf32>
  %3 = stablehlo.exponential %x : tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}
"""
"""The exponential of `-|x|`, and that of any `x`."""
SOFTMAX = Path(__file__).parents[3] / "benchmarks" / "native_programs" / "softmax.mlir"
MOST = "0x4056400000000000"
"""89, beyond which exponentials of f32 are infinite, in LLVM's IR."""


@cache
def compiled(text: str) -> Compiled:
    return disc_shape.compile(text, engine="native")


def negative_floats(first: float, last: float, step: int = 1) -> Floats:
    """The negative floats between two positive ones without their sign, or some of them."""
    low, high = np.array([first, last], np.float32).view(np.uint32)
    return (np.arange(low, high, step, dtype=np.uint32) | np.uint32(1 << 31)).view(np.float32)


def test_the_programs_below_have_both_formulas() -> None:
    loops = disc_shape.parse(BOTH).lower(f"{PIPELINE},expand-math").text
    assert loops.count("arith.constant 5.96046448e-08") == 1
    assert loops.count("arith.constant 8.900000e+01") == 1
    softmax = disc_shape.load(SOFTMAX).lower(f"{PIPELINE},outline-kernels,expand-math").text
    assert "arith.constant 5.96046448e-08" in softmax
    assert "arith.constant 8.900000e+01" not in softmax


@pytest.mark.parametrize(
    "floats",
    [
        pytest.param(negative_floats(0.0, np.inf, 1009), id="some of all"),
        pytest.param(negative_floats(86.5, 88.5), id="the first subnormal results"),
        pytest.param(negative_floats(102.5, 105.5), id="the last results that are not zero"),
        pytest.param(np.array([0.0, -0.0, -np.inf, np.nan], np.float32), id="special"),
    ],
)
def test_bits_are_those_of_any_exponential(floats: Floats) -> None:
    cheap, general = compiled(BOTH).run(floats)
    assert np.array_equal(cheap, general, equal_nan=True)
    assert not np.signbit(cheap[cheap == 0]).any()
    assert np.isnan(cheap).sum() == np.isnan(floats).sum()


def test_quotients_by_zeros_of_either_sign() -> None:
    """The root of -0.0 is -0.0, so that `-|y| / sqrt(x)` may be infinite."""
    text = """
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.sqrt %x : tensor<?xf32>
      %1 = stablehlo.abs %y : tensor<?xf32>
      %2 = stablehlo.divide %1, %0 : tensor<?xf32>
      %3 = stablehlo.negate %2 : tensor<?xf32>
      %4 = stablehlo.exponential %3 : tensor<?xf32>
      return %4 : tensor<?xf32>
    }
    """
    x = np.array([-0.0, 0.0, 4.0], np.float32)
    (found,) = compiled(text).run(x, np.ones(3, np.float32))
    assert np.array_equal(found[:2], np.array([np.inf, 0.0], np.float32))
    assert np.allclose(found[2], np.exp(-0.5))


@settings(deadline=None)
@given(
    sizes=st.tuples(st.integers(0, 5), st.integers(0, 70)),
    scale=st.sampled_from([0.0, 1.0, 60.0, 3e38]),
    special=st.sampled_from([0.0, -np.inf, np.inf, np.nan]),
    seed=st.integers(0, 1 << 32),
)
def test_softmax(sizes: tuple[int, int], scale: float, special: float, seed: int) -> None:
    """Native results are those of the interpreter, with masks, infinities and NaN as well."""
    random = np.random.default_rng(seed)
    x = (random.uniform(-1, 1, sizes) * scale).astype(np.float32)
    x[random.random(sizes) < 0.1] = special
    (found,) = compiled(SOFTMAX.read_text()).run(x)
    (expected,) = disc_shape.parse(SOFTMAX.read_text()).run(x)
    assert np.allclose(found, expected, rtol=1e-5, atol=1e-44, equal_nan=True)


@pytest.mark.parametrize("target", [AVX2, NEON, AVX512], ids=["avx2", "neon", "avx512"])
def test_exponentials_of_a_softmax_are_not_limited(target: Host) -> None:
    code = code_for(target, disc_shape.load(SOFTMAX).optimize())
    assert MOST not in code
