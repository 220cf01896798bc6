"""Broadcasts, and what lies between two ends: one form for choices, however they are written."""

from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest

from disc_shape.symbolic import Prover, Truth, parse, parse_cond, sym


def knowing(*facts: str) -> Prover:
    """A prover that knows some facts."""
    prover = Prover()
    for fact in facts:
        prover.assume(parse_cond(fact))
    return prover


def first_not_one(sizes: Sequence[str]) -> str:
    """The size that broadcasting gives: the first that is not 1."""
    *before, result = sizes
    for size in reversed(before):
        result = f"select({size} == 1, {result}, {size})"
    return result


def fit(a: str, b: str) -> str:
    return f"{a} == {b} or {a} == 1 or {b} == 1"


@pytest.mark.parametrize("sizes", [["a", "b"], ["a", "b", "c"], ["a + 1", "b*c", "d"]])
def test_a_broadcast_has_one_form_where_its_sizes_fit(sizes: list[str]) -> None:
    expressions = [first_not_one(order) for order in permutations(sizes)]
    for facts in permutations([fit(b, a) for a, b in combinations(sizes, 2)]):
        prover = knowing(*facts)
        assert len({prover.canonical(parse(expression)) for expression in expressions}) == 1
        names = [sym(f"result{i}") for i in range(len(expressions))]
        for name, expression in zip(names, expressions, strict=True):
            prover.add_equal(name, parse(expression))
        assert len({prover.canonical(name) for name in names}) == 1


def test_a_fact_that_comes_late_makes_two_broadcasts_one() -> None:
    prover = knowing("x == select(a == 1, b, a)", "y == select(b == 1, a, b)")
    assert prover.decide(parse_cond("x == y")).truth is Truth.UNKNOWN
    prover.assume(parse_cond("b == 1 or a == 1 or a == b"))
    assert prover.canonical(sym("x")) is prover.canonical(sym("y"))


@pytest.mark.parametrize("facts", [[], [fit("a", "b")], [fit("a", "b"), "c >= 1"], ["a == 1"]])
def test_sizes_that_need_not_fit_keep_their_places(facts: list[str]) -> None:
    prover = knowing(*facts)
    known = [parse_cond(fact) for fact in facts]
    for order in permutations(["a", "b", "c"]):
        expression = parse(first_not_one(order))
        form = prover.canonical(expression)
        for values in product(range(4), repeat=3):
            env = dict(zip("abc", values, strict=True))
            if all(fact.evaluate(env) for fact in known):
                assert form.evaluate(env) == expression.evaluate(env), (order, env)
    question = parse_cond("select(b == 1, c, b) == select(c == 1, b, c)")
    assert prover.decide(question).truth is Truth.UNKNOWN


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("max(min(m, 3), 0)", "min(max(m, 0), 3)"),
        ("max(min(2*m, 7), 1)", "min(max(2*m, 1), 7)"),
        ("max(min(m, x), 0)", "min(max(m, 0), x)"),
        ("max(min(m + 1, x), -2)", "min(max(m + 1, -2), x)"),
    ],
)
def test_what_lies_between_two_ends_has_one_form(one: str, other: str) -> None:
    prover = Prover()
    prover.declare(sym("m"), None)
    left, right = (prover.canonical(parse(text)) for text in (one, other))
    assert left is right
    for m in range(-5, 12):
        for x in range(6):
            values = {"m": m, "x": x}
            assert parse(one).evaluate(values) == left.evaluate(values)


def test_ends_in_the_wrong_order_are_kept_apart() -> None:
    prover = Prover()
    prover.declare(sym("m"), None)
    prover.declare(sym("x"), None)
    # with x below 0, the first is 0 and the second is x
    assert prover.equal(parse("max(min(m, x), 0)"), parse("min(max(m, 0), x)")).truth is (
        Truth.UNKNOWN
    )
