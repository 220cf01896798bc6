"""The smallest assignment that fits facts and breaks a condition."""

import random

import pytest

from disc_shape.symbolic import Contradiction, Prover, parse, parse_cond, sym
from disc_shape.symbolic.assignments import admits
from disc_shape.symbolic.counterexamples import by_sum, counterexample


def found(facts: list[str], condition: str, known: int | None = None) -> dict[str, int] | None:
    prover = Prover()
    for fact in facts:
        prover.assume(parse_cond(fact))
    count = len(prover.store.fact_list) if known is None else known
    model = counterexample(prover, parse_cond(condition), count)
    return None if model is None else {symbol.name: value for symbol, value in model.items()}


@pytest.mark.parametrize(
    ("facts", "condition", "expected"),
    [
        ([], "s % 4 == 0", {"s": 1}),
        ([], "s >= 1", {"s": 0}),
        (["s % 4 == 0"], "s >= 8", {"s": 4}),
        ([], "b <= 64", {"b": 65}),
        (["s % 4 == 0"], "s <= 64", {"s": 68}),
        (["s % 8 == 4"], "s <= 64", {"s": 68}),
        (["s % 4 == 0"], "s >= 129", {"s": 4}),
        (["n == 3*b", "n % 2 == 0"], "n <= 100", {"n": 102, "b": 34}),
        (["n == 2*b"], "n >= 2", {"n": 0, "b": 0}),
        (["n == 2*b", "b >= 1"], "n >= 4", {"n": 2, "b": 1}),
        (["s + t == 10"], "t >= 7", {"t": 6, "s": 4}),
        (["s + t == 100"], "s <= 50", {"s": 51, "t": 49}),
        (["s + t == 10", "u == 2*s"], "u <= 4", {"u": 6, "s": 3, "t": 7}),
        (["s == 3"], "s == 3", None),
        (["s >= 4"], "s >= 3", None),
        ([], "a == b", {"a": 1, "b": 2}),
    ],
)
def test_counterexamples(facts: list[str], condition: str, expected: dict[str, int] | None) -> None:
    assert found(facts, condition) == expected


def test_later_facts_are_not_used() -> None:
    assert found(["a >= 1", "b >= 1", "a == 7"], "a == 7", known=2) == {"a": 1}
    assert found(["a >= 1", "b >= 1", "a == 7"], "a == 7") is None


def test_what_shares_no_symbol_is_left_out() -> None:
    assert found(["x*y == z*w", "s >= 2"], "s >= 3") == {"s": 2}


def test_too_many_free_symbols_have_none() -> None:
    facts = [f"x{i} <= x{i + 1}" for i in range(12)]
    assert found(facts, "x0 == x12") is None


def test_all_tuples_are_enumerated_once() -> None:
    tuples = list(by_sum([1, 2, 0, 9], 3))
    assert len(tuples) == len(set(tuples)) == 64
    assert tuples[0] == (1, 1, 1)
    assert list(by_sum([1, 2], 0)) == [()]


def test_random_counterexamples_fit_the_facts_and_break_the_condition() -> None:
    draw = random.Random(7)
    shapes = ["{a} % {k} == 0", "{a} <= {b}", "{a} == {k}*{b}", "{a} >= {k}", "{a} + {b} != {k}"]
    answered = 0
    for _ in range(150):
        texts = [
            draw.choice(shapes).format(
                a=draw.choice("abc"), b=draw.choice("abc"), k=draw.randint(1, 5)
            )
            for _ in range(4)
        ]
        *facts, condition = texts
        try:
            model = found(facts, condition)
        except Contradiction:
            continue
        if model is None:
            continue
        answered += 1
        assert not parse_cond(condition).evaluate(model)
        for fact in facts:
            cond = parse_cond(fact)
            if all(symbol.name in model for symbol in cond.symbols):
                assert cond.evaluate(model), (facts, condition, model)
    assert answered > 50


@pytest.mark.parametrize(
    ("facts", "same", "other"),
    [
        (["a == b"], ("a//2", "b//2"), ("a", "2*b")),
        (["a % 2 == 0"], ("2*(a//2)", "a"), ("a//2", "a")),
        (["a % 2 == 0", "b % 2 == 0"], ("max(a, b)//2", "max(a//2, b//2)"), ("a//2", "b//2")),
        (["a*b == 4*c", "b == 4"], ("a*b", "4*c"), ("c", "b*c")),
        (["a == 1 or a == b", "a >= 2"], ("a", "b"), ("a", "a + b")),
        ([], ("a + b", "b + a"), ("select(a == 1, b, a)", "b")),
    ],
)
def test_samples_fit_the_facts(
    facts: list[str], same: tuple[str, str], other: tuple[str, str]
) -> None:
    prover = Prover()
    for fact in facts:
        prover.assume(parse_cond(fact))
    sizes = [parse(one) for one in (*same, *other)]
    samples = [*prover.assignments.samples([*map(prover.normal, sizes)])]
    assert samples
    assert all(one[0] == one[1] for one in samples)
    assert any(one[2] != one[3] for one in samples)
    assert prover.proves_equal(sizes[0], sizes[1])
    assert not prover.proves_equal(sizes[2], sizes[3])


def test_equations_of_products_have_samples_with_zeros() -> None:
    prover = Prover()
    for fact in (
        "a*b == c*d",
        "a == c or a == 1 or c == 1",
        "b == d or b == 1 or d == 1",
        "a*b == select(a == 1, c, a)*select(b == 1, d, b)",
    ):
        prover.assume(parse_cond(fact))
    chosen = parse("select(a == 1, c, a)")
    sizes = [prover.normal(size) for size in (parse("a"), parse("c"), chosen)]
    samples = [*prover.assignments.samples(sizes)]
    assert any(a != size for a, _, size in samples)
    assert any(c != size for _, c, size in samples)


def test_a_symbol_moves_where_its_quotient_has_to() -> None:
    prover = Prover()
    prover.declare(sym("s"), 0)
    size = parse("s//2 - 2147483648")
    yes, no = prover.assignments.sample(("==", prover.normal(size)))
    assert yes == {sym("s"): 2**32}
    assert no is not None


def test_many_symbols_that_are_tied_have_no_samples() -> None:
    prover = Prover()
    for i in range(40):
        prover.assume(parse_cond(f"x{i} >= 2 and x{i}*x{i + 1} <= x{i + 2}"))
    assert not [*prover.assignments.samples([prover.normal(parse("x0 + x40"))])]


@pytest.mark.parametrize(
    ("facts", "model", "expected"),
    [
        ([], {"a": 0}, True),
        ([], {"a": -1}, False),
        (["a >= 2"], {"a": 1}, False),
        (["a*b <= 8"], {"a": 2, "b": 4}, True),
        (["a*b <= 8"], {"a": 3, "b": 3}, False),
        (["a*b <= 8"], {"a": 2}, False),  # b is open.
        (["a == 1 or a == b"], {"a": 2, "b": 2}, True),
        (["a == 1 or a == b"], {"a": 2, "b": 3}, False),
        (["4*b*(s//4) == b*s"], {"b": 4, "s": 8}, True),
        (["4*b*(s//4) == b*s"], {"b": 0, "s": 1}, True),
        (["4*b*(s//4) == b*s"], {"b": 4, "s": 1}, False),
    ],
)
def test_numbers_are_admitted_that_break_no_fact(
    facts: list[str], model: dict[str, int], expected: bool
) -> None:
    prover = Prover()
    for fact in facts:
        prover.assume(parse_cond(fact))
    symbols = {one: number for name, number in model.items() for one in parse(name).symbols}
    assert all(low is not None for low, _ in map(prover.bounds, symbols))
    assert admits(symbols, prover.assignments) is expected
