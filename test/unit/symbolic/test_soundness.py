"""Never wrong: systems against enumeration, and the order of facts."""

import contextlib
import gc
import random
from itertools import permutations
from pathlib import Path

import pytest
from conformance.random_systems import check_systems
from work import count_calls

from disc_shape.symbolic import Contradiction, Prover, Truth, parse, parse_cond, sym

ROOT = Path(__file__).resolve().parents[3]


def test_random_systems() -> None:
    """More of them: `test/conformance/test_random_systems.py`."""
    check_systems(1)


def test_loading_gives_the_collector_back() -> None:
    prover = Prover()
    for before in (True, False):
        (gc.enable if before else gc.disable)()
        try:
            seen: list[bool] = []
            with contextlib.suppress(Contradiction), prover.loading():
                seen.append(gc.isenabled())
                prover.assume(parse_cond("2*a == 2*b + 1"))
            assert seen == [False]
            assert gc.isenabled() is before
        finally:
            gc.enable()


SYSTEMS: list[tuple[list[str], str, str, Truth]] = [
    (["x == (a + 1)//2", "y == (b + 1)//2", "a == b"], "x == y", "x - y", Truth.YES),
    (["a % 4 == 0", "q == (a*b)//4", "b >= 1"], "4*q == a*b", "4*q", Truth.YES),
    (["x*y == b*s*h", "y == h", "h >= 1"], "x == b*s", "x", Truth.YES),
    (["a <= b", "b <= c", "c <= a"], "a == c", "a + b + c", Truth.YES),
    (["t == p + s", "u == t + s", "s == 5"], "u == p + 10", "u - p", Truth.YES),
    (["e == h*d", "h == 12", "d % 4 == 0"], "e % 48 == 0", "e//48", Truth.YES),
    (["a == 1 or a == b", "a >= 2", "b <= 9"], "a <= 9", "max(a, b)", Truth.YES),
    (["a*b == a", "a % 4 == 2"], "b == 1", "b", Truth.YES),
    (["o == max(a, b)", "a <= b", "b == 2*c"], "o % 2 == 0", "o", Truth.YES),
    (["a != b", "a <= b", "b <= a + 1"], "b == a + 1", "b - a", Truth.YES),
]


@pytest.mark.parametrize(("facts", "question", "e", "expected"), SYSTEMS)
def test_the_order_of_facts_changes_nothing(
    facts: list[str], question: str, e: str, expected: Truth
) -> None:
    forms: set[str] = set()
    names = sorted({s.label for f in facts for s in parse_cond(f).symbols})
    for order in permutations(facts):
        prover = Prover()
        for name in names:
            prover.declare(sym(name))
        for fact in order:
            prover.assume(parse_cond(fact))
        assert prover.decide(parse_cond(question)).truth is expected
        forms.add(str(prover.canonical(parse(e))))
    assert len(forms) == 1, forms


def test_contradictions_in_any_order() -> None:
    facts = ["a < b", "b < c", "c < a + 2"]
    for order in permutations(facts):
        prover = Prover()
        prover.assume(parse_cond(order[0]))
        prover.assume(parse_cond(order[1]))
        with pytest.raises(Contradiction):
            prover.assume(parse_cond(order[2]))


def test_scopes_restore_everything() -> None:
    facts = [fact for system, *_ in SYSTEMS for fact in system]
    source = random.Random(7)
    prover = Prover()
    for fact in ("a <= 40", "b % 2 == 0", "x == a + b"):
        prover.assume(parse_cond(fact))
    questions = [parse_cond(question) for _, question, *_ in SYSTEMS]
    before = [prover.decide(q).truth for q in questions]
    forms = [prover.canonical(parse(e)) for _, _, e, _ in SYSTEMS]
    for _ in range(20):
        prover.push()
        try:
            for fact in source.sample(facts, 6):
                prover.assume(parse_cond(fact))
                prover.canonical(parse("x + y + max(a, b)//2"))
        except Contradiction:
            pass
        prover.pop()
        assert [prover.decide(q).truth for q in questions] == before
        assert [prover.canonical(parse(e)) for _, _, e, _ in SYSTEMS] == forms


HARD: list[tuple[list[str], str]] = [
    (["a*a % 3 == 1", "a == 6 or a == a"], "select(a*a >= 2, a*a, a) != a % 4"),
    (["a*b % 5 == 1", "a*b == b*b", "(b + 2)//3*3 % a == 2"], "select(b*b >= a, a*b, b) != a % 4"),
    (["a == c*c", "3*a - 1 != 0", "-a*b == -3*a*a"], "a*b*c <= b + c*c"),
    (["b <= b*b", "b*b*a == -2*c", "c*c == c*b"], "a*b*c*c == a*c"),
    (["c*c == b*b", "c*b % 5 == 0", "(a + 3)//4*4 <= b"], "a*b*c % 25 == b*b*c"),
    (["2*a*b*c == d*e", "2*d*e*f == a*b", "a*c == 3*d*f"], "a*b*c*d*e*f == a*a*d*d"),
]


@pytest.mark.parametrize(("facts", "question"), HARD)
def test_rules_about_each_other_and_nested_quotients_end(facts: list[str], question: str) -> None:
    def ask() -> None:
        prover = Prover()
        for fact in facts:
            prover.assume(parse_cond(fact))
        prover.decide(parse_cond(question)).explain()

    count_calls(ask, 20_000_000)


def test_many_moduli_of_one_symbol_stay_readable() -> None:
    prover = Prover()
    a = sym("a")
    for power in range(1, 30):
        prover.add_divisible(a, 2**power)
    assert prover.divides(2**29, a).truth is Truth.YES
    assert prover.canonical(a // 2 * 2) is a
    for n in range(30):
        prover.add_divisible(sym(f"n{n}") * sym("b"), 3, remainder=1)
        prover.add_divisible(sym(f"n{n}") + sym(f"n{n + 1}"), 2, remainder=n % 2)
    assert len(str(prover.canonical(parse("(n0 + n7)//2 + n3*b//3")))) < 500


def test_a_supposed_product_whose_other_factors_are_zero_is_a_contradiction() -> None:
    prover = Prover()
    a, b = sym("a"), sym("b")
    prover.declare(a, 0, 3)
    prover.declare(b, 0, 1)
    prover.add_divisible(a, b)
    assert prover.decide(parse_cond("a % a == 0")).truth is not Truth.NO
    assert prover.decide(parse_cond("a % a == 1")).truth is not Truth.YES
