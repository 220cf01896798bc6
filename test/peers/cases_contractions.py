"""Products: dot, einsum, convolution."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from peers.arrays import REFERENCE, XLA, floats, grid, numbers
from peers.executors import Case, case

DOT = "dot_dimension_numbers = #stablehlo.dot<"
CONTRACTIONS: dict[str, Case] = {
    "dot": case("stablehlo.dot", [floats(3, 4), floats(4, 2)], "tensor<3x2xf32>", by=XLA),
    "dot_general": case(
        "stablehlo.dot_general",
        [floats(2, 3, 4), floats(4, 2, 5)],
        "tensor<2x3x5xf32>",
        attributes=f"{DOT}lhs_batching_dimensions = [0], rhs_batching_dimensions = [1],"
        " lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>",
        tolerance=1e-4,
    ),
    "dot_general_wraps": case(
        "stablehlo.dot_general",
        [numbers(100, 100, 27, kind=np.int8), numbers(100, -3, 5, kind=np.int8)],
        "tensor<i8>",
        attributes=f"{DOT}lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>",
    ),
    "dot_general_wider": case(
        "stablehlo.dot_general",
        [numbers(100, 100, 27, kind=np.int8), numbers(100, -3, 5, kind=np.int8)],
        "tensor<i32>",
        attributes=f"{DOT}lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>",
        by=XLA,
    ),
    "dot_general_bf16": case(
        "stablehlo.dot_general",
        [floats(3, 40, kind=ml_dtypes.bfloat16), floats(40, 2, kind=ml_dtypes.bfloat16)],
        "tensor<3x2xf32>",
        attributes=f"{DOT}lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,"
        " precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]",
        tolerance=1e-3,
    ),
    "dot_general_algorithm": case(
        "stablehlo.dot_general",
        [floats(3, 4), floats(4, 2)],
        "tensor<3x2xf32>",
        attributes=f"{DOT}lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,"
        " algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32,"
        " accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1,"
        " num_primitive_operations = 1, allow_imprecise_accumulation = false>",
    ),
    "dot_general_of_nothing": case(
        "stablehlo.dot_general",
        [floats(3, 0), floats(0, 2)],
        "tensor<3x2xf32>",
        attributes=f"{DOT}lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>",
        by=XLA,
    ),
    "einsum": case(
        "stablehlo.einsum",
        [floats(3, 4), floats(4, 2)],
        "tensor<2x3xf32>",
        attributes='einsum_config = "ab,bc->ca"',
        by=XLA,
    ),
}

IMAGE = floats(2, 7, 6, 4)


def convolution(
    weights: np.ndarray,
    result: str,
    *,
    strides: str = "1, 1",
    padding: str = "0",
    lhs: str = "1, 1",
    rhs: str = "1, 1",
    reversal: str = "false, false",
    groups: tuple[int, int] = (1, 1),
    image: np.ndarray = IMAGE,
    dynamic: str = "",
    by: tuple[str, ...] = ("xla", "reference"),
) -> Case:
    """A convolution of an image `[b, 0, 1, f]` with weights `[0, 1, i, o]`."""
    attributes = (
        "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,"
        f" window_strides = array<i64: {strides}>, lhs_dilation = array<i64: {lhs}>,"
        f" rhs_dilation = array<i64: {rhs}>, window_reversal = array<i1: {reversal}>,"
        f" feature_group_count = {groups[0]} : i64, batch_group_count = {groups[1]} : i64"
    )
    if dynamic:
        return case(
            "stablehlo.dynamic_conv",
            [image, weights],
            result,
            attributes=attributes,
            constants=[f"dense<{dynamic}> : tensor<2x2xi32>"],
            by=REFERENCE,
            tolerance=1e-4,
        )
    attributes += f", padding = dense<{padding}> : tensor<2x2xi64>"
    return case(
        "stablehlo.convolution",
        [image, weights],
        result,
        attributes=attributes,
        by=by,
        tolerance=1e-4,
    )


CONTRACTIONS |= {
    "convolution": convolution(floats(3, 2, 4, 5), "tensor<2x5x5x5xf32>"),
    "convolution_strides": convolution(
        floats(3, 2, 4, 5), "tensor<2x4x3x5xf32>", strides="2, 3", padding="[[1, 2], [3, 0]]"
    ),
    "convolution_dilated": convolution(
        floats(3, 2, 4, 5), "tensor<2x11x5x5xf32>", lhs="2, 1", rhs="1, 3",
        padding="[[0, 0], [1, 1]]",
    ),
    "convolution_negative": convolution(
        floats(3, 2, 4, 5), "tensor<2x3x4x5xf32>", padding="[[-1, -1], [-2, 1]]", by=REFERENCE
    ),
    "convolution_reversed": convolution(
        floats(3, 2, 4, 5), "tensor<2x5x5x5xf32>", reversal="true, false"
    ),
    "convolution_features": convolution(floats(3, 2, 2, 6), "tensor<2x5x5x6xf32>", groups=(2, 1)),
    "convolution_depthwise": convolution(floats(3, 2, 1, 8), "tensor<2x5x5x8xf32>", groups=(4, 1)),
    "convolution_batches": convolution(floats(3, 2, 4, 6), "tensor<1x5x5x6xf32>", groups=(1, 2)),
    "convolution_of_integers": convolution(
        grid(3, 2, 4, 5, kind=np.int32),
        "tensor<2x5x5x5xi32>",
        image=grid(2, 7, 6, 4, kind=np.int32) * 9999,
    ),
    "dynamic_conv": convolution(
        floats(3, 2, 4, 5), "tensor<2x8x8x5xf32>", dynamic="[[1, 2], [3, 0]]"
    ),
}  # fmt: skip
