"""Runs that a check is to stop: nothing goes wrong with memory before they get there."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import context, parse

from disc_shape.interpreters import GuardError, check, run
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.reuse_buffers import ReuseBuffersPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass

LIT = Path(__file__).parents[1] / "passes" / "reuse_buffers.mlir"
CHECKED = next(text for text in LIT.read_text().split("// -----") if "@checked(" in text)

BRANCHES = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %m, %n : index
  %0:2 = scf.if %e -> (tensor<?xf32>, tensor<?xf32>) {
    scf.yield %x, %y : tensor<?xf32>, tensor<?xf32>
  } else {
    %1 = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
    %2 = stablehlo.reverse %1, dims = [0] : tensor<?xf32>
    %3 = stablehlo.reverse %y, dims = [0] : tensor<?xf32>
    %4 = stablehlo.reverse %3, dims = [0] : tensor<?xf32>
    scf.yield %2, %4 : tensor<?xf32>, tensor<?xf32>
  }
  cf.assert %e, "sizes"
  %5 = stablehlo.add %0#0, %0#1 : tensor<?xf32>
  %6 = stablehlo.multiply %x, %y : tensor<?xf32>
  func.return %5, %6 : tensor<?xf32>, tensor<?xf32>
}
"""
"""The allocation is in a branch before the check."""

CALL = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<?xf32>
  %2 = stablehlo.reverse %y, dims = [0] : tensor<?xf32>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<?xf32>
  func.call @checks(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> ()
  %4 = stablehlo.add %1, %3 : tensor<?xf32>
  func.return %4, %3 : tensor<?xf32>, tensor<?xf32>
}
func.func private @checks(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %m, %n : index
  cf.assert %e, "sizes"
  func.return
}
"""
"""The check is in a called function."""


@pytest.mark.parametrize("optimize", [False, True])
@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize("reuse", [False, True])
@pytest.mark.parametrize("sizes", list(product((0, 1, 3), repeat=2)))
@pytest.mark.parametrize("text", [CHECKED, BRANCHES, CALL], ids=["straight", "branches", "call"])
def test_the_check_is_what_stops_the_run(
    text: str, sizes: tuple[int, int], reuse: bool, inline: bool, optimize: bool
) -> None:
    ctx = context()
    module = parse(text, ctx)
    if optimize:
        ShapeOptimizationPass(keep_tie_shape=True, inline=inline).apply(ctx, module)
    MhloToLmhloPass().apply(ctx, module)
    if reuse:
        ReuseBuffersPass().apply(ctx, module)
    DeallocateBuffersPass().apply(ctx, module)
    module.verify()
    arrays = [np.arange(size, dtype=np.float32) for size in sizes]
    if sizes[0] == sizes[1]:
        check(module, *arrays)
        return
    # Types describe legal runs, so they are not compared; memory is watched all the same.
    with pytest.raises(GuardError, match="sizes"):
        run(module, *arrays)
