"""The rules of the lattice, one case or more for each."""

from __future__ import annotations

import pytest
from unit.relax.shorthand import type_named

from disc_shape.symbolic import Prover, Truth
from disc_shape.typesystem.judgements import compatible, equivalent, least_upper_bound, subtype
from disc_shape.typesystem.schemes import CallError, instantiate
from disc_shape.typesystem.scopes import Scope, erased, names_bound, names_used, static_type
from disc_shape.typesystem.types import OBJECT

ON_A, ON_B = ('!relax.tensor<[@n], f32, "a:0:g">', '!relax.tensor<[@n], f32, "b:0:g">')
PURE, IMPURE = "!relax.func<(T<n>) -> T<n>>", "!relax.func<impure (T<n>) -> T<n>>"
EXTERNAL, WEAKEST = '!relax.packed<"default">', '!relax.packed<"empty">'

SUBTYPES: list[tuple[str, str, str, str]] = [
    ("RLX-007", ON_A, ON_B, "no"),
    ("RLX-007", ON_A, ON_A.replace(":0", ":1"), "no"),
    ("RLX-007", ON_A, ON_A.replace(":g", ":h"), "no"),
    ("RLX-145", "T<n>", "O", "yes"),
    ("RLX-145", "S<n>", "O", "yes"),
    ("RLX-145", "U", "O", "yes"),
    ("RLX-145", PURE, "O", "yes"),
    ("RLX-151", "T<n,4>", "T<?,4>", "yes"),
    ("RLX-151", "T<?,4>", "T<?,?>", "yes"),
    ("RLX-151", "T<?,4>", "T<n,4>", "no"),
    ("RLX-163", PURE, "!relax.func<(T<m>) -> T<m>>", "yes"),
    ("RLX-200", "tuple<T<n>, O>", "tuple<T<n>, O>", "yes"),
    ("RLX-201", "T<n,4>", "T<*>", "yes"),
    ("RLX-202", "O", "T<n>", "no"),
    ("RLX-202", "S<n>", "O", "yes"),
    ("RLX-203", "T<n,4>", "T<n,4|?>", "yes"),
    ("RLX-203", "T<n,4|?>", "T<n,4>", "no"),
    ("RLX-203", ON_A, "T<n>", "yes"),
    ("RLX-203", "T<n>", ON_A, "no"),
    ("RLX-204", "T<n + n>", "T<2 * n>", "yes"),
    ("RLX-204", "T<n>", "T<m>", "possible"),
    ("RLX-204", "T<n>", "T<n + 1>", "no"),
    ("RLX-205", "S<1,n>", "S<?,?>", "yes"),
    ("RLX-205", "S<?,?>", "S<*>", "yes"),
    ("RLX-205", "S<?,?>", "S<1,n>", "no"),
    ("RLX-206", "tuple<T<n>, T<m>>", "tuple<T<n>, T<k>>", "possible"),
    ("RLX-206", "tuple<T<n>>", "tuple<T<n>, T<m>>", "no"),
    ("RLX-207", "!relax.prim<i32>", "!relax.prim<i64>", "no"),
    ("RLX-207", "!relax.prim<i64>", "!relax.prim<i32>", "no"),
    ("RLX-208", "!relax.prim<i64, @n>", "!relax.prim<i64>", "yes"),
    ("RLX-208", "!relax.prim<i64, @n>", "!relax.prim<i64, @m>", "possible"),
    ("RLX-208", "!relax.prim<i64, 3>", "!relax.prim<i64, 4>", "no"),
    ("RLX-209", EXTERNAL, WEAKEST, "yes"),
    ("RLX-209", WEAKEST, EXTERNAL, "no"),
    ("RLX-210", EXTERNAL, EXTERNAL, "yes"),
    ("RLX-210", EXTERNAL, '!relax.packed<"declared" -> S<n>>', "no"),
    ("RLX-211", PURE, IMPURE, "yes"),
    ("RLX-211", IMPURE, PURE, "no"),
    ("RLX-212", "!relax.func<(T<*>) -> O>", "!relax.func<(T<3>) -> O>", "yes"),
    ("RLX-212", "!relax.func<(T<3>) -> O>", "!relax.func<(T<*>) -> O>", "no"),
    ("RLX-213", "T<n>", "T<n>", "yes"),
    ("RLX-213", "T<n>", "T<n * n>", "possible"),
    ("RLX-213", "T<n>", "T<n + 1>", "no"),
    ("RLX-290", "T<n * (m + 1)>", "T<n * m + n>", "yes"),
    ("RLX-291", "T<n>", "T<m>", "possible"),
]
COMPATIBLE: list[tuple[str, str, str, str]] = [
    ("RLX-214", "T<?,?>", "T<n,4>", "possible"),
    ("RLX-237", "T<n>", "T<3>", "possible"),
    ("RLX-237", "T<4>", "T<3>", "no"),
    ("RLX-238", "T<n>", "O", "yes"),
    ("RLX-238", "O", "T<n>", "no"),
    ("RLX-238", "S<n>", "T<n>", "no"),
    ("RLX-239", "tuple<T<n>, T<3>>", "tuple<T<m>, T<4>>", "no"),
    ("RLX-239", "tuple<T<m>, T<3>>", "tuple<T<n>, T<3>>", "possible"),
    ("RLX-240", "S<n>", "S<*>", "yes"),
    ("RLX-240", "S<?>", "S<n>", "possible"),
    ("RLX-241", "!relax.prim<i64>", "!relax.prim<i64, 3>", "possible"),
    ("RLX-241", "!relax.prim<i64, 4>", "!relax.prim<i64, 3>", "no"),
    ("RLX-242", "T<n|?>", "T<n>", "possible"),
    ("RLX-242", "T<n>", "T<n|i32>", "no"),
    ("RLX-242", ON_A, ON_B, "no"),
    ("RLX-243", "!relax.tensor<@s : 1, f32>", "!relax.tensor<@s : 1, f32>", "yes"),
    ("RLX-243", "!relax.tensor<@s : 1, f32>", "!relax.tensor<@t : 1, f32>", "possible"),
    ("RLX-244", IMPURE, PURE, "no"),
    ("RLX-244", PURE, "!relax.func<(T<y>) -> T<y>>", "yes"),
]
BOUNDS: list[tuple[str, str, str, str]] = [
    ("RLX-220", "T<n>", "O", "O"),
    ("RLX-220", "T<n>", "S<n>", "O"),
    ("RLX-221", "!relax.prim<i32>", "!relax.prim<i64>", "O"),
    ("RLX-221", "!relax.prim<i64, @n>", "!relax.prim<i64, @m>", "!relax.prim<i64>"),
    ("RLX-222", "S<1,n>", "S<1,m>", "S<1,?>"),
    ("RLX-222", "S<1>", "S<1,2>", "S<*>"),
    ("RLX-223", "T<n,m>", "T<n,m|i32>", "T<n,m|?>"),
    ("RLX-223", ON_A, ON_B, "T<n>"),
    ("RLX-224", "tuple<T<n>, O>", "tuple<T<m>, S<n>>", "tuple<T<?>, O>"),
    ("RLX-224", "tuple<T<n>, O>", "tuple<T<n>>", "O"),
    ("RLX-225", PURE, "!relax.func<impure (T<m>) -> T<m>>", IMPURE),
    ("RLX-225", PURE, "!relax.func<(T<m|i32>) -> T<m|i32>>", "O"),
    ("RLX-226", EXTERNAL, EXTERNAL, EXTERNAL),
    ("RLX-226", EXTERNAL, WEAKEST, WEAKEST),
    ("RLX-226", EXTERNAL, PURE, "O"),
    ("RLX-227", "T<n + n>", "T<2 * n>", "T<2 * n>"),
]
ERASED: list[tuple[str, str, str]] = [
    ("RLX-232", "T<n,4>", "T<?,4>"),
    ("RLX-232", "T<k,4>", "T<k,4>"),
    ("RLX-233", "tuple<T<n>, O, !relax.prim<i64>>", "tuple<T<?>, O, !relax.prim<i64>>"),
    ("RLX-234", "!relax.func<(T<a>) -> T<a,k>>", "!relax.func<(T<a>) -> T<a,k>>"),
    ("RLX-234", "!relax.func<(T<a>) -> T<a,n>>", "!relax.func<(T<a>) -> T<a,?>>"),
    ("RLX-235", '!relax.packed<"default" -> T<n>>', '!relax.packed<"default" -> T<?>>'),
]
CALLS: list[tuple[str, str, list[str], list[str], str]] = [
    ("RLX-041", EXTERNAL, ["O"], ["T<n>"], "T<n>"),
    ("RLX-163", "!relax.func<(T<n>) -> T<n>>", ["T<n + 1>"], [], "T<n + 1>"),
    ("RLX-230", EXTERNAL, ["O"], [], "O"),
    ("RLX-230", EXTERNAL, ["O"], ["T<n>"], "T<n>"),
    ("RLX-230", EXTERNAL, ["O"], ["T<n>", "S<n>"], "tuple<T<n>, S<n>>"),
    ("RLX-231", WEAKEST, ["O"], ["T<n>"], "O"),
    ("RLX-236", "!relax.func<(T<a,b>) -> S<a,b>>", ["T<10,11>"], [], "S<10,11>"),
    ("RLX-236", "!relax.func<(T<a,b>) -> S<a,b>>", ["T<?,?>"], [], "S<?,?>"),
    ("RLX-267", '!relax.packed<"default" -> S<n>>', ["O"], [], "O"),
    ("RLX-268", "!relax.func<(T<a,b>) -> T<b + 1,a>>", ["T<n,4>"], [], "T<5,n>"),
    ("RLX-269", "!relax.func<(T<a,b>) -> T<b,a>>", ["T<?,?>"], [], "T<?,?>"),
]
WORDS = {"yes": Truth.YES, "no": Truth.NO, "possible": Truth.UNKNOWN}


@pytest.mark.parametrize(("rule", "below", "above", "answer"), SUBTYPES)
def test_subtype(rule: str, below: str, above: str, answer: str) -> None:
    assert subtype(type_named(below), type_named(above), Prover()) is WORDS[answer], rule


@pytest.mark.parametrize(("rule", "given", "expected", "answer"), COMPATIBLE)
def test_compatible(rule: str, given: str, expected: str, answer: str) -> None:
    assert compatible(type_named(given), type_named(expected), Prover()) is WORDS[answer], rule


@pytest.mark.parametrize(("rule", "one", "other", "bound"), BOUNDS)
def test_bound(rule: str, one: str, other: str, bound: str) -> None:
    pair = type_named(one), type_named(other)
    for a, b in (pair, reversed(pair)):
        assert equivalent(least_upper_bound(a, b, Prover()), type_named(bound), Prover()), rule


@pytest.mark.parametrize(("rule", "type_", "left"), ERASED)
def test_erased_where_n_is_lost(rule: str, type_: str, left: str) -> None:
    found = erased(type_named(type_), Scope.of({"k": None}))
    assert equivalent(found, type_named(left), Prover()), rule


@pytest.mark.parametrize(("rule", "callee", "arguments", "listed", "result"), CALLS)
def test_call(rule: str, callee: str, arguments: list[str], listed: list[str], result: str) -> None:
    given, types = list(map(type_named, arguments)), list(map(type_named, listed))
    found = instantiate(type_named(callee), given, Prover(), types).result
    assert equivalent(found, type_named(result), Prover()), rule


def test_only_functions_are_called() -> None:
    """RLX-266: a tensor is no function; RLX-263: an external one is, by the default rule."""
    with pytest.raises(CallError) as caught:
        instantiate(type_named("T<n>"), [], Prover(), [])
    assert caught.value.cause == "not_callable"
    assert instantiate(type_named(EXTERNAL), [], Prover(), []).result == OBJECT


def test_types_without_shapes() -> None:
    """RLX-152: tensors keep rank and elements, shapes the rank, functions their parts."""
    assert static_type(type_named("T<n,4>")) == type_named("T<?,?>")
    assert static_type(type_named("S<n>")) == type_named("S<?>")
    found = static_type(type_named("!relax.func<(T<n>) -> T<n>>"))
    assert found == type_named("!relax.func<(T<?>) -> T<?>>")
    assert static_type(type_named("!relax.prim<i64, @n>")) == type_named("!relax.prim<i64>")
    assert static_type(type_named("tuple<T<n>>")) == type_named("tuple<T<?>>")
    assert static_type(type_named('!relax.packed<"default" -> T<n>>')) == type_named(EXTERNAL)


def test_symbols_of_a_type() -> None:
    """RLX-164: a symbol alone in a dimension is bound, one inside an expression is used."""
    one, other = type_named("T<2 * n,n,m>"), type_named("T<2 * n,m>")
    assert (names_used(one), names_bound(one)) == ({"n", "m"}, {"n", "m"})
    assert (names_used(other), names_bound(other)) == ({"n", "m"}, {"m"})


def test_what_is_known_of_a_shape_is_its_type() -> None:
    """RLX-141: all dimensions, the rank alone, and nothing are three types."""
    assert len({type_named(one) for one in ("S<n,4>", "S<?,?>", "S<*>")}) == 3


def test_equal_dimensions_are_one_text() -> None:
    """RLX-292: dimensions have one canonical form."""
    assert type_named("T<n + n>") == type_named("T<2 * n>")


def test_a_compatible_type_is_below_the_erased_one() -> None:
    """RLX-245: without what is not known, what is compatible is a subtype."""
    given, expected = type_named("T<n,?>"), type_named("T<n,4>")
    assert compatible(given, expected, Prover()) is Truth.UNKNOWN
    assert subtype(given, static_type(expected), Prover()) is Truth.YES
