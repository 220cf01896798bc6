"""Moves of sign bits that LLVM 22 gets wrong with AVX-512 do not reach a program."""

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np
import pytest
from native_targets import machine

import disc_shape
from disc_shape.native import compilation, mask_moves
from disc_shape.native.compilation import compile_text, llvm_text, optimized
from disc_shape.native.engine import pipeline
from disc_shape.native.machine import compiling_for
from disc_shape.native.module import convert_module
from disc_shape.program import parse

SOFTMAX = """
func.func @main(%x: tensor<?x10xf32>, %bias: tensor<10xf32>) -> tensor<?x10xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %b = tensor.dim %x, %c0 : tensor<?x10xf32>
  %s = tensor.from_elements %b, %c10 : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %bias, %s, dims = [1] : (tensor<10xf32>, tensor<2xindex>) -> tensor<?x10xf32>
  %1 = stablehlo.add %x, %0 : tensor<?x10xf32>
  %2 = stablehlo.reduce(%1 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<?x10xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x10xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<?x10xf32>
  %5 = stablehlo.exponential %4 : tensor<?x10xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x10xf32>, tensor<f32>) -> tensor<?xf32>
  %7 = stablehlo.dynamic_broadcast_in_dim %6, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x10xf32>
  %8 = stablehlo.divide %5, %7 : tensor<?x10xf32>
  return %8 : tensor<?x10xf32>
}
"""  # noqa: E501
FULL = machine(
    "x86_64-unknown-linux-gnu",
    "x86-64-v4",
    "+avx512f,+avx512dq,+avx512bw,+avx512vl,+avx512cd,+avx2,+fma",
)
WRONG = re.compile(r"movmsk\w*\s+%[xy]mm(1[6-9]|2\d|3[01])\b")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("c5f850c4", True),  # vmovmskps %xmm4, %eax
        ("c57c50c1", True),  # vmovmskps %ymm1, %r8d
        ("c4c17950c1", True),  # vmovmskpd %xmm9, %eax
        ("c4417dd7c1", True),  # vpmovmskb %ymm9, %r8d
        ("c5f858c4", False),  # vaddps %xmm4, %xmm0, %xmm0
        ("62f27e0839c1", False),  # vpmovd2m %xmm1, %k0
    ],
)
def test_bytes_of_moves(code: str, expected: bool) -> None:
    assert mask_moves.may_be_wrong(bytes.fromhex(f"90{code}c3"), "22.1.0") is expected
    assert not mask_moves.may_be_wrong(bytes.fromhex(code), "20.1.8")


def assembly(text: str, without: str) -> str:
    """The code of a program as text."""
    module, generator = optimized(text, without=without)
    return str(cast("Any", generator).emit_assembly(module))


@pytest.mark.skipif(not FULL.version.startswith("22.1."), reason="another version of LLVM")
def test_wrong_moves_are_not_made() -> None:
    with compiling_for(FULL):
        loops = parse(SOFTMAX).optimize().lower(pipeline(FULL)).module
        text = llvm_text(convert_module(loops).module)
        # Once LLVM makes no wrong move here, it is mended, and `mask_moves` has nothing to do.
        assert WRONG.search(assembly(text, ""))
        assert not WRONG.search(assembly(text, mask_moves.FEATURES))
        code = compile_text(text).object
    assert not mask_moves.may_be_wrong(code, FULL.version)


@pytest.mark.skipif(not FULL.version.startswith("22.1."), reason="another version of LLVM")
def test_what_is_optimized_is_not_optimized_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions without such a move keep all features, and the pipeline of LLVM runs once."""
    calls: list[str] = []

    def counted(text: str, **options: Any) -> object:
        calls.append(str(options.get("without", "")))
        return optimized(text, **options)

    monkeypatch.setattr(compilation, "optimized", counted)
    with compiling_for(FULL):
        loops = parse(SOFTMAX).optimize().lower(pipeline(FULL)).module
        found = compilation.machine_code(llvm_text(convert_module(loops).module))
    assert calls == [""]
    assert mask_moves.functions_with_moves(found.object) == set()
    groups = [line for line in found.text.splitlines() if line.startswith("attributes #")]
    changed = [line for line in groups if mask_moves.FEATURES in line]
    assert 0 < len(changed) < len(groups)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("define void @f() #3 {", 'define void @f() #3 "target-features"="-x" {'),
        ('define void @"f"() #3 !a {', 'define void @"f"() #3 "target-features"="-x" !a {'),
        ("define void @f() {", None),  # Without attributes.
        ("define void @f(<4 x float> %0) #3 {", None),  # Features say how it is passed.
        ("define void @g() #3 {", None),  # Another function.
    ],
)
def test_features_of_functions(text: str, expected: str | None) -> None:
    body = "\n  ret void\n}\n"
    found = mask_moves.with_features(text + body, {"f"}, "-x")
    assert found == (None if expected is None else expected + body)


def test_functions_of_no_object_file() -> None:
    assert mask_moves.functions_with_moves(b"no object file") is None


HALVES = """
func.func @main(%x: tensor<?xf16>, %y: tensor<?xf16>) -> (tensor<?xi1>, tensor<?xf16>) {
  %0 = stablehlo.compare EQ, %x, %y : (tensor<?xf16>, tensor<?xf16>) -> tensor<?xi1>
  %1 = stablehlo.sine %x : tensor<?xf16>
  %2 = stablehlo.power %1, %y : tensor<?xf16>
  return %0, %2 : tensor<?xi1>, tensor<?xf16>
}
"""


def test_halves_are_compiled_without_those_features() -> None:
    """LLVM ended the process when it compiled halves again with some of AVX-512 alone."""
    with compiling_for(FULL):
        loops = parse(HALVES).optimize().lower(pipeline(FULL)).module
        text = llvm_text(convert_module(loops).module)
        code = assembly(text, mask_moves.features_to_leave(text))
    assert "%ymm" in code
    assert not re.search(r"%zmm|%k[0-7]\b", code)
    assert mask_moves.features_to_leave(SOFTMAX) == mask_moves.FEATURES


def test_softmax_of_small_numbers() -> None:
    """For half of such rows, the greatest number was another one."""
    compiled = disc_shape.compile(SOFTMAX, engine="native")
    bias = np.zeros(10, np.float32)
    for seed, rows in enumerate((0, 1, 1, 1, 1, 1, 2, 7, 50)):
        x = (np.random.default_rng(seed).normal(size=(rows, 10)) * 1e-6).astype(np.float32)
        (found,) = compiled.run(x, bias)
        assert found.shape == (rows, 10)
        assert np.allclose(np.asarray(found), 0.1, rtol=1e-4)
