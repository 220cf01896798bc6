"""The symbols of the sizes of one function."""

from analysed import Analysed

from disc_shape.constraints.symbols import ModuleSymbols
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.symbolic import Status, compare, const, sym

PROGRAM = """
func.func @main(%x: tensor<?x4xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %i = arith.constant 0 : index
  %a = tensor.dim %x, %i : tensor<?x4xf32>
  %b = tensor.dim %y, %i : tensor<?xf32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_reshape %y, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
"""
GUARDED = PROGRAM.replace(
    "  %s =",
    '  %same = arith.cmpi eq, %a, %b : index\n  cf.assert %same, "rows differ"\n  %s =',
)
NAMED = f"""
func.func @main(%x: tensor<?x?xf32, [@b, @S7]>, %y: tensor<?xf32>) {{
  return
}}
func.func @{GRAPH}() {{
  return
}}
disc_shape.SymbolDim @b {{named, symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @S7 {{symbolic_shape_graph = @{GRAPH}}}
"""
PROMISED = f"""
func.func @main(%x: tensor<?xf32, [@b]>, %y: tensor<?xf32, [@s]>) {{
  return
}}
func.func @{GRAPH}() {{
  %b = disc_shape.dim @b
  %s = disc_shape.dim @s
  disc_shape.tie_predicate_eq %b, %s {{assumed}}
  return
}}
disc_shape.SymbolDim @b {{named, symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @s {{named, symbolic_shape_graph = @{GRAPH}}}
"""
LOOP = """
func.func @main(%n: index, %x: tensor<?xf32>) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  scf.for %i = %z to %n step %o {
    %e = tensor.empty(%i) : tensor<?xf32>
    scf.yield
  }
  return
}
"""


def symbols_of(program: Analysed, **names: str) -> FunctionSymbols:
    """The symbols of a program whose values a front end calls by names."""
    given = {program.value(value): name for value, name in names.items()}
    return FunctionSymbols(ModuleSymbols(program.saved, set()), program.facts, given)


def test_equal_sizes_have_one_symbol() -> None:
    program = Analysed(PROGRAM)
    symbols = symbols_of(program)
    assert symbols.of(program.size("x", 0)) == "S0"
    assert symbols.of(program.size("y", 0)) == "S1"
    assert symbols.of(program.size("x", 0)) == "S0"


def test_numbers_have_a_symbol_where_an_index_can_hold_them() -> None:
    symbols = symbols_of(Analysed(PROGRAM))
    assert symbols.of(const(4)) == "C4"
    assert symbols.of(const(2**63)) is None


def test_names_of_the_module_stay_and_automatic_ones_do_not() -> None:
    program = Analysed(NAMED)
    symbols = symbols_of(program)
    assert symbols.of(program.size("x", 0)) == "b"
    assert symbols.of(program.size("x", 1)) == "S0"


def test_names_of_front_ends_are_taken() -> None:
    program = Analysed(PROGRAM)
    size = program.state.integer(program.value("n"))
    assert size is not None
    assert symbols_of(program, n="rows").of(size) == "rows"


def test_a_size_that_varies_in_a_loop_has_no_symbol() -> None:
    program = Analysed(LOOP)
    symbols = symbols_of(program)
    assert symbols.varies(program.size("e", 0))
    assert symbols.of(program.size("e", 0)) is None
    assert not symbols.varies(program.size("x", 0))


def test_an_argument_keeps_its_symbol_where_a_guard_makes_it_equal() -> None:
    program = Analysed(GUARDED)
    symbols = symbols_of(program)
    first, second = (program.state.raw_dims(program.value(name))[0] for name in "xy")
    assert program.size("x", 0) is program.size("y", 0)
    assert [symbols.of_argument(first), symbols.of_argument(second)] == ["S0", "S1"]
    (fact,) = symbols.module.stated_facts()
    assert {symbol.name for symbol in fact.condition.symbols} == {"S0", "S1"}
    assert fact.status is Status.GUARDED


def test_a_promise_makes_sizes_equal_by_assumption() -> None:
    program = Analysed(PROMISED)
    symbols = symbols_of(program)
    first, second = (program.state.raw_dims(program.value(name))[0] for name in "xy")
    assert [symbols.of_argument(first), symbols.of_argument(second)] == ["b", "s"]
    assert symbols.status_of_equality(first, second) is Status.ASSUMED
    (fact,) = symbols.module.stated_facts()
    assert fact.status is Status.ASSUMED
    assert {symbol.name for symbol in fact.condition.symbols} == {"b", "s"}


def test_an_argument_that_a_guard_makes_a_number_keeps_its_symbol() -> None:
    text = GUARDED.replace("eq, %a, %b", "eq, %a, %c8").replace(
        "  %a =", "  %c8 = arith.constant 8 : index\n  %a ="
    )
    program = Analysed(text)
    symbols = symbols_of(program)
    size = program.state.raw_dims(program.value("x"))[0]
    assert program.size("x", 0).constant == 8
    assert symbols.of_argument(size) == "S0"
    (fact,) = symbols.module.stated_facts()
    assert fact.condition == compare("==", sym("S0"), 8)
    assert fact.status is Status.GUARDED
    assert symbols.of_argument(size) == "S0"


def test_arguments_that_operations_make_equal_share_a_symbol() -> None:
    text = PROGRAM.replace("  return", "  %t = stablehlo.add %y, %r : tensor<?xf32>\n  return")
    program = Analysed(text)
    symbols = symbols_of(program)
    size = program.state.integer(program.value("n"))
    assert size is not None
    first = program.state.raw_dims(program.value("y"))[0]
    assert symbols.of_argument(first) == symbols.of_argument(size)
    assert symbols.module.stated_facts() == []


def test_why_sizes_are_equal() -> None:
    program = Analysed(GUARDED)
    symbols = symbols_of(program)
    first, second = (program.state.raw_dims(program.value(name))[0] for name in "xy")
    assert symbols.status_of_equality(first, second) is Status.GUARDED
    assert symbols.status_of_equality(first, first) is Status.DERIVED


def test_reasons_of_values_are_noted_where_operations_do_not_imply_their_size() -> None:
    program = Analysed(GUARDED)
    symbols = symbols_of(program)
    first, second = (program.state.raw_dims(program.value(name))[0] for name in "xy")
    size = program.state.prover.canonical(first)
    symbols.note_reason(size * 2, first * 2)
    symbols.note_reason(size * 2, second * 2)
    assert symbols.reasons == {size * 2: Status.GUARDED}
    symbols.note_reason(size * 3, first * 3)
    assert size * 3 not in symbols.reasons


def test_sizes_and_conditions_in_symbols_of_the_output() -> None:
    program = Analysed(PROGRAM)
    symbols = symbols_of(program)
    x, y = program.size("x", 0), program.size("y", 0)
    symbols.of(x)
    assert symbols.renamed(x * 2 + 1) is sym("S0") * 2 + 1
    assert symbols.renamed(x + y) is None
    assert symbols.renamed(const(3)) is const(3)
    assert symbols.renamed_condition(compare("<=", x, 4)) == compare("<=", sym("S0"), 4)
    assert symbols.renamed_condition(compare("<=", x, y)) is None


def test_a_condition_before_it_was_checked() -> None:
    program = Analysed(GUARDED)
    symbols = symbols_of(program)
    first, second = (program.state.raw_dims(program.value(name))[0] for name in "xy")
    for size in (first, second):
        symbols.of_argument(size)
    found = symbols.own_condition(compare("==", first, second))
    assert found is not None
    assert {symbol.name for symbol in found.symbols} == {"S0", "S1"}
