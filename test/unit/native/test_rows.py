"""Quotients by the number of a row and maxima of rows, bit by bit those of divisions and maxima."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.engine import PIPELINE
from disc_shape.native.machine import Host, host
from disc_shape.native.next_rows import LONGEST
from disc_shape.native.vectorized import functions_of

pytest.importorskip("llvmlite")

from native_targets import AVX512, ZEN, code_for

Floats = NDArray[np.float32]

DIVIDED = """
func.func @main(%x: tensor<?xf32>, %s: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %divisor = tensor.extract %s[] : tensor<f32>
  %0 = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %e = tensor.extract %x[%i] : tensor<?xf32>
    %1 = arith.divf %e, %divisor : f32
    memref.store %1, %0[%i] : memref<?xf32>
  }
  %2 = bufferization.to_tensor %0 restrict : memref<?xf32> to tensor<?xf32>
  return %2 : tensor<?xf32>
}
"""
SOFTMAX = Path(__file__).parents[3] / "benchmarks" / "native_programs" / "softmax.mlir"
REDUCED = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %start = stablehlo.constant dense<START> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %start) applies stablehlo.NAME across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""

LOOPS = PIPELINE.replace("{results=out-params}", "")
"""The passes to loops that return their results, as the interpreter runs them."""
HALVES = "expand-math{reciprocals=true lanes=64 divided=32}"


@cache
def compiled(text: str) -> Compiled:
    return disc_shape.compile(text, engine="native")


def bits(array: Array) -> NDArray[np.uint32]:
    """Bits, of which those of all NaNs are the same."""
    floats = array.astype(np.float32)
    return np.where(np.isnan(floats), np.float32(np.nan), floats).view(np.uint32)


def floats_of(seed: int, count: int) -> Floats:
    """Floats of all sizes: any bits, subnormal numbers, small integers, and special ones."""
    random = np.random.default_rng(seed)
    kinds = [
        random.integers(0, 2**32, count, np.uint32).view(np.float32),
        random.integers(0, 2**24, count, np.uint32).view(np.float32),
        random.integers(-64, 64, count).astype(np.float32),
        random.choice(np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, 3.0]), count),
    ]
    chosen = random.choice(4, count, p=[0.4, 0.3, 0.28, 0.02])
    return np.choose(chosen, [one.astype(np.float32) for one in kinds])


def assert_same_quotients(dividends: Floats, divisor: np.float32) -> None:
    """Whether native quotients are those of numpy, bit by bit."""
    (found,) = compiled(DIVIDED).run(dividends, np.array(divisor))
    with np.errstate(all="ignore"):
        expected = dividends / divisor
    assert np.array_equal(bits(found), bits(expected)), divisor


def test_a_loop_multiplies() -> None:
    """Otherwise what follows compares divisions with divisions."""
    if not host().has("avx512f") and not host().is_zen:
        pytest.skip("only for AVX-512 and Zen")
    assert re.search(r"fmul <[48] x double>", compiled(DIVIDED).text)


@given(seed=st.integers(0, 2**32 - 1), divisor=st.floats(width=32))
def test_quotients_by_any_number(seed: int, divisor: float) -> None:
    assert_same_quotients(floats_of(seed, 300), np.float32(divisor))


SEVERAL = """
func.func @main(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0:4 = "stablehlo.reduce"(%x, %x, %y, %y, %zero, %low, %zero, %high) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>,
       %e: tensor<f32>, %f: tensor<f32>, %g: tensor<f32>, %h: tensor<f32>):
    %1 = stablehlo.add %a, %e : tensor<f32>
    %2 = stablehlo.maximum %b, %f : tensor<f32>
    %3 = stablehlo.add %c, %g : tensor<f32>
    %4 = stablehlo.minimum %h, %d : tensor<f32>
    stablehlo.return %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 1>}
      : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>,
         tensor<?x?xf32, [@n, @m]>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
"""


@pytest.mark.parametrize("divisor", [*range(-16, 17), 2.5, 2.0**24, 2.0**25 + 4, 2.0**127, 3e-45])
def test_quotients_that_are_subnormal(divisor: float) -> None:
    """All quotients near the least numbers, of which those by even integers can be halfway."""
    least = np.arange(1 << 16, dtype=np.uint32)
    for low in (0, 1 << 23, 3 << 23):
        assert_same_quotients((least + np.uint32(low)).view(np.float32), np.float32(divisor))


@pytest.mark.parametrize("divisor", [1.0, 3.0, 1.5, 1.0 + 2.0**-23, 2.0 - 2.0**-23, 5.5, 0.1])
def test_quotients_of_all_mantissas(divisor: float) -> None:
    mantissas = np.arange(0x3F800000, 0x40000000, dtype=np.uint32).view(np.float32)
    assert_same_quotients(mantissas, np.float32(divisor))


@pytest.mark.parametrize("size", [0, 1, 2, 7, 64, 65, 1000])
def test_sizes(size: int) -> None:
    for divisor in (0.0, 1.0, 2.0, 3.0, np.inf, np.nan):
        assert_same_quotients(floats_of(size, size), np.float32(divisor))


EXTREMES = [
    ("maximum", "0xFF800000"),
    ("minimum", "0x7F800000"),
    ("maximum", "-0.0"),
    ("minimum", "0.0"),
]


@pytest.mark.parametrize(("name", "start"), EXTREMES)
@given(seed=st.integers(0, 2**32 - 1), rows=st.sampled_from([0, 1, 5]), size=st.integers(0, 200))
def test_extremes_of_rows(name: str, start: str, seed: int, rows: int, size: int) -> None:
    """NaN of both signs are passed on, and -0.0 is less than 0.0."""
    program = compiled(REDUCED.replace("NAME", name).replace("START", start))
    table = floats_of(seed, rows * size).reshape(rows, size)
    if seed % 3:
        table = np.where(np.isnan(table), np.float32(0.0 if seed % 2 else -0.0), table)
    (found,) = program.run(table)
    (expected,) = disc_shape.parse(REDUCED.replace("NAME", name).replace("START", start)).run(table)
    assert np.array_equal(bits(found), bits(expected))


@pytest.mark.parametrize("size", [0, 1, 2, 65])
def test_extremes_beside_other_sums(size: int) -> None:
    """A loop that also carries what is no extreme, before and between."""
    table = floats_of(size, 3 * size).reshape(3, size)
    found = compiled(SEVERAL).run(table, table)
    expected = disc_shape.parse(SEVERAL).run(table, table)
    for one, other in zip(found, expected, strict=True):
        assert np.allclose(one, other, rtol=1e-5, equal_nan=True)


@pytest.mark.parametrize(("name", "start"), EXTREMES)
@given(seed=st.integers(0, 2**32 - 1), size=st.integers(60, 200))
def test_extremes_of_plain_rows(name: str, start: str, seed: int, size: int) -> None:
    """Rows whose blocks tell the result, and the same rows with one number that is not plain."""
    random = np.random.default_rng(seed)
    table = np.repeat(random.normal(size=(1, size)), 10, 0).astype(np.float32)
    table[-1] = np.maximum(table[-1], 0) if name == "maximum" else np.minimum(table[-1], 0)
    special = [0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 1e-45, 3e38]
    table[np.arange(8), random.integers(0, size, 8)] = special
    text = REDUCED.replace("NAME", name).replace("START", start)
    (found,) = compiled(text).run(table)
    (expected,) = disc_shape.parse(text).run(table)
    assert np.array_equal(bits(found), bits(expected))


def test_blocks_are_vectors() -> None:
    """The greatest numbers of a block stay in registers: a loop over them loads only the row."""
    text = compiled(REDUCED.replace("NAME", "maximum").replace("START", "0xFF800000")).text
    if not host().triple.startswith("x86_64"):
        pytest.skip("only for x86")
    lanes = host().vector_bytes // 4
    kernel = functions_of(text)["program_kernel_0"]
    memory = re.findall(r"(%\S+) = alloca", kernel)
    for one in tuple(memory):
        memory += re.findall(rf"(%\S+) = getelementptr .*ptr {re.escape(one)},", kernel)
    loops = [
        block
        for block in kernel.split("\n\n")
        if f"fcmp ogt <{lanes} x float>" in block and f"label %{block.partition(':')[0]}" in block
    ]
    assert loops
    assert not any(f"ptr {one}," in block for block in loops for one in memory)


@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_special_extremes(name: str) -> None:
    start = "0xFF800000" if name == "maximum" else "0x7F800000"
    program = compiled(REDUCED.replace("NAME", name).replace("START", start))
    special = np.array([0x0, 0x80000000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001], np.uint32)
    values = [*special.view(np.float32), np.inf, -np.inf, 1.0, -1.0, 1e-45, -1e-45]
    pairs = np.array([(a, b) for a in values for b in values], np.float32)
    function = np.maximum if name == "maximum" else np.minimum
    wanted = function(pairs[:, 0], pairs[:, 1])
    zeros = (pairs == 0).all(1)
    both = np.signbit(pairs).all(1) if name == "maximum" else np.signbit(pairs).any(1)
    wanted = np.where(zeros, np.where(both, np.float32(-0.0), np.float32(0.0)), wanted)
    for width in (2, 40, 140):
        table = np.repeat(pairs, width // 2, axis=1)
        assert np.array_equal(bits(program.run(table)[0]), bits(wanted))


@pytest.mark.parametrize("dimensions", ["1, 3, 3", "3, 3, 1"])
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_special_extremes_of_windows(name: str, dimensions: str) -> None:
    """Also those of a window that has one row, and of none."""
    start = "0xFF800000" if name == "maximum" else "0x7F800000"
    strides = dimensions.replace("3", "2")
    text = f"""
    func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {{
      %c = stablehlo.constant dense<{start}> : tensor<f32>
      %0 = "stablehlo.reduce_window"(%x, %c) <{{window_dimensions = array<i64: {dimensions}>,
          window_strides = array<i64: {strides}>}}> ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.{name} %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }}) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?x?xf32>
      return %0 : tensor<?x?x?xf32>
    }}
    """
    values = [0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -1.0, 1e-45]
    rng = np.random.default_rng(0)
    for shape in ((2, 3, 3), (3, 4, 2), (5, 41, 37), (41, 37, 5)):
        image = rng.choice(values, shape, p=[0.3, 0.3, 0.02, 0.04, 0.04, 0.1, 0.1, 0.1])
        image = image.astype(np.float32)
        (expected,) = disc_shape.parse(text).run(image)
        assert np.array_equal(bits(compiled(text).run(image)[0]), bits(expected))


def test_rows_that_are_masked() -> None:
    """What is far below the maximum is zero, also minus infinity; NaN stays."""
    program = disc_shape.compile(SOFTMAX, engine="native")
    table = np.zeros((4, 100), np.float32)
    table[0, 50:], table[1, 3:], table[2, 7], table[3] = -1e9, -np.inf, np.nan, -103.9
    table[3, 0] = 0.0
    (found,) = program.run(table)
    (expected,) = disc_shape.parse(SOFTMAX.read_text()).run(table)
    assert np.array_equal(np.isnan(found), np.isnan(expected))
    assert np.array_equal(found == 0, expected == 0)
    assert np.allclose(found, expected, rtol=1e-6, equal_nan=True)


SCALED = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0]
      : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = stablehlo.divide %x, %1 : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
"""


@pytest.mark.parametrize(("target", "divides"), [(ZEN, True), (AVX512, False)])
def test_a_block_divides_and_multiplies(target: Host, divides: bool) -> None:
    """For Zen the halves of a block are two vectors each, with no branch between them."""
    text = code_for(target, disc_shape.parse(SCALED).optimize())
    body = functions_of(text)["program_kernel_0"]
    found = [one for one in re.split(r"^(?=[\w.]+:)", body, flags=re.MULTILINE) if "fmul" in one]
    both = [one for one in found if one.count("fdiv <16 x float>") == 2 and "x double>" in one]
    assert found
    assert bool(both) is divides


@pytest.mark.parametrize("rows", [0, 1, 5])
@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 127, 128, 200])
def test_quotients_in_blocks(rows: int, size: int) -> None:
    """Rows of all floats divided by their maxima, among them even integers, NaN and infinities."""
    table = floats_of(size, rows * size).reshape(rows, size)
    table[1:2, :1], table[2:3] = np.nan, np.clip(table[2:3], -6, 6)
    table[3:4] = np.clip(table[3:4], -7.3, 7.3)
    (found,) = compiled(SCALED).run(table)
    with np.errstate(all="ignore"):
        expected = table / table.max(axis=1, keepdims=True, initial=-np.inf)
        loops = disc_shape.parse(SCALED).lower(f"{LOOPS},{HALVES}")
        assert "arith.truncf" in loops.text
        (interpreted,) = loops.run(table)
    assert np.array_equal(bits(found), bits(expected))
    assert np.array_equal(bits(interpreted), bits(expected))


@pytest.mark.parametrize("rows", [0, 1, 3])
@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 200, LONGEST, LONGEST + 70])
def test_rows_that_fetch_the_next_one(rows: int, size: int) -> None:
    """The last loop over a row runs in blocks, and fetches what the first one will read."""
    text = SOFTMAX.read_text()
    assert "@llvm.prefetch" in functions_of(compiled(text).text)["program_kernel_0"]
    table = np.random.default_rng(size).normal(size=(rows, size)).astype(np.float32)
    (found,) = compiled(text).run(table)
    (expected,) = disc_shape.parse(text).run(table)
    assert np.allclose(found, expected, rtol=1e-5, atol=0)
    if size >= LONGEST:  # Interpreted loops take time.
        return
    loops = disc_shape.parse(text).lower(f"{LOOPS},expand-math{{lanes=16}}")
    assert "memref.prefetch" in loops.text
    (found,) = loops.run(table)
    assert np.allclose(found, expected, rtol=1e-5, atol=0)
