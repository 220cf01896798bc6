"""Facts that cannot all hold: one error that names the operations, exit status 1, no output."""

from itertools import product
from pathlib import Path

import pytest
from run_lines import Outcome, in_process

TWO_ADDS = """
func.func @main(%a: tensor<?xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %1 = "stablehlo.multiply"(%a, %c) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
"""

SYMBOL_WITH_TWO_VALUES = """
func.func @main(%a: tensor<?xf32, [@n]>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%a, %c) : (tensor<?xf32, [@n]>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
disc_shape.SymbolDim @n {value = 3}
"""

OUT_OF_RANGE = """
func.func @main(%a: tensor<?xf32, [@n]>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%a, %c) : (tensor<?xf32, [@n]>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
disc_shape.SymbolDim @n {ranges = [[8, 16]]}
"""

PREDICATE = """
func.func @main(%a: tensor<?xf32, [@n]>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%a, %c) : (tensor<?xf32, [@n]>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %c3 = arith.constant 3 : index
  %n = disc_shape.dim @n
  disc_shape.tie_predicate_divisible %n, %c3
  return
}
disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}
"""

THROUGH_A_CALL = """
func.func @main(%b: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %b : tensor<4xf32> to tensor<?xf32>
  %1 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<3xf32>
  %1 = "stablehlo.add"(%x, %c) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
"""

STATIC = """
func.func @main(%a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %1 = "stablehlo.add"(%a, %b) : (tensor<3xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
"""


def run(path: Path, *options: str) -> Outcome:
    return in_process(["disc-opt", str(path), *options], b"")


def positions(text: str) -> list[tuple[str, int]]:
    """The kind (error, note) and line of each message."""
    found: list[tuple[str, int]] = []
    for line in text.splitlines():
        parts = line.split(":")
        found.append((parts[3].strip(), int(parts[1])))
    return found


PROGRAMS = (TWO_ADDS, SYMBOL_WITH_TWO_VALUES, OUT_OF_RANGE, PREDICATE, STATIC)


@pytest.mark.parametrize(
    ("program", "name"),
    [
        *product(PROGRAMS, ["shape-optimization", "save-shape-constraints"]),
        # Only the composite pass inlines calls.
        (THROUGH_A_CALL, "shape-optimization"),
    ],
)
def test_a_contradiction_is_one_error(tmp_path: Path, program: str, name: str) -> None:
    source, target = tmp_path / "in.mlir", tmp_path / "out.mlir"
    source.write_text(program.lstrip())
    done = run(source, "-p", name, "-o", str(target))
    assert done.status == 1
    assert done.stdout == b""
    assert not target.exists() or target.read_text() == ""
    assert "Traceback" not in done.stderr.decode()
    kinds = [kind for kind, _ in positions(done.stderr.decode())]
    assert kinds[0] == "error"
    assert set(kinds[1:]) <= {"note"}


def test_both_operations_are_named(tmp_path: Path) -> None:
    source = tmp_path / "in.mlir"
    source.write_text(TWO_ADDS.lstrip())
    done = run(source, "-p", "shape-optimization")
    assert {line for _, line in positions(done.stderr.decode())} == {2, 3}
    assert "'stablehlo.add'" in done.stderr.decode()
    assert "'stablehlo.multiply'" in done.stderr.decode()


@pytest.mark.parametrize("program", [TWO_ADDS, STATIC], ids=["two adds", "static"])
def test_the_same_sizes_are_no_contradiction(tmp_path: Path, program: str) -> None:
    source = tmp_path / "in.mlir"
    source.write_text(program.lstrip().replace("tensor<4xf32>", "tensor<3xf32>"))
    done = run(source, "-p", "shape-optimization")
    assert done.status == 0, done.stderr.decode()
    assert b"tensor<3xf32>" in done.stdout
