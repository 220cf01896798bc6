"""Constants that the optimizer makes are computed with."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from disc_shape import compile


@pytest.mark.parametrize(("count", "type_"), [(3, "i32"), (1, "f64"), (0, "i8"), (3, "i1")])
@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_broadcast_of_equal_elements(count: int, type_: str, engine: str) -> None:
    one = {"f64": "1.5", "i1": "true"}.get(type_, "7")
    elements = "" if count == 0 else f"[{', '.join([one] * count)}]"
    run = compile(
        f"""
func.func @main() -> tensor<4x{count}x{type_}> {{
  %0 = stablehlo.constant dense<{elements}> : tensor<{count}x{type_}>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1]
      : (tensor<{count}x{type_}>) -> tensor<4x{count}x{type_}>
  return %1 : tensor<4x{count}x{type_}>
}}
""",
        engine=engine,
    )
    wanted = np.full((4, count), True if type_ == "i1" else float(one))
    assert np.array_equal(run.run()[0], wanted)


@pytest.mark.parametrize("type_", ["f32", "f64", "f16", "complex<f32>"])
def test_zeros_of_both_signs_are_not_one_number(type_: str) -> None:
    zeros = "(0.0, -0.0), (-0.0, 0.0)" if type_ == "complex<f32>" else "0.0, -0.0"
    text = f"""
func.func @main(%x: tensor<?x2x{type_}>) -> tensor<?x2x{type_}> {{
  %c = stablehlo.constant dense<[{zeros}]> : tensor<2x{type_}>
  %s = shape.shape_of %x : tensor<?x2x{type_}> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [1]
      : (tensor<2x{type_}>, tensor<2xindex>) -> tensor<?x2x{type_}>
  %1 = stablehlo.negate %0 : tensor<?x2x{type_}>
  return %1 : tensor<?x2x{type_}>
}}
"""
    kinds = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "complex<f32>": np.complex64}
    x = np.ones((3, 2), kinds[type_])
    (found,), (expected,) = (
        compile(text, engine=engine).run(x) for engine in ("native", "reference")
    )
    assert found.tobytes() == expected.tobytes()
    assert np.signbit(found.view(np.float16 if type_ == "f16" else found.real.dtype)).any()
