"""Walks that never recurse visit what xDSL's walks visit, in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

import disc_shape
from disc_shape.traversal import operations, pre_order

MODELS = Path(__file__).parents[1] / "models"

NESTED = """
func.func @f(%c: i1, %n: index) {
  %0 = scf.if %c -> (index) {
    %1 = scf.while (%a = %n) : (index) -> index {
      scf.condition(%c) %a : index
    } do {
    ^bb0(%a: index):
      %2 = arith.addi %a, %n : index
      scf.yield %2 : index
    }
    scf.yield %1 : index
  } else {
    scf.yield %n : index
  }
  cf.br ^end
^end:
  %3 = arith.addi %0, %n : index
  func.return
}
func.func private @g()
"""


@pytest.mark.parametrize(
    "text",
    ["", NESTED, *((MODELS / f"{name}.mlir").read_text() for name in ("jax_mha", "jax_mlp"))],
)
def test_operations_are_those_of_a_walk(text: str) -> None:
    module = disc_shape.parse(text).module
    expected = list(module.walk())
    assert operations(module.body) == expected[1:]
    assert list(pre_order(module)) == expected


def test_operations_of_several_regions_and_of_none() -> None:
    module = disc_shape.parse(NESTED).module
    (first, second) = module.ops
    expected = [*list(second.walk())[1:], *list(first.walk())[1:]]
    assert operations(*second.regions, *first.regions) == expected
    assert operations() == []
