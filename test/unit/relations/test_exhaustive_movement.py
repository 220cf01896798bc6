"""All small shapes of operations that move whole tensors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]


@pytest.mark.parametrize("op", ["stablehlo.add", "mhlo.maximum"])
def test_binary(exhaust: Exhaust, op: str) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xf32>",
        f"%2 = {op} %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"
        "return %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_binary_partly_static(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2xf32>, %1: tensor<3x?xf32>",
        "%2 = stablehlo.add %0, %1 : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>\n"
        "return %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


@pytest.mark.parametrize("pred", ["", "?x"])
def test_select(exhaust: Exhaust, pred: str) -> None:
    exhaust(
        f"%0: tensor<{pred}i1>, %1: tensor<?xf32>, %2: tensor<?xf32>",
        "%3 = stablehlo.select %0, %1, %2 : "
        f"(tensor<{pred}i1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
        "return %3 : tensor<?xf32>",
        "tensor<?xf32>",
    )


def test_clamp(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<f32>, %1: tensor<?xf32>, %2: tensor<?xf32>",
        "%3 = stablehlo.clamp %0, %1, %2 : "
        "(tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\nreturn %3 : tensor<?xf32>",
        "tensor<?xf32>",
    )


def test_transpose(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?x?xf32>",
        "%1 = stablehlo.transpose %0, dims = [2, 0, 1] : "
        "(tensor<?x?x?xf32>) -> tensor<?x?x?xf32>\nreturn %1 : tensor<?x?x?xf32>",
        "tensor<?x?x?xf32>",
    )


@pytest.mark.parametrize("dim", [0, 1])
def test_concatenate(exhaust: Exhaust, dim: int) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xf32>",
        f"%2 = stablehlo.concatenate %0, %1, dim = {dim} : "
        "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_concatenate_of_one_value_with_itself(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        "%2 = stablehlo.concatenate %0, %0, %0, dim = 0 : "
        "(tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"
        "return %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


@pytest.mark.parametrize("dims", [[0, 1], [1, 0]])
def test_broadcast_in_dim(exhaust: Exhaust, dims: list[int]) -> None:
    """The result is static: each size of the operand is the result's, or one."""
    exhaust(
        "%0: tensor<?x?xf32>",
        f"%1 = stablehlo.broadcast_in_dim %0, dims = {dims} : (tensor<?x?xf32>) -> "
        "tensor<2x3xf32>\nreturn %1 : tensor<2x3xf32>",
        "tensor<2x3xf32>",
    )


def test_dynamic_broadcast_in_dim(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<2xi64>",
        "%2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [0, 1] : "
        "(tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={1: range(-1, 4)},
    )


def test_dynamic_broadcast_in_dim_to_a_new_dimension(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<2xi64>",
        "%2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [1] : "
        "(tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={1: range(-1, 4)},
    )


@pytest.mark.parametrize("source", ["", "1x", "2x", "0x"])
def test_dynamic_broadcast_in_dim_of_static(exhaust: Exhaust, source: str) -> None:
    dims = "[]" if not source else "[0]"
    exhaust(
        f"%0: tensor<{source}f32>, %1: tensor<2xi64>",
        f"%2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = {dims} : "
        f"(tensor<{source}f32>, tensor<2xi64>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={1: range(-1, 4)},
    )


def test_dynamic_reshape(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<2xi64>",
        "%2 = stablehlo.dynamic_reshape %0, %1 : "
        "(tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={1: range(-1, 5)},
    )


def test_dynamic_reshape_to_three(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2x?xf32>, %1: tensor<3xi64>",
        "%2 = stablehlo.dynamic_reshape %0, %1 : "
        "(tensor<?x2x?xf32>, tensor<3xi64>) -> tensor<?x?x2xf32>\nreturn %2 : tensor<?x?x2xf32>",
        "tensor<?x?x2xf32>",
        values={1: (0, 1, 2, 4)},
        sizes=(0, 1, 2),
    )


def test_dynamic_reshape_from_a_scalar(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<f32>, %1: tensor<2xi64>",
        "%2 = stablehlo.dynamic_reshape %0, %1 : "
        "(tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={1: range(-1, 4)},
    )


def test_dynamic_reshape_to_a_scalar(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<0xi64>",
        "%2 = stablehlo.dynamic_reshape %0, %1 : "
        "(tensor<?x?xf32>, tensor<0xi64>) -> tensor<f32>\nreturn %2 : tensor<f32>",
        "tensor<f32>",
        values={1: ()},
    )


def test_reshape_of_static(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        "%1 = stablehlo.reshape %0 : (tensor<?x?xf32>) -> tensor<2x1xf32>\n"
        "return %1 : tensor<2x1xf32>",
        "tensor<2x1xf32>",
    )


def test_reverse(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        "%1 = stablehlo.reverse %0, dims = [1] : tensor<?x?xf32>\nreturn %1 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_broadcast(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>",
        "%1 = stablehlo.broadcast %0, sizes = [2] : (tensor<?xf32>) -> tensor<2x?xf32>\n"
        "return %1 : tensor<2x?xf32>",
        "tensor<2x?xf32>",
    )


def test_dynamic_iota(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<2xi64>",
        "%1 = stablehlo.dynamic_iota %0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>\n"
        "return %1 : tensor<?x?xi64>",
        "tensor<?x?xi64>",
        values={0: range(-1, 4)},
    )


@pytest.mark.parametrize(("old", "new"), [("?xi64", "?x?xi32"), ("?x?xi32", "?xi64")])
def test_bitcast_convert(exhaust: Exhaust, old: str, new: str) -> None:
    exhaust(
        f"%0: tensor<{old}>",
        f"%1 = stablehlo.bitcast_convert %0 : (tensor<{old}>) -> tensor<{new}>\n"
        f"return %1 : tensor<{new}>",
        f"tensor<{new}>",
    )
