"""The symbols of a module, and which facts the graph states."""

from analysed import Analysed
from xdsl.dialects.builtin import ModuleOp

from disc_shape.constraints.reader import saved_constraints
from disc_shape.constraints.symbols import (
    ModuleSymbols,
    bound_in,
    is_named,
    names_in,
    names_of,
    reserved_names,
)
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.symbolic import Cond, Status, compare, sym

D, E = sym("d"), sym("e")


def stated(*facts: tuple[Cond, Status]) -> list[str]:
    known = ModuleSymbols(saved_constraints(ModuleOp([])), set())
    for condition, status in facts:
        known.add_fact(condition, status)
    return [f"{fact.condition} {fact.status.value}" for fact in known.stated_facts()]


def test_a_tighter_bound_says_what_a_looser_one_does() -> None:
    loose, tight = compare(">=", D, 1), compare(">=", D, 4)
    for status in Status:
        assert stated((loose, status), (tight, status)) == [f"d >= 4 {status.value}"]
        assert stated((tight, status), (loose, status)) == [f"d >= 4 {status.value}"]


def test_a_better_reason_stays() -> None:
    loose, tight = compare("<=", D, 64), compare("<=", D, 8)
    assert len(stated((loose, Status.GUARDED), (tight, Status.ASSUMED))) == 2
    assert stated((loose, Status.ASSUMED), (tight, Status.GUARDED)) == ["d <= 8 guarded"]


def test_other_facts_stay() -> None:
    facts = [compare(">=", D, 1), compare(">=", E, 4), compare("<=", D, 4), compare("!=", D, 2)]
    facts += [compare("==", D % 2, 0), compare(">=", D - E, 0)]
    assert len(stated(*((fact, Status.GUARDED) for fact in facts))) == len(facts)


PROGRAM = f"""
func.func @main(%x: tensor<?x?x4xf32, [@b, @S3, @C4]>, %y: tensor<?xf32>) {{
  "test.op"() {{callee = @S1, inner = [{{kind = @other}}]}} : () -> ()
  return
}}
func.func @{GRAPH}() {{
  return
}}
disc_shape.SymbolDim @b {{named, symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @S3 {{symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @S9 {{named, symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @rows {{symbolic_shape_graph = @{GRAPH}}}
disc_shape.SymbolDim @C4 {{value = 4, symbolic_shape_graph = @{GRAPH}}}
"""


def module_symbols(*reserved: str) -> ModuleSymbols:
    return ModuleSymbols(saved_constraints(Analysed(PROGRAM).module), set(reserved))


def test_names_from_outside_are_those_that_are_not_automatic() -> None:
    symbols = module_symbols().saved.symbols
    assert {name for name, op in symbols.items() if is_named(op)} == {"b", "S9", "rows"}


def test_names_of_other_symbols_are_reserved() -> None:
    assert reserved_names(Analysed(PROGRAM).module) == {"main", GRAPH}


def test_names_in_types_and_attributes() -> None:
    program = Analysed(PROGRAM)
    assert names_in(program.value("x").type) == ["b", "S3", "C4"]
    assert names_in(program.value("y").type) == []
    assert names_of(program.function) >= {"b", "S3", "C4", "S1", "other"}


def test_a_constant_has_one_symbol() -> None:
    module = module_symbols("C5", "C5_")
    assert [module.constant(number) for number in (4, 5, 4)] == ["C4", "C5__", "C4"]
    assert module.by_name["C4"].value == 4


def test_fresh_symbols_avoid_what_is_taken() -> None:
    module = module_symbols("S0")
    assert [module.fresh() for _ in range(3)] == ["S1", "S2", "S3"]
    assert [module.fresh() for _ in range(6)][-1] == "S10"


def test_kept_symbols_know_where_they_came_from() -> None:
    module = module_symbols()
    module.keep("b")
    module.keep("new")
    assert module.by_name["b"].saved is module.saved.symbols["b"]
    assert module.by_name["b"].named
    assert module.by_name["new"].saved is None


def test_a_name_belongs_to_one_function() -> None:
    module = module_symbols()
    first, second = (Analysed(PROGRAM).facts.function for _ in "ab")
    assert module.claim("b", first)
    assert module.claim("b", first)
    assert not module.claim("b", second)


def test_names_that_a_front_end_may_give() -> None:
    module = module_symbols("main")
    module.keep("kept")
    given = ["rows2", "main", "b", "kept", "S5", "C7", "not a name", "3x", ""]
    found = [module.from_front_end(name) for name in given]
    assert found == ["rows2", "main_", None, None, "S5", "C7", None, None, None]
    assert all(module.by_name[name].named for name in found if name is not None)


def test_made_up_names_differ_by_more_than_case() -> None:
    module = module_symbols("s0")
    module.expected.add("s1")
    module.outside.add("c4")
    module.from_front_end("S2")
    assert [module.fresh(), module.constant(4), module.constant(5)] == ["S3", "C4_", "C5"]


def test_a_weakened_fact_stays_weak() -> None:
    module, fact = module_symbols(), compare("<=", D, E)
    module.add_fact(fact, Status.DERIVED)
    module.weaken(fact, Status.ASSUMED)
    module.add_fact(fact, Status.DERIVED)
    assert [one.status for one in module.stated_facts()] == [Status.ASSUMED]


TWO = PROGRAM.replace(
    "func.func @main",
    "func.func private @other(%z: tensor<?xf32, [@b]>) {\n  return\n}\nfunc.func @main",
)
"""Two functions that name one symbol."""
STATED = PROGRAM.replace(
    f"func.func @{GRAPH}() {{",
    f"func.func @{GRAPH}() {{\n  %r = disc_shape.dim @rows\n  %q = disc_shape.dim @S9\n"
    "  disc_shape.tie_predicate_lt %r, %q {assumed}",
)
"""The graph states a fact on symbols that no value has."""


def test_symbols_of_a_signature_that_stays_keep_their_names() -> None:
    program = Analysed(PROGRAM)
    module = ModuleSymbols(program.saved, set())
    module.keep_signature(program.facts.function, ())
    assert module.outside == {"b", "S9", "rows", "S3"}
    assert module.owners == {}


def test_a_symbol_of_two_functions_belongs_to_none() -> None:
    program = Analysed(TWO)
    module = ModuleSymbols(program.saved, set())
    for facts in program.analysis.functions:
        others = [one for one in program.analysis.functions if one is not facts]
        elsewhere = {name for one in others for name in one.bindings.sizes}
        module.keep_signature(facts.function, elsewhere)
    assert module.owners == {"b": None}
    assert "b" in module.by_name
    assert not module.claim("b", program.facts.function)


def test_symbols_of_functions_that_are_left_alone_stay() -> None:
    program = Analysed(PROGRAM)
    module = ModuleSymbols(program.saved, set())
    module.keep_elsewhere([program.function])
    assert module.owners == {"b": None, "S3": None, "C4": None}
    assert {"b", "S3"} <= module.outside
    assert module.pinned.keys() == {"C4"}
    module.add_pinned()
    assert module.by_name.keys() == {"C4"}


def test_facts_on_symbols_of_functions_that_are_left_alone_stay() -> None:
    program = Analysed(STATED.replace("[@b, @S3, @C4]", "[@rows, @S9, @C4]"))
    module = ModuleSymbols(program.saved, set())
    module.keep_elsewhere([program.function])
    assert len(module.stated_facts()) == 1
    other = ModuleSymbols(program.saved, set())
    other.keep_elsewhere([])
    assert other.stated_facts() == []


def test_what_the_graph_has_on_other_symbols_is_kept() -> None:
    program = Analysed(STATED)
    module = ModuleSymbols(program.saved, set())
    module.keep("b")
    module.keep_the_rest([one.bindings.sizes for one in program.analysis.functions])
    assert module.by_name.keys() == {"b", "S9", "rows"}
    (fact,) = module.stated_facts()
    assert {symbol.name for symbol in fact.condition.symbols} == {"rows", "S9"}
    used = Analysed(STATED.replace("[@b, @S3, @C4]", "[@rows, @S9, @C4]"))
    module = ModuleSymbols(used.saved, set())
    module.keep_the_rest([one.bindings.sizes for one in used.analysis.functions])
    assert module.stated_facts() == []


def test_a_better_reason_replaces_a_weaker_one() -> None:
    fact = compare("<=", D, E)
    assert stated((fact, Status.ASSUMED), (fact, Status.DERIVED)) == [f"{fact} derived"]
    assert stated((fact, Status.DERIVED), (fact, Status.ASSUMED)) == [f"{fact} derived"]


def test_bounds_in_conditions() -> None:
    for text, expected in ((">", (D, 1, 5)), ("<", (D, -1, -3))):
        assert bound_in(compare(text, D, 4)) == expected
    assert bound_in(compare(">=", D, 4)) == (D, 1, 4)
    assert bound_in(compare("<=", D, 4)) == (D, -1, -4)
    assert bound_in(compare("==", D, 4)) is None
    assert bound_in(compare("<=", D, E)) is None
