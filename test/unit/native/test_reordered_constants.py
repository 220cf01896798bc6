"""Constants that products read in another order of dimensions: stored once, in that order."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.interpreters import run
from disc_shape.native.executable import ALIGNMENT, at_cache_line

ATTRIBUTES = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
NUMBERS = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"


def convolution(result: str, operand: str, element: str) -> str:
    """
    A convolution with the constant `%w`, which has as many features as results. Elements of the
    operand have gaps between them, so that no patches are copied.
    """
    x, w = f"tensor<?x40x?x?x{element}>", f"tensor<40x40x3x3x{element}>"
    return (
        f"  %{result} = stablehlo.convolution(%{operand}, %w) dim_numbers = {NUMBERS},"
        f" window = {{pad = [[1, 1], [1, 1]], lhs_dilate = [2, 1]}} {ATTRIBUTES}"
        f" : ({x}, {w}) -> {x}\n"
    )


def program(weights: np.ndarray[tuple[int, ...], np.dtype[np.floating]], returned: bool) -> str:
    """Two convolutions with the same constant, which is a result as well if it is `returned`."""
    element = "f32" if weights.dtype == np.float32 else "f64"
    x, w = f"tensor<?x40x?x?x{element}>", f"tensor<40x40x3x3x{element}>"
    results = [("%1", x), *([("%w", w)] if returned else [])]
    values, types = (", ".join(one) for one in zip(*results, strict=True))
    return (
        f"func.func @main(%x: {x}) -> ({types}) {{\n"
        f'  %w = stablehlo.constant dense<"0x{weights.tobytes().hex()}"> : {w}\n'
        f"{convolution('0', 'x', element)}{convolution('1', '0', element)}"
        f"  return {values} : {types}\n}}\n"
    )


@pytest.mark.parametrize("returned", [False, True])
@pytest.mark.parametrize("name", ["float32", "float64"])
def test_results_and_constants(name: str, returned: bool) -> None:
    random, dtype = np.random.default_rng(0), np.dtype(name)
    weights: np.ndarray[tuple[int, ...], np.dtype[np.floating]]
    weights = (random.normal(size=(40, 40, 3, 3)) / 20).astype(dtype)
    text = program(weights, returned)
    compiled = disc_shape.compile(text, engine="native")
    module = disc_shape.parse(text).module
    for sizes in ((0, 40, 3, 3), (1, 40, 1, 1), (2, 40, 0, 4), (2, 40, 5, 9)):
        x = np.asarray(random.normal(size=sizes), dtype)
        for found, expected in zip(compiled.run(x), run(module, x), strict=True):
            assert np.allclose(found, expected, rtol=1e-4, atol=1e-5)
    loops = compiled.program.lower(PIPELINE).text
    assert loops.count("memref<3x3x40x40x") > 0
    assert loops.count('"memref.global"') == 1 + returned
    assert "memref.alloc() : memref<3x3x40x40x" not in loops


PIPELINE = "mhlo-to-lmhlo{results=out-params},lmhlo-to-loops,convert-contractions"


@pytest.mark.parametrize("size", [0, 1, 16, 1000])
@pytest.mark.parametrize("offset", [0, 4])
def test_constants_begin_with_a_line_of_the_cache(size: int, offset: int) -> None:
    memory = np.arange(size * 4 + offset + ALIGNMENT, dtype=np.uint8)
    start = -memory.ctypes.data % ALIGNMENT + offset
    given = memory[start : start + size * 4].view(np.float32).reshape(size, 1)
    found = at_cache_line(given)
    np.testing.assert_array_equal(found.view(np.uint32), given.view(np.uint32))
    assert found.shape == given.shape
    assert found.ctypes.data % ALIGNMENT == 0 or found.nbytes < ALIGNMENT
