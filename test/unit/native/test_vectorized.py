"""Loops of kernels use vectors: a fact of LLVM's IR after optimization."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from native_targets import TARGETS, code_for

import disc_shape
from disc_shape.native.vectorized import functions_of, vectorized

LOOPS = Path(__file__).resolve().parents[2] / "loops"
NAMES = sorted(json.loads((LOOPS / "expected.json").read_text()))
UNARY = (
    *("abs", "negate", "ceil", "floor", "round_nearest_even", "sign", "sqrt", "rsqrt"),
    *("cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("cosine", "sine", "tan", "tanh"),
)
BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "atan2")

PREFIX = "program_"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", NAMES)
def test_micro_programs(name: str, target: str) -> None:
    machine = TARGETS[target]
    text = code_for(machine, disc_shape.load(LOOPS / f"{name}.mlir").optimize())
    kernels = [one.removeprefix(PREFIX) for one in functions_of(text) if one.startswith(PREFIX)]
    kernels = [one for one in kernels if one.startswith("kernel")]
    assert kernels
    for kernel in kernels:
        found = vectorized(text, kernel)
        assert found.is_vectorized, (kernel, found)
        assert found.width >= machine.vector_bytes // 8


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_elementwise_operations(name: str, target: str) -> None:
    operands = "%x, %y" if name in BINARY else "%x"
    program = disc_shape.parse(
        f"func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{\n"
        f"  %0 = stablehlo.{name} {operands} : tensor<?xf32>\n"
        f"  return %0 : tensor<?xf32>\n}}"
    )
    text = code_for(TARGETS[target], program.optimize())
    assert vectorized(text, "kernel_0").is_vectorized
    body = functions_of(text)["program_kernel_0"]
    assert not re.search(r"call [^@\n]*@(?!llvm\.)", body)


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
