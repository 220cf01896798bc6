"""What symbols of values inside of a program claim is checked where nothing proves it."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import disc_shape
from disc_shape.analysis.call_graph import entry_function
from disc_shape.engines.compiled import Compiled
from disc_shape.guards.claims import check_claims
from disc_shape.relations.guards import is_guard

NEEDED = {"native": "llvmlite", "iree": "iree", "xla": "jax"}
ENGINES = [one for one in ("reference", *NEEDED) if find_spec(NEEDED.get(one, "numpy"))]

GRAPH = """
func.func @shape_constraint_graph() {
  return
}
"""
PROGRAM = """
func.func @main(%x: tensor<?xf32, [@n]>, %s: tensor<1xi32>) -> tensor<?xi32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, [@k]>
  %1 = stablehlo.add %0, %0 : (tensor<?xi32, [@k]>, tensor<?xi32, [@k]>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}
disc_shape.SymbolDim @n {named}
"""
IN_BRANCH = """
func.func @main(%x: tensor<?xf32, [@n]>, %s: tensor<1xi32>) -> tensor<i32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %some = arith.cmpi ne, %n, %c0 : index
  %0 = scf.if %some -> (tensor<i32>) {
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, [@k]>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<?xi32, [@k]>, tensor<i32>) -> tensor<i32>
    scf.yield %2 : tensor<i32>
  } else {
    %3 = stablehlo.constant dense<7> : tensor<i32>
    scf.yield %3 : tensor<i32>
  }
  return %0 : tensor<i32>
}
disc_shape.SymbolDim @n {named}
"""
BOUND = """
func.func @main(%x: tensor<?xf32, [@n]>, %s: tensor<1xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %s[%c0] : tensor<1xi32>
  %i = arith.index_cast %e : i32 to index
  disc_shape.bind_dim %i to @k
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
disc_shape.SymbolDim @n {named}
"""
RETURNED = """
func.func @main(%x: tensor<?xf32, [@n]>, %s: tensor<1xi32>)
    -> (tensor<?xi32> {disc_shape.dims = [@k]}) {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
disc_shape.SymbolDim @n {named}
"""
UNUSED = """
func.func @main(%x: tensor<?xf32, [@n]>, %s: tensor<1xi32>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, [@k]>
  return %x : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n {named}
"""
K = "disc_shape.SymbolDim @k {named}"
RANGE = "disc_shape.SymbolDim @k {named, ranges = [[2, 4], [6, ?]]}"
VALUE = "disc_shape.SymbolDim @k {named, value = 3}"
SAME = PROGRAM.replace("[@k]", "[@n]")

Case = tuple[str, list[tuple[int, int]], list[tuple[int, int]]]
CASES: dict[str, Case] = {
    "range": (PROGRAM + RANGE, [(1, 2), (1, 4), (0, 6)], [(1, 1), (1, 5), (4, 0)]),
    "not zero": (PROGRAM + K.replace("named", "named, non_zero"), [(1, 1)], [(1, 0)]),
    "not one": (PROGRAM + K.replace("named", "named, not_one"), [(1, 0), (1, 2)], [(2, 1)]),
    "value": (PROGRAM + VALUE, [(1, 3)], [(1, 2), (3, 0), (3, 4)]),
    "size of an argument": (SAME, [(3, 3), (0, 0), (1, 1)], [(3, 2), (0, 1), (1, 0)]),
    "in a branch": (IN_BRANCH + RANGE, [(1, 2), (0, 5), (3, 6)], [(1, 5), (2, 0)]),
    "value in a branch": (IN_BRANCH + VALUE, [(1, 3), (0, 5)], [(1, 5), (2, 0)]),
    "number": (BOUND + RANGE, [(1, 2), (0, 6)], [(1, 5), (2, 0)]),
    "result": (RETURNED + RANGE, [(1, 2), (0, 6)], [(1, 5), (2, 0)]),
    "result of the size of an argument": (
        RETURNED.replace("[@k]", "[@n]"),
        [(2, 2), (0, 0)],
        [(1, 5), (2, 0)],
    ),
    "not used": (UNUSED + RANGE, [(1, 2), (0, 6)], [(1, 5), (2, 0)]),
}
NO_FORM = {("xla", "in a branch"), ("xla", "value in a branch")}
"""XLA has no form for sizes of data in branches."""
PAIRS = [(name, engine) for name in CASES for engine in ENGINES if (engine, name) not in NO_FORM]


@cache
def compiled(name: str, engine: str) -> Compiled:
    return disc_shape.compile(with_graph(CASES[name][0]), engine=engine)


def with_graph(text: str) -> str:
    graph = ", symbolic_shape_graph = @shape_constraint_graph}"
    lines = [
        line.removesuffix("}") + graph if line.startswith("disc_shape.SymbolDim") else line
        for line in text.splitlines()
    ]
    functions = [line for line in lines if not line.startswith("disc_shape.SymbolDim")]
    symbols = [line for line in lines if line.startswith("disc_shape.SymbolDim")]
    return "\n".join([*functions, GRAPH, *symbols])


@pytest.mark.parametrize(("name", "engine"), PAIRS)
def test_sizes_that_symbols_do_not_allow_are_refused(name: str, engine: str) -> None:
    _, legal, illegal = CASES[name]
    for size, number in illegal:
        with pytest.raises(disc_shape.GuardError):
            compiled(name, engine).run(np.ones(size, np.float32), np.array([number], np.int32))
    for size, number in legal:
        compiled(name, engine).run(np.ones(size, np.float32), np.array([number], np.int32))


PROVED = """
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@m]> {
  %0 = stablehlo.tanh %x : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  %1 = stablehlo.concatenate %0, %0, dim = 0
    : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@m]>
  return %1 : tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n {named, ranges = [[1, 8]]}
disc_shape.SymbolDim @m {named, ranges = [[2, 16]]}
"""


def guards(module: ModuleOp) -> int:
    return sum(map(is_guard, module.walk()))


def test_what_operations_prove_is_not_checked() -> None:
    module = disc_shape.parse(with_graph(PROVED)).module
    before = str(module)
    check_claims(module, entry_function(module))
    assert str(module) == before


def test_what_operations_do_not_prove_is_checked_once() -> None:
    module = disc_shape.parse(with_graph(PROVED.replace("[2, 16]", "[2, 15]"))).module
    check_claims(module, entry_function(module))
    assert guards(module) == 1


def test_an_optimized_program_has_no_more_checks() -> None:
    once = disc_shape.parse(with_graph(CASES["range"][0])).module
    check_claims(once, entry_function(once))
    text = disc_shape.parse(str(once)).optimize().text
    again = disc_shape.parse(text).module
    count = guards(again)
    check_claims(again, entry_function(again))
    assert guards(again) == count == 1


def test_claims_that_contradict_operations_are_errors() -> None:
    text = with_graph(PROVED.replace("[2, 16]", "[17, 20]"))
    with pytest.raises(disc_shape.ProgramError, match="17"):
        disc_shape.compile(text, engine="reference")
