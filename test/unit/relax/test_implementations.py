"""Primitive functions whose implementation is a function of tensors."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from fuzz.harness import context, parse

from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.relax.running import run_module

ROW = np.arange(3, dtype=np.float32)
ON_TENSORS = """
relax.prim_func @pf(!relax.tensor<[@a], f32>, !relax.prim<i64>, !relax.tensor<[2 * @a], f32>)
  {implementation = @pf_tensors}
func.func private @pf_tensors(%x: tensor<?xf32>, %k: tensor<i64>, %y: tensor<?xf32>)
    -> tensor<?xf32> {
  %0 = stablehlo.convert %k : (tensor<i64>) -> tensor<f32>
  %1 = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.concatenate %1, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
relax.func @main(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[2 * @n], f32> {
  %s = relax.shape [7]
  %0 = relax.call_tir @pf(%x) ints(%s)
    : (!relax.tensor<[@n], f32>, !relax.shape<[7]>) -> !relax.tensor<[2 * @n], f32>
  relax.return %0 : !relax.tensor<[2 * @n], f32>
}"""


@pytest.mark.parametrize("size", [0, 1, 3])
def test_an_implementation_on_tensors_returns_the_results(size: int) -> None:
    row = np.arange(size, dtype=np.float32)
    expected = np.concatenate([row + 7, row])
    np.testing.assert_array_equal(
        cast("Array", run_module(parse(ON_TENSORS), [row]).result), expected
    )
    module = parse(ON_TENSORS)
    ConvertRelaxToHloPass().apply(context(), module)
    module.verify()
    assert "pf" not in str(module)
    np.testing.assert_array_equal(run(module, row)[0], expected)


def test_results_of_an_implementation_have_the_sizes_of_the_call() -> None:
    text = ON_TENSORS.replace("2 * @n", "3 * @n").replace("2 * @a", "@b")
    with pytest.raises(GuardError, match=r"@pf_tensors returns the sizes \(6,\), expected \(9,\)"):
        run_module(parse(text), [ROW])
    module = parse(text)
    ConvertRelaxToHloPass().apply(context(), module)
    with pytest.raises(
        GuardError, match=r"call_tir: dimension 0 of result 0 is 6, expected .* = 9"
    ):
        run(module, ROW)
    run(module, ROW[:0])


def test_an_implementation_on_tensors_that_others_call_stays() -> None:
    text = ON_TENSORS.replace("private ", "")
    module = parse(text)
    ConvertRelaxToHloPass().apply(context(), module)
    module.verify()
    assert "func.func @pf_tensors" in str(module)


IN_A_BRANCH = """
relax.prim_func @pf(!relax.tensor<[@a], f32>, !relax.tensor<[@a], f32>, !relax.tensor<[@a], f32>)
  {implementation = @pf_tensors}
func.func private @pf_tensors(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>)
    -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "y has other sizes than x"
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
relax.func @main(%c: !relax.tensor<[], i1>, %x: !relax.tensor<[@n], f32>,
    %y: !relax.tensor<[@m], f32>) -> !relax.tensor<[@n], f32> {
  %0 = relax.if %c : !relax.tensor<[], i1> -> !relax.tensor<[@n], f32> {
    %1 = relax.call_tir @pf(%x, %y)
      : (!relax.tensor<[@n], f32>, !relax.tensor<[@m], f32>) -> !relax.tensor<[@n], f32>
    relax.yield %1 : !relax.tensor<[@n], f32>
  } else {
    relax.yield %x : !relax.tensor<[@n], f32>
  }
  relax.return %0 : !relax.tensor<[@n], f32>
}"""


def test_checks_of_an_implementation_count_where_it_is_called() -> None:
    module = parse(IN_A_BRANCH)
    ConvertRelaxToHloPass().apply(context(), module)
    ShapeOptimizationPass().apply(context(), module)
    yes, no = np.array(True), np.array(False)
    for size in (0, 1, 3):
        row = np.arange(size, dtype=np.float32)
        np.testing.assert_array_equal(run(module, yes, row, row)[0], row + row)
        np.testing.assert_array_equal(run(module, no, row, row[:-1])[0], row)
    with pytest.raises(GuardError, match="y has other sizes than x"):
        run(module, yes, ROW, ROW[:1])
