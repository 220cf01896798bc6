"""Walks that never recurse visit what xDSL's walks visit, in the same order."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from xdsl.dialects.arith import AddiOp
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.transforms.dead_code_elimination import region_dce

import disc_shape
from disc_shape.class_table import Kind
from disc_shape.traversal import Census, erase_dead, operations, pre_order

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


def test_a_census_counts_operations_and_finds_the_names_of_attributes() -> None:
    text = NESTED.replace("func.return", "func.return {last}")
    module = disc_shape.parse(f"module attributes {{whole}} {{ {text} }}").module
    census = Census.of(module)
    found = list(module.walk())[1:]
    assert census.classes == Counter(map(type, found))
    assert census.attributes == {"whole", "last"}
    assert census.has(Kind(FuncOp))
    assert census.count(Kind(FuncOp, AddiOp)) == 4
    assert not census.has(Kind(ModuleOp))
    assert census.count(Kind(ModuleOp)) == 0


DEAD = """
func.func @f(%c: i1, %n: index) -> index {
  %0 = arith.addi %n, %n : index
  %1 = scf.if %c -> (index) {
    %2 = arith.muli %0, %n : index
    scf.yield %2 : index
  } else {
    scf.yield %0 : index
  }
  %3 = memref.alloc(%1) : memref<?xf32>
  %4 = memref.alloc(%0) : memref<?xf32>
  memref.dealloc %4 : memref<?xf32>
  scf.if %c {
    %5 = arith.muli %n, %n : index
    cf.assert %c, "c"
  }
  func.return %n : index
}
"""


@pytest.mark.parametrize("text", [DEAD, NESTED])
def test_what_is_dead_goes_in_one_walk(text: str) -> None:
    module, other = (disc_shape.parse(text).module for _ in range(2))
    before = len(operations(module.body))
    for op in module.ops:
        erase_dead(op.regions[0])
    for op in other.ops:
        region_dce(op.regions[0])
    module.verify()
    assert str(module) == str(other)
    assert len(operations(module.body)) < before
    assert ("memref.dealloc" in str(module)) == ("memref.dealloc" in text)
    assert ("cf.assert" in str(module)) == ("cf.assert" in text)
