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
