"""Every answer says why: chains that suffice on their own, assignments that differ."""

from __future__ import annotations

from typing import cast

import pytest

from disc_shape.symbolic import Prover, Reason, Truth, parse_cond, sym

OPEN = [
    ("x == y", "x == a + b; y == a + 2*b"),
    ("a*c == b*c", "a <= 4; b >= 5"),
    ("t == s", "t == p + s"),
    ("(s + t) % 4 == 0", "s % 6 == 0; t % 4 == 0"),
    ("(s*t) % 48 == 0", "s % 6 == 0; t % 4 == 0"),
    ("(4*x + y)//4 == x", "y <= 4"),
    ("x % 8 % 3 == x % 3", ""),
    ("a*b <= 9223372036854775808", "a <= 1099511627776; b <= 1099511627776"),
    ("b*e == d*g", "a*b == c*d; c*e == a*g"),
    ("1 <= ((x - 5)//2)*((x - 5)//2)", ""),
    ("max(o, a) == o", "o == select(a == 1, b, a); a == 1 or b == 1 or a == b"),
    ("n % 97 != 3", "n % 2 == 1"),
    ("q*k == a*b", "q == (a*b)//k; k >= 1"),
]
DECIDED = [
    ("(a*b)//k*k == a*b", "k >= 1; (a*b) % k == 0; a >= 3; c == a*b"),
    ("bi*m + j < n*m", "i < 8*n; j < m; bi == i//8; n <= 100; t == i % 8"),
    ("t >= m", "b == a; t == a + m; c == 2*t; m >= 4"),
    ("p*q == x", "p*q == u*v; u*v == x; u >= 1; v <= 7"),
    ("s == 6", "s % 4 == 0; s <= 40; t == s + 1"),
]


@pytest.mark.parametrize(("question", "facts"), OPEN)
def test_an_open_question_is_shown_by_two_assignments(question: str, facts: str) -> None:
    prover = Prover()
    stated = [parse_cond(fact) for fact in facts.split("; ") if fact]
    for fact in stated:
        prover.assume(fact)
    asked = parse_cond(question)
    answer = prover.decide(asked)
    assert answer.truth is Truth.UNKNOWN
    outcomes: list[bool] = []
    for reason in answer.explain():
        values = cast("dict[str, int]", reason.handle)
        assert all(value >= 0 for value in values.values())
        assert all(fact.evaluate(values) for fact in stated)
        outcomes.append(asked.evaluate(values))
    assert outcomes == [True, False]


@pytest.mark.parametrize(("question", "facts"), DECIDED)
def test_a_chain_suffices_and_nothing_of_it_can_be_left_out(question: str, facts: str) -> None:
    prover = Prover()
    for fact in facts.split("; "):
        prover.assume(parse_cond(fact), Reason(fact))
    asked = parse_cond(question)
    answer = prover.decide(asked)
    assert answer.truth is not Truth.UNKNOWN
    chain = [reason.text for reason in answer.explain()]

    def answer_of(texts: list[str]) -> Truth:
        fresh = Prover()
        for text in texts:
            fresh.assume(parse_cond(text))
        return fresh.decide(asked).truth

    assert set(chain) < set(facts.split("; "))
    assert answer_of(chain) is answer.truth
    for i in range(len(chain)):
        assert answer_of(chain[:i] + chain[i + 1 :]) is not answer.truth


def test_an_explanation_in_a_scope_names_the_facts_of_the_scope() -> None:
    prover = Prover()
    prover.assume(parse_cond("a == b + 1"), Reason("outside"))
    prover.push()
    prover.assume(parse_cond("b == 3"), Reason("inside"))
    answer = prover.equal(sym("a"), 4)
    assert [reason.text for reason in answer.explain()] == ["outside", "inside"]
    prover.pop()
    assert prover.equal(sym("a"), 4).truth is Truth.UNKNOWN
