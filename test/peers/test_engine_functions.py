"""Functions of floats on IREE at zeros of both signs, infinities, NaN and large numbers."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest

import disc_shape

KINDS = {
    "f32": (np.dtype(np.float32), 2e-5),
    "bf16": (np.dtype(ml_dtypes.bfloat16), 2e-2),
    "f64": (np.dtype(np.float64), 1e-9),
}
"""Types of floats, and how far results are apart."""
UNARY = ["sine", "cosine", "tan", "cbrt"]
BINARY = ["power", "atan2"]
VALUES = [
    *(0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 2.5, -7.7, 100.0, -700.0),
    *(np.inf, -np.inf, np.nan, 1e-30, -1e-30, 1e30, -1e30, 12345.0),
]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *itertools.product([*UNARY, *BINARY], ["f32", "bf16"]),
        ("power", "f64"),  # IREE has no others of f64, which is an error of one line.
    ],
)
def test_a_function(name: str, kind: str) -> None:
    dtype, tolerance = KINDS[kind]
    pairs = np.array(list(itertools.product(VALUES, VALUES)))
    arrays = [pairs[:, 0], pairs[:, 1]] if name in BINARY else [np.array(VALUES)]
    arguments = [one.astype(dtype) for one in arrays]
    type_ = f"tensor<?x{kind}>"
    names = ["%x", "%y"][: len(arrays)]
    text = f"""
    func.func public @main({", ".join(f"{one}: {type_}" for one in names)}) -> {type_} {{
      %0 = stablehlo.{name} {", ".join(names)} : {type_}
      return %0 : {type_}
    }}
    """
    found, expected = (
        np.asarray(disc_shape.compile(text, engine=engine)(*arguments)[0], np.float64)
        for engine in ("iree", "reference")
    )
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=1e-37)
    numbers = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(found)[numbers], np.signbit(expected)[numbers])


COSINES = "stablehlo.cosine {0} : tensor<f32>", "f32"
WHOLE = "stablehlo.convert {0} : (tensor<f32>) -> tensor<i32>", "i32"


@pytest.mark.parametrize("key", [COSINES, WHOLE], ids=["cosine", "convert"])
@pytest.mark.parametrize("values", [[1, -2, 3, 0.5, 2, 7, 1.5, 1.25], [], [4]])
def test_a_sort_by_a_function(key: tuple[str, str], values: list[float]) -> None:
    """The key is computed in the body of the sort; equal ones stay in order."""
    form, kind = key
    text = f"""
    func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {{
      %0 = "stablehlo.sort"(%x) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = {form.format("%a")}
        %2 = {form.format("%b")}
        %3 = stablehlo.compare LT, %1, %2 : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>
        stablehlo.return %3 : tensor<i1>
      }}) {{dimension = 0 : i64}} : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }}
    """
    found, expected = (
        disc_shape.compile(text, engine=engine)(np.array(values, np.float32))[0]
        for engine in ("iree", "reference")
    )
    np.testing.assert_array_equal(found, expected)
