"""The constraints that a module carries."""

import pytest
from analysed import Analysed

from disc_shape.analysis.saved_facts import interval_text, named_values
from disc_shape.constraints.reader import reason_of, saved_constraints
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.errors import OperationError
from disc_shape.symbolic import Status, parse_cond

PROGRAM = f"""
func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %y: tensor<?xf32, [@b]>) {{
  return
}}
func.func @{GRAPH}() {{
  %b = disc_shape.dim @b
  %s = disc_shape.dim @s
  disc_shape.tie_predicate_lt %b, %s {{guarded}}
  disc_shape.tie_predicate_eq %b, %s {{assumed}}
  return
}}
disc_shape.SymbolDim @b {{named, ranges = [[1, 64]], symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @s {{symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @C8 {{value = 8, symbolic_shape_graph = @{GRAPH}}}
"""
BROKEN = PROGRAM.replace("eq %b, %s {assumed}", "lt %s, %b {assumed}")


def test_symbols_and_facts_of_a_module() -> None:
    saved = saved_constraints(Analysed(PROGRAM).module)
    assert saved.symbols.keys() == {"b", "s", "C8"}
    assert saved.graph is not None
    assert [(str(fact.condition), fact.status) for fact in saved.facts] == [
        (str(parse_cond("b < s")), Status.GUARDED),
        (str(parse_cond("b == s")), Status.ASSUMED),
    ]


def test_a_module_without_constraints() -> None:
    saved = saved_constraints(Analysed("func.func @main() {\n  return\n}").module)
    assert (saved.symbols, saved.facts, saved.graph) == ({}, [], None)
    assert not saved.is_relied_on


def test_the_size_of_a_constant_symbol() -> None:
    saved = saved_constraints(Analysed(PROGRAM).module)
    assert saved.size("C8") == 8
    assert saved.size("b") is None
    assert saved.size("no symbol") is None


def test_promised_names_are_those_of_equalities() -> None:
    saved = saved_constraints(Analysed(PROGRAM).module)
    assert saved.promised_names(Status.ASSUMED) == {"b", "s"}
    assert saved.promised_names(Status.GUARDED, Status.DERIVED) == frozenset()


def test_a_graph_is_relied_on_where_it_is_marked() -> None:
    marked = PROGRAM.replace(f"@{GRAPH}() {{", f"@{GRAPH}() attributes {{disc_shape.relied_on}} {{")
    assert saved_constraints(Analysed(marked).module).is_relied_on
    assert not saved_constraints(Analysed(PROGRAM).module).is_relied_on


def test_reasons_quote_the_graph() -> None:
    fact = saved_constraints(Analysed(PROGRAM).module).facts[0]
    reason = reason_of(fact)
    assert reason.status is Status.GUARDED
    assert reason.handle is fact.op
    assert str(fact.condition) in str(reason)


def test_sizes_of_one_name_are_equal() -> None:
    program = Analysed(PROGRAM.replace("{assumed}", "{derived}").replace("_lt", "_eq"))
    assert program.size("x", 0) is program.size("y", 0)
    assert program.facts.bindings.sizes.keys() >= {"b", "s"}


def test_ranges_of_symbols_are_loaded() -> None:
    program = Analysed(PROGRAM.replace("  disc_shape.tie_predicate_eq %b, %s {assumed}\n", ""))
    assert program.state.prover.bounds(program.size("y", 0)) == (1, 64)
    assert program.state.prover.bounds(program.size("x", 1)) == (2, None)


def test_a_graph_that_contradicts_itself_is_an_error() -> None:
    with pytest.raises(OperationError):
        _ = Analysed(BROKEN).shapes


def test_named_values_are_the_ranked_ones() -> None:
    program = Analysed(
        """
        func.func @main(%c: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
          %r = scf.if %c -> (tensor<?xf32>) {
            %t = stablehlo.tanh %x : tensor<?xf32>
            scf.yield %t : tensor<?xf32>
          } else {
            scf.yield %x : tensor<?xf32>
          }
          return %r : tensor<?xf32>
        }
        """
    )
    found = {value.name_hint: conditional for value, conditional in named_values(program.shapes)}
    assert found == {"x": False, "r": False, "t": True}


def test_intervals_as_text() -> None:
    assert interval_text(1, 64) == "[1, 64]"
    assert interval_text(0, None) == "[0, ?]"
