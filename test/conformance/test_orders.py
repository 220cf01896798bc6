"""Neither the order of facts nor what was asked before changes an answer."""

import random
from itertools import permutations
from typing import cast

import pytest
from conformance.conflicts import contradictory, missed
from conformance.invent import FAMILIES
from conformance.orders import Compare, invented, small

from disc_shape.symbolic import Contradiction, Prover, Truth, parse_cond, sym


@pytest.mark.parametrize("family", FAMILIES)
def test_invented_systems(family: str) -> None:
    shown: list[str] = []
    run = Compare(11, 1, False, shown.append)
    r = random.Random(f"{family} 11")
    for _ in range(3):
        run.system(invented(r, family))
    assert run.counts["order"] == 24
    assert not shown, shown[0]


def test_random_systems() -> None:
    shown: list[str] = []
    run = Compare(5, 1, False, shown.append)
    r = random.Random(5)
    for _ in range(7):
        run.system(small(r))
    assert not run.opposite
    assert not shown, shown[0]


SPANS = {"a": (0, None), "b": (0, None), "k": (1, 12), "n": (None, None)}
QUESTIONS: list[tuple[list[str], list[str], list[str]]] = [
    # the divisor is defined by the other fact, or defines it
    (["b == a + k", "a % k == 0"], [], ["b % k == 0", "(4*a) % k == 0", "b - a == k"]),
    (["b == a + k", "a == k*c"], [], ["b == k*c + k", "b % k == 0"]),
    # what is remembered of a product is what its rule said, until that is stated anew
    (["a*b == 0", "a % 2 == 1"], ["a*b*c <= b", "b*c == a"], ["b == 0", "b*c <= a"]),
    # a rule arrives for a product that others contain
    (["a*b*c <= 4", "a*b == d"], ["a*b*c == 5"], ["c*d <= 4", "c*d != 5"]),
    # a range that loses pieces, a divisor that is below zero, a quotient beside its numerator
    (["s == 32 or s == 64 or s == 128", "s > 32"], ["s == 32"], ["(s//32) % 2 == 0"]),
    (["n*b == 3*n", "n < 0"], ["n*b == 6"], ["b == 3"]),
    (["b == (c + 4)//4", "2*c - 3*b == 8"], [], ["c*c % 3 == 1"]),
    # a symbol of all terms turns out to be odd
    (["a*b*c == b", "b % 2 == 1"], ["a*c == 2"], ["a*c == 1", "a == 1"]),
    # factors and powers of what stands for a sum
    (["b == min(c, 3)", "13*b == k*b"], [], ["b == 0", "c == 0"]),
    (["a % 6 == 1", "a*a == b*b"], ["a == b"], ["a == b"]),
    (["a % b == 0", "(a + b) % 2 == 0", "6*a*b == b"], [], ["4*a <= 6"]),
    # a product that defines a symbol, and equals something else as well
    (["a*b == c", "c == (a + 2)//3*3", "a >= 2", "a <= 8"], [], ["a != c//2 + 1"]),
]


@pytest.mark.parametrize(("facts", "others", "questions"), QUESTIONS)
def test_questions_with_one_answer(
    facts: list[str], others: list[str], questions: list[str]
) -> None:
    for order in permutations(facts):
        for between in ([], others):
            prover = Prover(exact=False)
            for name, (lo, hi) in SPANS.items():
                prover.declare(sym(name), lo, hi)
            for fact in order:
                prover.assume(parse_cond(fact))
                for other in between:
                    prover.decide(parse_cond(other))
            for question in questions:
                assert prover.decide(parse_cond(question)).truth.value == "yes", (order, question)


CONFLICTS = [
    ["a == min(c, 6)", "a < c", "a <= 5"],
    ["a == max(b, 3)", "a > b", "a >= 4"],
    ["a == b//4", "b >= 9", "a <= 1"],
    ["a == b % 4", "b < 4", "a < b"],
    ["a == (4*b + c)//4", "c <= 3", "a > b"],
    # of few values none is a multiple, or a divisor
    ["a == b % 4", "(a + a) % 5 == 0", "a >= 1"],
    ["a*b == 5", "b == a//3 + 1"],
    ["a % b == 0", "a == 2", "b >= 5"],
    ["-3 % b == 0", "b >= 4"],
    # two squares and a remainder; a square between two others; divisors of what is left
    ["c % 7 == 4", "2 <= a % 4", "a % 4 <= 2", "a == c*c"],
    ["c*c >= 5", "c*c <= 7"],
    ["(2 - 2*a) % a == 0", "a >= 1", "c % a == 2"],
    ["a % b == b", "b >= 1"],
    ["a*a == b*b", "b != a", "b == min(b, 1)", "a//a < a or (b + 3)//4 == 2"],
]


@pytest.mark.parametrize("facts", CONFLICTS)
def test_conflicts_are_seen_in_any_order(facts: list[str]) -> None:
    def conflicts(order: tuple[str, ...]) -> bool:
        prover = Prover(exact=False)
        try:
            for fact in order:
                prover.assume(parse_cond(fact))
        except Contradiction:
            return True
        return False

    assert all(conflicts(order) for order in permutations(facts))


def test_contradictions_of_random_systems_are_seen() -> None:
    r = random.Random(8)
    for _ in range(40):
        system = contradictory(r)
        assert not missed(system, r, exact=False), system


def test_connected_facts_are_told_in_other_orders() -> None:
    prover = Prover(exact=False)
    for fact in ("a <= b*c", "c == d//2", "x == y*y"):
        prover.assume(parse_cond(fact))
    told = [other for other in prover.retellings((sym("d"),)) if other is not None]
    assert [[str(fact.statement) for fact in other.facts()] for other in told] == [
        ["a <= b*c", "c == d//2"],
        ["c == d//2", "a <= b*c"],
    ]
    prover.push()
    prover.assume(parse_cond("x == b"))
    inside = next(prover.retellings((sym("d"),)))
    prover.pop()
    outside = next(prover.retellings((sym("d"),)))
    assert inside is not None
    assert outside is not None
    assert (len(inside.facts()), len(outside.facts())) == (4, 2)
    assert not list(Prover(exact=False, retells=False).retellings((sym("d"),)))


def test_a_chain_proves_what_it_explains() -> None:
    # stated by themselves, in their order, the facts of a chain give the same answer
    r = random.Random(21)
    proved = 0
    for _ in range(30):
        system = small(r)
        prover = system.told(system.facts, [], exact=False)
        if prover is None:
            continue
        for question in system.questions:
            answer = prover.decide(parse_cond(question))
            if answer.truth is Truth.UNKNOWN:
                continue
            chain = sorted({cast(int, reason.handle) for reason in answer.explain()})
            alone = system.told([system.facts[i] for i in chain], [], exact=False)
            assert system.answer(alone, question) == answer.truth.value, (question, chain)
            proved += bool(chain)
    assert proved > 20
