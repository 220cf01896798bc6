"""The facts that the graph records of one function."""

from analysed import Analysed

from disc_shape.constraints.symbols import ModuleSymbols
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.rewriting.recording import orders_sizes, record_facts
from disc_shape.rewriting.statements import Statements, conjuncts, implied_sizes, own_sizes
from disc_shape.symbolic import And, Comparison, Status, parse_cond, sym

PROGRAM = """
func.func @main(%x: tensor<?xf32, [@b]>, %y: tensor<?xf32, [@s]>) {
  %i = arith.constant 0 : index
  %a = tensor.dim %x, %i : tensor<?xf32, [@b]>
  %d = tensor.dim %y, %i : tensor<?xf32, [@s]>
  %small = arith.cmpi ule, %a, %d : index
  CHECK
  return
}
func.func @shape_constraint_graph() {
  %b = disc_shape.dim @b
  %s = disc_shape.dim @s
  FACT
  return
}
disc_shape.SymbolDim @b {named, ranges = [[1, 64]], symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @s {named, symbolic_shape_graph = @shape_constraint_graph}
"""
CHECK = 'cf.assert %small, "too many"'
FACT = "disc_shape.tie_predicate_eq %b, %s {assumed}"


def recorded(check: str = "", fact: str = "") -> FunctionSymbols:
    """The symbols of a program whose arguments have their names, with what the graph records."""
    program = Analysed(PROGRAM.replace("CHECK", check).replace("FACT", fact))
    symbols = FunctionSymbols(ModuleSymbols(program.saved, set()), program.facts, {})
    for name in "xy":
        symbols.of_argument(program.state.raw_dims(program.value(name))[0])
    record_facts(symbols)
    return symbols


def facts(symbols: FunctionSymbols) -> list[tuple[str, Status]]:
    return [(str(fact.condition), fact.status) for fact in symbols.module.stated_facts()]


def test_ranges_are_recorded_on_symbols() -> None:
    symbols = recorded()
    assert facts(symbols) == []
    assert symbols.module.by_name["b"].range == (1, 64)
    assert symbols.module.by_name["s"].range == (0, None)


def test_what_a_guard_checks_is_recorded_as_guarded() -> None:
    assert (str(parse_cond("b <= s")), Status.GUARDED) in facts(recorded(check=CHECK))


def test_what_the_graph_has_is_recorded_again() -> None:
    (fact,) = recorded(fact=FACT).module.stated_facts()
    assert fact.condition in (parse_cond("b == s"), parse_cond("s == b"))
    assert fact.status is Status.ASSUMED


def test_implied_sizes_are_those_of_operations_alone() -> None:
    symbols = recorded(fact=FACT)
    found = implied_sizes(symbols, own_sizes(symbols))
    assert found.keys() >= {"b", "s"}
    assert found["b"] is not found["s"]


def stated(*texts: str) -> list[Status]:
    """The statuses of conditions that are stated as derived, one after the other."""
    symbols = recorded(fact=FACT)
    statements = Statements(symbols, is_written=True)
    before = len(symbols.module.facts)
    for text in texts:
        statements.state(parse_cond(text), Status.DERIVED)
    return [fact.status for fact in symbols.module.facts.values()][before:]


def test_no_fact_is_derived_without_proof() -> None:
    # No value has the size k: the first fact about it defines it.
    assert stated("k == 2*s") == [Status.DERIVED]
    assert stated("k == 2*s", "k % 2 == 0") == [Status.DERIVED, Status.DERIVED]
    # Together these would equate the sizes of both arguments, which is assumed only.
    assert stated("k == s", "k == b") == [Status.DERIVED, Status.ASSUMED]
    # A size is not negative, so this one says that s is at least 5.
    assert stated("k == s - 5") == [Status.ASSUMED]
    # Nothing says what j and k are.
    assert stated("k <= s", "j == k") == [Status.ASSUMED, Status.ASSUMED]


def test_orders_between_sizes() -> None:
    def orders(text: str) -> bool:
        statement = parse_cond(text)
        assert isinstance(statement, Comparison)
        return orders_sizes(statement)

    assert orders("b <= s")
    assert orders("b >= s + 1")
    assert not orders("b <= 4")
    assert not orders("b == s")


def test_parts_of_a_conjunction() -> None:
    both = parse_cond("b <= 4 and s <= 4")
    assert isinstance(both, And)
    assert set(conjuncts(both)) == {parse_cond("b <= 4"), parse_cond("s <= 4")}
    one = parse_cond("b <= 4")
    assert conjuncts(one) == (one,)
    assert sym("b") in one.symbols
