"""External functions of Relax, lowered to HLO: custom calls that are run and checked."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import context, parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check, run
from disc_shape.interpreters.externals import EXTERNALS
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass

ROW = np.arange(3, dtype=np.float32)
LOWERED = """
relax.func impure @main(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[2 * @n], f32> {
  %0 = relax.call_dps_packed "f.fill"(%x)
    : (!relax.tensor<[@n], f32>) -> !relax.tensor<[2 * @n], f32>
  %1 = relax.call_packed "f.same"(%0)
    : (!relax.tensor<[2 * @n], f32>) -> !relax.tensor<[2 * @n], f32>
  relax.return %1 : !relax.tensor<[2 * @n], f32>
}"""


@pytest.mark.parametrize("optimized", [False, True])
def test_external_functions_are_custom_calls(
    optimized: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(x: Array, out: Array) -> None:
        out[...] = x.sum()

    module = parse(LOWERED)
    for one in [ConvertRelaxToHloPass(), *([ShapeOptimizationPass()] if optimized else [])]:
        one.apply(context(), module)
        module.verify()
    assert "stablehlo.custom_call @f.fill" in str(module)
    monkeypatch.setitem(EXTERNALS, "f.fill", fill)
    monkeypatch.setitem(EXTERNALS, "f.same", lambda *arrays: arrays[0])
    assert check(module, ROW).results[0].tolist() == [3] * 6
    monkeypatch.setitem(EXTERNALS, "f.same", lambda *_: np.ones(5, np.float32))
    with pytest.raises(GuardError, match=r"dimension 0 of the value is 5, expected 2 \* @n = 6"):
        run(module, ROW)
    monkeypatch.delitem(EXTERNALS, "f.same")
    with pytest.raises(OperationError, match=r"@f\.same has no numpy semantics"):
        run(module, ROW)
