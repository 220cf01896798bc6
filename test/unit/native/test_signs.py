"""Exponentials of numbers that are known to be at most zero, as those of a softmax are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import context
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from work import count_calls
from xdsl.dialects.math import ExpOp
from xdsl.parser import Parser

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.native.engine import PIPELINE
from disc_shape.native.machine import Host
from disc_shape.native.signs import is_at_most_zero

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


def is_known(text: str) -> bool:
    """Whether the only exponential of a function is one of numbers that are at most zero."""
    module = Parser(context(), text).parse_module()
    (found,) = [op for op in module.walk() if isinstance(op, ExpOp)]
    answers: list[bool] = []
    assert count_calls(lambda: answers.append(is_at_most_zero(found))) < 20_000
    return answers[0]


@pytest.mark.parametrize("count", [1, 2, 7, 40, 3000])
def test_products_of_products_take_no_long_time(count: int) -> None:
    """Of `y * -y` each number is read twice, which would double the work with each step."""
    steps = "\n".join(
        f"%n{i} = arith.negf %y{i} : f32\n%y{i + 1} = arith.mulf %y{i}, %n{i} : f32"
        for i in range(count)
    )
    text = f"""
    func.func @main(%x: f32) -> f32 {{
      %y0 = math.absf %x : f32
      {steps}
      %r = math.exp %y{count} : f32
      return %r : f32
    }}
    """
    assert is_known(text) == (count <= 2)


@pytest.mark.parametrize("count", [1, 20, 40, 3000])
def test_long_numbers_of_a_row_take_no_long_time(count: int) -> None:
    """A softmax of numbers that both loops compute in many steps is one of any numbers."""

    def number(of: str) -> str:
        steps = [f"%{of}{i + 1} = arith.addf %{of}{i}, %s : f32" for i in range(count)]
        return "\n".join([f"%{of}0 = memref.load %x[%{of}] : memref<?xf32>", *steps])

    text = f"""
    func.func @main(%x: memref<?xf32>, %n: index, %s: f32, %low: f32) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %m = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {{
        {number("i")}
        %b = arith.maximumf %a, %i{count} : f32
        scf.yield %b : f32
      }}
      scf.for %j = %c0 to %n step %c1 {{
        {number("j")}
        %d = arith.subf %j{count}, %m : f32
        %e = math.exp %d : f32
        memref.store %e, %x[%j] : memref<?xf32>
      }}
      return
    }}
    """
    assert is_known(text) == (count <= 40)


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
