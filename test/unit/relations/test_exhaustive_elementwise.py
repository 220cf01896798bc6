"""All small shapes of the operations whose operands and results have one shape."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

F, B, C, N = (f"tensor<?x?x{kind}>" for kind in ("f32", "i1", "complex<f32>", "i64"))

UNARY = {
    "stablehlo.tanh %0": (F, F),
    "stablehlo.convert %0": (F, N),
    "stablehlo.is_finite %0": (F, B),
    "stablehlo.real %0": (C, F),
    "stablehlo.abs %0": (C, F),
    "stablehlo.reduce_precision %0, format = e5m2": (F, F),
    "stablehlo.optimization_barrier %0": (F, F),
    "chlo.erf %0": (F, F),
    "chlo.is_inf %0": (F, B),
    "tensor.bitcast %0": (N, N),
}


@pytest.mark.parametrize("op", UNARY)
def test_unary(exhaust: Exhaust, op: str) -> None:
    before, after = UNARY[op]
    types = f"{before} to {after}" if op.startswith("tensor") else f"({before}) -> {after}"
    if before == after and "barrier" in op:
        types = before
    if op.startswith("chlo"):
        types = f"{before} -> {after}"
    if "reduce_precision" in op:
        types = before
    exhaust(f"%0: {before}", f"%1 = {op} : {types}\nreturn %1 : {after}", after)


BINARY = {
    "stablehlo.compare LT, %0, %1": (F, B),
    "stablehlo.complex %0, %1": (F, C),
    "stablehlo.atan2 %0, %1": (F, F),
    "stablehlo.power %0, %1": (F, F),
    "arith.addf %0, %1": (F, F),
}


@pytest.mark.parametrize("op", BINARY)
def test_binary(exhaust: Exhaust, op: str) -> None:
    before, after = BINARY[op]
    types = before if op.startswith("arith") else f"({before}, {before}) -> {after}"
    if "complex" in op:
        types = after
    exhaust(
        f"%0: {before}, %1: {before}",
        f"%2 = {op} : {types}\nreturn %2 : {after}",
        after,
        sizes=(0, 1, 2),
    )


def test_barrier_keeps_values_apart(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<?xf32>",
        "%2:2 = stablehlo.optimization_barrier %0, %1 : tensor<?xf32>, tensor<?xf32>\n"
        "return %2#0, %2#1 : tensor<?xf32>, tensor<?xf32>",
        "(tensor<?xf32>, tensor<?xf32>)",
    )


def test_elements_of_tuples(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<?xf32>",
        "%2 = stablehlo.tuple %0, %1 : tuple<tensor<?xf32>, tensor<?xf32>>\n"
        "%3 = stablehlo.tuple %2, %1 : tuple<tuple<tensor<?xf32>, tensor<?xf32>>, tensor<?xf32>>\n"
        "%4 = stablehlo.get_tuple_element %3[0] : "
        "(tuple<tuple<tensor<?xf32>, tensor<?xf32>>, tensor<?xf32>>) -> "
        "tuple<tensor<?xf32>, tensor<?xf32>>\n"
        "%5 = stablehlo.get_tuple_element %4[1] : "
        "(tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>\n"
        "%6 = stablehlo.get_tuple_element %2[0] : "
        "(tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>\n"
        "return %5, %6 : tensor<?xf32>, tensor<?xf32>",
        "(tensor<?xf32>, tensor<?xf32>)",
    )


def test_sort(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xi64>",
        """%2:2 = "stablehlo.sort"(%0, %1) <{dimension = 1 : i64, is_stable = true}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i64>, %d: tensor<i64>):
            %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
        }) : (tensor<?x?xf32>, tensor<?x?xi64>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
        return %2#0, %2#1 : tensor<?x?xf32>, tensor<?x?xi64>""",
        "(tensor<?x?xf32>, tensor<?x?xi64>)",
        sizes=(0, 1, 2),
    )


def test_map(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<?xf32>",
        """%2 = "stablehlo.map"(%0, %1) <{dimensions = array<i64: 0>}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %c : tensor<f32>
        }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
        return %2 : tensor<?xf32>""",
        "tensor<?xf32>",
    )


def test_rng(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<f32>, %1: tensor<f32>, %2: tensor<2xi64>",
        "%3 = stablehlo.rng %0, %1, %2, distribution = UNIFORM : "
        "(tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>\n"
        "return %3 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={2: range(-1, 4)},
    )
