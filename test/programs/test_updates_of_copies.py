"""
Updates at a start that is computed from data: in a copy of an argument, where the update is written
at once, and in memory of the program's own, where an argument is copied to.
"""

from itertools import product

import numpy as np
import pytest
from fuzz.harness import context, parse
from kernel_counts import count

from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.plan_memory import PlanMemoryPass
from disc_shape.passes.shape_optimization import optimize_shapes

PROGRAM = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: tensor<3xi32>) -> tensor<?x?xf32> {{
  %0 = stablehlo.slice %n [1:2] : (tensor<3xi32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
  %i = stablehlo.add %1, %1 : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %u = {producer} : tensor<?x?xf32>
  %r = stablehlo.dynamic_update_slice {operands}, %i, %zero
    : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}}
"""

CASES = (
    ("stablehlo.tanh %y", "%x, %u"),
    ("stablehlo.reverse %y, dims = [0]", "%x, %u"),
    ("stablehlo.multiply %y, %y", "%x, %u"),
    ("stablehlo.tanh %x", "%u, %y"),
)


def inputs(whole: int, part: int, columns: int, start: int) -> list[Array]:
    """What is updated, what the update is computed from, and half of where it begins."""
    x = np.arange(whole * columns, dtype=np.float32).reshape(whole, columns)
    y = np.arange(0.5, 0.5 + part * columns, dtype=np.float32).reshape(part, columns)
    return [x, y, np.array([7, start, 7], dtype=np.int32)]


@pytest.mark.parametrize(("producer", "operands"), CASES)
def test_updates(producer: str, operands: str) -> None:
    original = parse(PROGRAM.format(producer=producer, operands=operands))
    module = original.clone()
    optimize_shapes(module, keep_tie_shape=True)
    HloFusionPass().apply(context(), module)
    for step in (MhloToLmhloPass(), DeallocateBuffersPass()):
        step.apply(context(), module)
    planned = module.clone()
    for step in (PlanMemoryPass(), LmhloToLoopsPass()):
        step.apply(context(), planned)
    for whole, part, columns, start in product((0, 1, 2, 3, 17), (0, 1, 2), (0, 2), (-2, 0, 1, 9)):
        if part > whole:
            continue
        arrays = inputs(whole, part, columns, start)
        (expected,) = run(original, *arrays)
        for one in (module, planned):
            (found,) = check(one, *arrays).results
            assert np.array_equal(found, expected), f"{whole} {part} {columns} {start}"
    arrays = inputs(17, 2, 2, 1)
    counts = count(module, *arrays)
    assert counts.kernels == 2
    assert counts.peak == arrays[0].nbytes
    assert count(planned, *arrays).kernels == 2
