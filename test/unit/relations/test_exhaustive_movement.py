"""All small shapes of operations that move whole tensors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]


@pytest.mark.parametrize("op", ["stablehlo.add", "stablehlo.maximum"])
def test_binary(exhaust: Exhaust, op: str) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xf32>",
        f"%2 = {op} %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"
        "return %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_transpose(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?x?xf32>",
        "%1 = stablehlo.transpose %0, dims = [2, 0, 1] : "
        "(tensor<?x?x?xf32>) -> tensor<?x?x?xf32>\nreturn %1 : tensor<?x?x?xf32>",
        "tensor<?x?x?xf32>",
    )


def test_concatenate(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xf32>",
        "%2 = stablehlo.concatenate %0, %1, dim = 1 : "
        "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_dynamic_broadcast_in_dim(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<2xi64>",
        "%2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [0, 1] : "
        "(tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
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
