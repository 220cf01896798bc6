"""All small shapes of convolutions and pooling."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

ADD = """{
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
}"""

WINDOWS = [
    # size, stride, base dilation, dilation, low, high
    (1, 1, 1, 1, 0, 0),
    (2, 1, 1, 1, 0, 0),
    (2, 2, 1, 1, 1, 0),
    (3, 1, 1, 1, 1, 1),
    (2, 1, 2, 1, 0, 0),
    (2, 1, 1, 2, 0, 1),
    (2, 3, 2, 2, 1, 2),
    (2, 1, 1, 1, -1, 0),
    (1, 1, 2, 1, -1, -1),
]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_reduce_window(exhaust: Exhaust, window: tuple[int, ...]) -> None:
    size, stride, base, dilation, low, high = window
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<f32>",
        f"""%2 = "stablehlo.reduce_window"(%0, %1) <{{
            window_dimensions = array<i64: {size}>, window_strides = array<i64: {stride}>,
            base_dilations = array<i64: {base}>, window_dilations = array<i64: {dilation}>,
            padding = dense<[[{low}, {high}]]> : tensor<1x2xi64>}}> ({ADD})
            : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
        return %2 : tensor<?xf32>""",
        "tensor<?xf32>",
        # What padding by less than nothing leaves of too small an operand is no size at all.
        sizes=range(2 if low < 0 else 0, 6),
    )


def test_reduce_window_by_default(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<f32>",
        f"""%2 = "stablehlo.reduce_window"(%0, %1) <{{window_dimensions = array<i64: 2, 1>}}>
            ({ADD}) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
        return %2 : tensor<?x?xf32>""",
        "tensor<?x?xf32>",
    )


@pytest.mark.parametrize("kernel", [1, 2, 3])
@pytest.mark.parametrize("window", ["", "stride = [2]", "pad = [[1, 1]]", "lhs_dilate = [2]"])
def test_convolution(exhaust: Exhaust, kernel: int, window: str) -> None:
    exhaust(
        f"%0: tensor<?x?x?xf32>, %1: tensor<{kernel}x?x?xf32>",
        "%2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
        f"window = {{{window}}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
        f"(tensor<?x?x?xf32>, tensor<{kernel}x?x?xf32>) -> tensor<?x?x?xf32>\n"
        "return %2 : tensor<?x?x?xf32>",
        "tensor<?x?x?xf32>",
        sizes=(0, 1, 4),
    )


@pytest.mark.parametrize("groups", ["feature", "batch"])
def test_convolution_in_groups(exhaust: Exhaust, groups: str) -> None:
    features, batches = (2, 1) if groups == "feature" else (1, 2)
    exhaust(
        "%0: tensor<?x2x?xf32>, %1: tensor<1x?x?xf32>",
        "%2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
        f"window = {{}} {{batch_group_count = {batches} : i64, "
        f"feature_group_count = {features} : i64}} : "
        "(tensor<?x2x?xf32>, tensor<1x?x?xf32>) -> tensor<?x2x?xf32>\n"
        "return %2 : tensor<?x2x?xf32>",
        "tensor<?x2x?xf32>",
    )


def test_convolution_with_unknown_kernel(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<1x?x1xf32>, %1: tensor<?x1x1xf32>",
        "%2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
        "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
        "(tensor<1x?x1xf32>, tensor<?x1x1xf32>) -> tensor<1x?x1xf32>\n"
        "return %2 : tensor<1x?x1xf32>",
        "tensor<1x?x1xf32>",
        sizes=range(5),
    )


def test_dynamic_conv(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<1x?x1xf32>, %1: tensor<2x1x1xf32>, %2: tensor<1x2xi64>",
        """%3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{
            dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
            batch_group_count = 1 : i64, feature_group_count = 1 : i64,
            window_strides = array<i64: 2>}>
            : (tensor<1x?x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
        return %3 : tensor<1x?x1xf32>""",
        "tensor<1x?x1xf32>",
        values={2: range(-1, 3)},
        sizes=range(2, 6),
    )


def test_select_and_scatter(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<?xf32>, %2: tensor<f32>",
        f"""%3 = "stablehlo.select_and_scatter"(%0, %1, %2) <{{
            window_dimensions = array<i64: 2>, window_strides = array<i64: 2>,
            padding = dense<[[0, 1]]> : tensor<1x2xi64>}}> ({{
            ^bb0(%x: tensor<f32>, %y: tensor<f32>):
              %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
              stablehlo.return %z : tensor<i1>
            }}, {ADD}) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
        return %3 : tensor<?xf32>""",
        "tensor<?xf32>",
        sizes=range(5),
    )


def test_dynamic_reduce_window(exhaust: Exhaust) -> None:
    vector = "tensor<1xi64>"
    exhaust(
        f"%0: tensor<?xf32>, %1: tensor<f32>, %2: {vector}, %3: {vector}, %4: {vector}, "
        f"%5: {vector}, %6: tensor<1x2xi64>",
        f"""%7 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(
            %0, %1, %2, %3, %4, %5, %6) {{called_computations = [@add]}}
            : (tensor<?xf32>, tensor<f32>, {vector}, {vector}, {vector}, {vector},
               tensor<1x2xi64>) -> tensor<?xf32>
        return %7 : tensor<?xf32>
        }}
        func.func private @add(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {{
          %z = stablehlo.add %x, %y : tensor<f32>
          return %z : tensor<f32>""",
        "tensor<?xf32>",
        values={2: range(3), 3: range(3), 4: (0, 2), 5: (1, 2), 6: range(2)},
        sizes=(0, 1, 3),
    )
