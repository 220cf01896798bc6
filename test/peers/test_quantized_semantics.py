"""
Quantized operations against XLA and the reference interpreter, which take none: they get the same
program with the specification's `dequantize` and `quantize` written out.
"""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import parse
from peers.executors import Array, reference, xla

from disc_shape.interpreters import run

SCALES = {"a": (0.5, 3), "b": (0.25, -4), "c": (2.0, -7)}
"""The scale and zero point of both operands and of the result, of bytes."""

UNARY = (
    "abs cbrt ceil cosine exponential exponential_minus_one floor log log_plus_one logistic negate"
    " round_nearest_afz round_nearest_even rsqrt sign sine sqrt tanh"
).split()
BINARY = "add atan2 divide maximum minimum multiply power remainder subtract".split()
OTHERS = {
    "dot_general": (
        '"stablehlo.dot_general"(A, B) <{dot_dimension_numbers = #stablehlo.dot<'
        "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>"
    ),
    "convolution": (
        '"stablehlo.convolution"(A, B) <{dimension_numbers = #stablehlo.conv<[f, b]x[i, o]->[f, b]>'
        ", feature_group_count = 1 : i64, batch_group_count = 1 : i64}>"
    ),
    "clamp": '"stablehlo.clamp"(A, B, A)',
    "reduce_precision": '"stablehlo.reduce_precision"(A) <{exponent_bits = 4 : i32'
    ", mantissa_bits = 3 : i32}>",
}


def tensor(element: str) -> str:
    return f"tensor<16x16x{element}>"


def quant(name: str) -> str:
    scale, zero = SCALES[name]
    return tensor(f"!quant.uniform<i8:f32, {scale}:{zero}>")


def operands(call: str) -> str:
    names = call[call.index("(") : call.index(")")]
    return names.lower().strip("(").replace(" ", "")


def ours(call: str) -> str:
    kinds = ", ".join(quant(name) for name in operands(call).split(","))
    text = call.replace("(A", "(%a").replace(" A", " %a").replace("B", "%b")
    return f"""func.func @main(%a: {quant("a")}, %b: {quant("b")}) -> {quant("c")} {{
  %0 = {text} : ({kinds}) -> {quant("c")}
  return %0 : {quant("c")}
}}"""


def plain(call: str) -> str:
    """The program on bytes, with the numbers that they stand for computed by its operations."""
    real, lines = tensor("f32"), list[str]()
    for name in ("a", "b"):
        scale, zero = SCALES[name]
        lines += [
            f"%{name}0 = stablehlo.convert %{name} : ({tensor('i8')}) -> {tensor('i32')}",
            f"%{name}z = stablehlo.constant dense<{zero}> : {tensor('i32')}",
            f"%{name}1 = stablehlo.subtract %{name}0, %{name}z : {tensor('i32')}",
            f"%{name}2 = stablehlo.convert %{name}1 : ({tensor('i32')}) -> {real}",
            f"%{name}s = stablehlo.constant dense<{scale}> : {real}",
            f"%{name}3 = stablehlo.multiply %{name}2, %{name}s : {real}",
        ]
    kinds = ", ".join(real for _ in operands(call).split(","))
    text = call.replace("(A", "(%a3").replace(" A", " %a3").replace("B", "%b3")
    scale, zero = SCALES["c"]
    lines += [
        f"%r = {text} : ({kinds}) -> {real}",
        f"%cs = stablehlo.constant dense<{scale}> : {real}",
        f"%cz = stablehlo.constant dense<{float(zero)}> : {real}",
        f"%lo = stablehlo.constant dense<-128.0> : {real}",
        f"%hi = stablehlo.constant dense<127.0> : {real}",
        f"%r0 = stablehlo.divide %r, %cs : {real}",
        f"%r1 = stablehlo.add %r0, %cz : {real}",
        f"%r2 = stablehlo.clamp %lo, %r1, %hi : {real}",
        f"%r3 = stablehlo.round_nearest_even %r2 : {real}",
        f"return %r3 : {real}",
    ]
    body, byte = "\n  ".join(lines), tensor("i8")
    return f"func.func public @main(%a: {byte}, %b: {byte}) -> {real} {{\n  {body}\n}}\n"


def calls() -> dict[str, str]:
    found = {name: f'"stablehlo.{name}"(A)' for name in UNARY}
    return found | {name: f'"stablehlo.{name}"(A, B)' for name in BINARY} | OTHERS


@pytest.mark.parametrize("name", calls())
@pytest.mark.parametrize("peer", [xla, reference])
def test_same_bytes(name: str, peer: object) -> None:
    every = np.arange(-128, 128, dtype=np.int8).reshape(16, 16)
    arrays: tuple[Array, Array] = every, np.ascontiguousarray(every.T)
    (found,) = run(parse(ours(calls()[name])), *arrays)
    (expected,) = (xla if peer is xla else reference)(plain(calls()[name]), *arrays)
    known = ~np.isnan(expected)  # What a byte holds for no number is not specified.
    assert known.any()
    # Two implementations of one function may round to both sides of a tie.
    apart = np.abs(found.astype(np.int32) - np.where(known, expected, 0))[known]
    assert apart.max() <= 1
    assert (apart > 0).mean() <= 0.02
