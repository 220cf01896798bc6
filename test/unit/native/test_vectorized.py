"""Loops of kernels use vectors: a fact of LLVM's IR after optimization."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.native.machine import host
from disc_shape.native.vectorized import vectorized

LOOPS = Path(__file__).resolve().parents[2] / "loops"
NAMES = sorted(json.loads((LOOPS / "expected.json").read_text()))
UNARY = (
    *("abs", "negate", "ceil", "floor", "round_nearest_even", "sign", "sqrt", "rsqrt"),
    *("cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("cosine", "sine", "tan", "tanh"),
)
BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "atan2")

pytestmark = pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64", "arm64", "aarch64"),
    reason="nothing is known of vectors of this processor",
)


def has_wide_arithmetic() -> bool:
    """Whether the host fuses multiplication and addition, as functions of the library want it."""
    return host().has("fma") or host().has("neon")


@pytest.mark.parametrize("name", NAMES)
def test_micro_programs(name: str) -> None:
    if not has_wide_arithmetic():
        pytest.skip("the host has no fused multiplication")
    program = disc_shape.compile(LOOPS / f"{name}.mlir", engine="native")
    names = [str(kernel).partition(":")[0] for kernel in program.kernels]
    assert names
    for kernel in names:
        found = vectorized(program.text, kernel)
        assert found.is_vectorized, (kernel, found)
        assert found.width >= host().vector_bytes // 8


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_elementwise_operations(name: str) -> None:
    if not has_wide_arithmetic():
        pytest.skip("the host has no fused multiplication")
    operands = "%x, %y" if name in BINARY else "%x"
    program = disc_shape.compile(
        f"func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{\n"
        f"  %0 = stablehlo.{name} {operands} : tensor<?xf32>\n"
        f"  return %0 : tensor<?xf32>\n}}",
        engine="native",
    )
    assert vectorized(program.text, "kernel_0").is_vectorized


def test_a_loop_that_carries_what_it_computes_is_not_vectorized() -> None:
    text = """define void @"program_kernel"(ptr %x) {
entry:
  br label %loop
loop:
  %0 = phi float [ 0.0, %entry ], [ %1, %loop ]
  %1 = call float @expf(float %0)
  br i1 true, label %loop, label %end
end:
  ret void
}
"""
    found = vectorized(text, "kernel")
    assert (found.loops, found.vector_loops, found.width) == (1, 0, 1)
