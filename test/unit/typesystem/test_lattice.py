"""The lattice of types has the laws of one, and its judgements hold for every size."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disc_shape.symbolic import Expr, Prover, Truth, const, parse, sym
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.judgements import compatible, equivalent, least_upper_bound, subtype
from disc_shape.typesystem.schemes import CallError, instantiate
from disc_shape.typesystem.scopes import (
    Scope,
    erased,
    free_names,
    function_of,
    names_bound,
    names_used,
    static_type,
)
from disc_shape.typesystem.types import (
    OBJECT,
    UNIT,
    FunctionType,
    PackedType,
    PrimType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
)

YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN
DIMS = [None, *map(parse, ["0", "1", "3", "n", "m", "n+1", "2*n", "n+n", "n*m", "n//2"])]

dims = st.sampled_from(DIMS)
shapes = st.one_of(
    st.just(Shape()),
    st.lists(dims, max_size=2).map(lambda sizes: Shape(tuple(sizes))),
    st.sampled_from([Shape.of_value("s", 1), Shape.of_value("s"), Shape.of_value("t", 1)]),
)
leaves: st.SearchStrategy[Type] = st.one_of(
    st.just(OBJECT),
    st.builds(
        TensorType, shapes, st.sampled_from([None, "f32", "i32"]), st.sampled_from([None, "a:0:g"])
    ),
    st.builds(ShapeType, shapes),
    st.builds(PrimType, st.sampled_from(["i64", "i32"]), dims),
    st.builds(PackedType, st.sampled_from(["default", "empty"]), st.none(), st.booleans()),
)


def larger(parts: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    few = st.lists(parts, max_size=2)
    functions = st.builds(function_of, few, parts, st.booleans(), st.sampled_from([(), ("n",)]))
    return st.one_of(few.map(lambda fields: TupleType(tuple(fields))), functions)


types = st.recursive(leaves, larger, max_leaves=4)
relaxed = settings(max_examples=150, derandomize=True)


@relaxed
@given(types)
def test_reflexive(one: Type) -> None:
    """RLX-200."""
    assert subtype(one, one, Prover()) is YES
    assert compatible(one, one, Prover()) is YES
    assert subtype(one, OBJECT, Prover()) is YES


@relaxed
@given(types, types, types)
def test_transitive(one: Type, other: Type, third: Type) -> None:
    """RLX-201, through bounds so that there are types above others."""
    prover = Prover()
    middle = least_upper_bound(one, other, prover)
    top = least_upper_bound(middle, third, prover)
    assert subtype(one, middle, prover) is YES
    assert subtype(middle, top, prover) is YES
    assert subtype(one, top, prover) is YES


@relaxed
@given(types, types)
def test_bound_of_both(one: Type, other: Type) -> None:
    """RLX-227: above both, of either order, and itself for one type."""
    prover = Prover()
    bound = least_upper_bound(one, other, prover)
    assert subtype(one, bound, prover) is YES
    assert subtype(other, bound, prover) is YES
    assert equivalent(bound, least_upper_bound(other, one, prover), prover)
    assert equivalent(one, least_upper_bound(one, one, prover), prover)


@relaxed
@given(types, types)
def test_compatible_implies_subtype_of_erased(one: Type, other: Type) -> None:
    """RLX-245."""
    if compatible(one, other, Prover()) is YES:
        assert subtype(static_type(one), static_type(other), Prover()) is YES
    if subtype(one, other, Prover()) is YES:
        assert compatible(one, other, Prover()) is YES


@relaxed
@given(types, st.sets(st.sampled_from(["n", "m", "s"])))
def test_erased_is_above_and_names_nothing_outside(one: Type, kept: set[str]) -> None:
    """RLX-232 to 235."""
    above = erased(one, Scope.of(kept))
    assert subtype(one, above, Prover()) is YES
    assert free_names(above) <= kept


def concrete(type_: Type, n: int, m: int) -> Type:
    return erased(type_, Scope({"n": const(n), "m": const(m)}, keeps_others=True))


@relaxed
@given(types, types)
def test_judgements_hold_for_every_size(one: Type, other: Type) -> None:
    """YES stays YES where symbols are numbers, and NO stays NO (RLX-213, 291)."""
    truth, fits = subtype(one, other, Prover()), compatible(one, other, Prover())
    for n, m in itertools.product(range(4), repeat=2):
        below, above = concrete(one, n, m), concrete(other, n, m)
        if truth is not UNKNOWN:
            assert subtype(below, above, Prover()) is truth
        if fits is not UNKNOWN:
            assert compatible(below, above, Prover()) is fits


@pytest.mark.parametrize(
    ("below", "above", "truth"),
    [
        ("n", "n + 1", NO),
        ("n", "m", UNKNOWN),
        ("n", "n * n", UNKNOWN),
        ("n + n", "2 * n", YES),
        ("7", "n % 4", NO),
        ("(n + 3) // 4", "(n - 1) // 4 + 1", YES),
    ],
)
def test_dimensions_are_compared_by_the_prover(below: str, above: str, truth: Truth) -> None:
    one, other = (TensorType(Shape((parse(text),))) for text in (below, above))
    assert subtype(one, other, Prover()) is truth


def test_facts_of_the_scope_decide() -> None:
    prover = Prover()
    prover.add_equal(sym("n"), sym("m"))
    assert subtype(tensor("n"), tensor("m"), prover) is YES
    assert least_upper_bound(tensor("n"), tensor("m"), prover) in (tensor("n"), tensor("m"))


def tensor(*sizes: str | Expr | None) -> TensorType:
    return TensorType(
        Shape(tuple(parse(size) if isinstance(size, str) else size for size in sizes)), "f32"
    )


def test_unknown_dimensions_are_kept_apart() -> None:
    bound = least_upper_bound(tensor("n", "4"), tensor("m", "4"), Prover())
    assert bound == tensor(None, "4")
    assert erased(tensor("n", "4"), Scope.of(())) == tensor(None, "4")


def test_a_lost_dimension_of_a_parameter_loses_the_function() -> None:
    scope = ("k",)
    one = function_of([tensor("a + k"), tensor("a")], tensor("a"), scope=scope)
    assert erased(one, Scope.of(())) == OBJECT
    other = function_of([tensor("a")], tensor("a + k"), scope=scope)
    assert erased(other, Scope.of(())) == function_of([tensor("a")], tensor(None))


def test_bound_names_do_not_capture_others() -> None:
    one = function_of([tensor("a")], tensor("a + k"))
    found = erased(one, Scope({"k": sym("a")}))
    assert isinstance(found, FunctionType)
    assert free_names(found) == {"a"}
    argument = instantiate(found, [tensor("3")], Prover()).result
    assert argument == tensor("a + 3")


def test_names() -> None:
    type_ = TupleType(
        (tensor("2*n", "m"), ShapeType(Shape.of_value("s", 2)), PrimType("i64", sym("k")))
    )
    assert names_bound(type_) == {"m", "s", "k"}
    assert names_used(type_) == {"n", "m", "k"}
    assert names_bound(UNIT) == set()


def test_calls_bind_symbols_afresh() -> None:
    scheme = function_of([tensor("a", "b")], tensor("b + 1", "a"))
    assert instantiate(scheme, [tensor("n", "4")], Prover()).result == tensor("5", "n")
    assert instantiate(scheme, [tensor("3", "m")], Prover()).result == tensor("m + 1", "3")
    found = instantiate(scheme, [tensor(None, "4")], Prover())
    assert found.result == tensor("5", None)
    assert [index for index, _ in found.unproved] == [0]


def test_a_shape_value_is_bound_by_a_call() -> None:
    scheme = function_of([ShapeType(Shape.of_value("s", 2))], TensorType(Shape.of_value("s", 2)))
    found = instantiate(scheme, [ShapeType(Shape.of([sym("n"), 4]))], Prover())
    assert found.result == TensorType(Shape.of([sym("n"), 4]))


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [([], "arity"), ([tensor("3", "4")], "argument_mismatch"), ([OBJECT], "argument_mismatch")],
)
def test_calls_that_cannot_succeed(arguments: list[Type], cause: str) -> None:
    with pytest.raises(CallError) as caught:
        instantiate(function_of([tensor("a")], tensor("a")), arguments, Prover())
    assert caught.value.cause == cause


def test_only_functions_are_called() -> None:
    with pytest.raises(CallError, match="not_callable"):
        instantiate(OBJECT, [], Prover())
