"""Normalization, factorizations, transforms."""

from __future__ import annotations

import numpy as np
from peers.arrays import XLA, X, floats, main
from peers.executors import Case, case, type_of

SQUARE = floats(2, 4, 4)
POSITIVE = (SQUARE @ SQUARE.transpose(0, 2, 1) + 4 * np.eye(4)).astype(np.float32)
COMPLEX = (floats(2, 4, 4) + 1j * floats(2, 4, 4)).astype(np.complex64)
FEATURES = "epsilon = 0.01 : f32, feature_index = 1 : i64"
V4 = "tensor<4xf32>"
SPREAD = np.abs(floats(4)) + np.float32(0.5)
LINEAR: dict[str, Case] = {
    "batch_norm_inference": case(
        "stablehlo.batch_norm_inference",
        [X, floats(4), floats(4), floats(4), SPREAD],
        type_of(X),
        attributes=FEATURES,
        by=XLA,
        tolerance=1e-3,
    ),
    "batch_norm_training": case(
        "stablehlo.batch_norm_training",
        [X, floats(4), floats(4)],
        type_of(X),
        V4,
        V4,
        attributes=FEATURES,
        by=XLA,
        tolerance=1e-3,
    ),
    "batch_norm_grad": case(
        "stablehlo.batch_norm_grad",
        [X / 9, floats(4), floats(4), SPREAD, floats(3, 4, 5)],
        type_of(X),
        V4,
        V4,
        attributes=FEATURES,
        by=XLA,
        tolerance=2e-3,
    ),
}


def triangle(array: np.ndarray, lower: str) -> np.ndarray:
    """What a triangular operation says of: the rest of its result is anything."""
    return np.tril(array) if lower == "true" else np.triu(array)


for lower in ("true", "false"):
    mask = triangle(np.ones((2, 4, 4), bool), lower)
    LINEAR[f"cholesky {lower}"] = Case(
        main(
            "%a: tensor<2x4x4xf32>, %m: tensor<2x4x4xi1>",
            "tensor<2x4x4xf32>",
            f"%0 = stablehlo.cholesky %a, lower = {lower} : tensor<2x4x4xf32>",
            "%c = stablehlo.constant dense<0.0> : tensor<2x4x4xf32>",
            "%1 = stablehlo.select %m, %0, %c : tensor<2x4x4xi1>, tensor<2x4x4xf32>",
            "return %1 : tensor<2x4x4xf32>",
        ),
        (POSITIVE, mask),
        ("xla",),
        1e-4,
    )
    for left in ("true", "false"):
        for unit in ("true", "false"):
            for form in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
                attributes = (
                    f"left_side = {left}, lower = {lower}, unit_diagonal = {unit},"
                    f" transpose_a = #stablehlo<transpose {form}>"
                )
                sides = floats(2, 4, 3) if left == "true" else floats(2, 3, 4)
                matrix = (SQUARE / 4 + 2 * np.eye(4)).astype(np.float32)
                LINEAR[f"triangular_solve {left} {lower} {unit} {form}"] = case(
                    "stablehlo.triangular_solve",
                    [matrix, sides],
                    type_of(sides),
                    attributes=attributes,
                    by=XLA,
                    tolerance=1e-3,
                )
LINEAR["triangular_solve complex"] = case(
    "stablehlo.triangular_solve",
    [(COMPLEX / 4 + 2 * np.eye(4)).astype(np.complex64), COMPLEX],
    type_of(COMPLEX),
    attributes="left_side = true, lower = true, unit_diagonal = false,"
    " transpose_a = #stablehlo<transpose ADJOINT>",
    by=XLA,
    tolerance=1e-3,
)
for kind, length, given, result in (
    ("FFT", "4, 4", COMPLEX, "tensor<2x4x4xcomplex<f32>>"),
    ("IFFT", "4", COMPLEX, "tensor<2x4x4xcomplex<f32>>"),
    ("RFFT", "5", X, "tensor<3x4x3xcomplex<f32>>"),
    ("IRFFT", "6", COMPLEX, "tensor<2x4x6xf32>"),
    ("IRFFT", "7", COMPLEX, "tensor<2x4x7xf32>"),
    ("RFFT", "4, 5", X, "tensor<3x4x3xcomplex<f32>>"),
):
    LINEAR[f"fft {kind} {length}"] = case(
        "stablehlo.fft",
        [given],
        result,
        attributes=f"fft_type = #stablehlo<fft_type {kind}>, fft_length = array<i64: {length}>",
        by=XLA,
        tolerance=1e-3,
    )
