"""What functions state to those who call them."""

from analysed import Analysed
from xdsl.dialects.func import CallOp

from disc_shape.analysis.calls import Schemes, scheme_of, shape_results

PROGRAM = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %s = call @twice(%n) : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @twice(%a: tensor<i32>) -> tensor<1xi32> {
  %b = stablehlo.add %a, %a : tensor<i32>
  %c = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  return %c : tensor<1xi32>
}
func.func private @outside(tensor<i32>) -> tensor<1xi32>
"""
CALLED = """
func.func @main(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @f(%v: tensor<?xf32>) -> tensor<?xf32> {
  %t = stablehlo.tanh %v : tensor<?xf32>
  return %t : tensor<?xf32>
}
"""


TWICE = """
func.func @main(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %c, ^one, ^two
^one:
  return %x : tensor<?xf32>
^two:
  return %y : tensor<?xf32>
}
"""


def call_of(program: Analysed) -> CallOp:
    op = program.op("func.call")
    assert isinstance(op, CallOp)
    return op


def test_the_function_of_a_call() -> None:
    program = Analysed(PROGRAM)
    schemes = Schemes(program.module, lambda function, results: None)
    called = schemes.function(call_of(program))
    assert called is not None
    assert called.sym_name.data == "twice"
    assert schemes.function(program.op("stablehlo.add")) is None


def test_operands_of_a_result() -> None:
    program = Analysed(PROGRAM)
    schemes = Schemes(program.module, lambda function, results: None)
    call = call_of(program)
    assert list(schemes.sources(call.results[0])) == [program.value("n")]
    assert list(schemes.wanted(call)) == []


def test_results_that_are_parts_of_shapes() -> None:
    program = Analysed(PROGRAM)
    assert shape_results(call_of(program), program.state) == frozenset({0})


def test_the_integers_of_a_call_are_those_of_the_function() -> None:
    program = Analysed(PROGRAM)
    size = program.state.integer(program.value("n"))
    assert size is not None
    assert program.size("r", 0) is size * 2


def test_a_scheme_relates_results_and_arguments() -> None:
    program = Analysed(CALLED)
    facts = program.analysis.functions[1]
    scheme = scheme_of(facts.function, facts.shapes.state, [])
    assert scheme is not None
    assert scheme.results == scheme.arguments
    assert scheme.checks == ()


def test_a_function_that_returns_twice_has_no_scheme() -> None:
    program = Analysed(TWICE)
    assert scheme_of(program.function, program.state, []) is None


def test_the_sizes_of_a_call_are_those_of_the_function() -> None:
    program = Analysed(CALLED)
    assert program.state.dims(call_of(program).results[0])[0] is program.size("x", 0)
