"""All small shapes of slices, padding and updates."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

VECTOR = "tensor<1xi64>"


@pytest.mark.parametrize("bounds", ["0:2", "1:3", "1:3:2", "2:2", "0:0", "0:3:2"])
def test_slice(exhaust: Exhaust, bounds: str) -> None:
    start, limit, *step = map(int, bounds.split(":"))
    size = len(range(start, limit, *step))
    exhaust(
        "%0: tensor<?xf32>",
        f"%1 = stablehlo.slice %0 [{bounds}] : (tensor<?xf32>) -> tensor<{size}xf32>\n"
        f"return %1 : tensor<{size}xf32>",
        f"tensor<{size}xf32>",
        sizes=range(5),
    )


def test_slice_whose_type_leaves_the_size_open(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>",
        "%1 = stablehlo.slice %0 [1:4:2] : (tensor<?xf32>) -> tensor<?xf32>\n"
        "return %1 : tensor<?xf32>",
        "tensor<?xf32>",
        sizes=range(6),
    )


def test_dynamic_slice_whose_type_leaves_the_size_open(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<i64>",
        '%2 = "stablehlo.dynamic_slice"(%0, %1) <{slice_sizes = array<i64: 2>}> : '
        "(tensor<?xf32>, tensor<i64>) -> tensor<?xf32>\nreturn %2 : tensor<?xf32>",
        "tensor<?xf32>",
    )


def test_real_dynamic_slice(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: tensor<?xf32>, %1: {VECTOR}, %2: {VECTOR}, %3: {VECTOR}",
        "%4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : "
        f"(tensor<?xf32>, {VECTOR}, {VECTOR}, {VECTOR}) -> tensor<?xf32>\n"
        "return %4 : tensor<?xf32>",
        "tensor<?xf32>",
        values={1: range(-1, 4), 2: range(-1, 5), 3: range(-1, 4)},
    )


def test_dynamic_slice(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<i64>, %2: tensor<i64>",
        "%3 = stablehlo.dynamic_slice %0, %1, %2, sizes = [1, 2] : "
        "(tensor<?x?xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>\n"
        "return %3 : tensor<1x2xf32>",
        "tensor<1x2xf32>",
    )


def test_dynamic_update_slice(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xf32>, %2: tensor<i64>, %3: tensor<i64>",
        "%4 = stablehlo.dynamic_update_slice %0, %1, %2, %3 : "
        "(tensor<?x?xf32>, tensor<?x?xf32>, tensor<i64>, tensor<i64>) -> tensor<?x?xf32>\n"
        "return %4 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


@pytest.mark.parametrize("low", [-2, 0, 1])
@pytest.mark.parametrize("high", [-1, 0, 2])
@pytest.mark.parametrize("interior", [0, 1, 2])
def test_pad(exhaust: Exhaust, low: int, high: int, interior: int) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<f32>",
        f"%2 = stablehlo.pad %0, %1, low = [{low}], high = [{high}], interior = [{interior}] : "
        "(tensor<?xf32>, tensor<f32>) -> tensor<?xf32>\nreturn %2 : tensor<?xf32>",
        "tensor<?xf32>",
        sizes=range(6),
    )


def test_dynamic_pad(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: tensor<?xf32>, %1: tensor<f32>, %2: {VECTOR}, %3: {VECTOR}, %4: {VECTOR}",
        "%5 = stablehlo.dynamic_pad %0, %1, %2, %3, %4 : "
        f"(tensor<?xf32>, tensor<f32>, {VECTOR}, {VECTOR}, {VECTOR}) -> tensor<?xf32>\n"
        "return %5 : tensor<?xf32>",
        "tensor<?xf32>",
        values={2: range(-2, 3), 3: range(-2, 3), 4: range(-1, 3)},
    )
