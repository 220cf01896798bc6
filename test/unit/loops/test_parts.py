"""Parts of complex numbers as loops and machine code."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import apply, context, parse

import disc_shape
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array

LOOPS = "shape-optimization,mhlo-to-lmhlo,lmhlo-to-loops"
SHAPES = [(), (0,), (1,), (7,), (0, 3), (3, 1), (3, 5), (2, 3, 4)]


def program(rank: int, part: str) -> str:
    """A program that takes complex numbers apart and puts them together the other way."""
    sizes = "?x" * rank
    number, real = f"tensor<{sizes}complex<{part}>>", f"tensor<{sizes}{part}>"
    return f"""
func.func @main(%x: {number}) -> ({number}, {real}, {real}) {{
  %0 = stablehlo.real %x : ({number}) -> {real}
  %1 = stablehlo.imag %x : ({number}) -> {real}
  %2 = stablehlo.complex %1, %0 : {number}
  return %2, %0, %1 : {number}, {real}, {real}
}}"""


def numbers(shape: tuple[int, ...], part: str) -> Array:
    """Complex numbers, some of which are not finite."""
    random = np.random.default_rng(len(shape))
    found = np.empty(shape, np.complex64 if part == "f32" else np.complex128)
    found.real, found.imag = random.normal(size=(2, *shape))
    if found.size > 3:
        found.reshape(-1)[:3] = [complex(np.nan, -0.0), complex(-0.0, np.inf), complex(0, -1)]
    return found


@pytest.mark.parametrize("part", ["f32", "f64"])
def test_loops_and_machine_code(part: str) -> None:
    pytest.importorskip("llvmlite")
    for rank in range(4):
        text = program(rank, part)
        module = parse(text)
        apply(LOOPS, module, context())
        assert not any(isinstance(op, BufferOp) for op in module.walk())
        compiled = disc_shape.compile(text, engine="native", checked=True)
        assert not any(", interpreter," in str(one) for one in compiled.kernels)
        for shape in SHAPES:
            if len(shape) != rank:
                continue
            x = numbers(shape, part)
            expected = run(parse(text), x)
            for results in (compiled.run(x), run(module, x)):
                for found, wanted in zip(results, expected, strict=True):
                    assert found.dtype == wanted.dtype
                    assert found.shape == wanted.shape
                    assert np.asarray(found).tobytes() == np.asarray(wanted).tobytes()


def test_arrays_of_any_strides() -> None:
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(program(2, "f32"), engine="native")
    x = numbers((6, 8), "f32")
    for one in (x[::2, 1::3], x.T, x[::-1]):
        swapped, real, imaginary = compiled.run(one)
        np.testing.assert_array_equal(real, one.real)
        np.testing.assert_array_equal(imaginary, one.imag)
        np.testing.assert_array_equal(swapped, one.imag + 1j * np.float32(1) * one.real)


@pytest.mark.parametrize(
    "text",
    [
        """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.imag %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}""",
    ],
    ids=["real numbers"],
)
def test_others_are_left_to_the_interpreter(text: str) -> None:
    module = parse(text)
    apply(LOOPS, module, context())
    assert any(isinstance(op, BufferOp) for op in module.walk())
