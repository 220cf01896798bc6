"""Types and signatures with the symbols of sizes."""

from analysed import Analysed
from fuzz.harness import parse, show
from xdsl.dialects.func import FuncOp

from disc_shape.constraints.symbols import ModuleSymbols
from disc_shape.constraints.types import refresh_signature
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.rewriting.type_symbols import is_shown
from disc_shape.rewriting.types import TypeWriter
from disc_shape.traversal import ancestor_in, values_of

PROGRAM = """
func.func @main(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %unused = stablehlo.tanh %x : tensor<?xf32>
  %r = scf.if %c -> (tensor<?xf32>) {
    %t = stablehlo.add %x, %y : tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
"""
WHILE = """
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %z) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %r : tensor<i32>
}
"""
STATIC = """
func.func @main(%x: tensor<4x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""


def written(text: str, keep_signature: bool = False) -> Analysed:
    program = Analysed(text)
    symbols = FunctionSymbols(ModuleSymbols(program.saved, set()), program.facts, {})
    writer = TypeWriter(Rewriter(program.shapes), symbols)
    writer.write(program.function, keep_signature)
    return program


def test_results_and_arguments_of_regions_are_values_of_an_operation() -> None:
    program = Analysed(WHILE)
    op = program.op("stablehlo.while")
    found = list(values_of(op))
    assert found[0] is program.value("r")
    assert len(found) == 3


def test_a_tensor_without_a_use_is_not_shown() -> None:
    program = Analysed(PROGRAM)
    assert not is_shown(program.value("unused"))
    assert is_shown(program.value("x"))
    assert is_shown(program.value("c"))


def test_the_ancestor_in_a_block() -> None:
    program = Analysed(PROGRAM)
    block = program.function.body.block
    assert ancestor_in(program.op("stablehlo.add"), block) is program.op("scf.if")
    assert ancestor_in(program.op("scf.if"), block) is program.op("scf.if")
    inner = program.op("stablehlo.add").parent_block()
    assert inner is not None
    assert ancestor_in(program.op("scf.if"), inner) is None


def test_a_signature_follows_arguments_and_returned_values() -> None:
    function = Analysed(PROGRAM).function
    other = parse(
        "func.func @f(%a: tensor<2xf32>) -> tensor<3xf32> {\n"
        "  %0 = tensor.empty() : tensor<3xf32>\n  return %0 : tensor<3xf32>\n}"
    ).body.block.first_op
    assert isinstance(other, FuncOp)
    before = other.function_type
    other.properties["function_type"] = function.function_type
    refresh_signature(other)
    assert other.function_type == before


def test_sizes_are_written_into_types() -> None:
    program = written(STATIC)
    assert str(program.value("x").type) == "tensor<4x?xf32, [@C4, @S0]>"
    assert str(program.op("stablehlo.transpose").results[0].type) == "tensor<?x4xf32, [@S0, @C4]>"
    outputs = program.function.function_type.outputs
    assert [str(type) for type in outputs] == ["tensor<?x4xf32, [@S0, @C4]>"]


def test_a_signature_that_stays_is_cast_at_the_boundary() -> None:
    program = written(STATIC, keep_signature=True)
    before = Analysed(STATIC).function.function_type
    assert program.function.function_type == before
    assert "tensor.cast" in show(program.module)
