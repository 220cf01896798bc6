"""Symbols and a constraint graph that are what would be written stay as they are."""

from collections.abc import Callable

import pytest
from fuzz.harness import parse
from xdsl.dialects import func
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Operation

from disc_shape.constraints.graph import content_of
from disc_shape.constraints.graph_content import Declaration
from disc_shape.constraints.reader import RELIED_ON
from disc_shape.constraints.symbols import SymbolFact
from disc_shape.dialects.disc_shape import SymbolDimOp
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.symbolic import Status, parse_cond

CONDITIONS = (
    "a == b",
    "a < b",
    "a % 4 == 0",
    "a == b * d",
    "a * b == d * e",
    "a == b * 2 + 1",
    "a >= 3 or b == -7",
    "a * 3 == b * d",
)
FACTS = [
    SymbolFact(parse_cond(text), status)
    for text, status in zip(CONDITIONS, [*Status, *Status, *Status], strict=False)
]
PLACE = FileLineColLoc(StringAttr("net.py"), IntAttr(1), IntAttr(2))


def body(graph: func.FuncOp) -> list[Operation]:
    return [*graph.body.block.ops]


def test_a_graph_holds_what_it_is_built_of() -> None:
    content = content_of(FACTS)
    assert [op.name.partition(".tie_")[2] for op in body(content.function(False))][-9:-1] == [
        "predicate_eq",
        "predicate_lt",
        "predicate_divisible",
        "predicate_mul_eq",
        "predicate_group_mul_eq",
        "predicate_affine_eq",
        "predicate",
        "predicate_group_mul_eq",
    ]
    assert content.is_held_by(content.function(False), False)
    assert content.is_held_by(content.function(True), True)
    assert not content.is_held_by(content.function(True), False)
    assert not content.is_held_by(content.function(False), True)


@pytest.mark.parametrize("place", range(len(FACTS)))
def test_a_graph_with_another_fact_is_another_one(place: int) -> None:
    graph = content_of(FACTS).function(False)
    less = [*FACTS[:place], *FACTS[place + 1 :]]
    other = Status.DERIVED if FACTS[place].status is not Status.DERIVED else Status.GUARDED
    fact = SymbolFact(FACTS[place].condition, other)
    for facts in (less, [*FACTS, fact], [*FACTS[:place], fact, *FACTS[place + 1 :]], FACTS[::-1]):
        assert not content_of(facts).is_held_by(graph, False)


def give_hint(graph: func.FuncOp) -> None:
    body(graph)[0].results[0].name_hint = "other"


def give_location(graph: func.FuncOp) -> None:
    body(graph)[-2].location = PLACE


def give_location_to_term(graph: func.FuncOp) -> None:
    body(graph)[0].location = PLACE


def give_attribute(graph: func.FuncOp) -> None:
    body(graph)[-2].attributes["note"] = UnitAttr()


def give_visibility(graph: func.FuncOp) -> None:
    graph.properties["sym_visibility"] = StringAttr("public")


def give_attribute_to_graph(graph: func.FuncOp) -> None:
    graph.attributes["note"] = UnitAttr()


def drop_predicate(graph: func.FuncOp) -> None:
    body(graph)[-2].detach()


CHANGES = (
    give_hint,
    give_location,
    give_location_to_term,
    give_attribute,
    give_visibility,
    give_attribute_to_graph,
    drop_predicate,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_graph_that_would_be_written_differently_is_another_one(
    change: Callable[[func.FuncOp], None],
) -> None:
    content = content_of(FACTS)
    graph = content.function(False)
    change(graph)
    assert not content.is_held_by(graph, False)


DECLARATIONS = (
    Declaration("a", None, (), (), False, None),
    Declaration("a", None, (), (), True, None),
    Declaration("a", 3, (), (), False, None),
    Declaration("a", None, ((1, 64), (128, None)), (), False, None),
    Declaration("a", None, ((1, 64),), (8, 16), False, None),
    Declaration("a", None, (), (8,), False, "g"),
    Declaration("a", None, (), (), False, "h"),
    Declaration("b", None, (), (), False, None),
)


def test_each_declaration_makes_its_own_operation() -> None:
    for one in DECLARATIONS:
        made = [other.operation() for other in DECLARATIONS]
        assert [one.is_made_by(op) for op in made] == [one is other for other in DECLARATIONS]


@pytest.mark.parametrize("name", ["non_zero", "not_one"])
def test_a_symbol_with_more_properties_is_another_one(name: str) -> None:
    op = DECLARATIONS[0].operation()
    op.properties[name] = UnitAttr()
    assert not DECLARATIONS[0].is_made_by(op)


PROGRAM = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def written(module: ModuleOp) -> list[Operation]:
    """The graph and the symbols of a module."""
    return [op for op in module.body.block.ops if not is_main(op)]


def is_main(op: Operation) -> bool:
    return isinstance(op, func.FuncOp) and op.sym_name.data == "main"


def test_a_second_run_leaves_symbols_and_graph_alone() -> None:
    module = parse(PROGRAM)
    optimize_shapes(module)
    before = written(module)
    assert before[0].name == "func.func"
    assert isinstance(before[-1], SymbolDimOp)
    optimize_shapes(module)
    assert [*map(id, written(module))] == [*map(id, before)]


@pytest.mark.parametrize("moves", [True, False], ids=["order", "mark"])
def test_symbols_and_graph_are_written_anew_where_something_differs(moves: bool) -> None:
    module = parse(PROGRAM)
    optimize_shapes(module)
    text, before = str(module), written(module)
    if moves:
        before[-1].detach()
        module.body.block.insert_op_before(before[-1], before[0])
    else:
        before[0].attributes[RELIED_ON] = UnitAttr()
    optimize_shapes(module)
    assert str(module) == text
    assert not {*map(id, written(module))} & {*map(id, before)}
