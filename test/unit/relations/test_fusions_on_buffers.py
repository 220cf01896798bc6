"""A kernel on buffers: its outs have the sizes of what its region returns."""

from __future__ import annotations

import pytest

import disc_shape
from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.symbolic import compare

PROGRAM = """
func.func @main(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) ({
  ^bb0(%a: tensor<?x?xf32>):
    %0 = mhlo.add %a, %a : tensor<?x?xf32>
    %1 = "mhlo.transpose"(%0) <{permutation = dense<[1, 0]> : tensor<2xi64>}>
        : (tensor<?x?xf32>) -> tensor<?x?xf32>
    mhlo.return %1 : tensor<?x?xf32>
  })
  return
}
"""


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ((0, 0), (1, 1), True),
        ((0, 1), (1, 0), True),
        ((0, 0), (1, 0), False),
        ((0, 0), (2, 0), False),
    ],
)
def test_outs_have_the_sizes_of_what_is_returned(
    one: tuple[int, int], other: tuple[int, int], equal: bool
) -> None:
    (facts,) = ShapeAnalysis(disc_shape.parse(PROGRAM).module).functions
    state, arguments = facts.shapes.state, facts.function.body.block.args
    sizes = [state.raw_dims(arguments[place])[axis] for place, axis in (one, other)]
    assert state.prover.proves(compare("==", *sizes)) is equal
