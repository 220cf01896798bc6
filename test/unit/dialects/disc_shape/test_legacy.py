"""IR of the older C++ system, turned into ours."""

import pytest
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func, FuncOp
from xdsl.dialects.test import Test
from xdsl.parser import Parser

from disc_shape.dialects.disc_shape import (
    DIMS,
    GRAPH,
    DiscShape,
    PredicateOp,
    verify_shape_constraints,
)
from disc_shape.dialects.disc_shape.legacy import convert_legacy
from disc_shape.errors import OperationError
from disc_shape.traversal import Census

OLD = """
func.func @main(%a: tensor<?x10xf32, [@S0, @C10]>) {
  %0 = "test.op"(%a) {kDiscSymbolicDimAttr = [@S0, @C10]}
      : (tensor<?x10xf32, [@S0, @C10]>) -> memref<?x10xf32>
  func.return
}
"disc_shape.SymbolicDim"() {sym_name = "S0", value = -9223372036854775808 : i64,
    knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true,
    knownNonSizeZero = true} : () -> ()
"disc_shape.SymbolicDim"() {sym_name = "C10", value = 10 : i64, knownNegativeOne = false,
    knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true} : () -> ()
"disc_shape.SymbolicDim"() {sym_name = "S1", value = -1 : i64, knownNegativeOne = false,
    knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = false} : () -> ()
func.func private @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %0 = "disc_shape.dim"() {name = @S0} : () -> index
  %1 = "disc_shape.dim"() {name = @S1} : () -> index
  "disc_shape.tie_product_equal"(%c4, %0, %1) {operand_segment_sizes = array<i32: 2, 1>}
      : (index, index, index) -> ()
  "disc_shape.tie_product_equal"(%0, %1) {operand_segment_sizes = array<i32: 1, 1>}
      : (index, index) -> ()
  "disc_shape.tie_product_equal"(%0, %1, %c4, %0) {operand_segment_sizes = array<i32: 2, 2>}
      : (index, index, index, index) -> ()
  "disc_shape.tie_product_equal"(%0) {operand_segment_sizes = array<i32: 1, 0>} : (index) -> ()
  func.return
}
"""

NEW = """
func.func @main(%a: tensor<?x10xf32, [@S0, @C10]>) {
  %0 = "test.op"(%a) {disc_shape.dims = [@S0, @C10]}
      : (tensor<?x10xf32, [@S0, @C10]>) -> memref<?x10xf32>
  func.return
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %0 = disc_shape.dim @S0
  %1 = disc_shape.dim @S1
  disc_shape.tie_predicate_mul_eq %1, %c4, %0
  disc_shape.tie_predicate_eq %0, %1
  disc_shape.tie_predicate_group_mul_eq [%0, %1], [%c4, %0]
  %2 = arith.constant 1 : index
  disc_shape.tie_predicate_eq %2, %0
  func.return
}
disc_shape.SymbolDim @S0 {non_zero, not_one, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @C10 {value = 10, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
"""


def parse(text: str) -> ModuleOp:
    ctx = Context()
    for dialect in (Builtin, Func, Arith, Test, DiscShape):
        ctx.load_dialect(dialect)
    module = Parser(ctx, text).parse_module()
    module.verify()
    return module


def test_conversion() -> None:
    module = parse(OLD)
    assert convert_legacy(module)
    module.verify()
    verify_shape_constraints(module)
    assert str(module) == str(parse(NEW))
    assert not convert_legacy(module)


def test_no_graph() -> None:
    module = parse('"disc_shape.SymbolicDim"() {sym_name = "S0"} : () -> ()')
    assert convert_legacy(module)
    assert str(module) == str(parse("disc_shape.SymbolDim @S0"))


TWO_LISTS = """
func.func @main(%a: tensor<?x?xf32, [@S0, @S1]>, %c: i1) {
  %0 = "test.op"(%a) {kDiscSymbolicDimAttr = [@S2, @S1]}
      : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
  %1 = "test.op"(%a) {kDiscSymbolicDimAttr = [@S2, @S1]}
      : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
  "test.op"() ({
    %2 = "test.op"(%a) {kDiscSymbolicDimAttr = [@S1, @S1]}
        : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
    "test.termop"() : () -> ()
  }) : () -> ()
  func.return
}
"disc_shape.SymbolicDim"() {sym_name = "S0"} : () -> ()
"disc_shape.SymbolicDim"() {sym_name = "S1"} : () -> ()
"disc_shape.SymbolicDim"() {sym_name = "S2"} : () -> ()
"""


def test_two_lists_for_one_value_are_an_equality() -> None:
    """Unless the operation is in a region, which may not run."""
    module = parse(TWO_LISTS)
    assert convert_legacy(module)
    module.verify()
    graph = next(op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == GRAPH)
    facts = [op.terms for op in graph.body.ops if isinstance(op, PredicateOp)]
    assert facts == [("S0", "S2")]
    (kept,) = [op for op in module.walk() if DIMS in op.attributes]
    assert not isinstance(kept.parent_op(), FuncOp)


ON_ARGUMENTS = """
func.func @main(%a: memref<?xf32> {kDiscSymbolicDimAttr = [@S0]}) {
  func.return
}
"disc_shape.SymbolDim"() {sym_name = "S0"} : () -> ()
"""
PLAIN = "func.func @main(%a: tensor<?xf32>) { func.return }"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (OLD, True),
        (TWO_LISTS, True),
        (ON_ARGUMENTS, True),
        (f"module {{ {ON_ARGUMENTS} }} module {{ {PLAIN} }}", True),
        (NEW, False),
        (PLAIN, False),
    ],
)
def test_a_census_changes_nothing(text: str, expected: bool) -> None:
    one, other = parse(text), parse(text)
    assert convert_legacy(one, Census.of(one)) == convert_legacy(other) == expected
    assert str(one) == str(other)
    assert "kDisc" not in str(one)


MINUS_ONE = """
"disc_shape.SymbolicDim"() {sym_name = "S0", knownNegativeOne = true} : () -> ()
"""


def test_minus_one_is_a_number() -> None:
    graph = """
    func.func @shape_constraint_graph() {
      %0 = "disc_shape.dim"() {name = @S0} : () -> index
      "disc_shape.tie_product_equal"(%0, %0) {operand_segment_sizes = array<i32: 1, 1>}
          : (index, index) -> ()
      func.return
    }
    """
    module = parse(graph + MINUS_ONE)
    assert convert_legacy(module)
    text = str(module)
    assert "arith.constant -1 : index" in text
    assert "S0" not in text


@pytest.mark.parametrize(
    "use",
    [
        '%0 = "test.op"() : () -> tensor<4x?xf32, [unit, @S0]>',
        '%0 = "test.op"() {kDiscSymbolicDimAttr = [unit, @S0]} : () -> memref<4x?xf32>',
        "func.func @f(%a: tensor<4x?xf32, [unit, @S0]>) { func.return }",
    ],
)
def test_minus_one_is_no_dimension(use: str) -> None:
    module = parse(use + MINUS_ONE)
    before = str(module)
    with pytest.raises(OperationError, match="dimension 1 is named '@S0', which is known to be -1"):
        convert_legacy(module)
    assert str(module) == before


def test_contradicting_flags() -> None:
    module = parse(
        """
        "disc_shape.SymbolicDim"() {sym_name = "C1", value = 1 : i64, knownNonSizeOne = true}
            : () -> ()
        """
    )
    with pytest.raises(OperationError, match="symbol '@C1' is 1 and known not to be 1"):
        convert_legacy(module)
