"""How much work one fact or one question may take, in calls of functions: no clock decides.

The systems are of kinds that grow without end where a rule rewrites upwards, a bound creeps, an
assignment is repaired along squares, or cases are split inside cases.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import TypeAlias

import pytest
from work import TooMuchWorkError, count_calls

from disc_shape.symbolic import Cond, Contradiction, Effort, Prover, Truth, parse_cond, select
from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.parsing import parse

LIMIT = 4_000_000
"""Calls that a fact or a question may make; most make some hundreds."""

System: TypeAlias = tuple[list[str], list[str]]
"""Facts and questions."""


def nested(start: str, step: Callable[[str, int], str], depth: int) -> str:
    e = start
    for i in range(depth):
        e = step(e, i)
    return e


def extremes(n: int) -> System:
    e = nested("x0", lambda e, i: f"{('min', 'max')[i % 2]}({e} + {i}, x{i + 1})", n)
    return [], [f"{e} == 7", f"{e} <= x1 + 9"]


def doubled(n: int) -> System:
    e = nested("x0", lambda e, i: f"max({e} - x1, 2*({e}) - {i})", n // 2)
    return [], [f"{e} == 1", f"{e} <= x0"]


def quotients(n: int) -> System:
    e = nested("x0", lambda e, i: f"({e} + {i})//x{i + 1}", n)
    return [f"x{i} >= 1" for i in range(1, n + 1)], [f"{e} == 7", f"{e} <= x0"]


def remainders(n: int) -> System:
    e = nested("x0", lambda e, i: f"({e}*x1 + {i}) % {i + 3}", n)
    return [], [f"{e} == 1", f"{e} <= x0"]


def selections(n: int) -> System:
    e = nested("x0", lambda e, i: f"select(x{i + 1} == 1, {e}, x{i + 1})", n)
    return [], [f"{e} == x0", f"{e} <= 5"]


def conditions(n: int) -> System:
    c = nested("x0 == 1", lambda c, i: f"(({c}) and x{i + 1} <= {i}) or x{i} == x{i + 1} + 1", n)
    return [], [c]


def products_of_sums(n: int) -> System:
    e = " * ".join(f"(x{i} + x{i + 1})" for i in range(3 * n // 4))
    return [], [f"{e} == 6", f"{e} >= x0"]


def products_of_extremes(n: int) -> System:
    e = " * ".join(f"max(x{i}, x{i + 1})" for i in range(n // 2))
    return [], [f"{e} == 6", f"{e} >= x0"]


def squares(n: int) -> System:
    facts = [f"x{i} == x{i + 1}*x{i + 1} + x{i + 2}" for i in range(1, n // 2)]
    return ["x0 == x1*x1", *facts], ["x0 >= x1", "x0 == x2*x3"]


def mutual(n: int) -> System:
    n //= 2
    facts = [f"x{i} == min(x{(i + 1) % n}*x{(i + 2) % n}, x{(i + 3) % n} + {i})" for i in range(n)]
    return facts, ["x0 == x1", "x0 <= 4"]


def pigeons(n: int) -> System:
    n = min(n, 10)
    facts = [f"x{i} <= {n - 2}" for i in range(n)]
    facts += [f"x{i} != x{j}" for i in range(n) for j in range(i)]
    return facts, ["x0 == 0", "x0 + x1 <= 9"]


def clauses(n: int) -> System:
    r, n = random.Random(5), n // 2
    facts = [f"x{i} <= 1" for i in range(n)]
    for _ in range(4 * n):
        facts.append(" or ".join(f"x{j} == {r.randint(0, 1)}" for j in r.sample(range(n), 3)))
    return facts, ["x0 == 1", "x0 + x1 == 1"]


def broadcasts(n: int) -> System:
    facts = [f"x{i} == 1 or x{i + 1} == 1 or x{i} == x{i + 1}" for i in range(n)]
    return facts, ["x0 == x1", f"x0*x{n} == 1", "x0 == 1 or x1 == 1 or x0 == x2"]


def chains(n: int) -> System:
    facts = [f"x{i} <= x{i + 1} + 1" for i in range(4 * n)]
    return facts, [f"x0 <= x{4 * n} + {4 * n}", f"x{4 * n} <= x0"]


def creeping(n: int) -> System:
    facts = [f"3*x0 <= 2*x1 + {n}", f"3*x1 <= 2*x0 + {n}", "x0 >= max(x1//2, x0//3)"]
    return facts, ["x0 <= 5", "x0 == x1"]


def inequalities(n: int) -> System:
    r, n = random.Random(7), n // 2
    facts = [
        " + ".join(f"{r.randint(2, 9)}*x{j}" for j in range(n)) + f" <= {r.randint(50, 90)}"
        for _ in range(n)
    ]
    return facts, ["x0 <= x1", "x0 + x1 <= 9"]


def upwards(n: int) -> System:
    """(a**3 + 3)//4 == a**2 must not become a rule for a**2, which stands inside of a**3."""
    facts = ["-13 % c >= 2", "c == a*a", "a*a < 4*a + 2", "a == min(c, 6)", "a >= 2"]
    return facts, [f"(c*a + {k})//4 == c" for k in range(n // 4)]


KINDS = (
    extremes,
    doubled,
    quotients,
    remainders,
    selections,
    conditions,
    products_of_sums,
    products_of_extremes,
    squares,
    mutual,
    pigeons,
    clauses,
    broadcasts,
    chains,
    creeping,
    inequalities,
    upwards,
)


@pytest.mark.parametrize("kind", KINDS)
def test_one_fact_or_question_takes_bounded_work(kind: Callable[[int], System]) -> None:
    facts, questions = kind(16)
    prover = Prover(explains=False)
    for text in facts:
        fact = parse_cond(text)
        try:
            count_calls(lambda fact=fact: prover.assume(fact), LIMIT)
        except Contradiction:
            return
    for text in questions:
        question = parse_cond(text)
        count_calls(lambda question=question: prover.decide(question), LIMIT)


def test_the_count_notices_too_much() -> None:
    def endless() -> None:
        while True:
            abs(len(str(parse_cond)))
            nested("", lambda e, i: e, 1)

    with pytest.raises(TooMuchWorkError):
        count_calls(endless, LIMIT)
    assert sys.getprofile() is None


NESTED = (
    "(a*b + c*d)//(e + 1) >= max(a*a, b*c)//3",
    "max(a*e, b*f)*min(c, d) <= (a*c*e + 7)//2",
    "(c*c*d)//(b + 1) + min(a*f, d*e) != 9*f",
    "min(a*b, c*d)*e >= max(b*e, a*f)//4",
    "(a*a*b + c)//5 <= d*e*f + max(a, c*c)",
    "max(b*b, d*f)*a >= (c*e + d*d)//3",
    "(e*f*a)//(d + 2) + b*b <= c*c*d + 4",
    "min(a*d, b*e)*max(c, f) != (a*b*c)//7 + 1",
    "(b*d*f + a)//(c + 1) >= min(e*e, a*c) - 6",
    "max(a*a*c, b*d)*f <= (d*d*e + 5)//2 + a*b*c",
)
"""Facts each of which is bounded work, and together more than a program may take."""


def learn(prover: Prover, facts: tuple[str, ...]) -> None:
    """State facts that do not follow from those before them, as an importer does."""
    for text in facts:
        fact = parse_cond(text)
        if not prover.proves(fact):
            prover.assume(fact)


def test_all_facts_of_a_program_take_bounded_work() -> None:
    free = Effort(1 << 40)
    learn(Prover(effort=free), NESTED)
    assert (1 << 40) - free.left > BUDGET.program // 3

    effort = Effort()
    for _ in range(6):
        # six functions of one program
        learn(Prover(effort=effort), NESTED)
    assert effort.is_spent
    # what each fact may take all the same is little
    assert -effort.left < BUDGET.program // 2


def test_identities_are_computed_once_for_a_program() -> None:
    one_form, folded = parse("(h + 1)//2 - h//2 + max(h - 3, 0)"), parse("h - 4*(h//4)")
    first, second = (Prover(effort=effort) for effort in [Effort()] * 2)
    for e in (one_form, folded):
        expected = Prover().canonical(e)
        made = count_calls(lambda e=e: first.canonical(e))
        assert count_calls(lambda e=e: second.canonical(e)) < made * 3 // 4
        assert first.canonical(e) is second.canonical(e) is expected


def test_work_is_calls() -> None:
    """A unit of work is a few calls at most, so that a bound of the one bounds the other."""
    effort = Effort(1 << 40)
    prover = Prover(effort=effort)
    made = count_calls(lambda: learn(prover, NESTED[:4]))
    units = (1 << 40) - effort.left
    assert units > 10_000
    assert made < 16 * units


def test_what_needs_no_search_is_learned_when_the_work_is_used_up() -> None:
    effort = Effort(0)
    assert effort.is_spent
    prover = Prover(effort=effort)
    for fact in ("b == 4*a", "c == b + 8", "d <= a", "e % 8 == 0"):
        prover.assume(parse_cond(fact))
    for question in ("c % 4 == 0", "d <= b", "c - 8 == 4*a", "(e*a) % 8 == 0"):
        assert prover.decide(parse_cond(question)).truth is Truth.YES
    with pytest.raises(Contradiction):
        prover.assume(parse_cond("b == 4*a + 1"))


@pytest.mark.parametrize(
    "cond", ["d*e <= f*g", "d*e == f", "d*e <= f*g and e <= g", "d == e*f or g == e"]
)
def test_a_choice_inside_the_same_choice_needs_no_search(cond: str) -> None:
    """Reading a program again puts one around another, which would grow with each run."""
    prover, case = Prover(effort=Effort(0)), parse_cond(cond)
    x, y, z = (parse(one) for one in ("d*f + 1", "e*g", "(d*g) // 3"))
    once = prover.canonical(select(case, x, y))
    assert prover.canonical(select(case, select(case, x, z), y)) is once
    assert prover.canonical(select(case, x, select(case, z, y))) is once
    other = prover.canonical(select(case, x, select(parse_cond("d <= 7"), z, y)))
    assert other is not once


def spent(question: str, *facts: str, ask: Callable[[Prover, Cond], object]) -> int:
    """The work that one question takes."""
    effort = Effort(1 << 40)
    prover = Prover(effort=effort)
    for fact in facts:
        prover.assume(parse_cond(fact))
    before = effort.left
    ask(prover, parse_cond(question))
    return before - effort.left


PRODUCTS = "c*d == a*b"
BROADCASTS = "(b == d or b == 1 or d == 1) and (a == c or a == 1 or c == 1)"


def test_an_open_question_about_products_needs_no_search() -> None:
    """Equal products of unequal factors are found, so that no proof is searched for."""
    assert spent(BROADCASTS, PRODUCTS, ask=Prover.truth) < 100


def test_a_proof_does_not_try_the_opposite() -> None:
    """A square is never 2 modulo 3; an assignment shows that the two sides may differ."""
    assert spent("x*x == 3*y + 2", ask=Prover.proves) < 100
    assert spent("x*x == 3*y + 2", ask=Prover.truth) > 500


EITHER = "a == c or a == 1 or c == 1"
CHOICE = "select(a == 1, c, a)"


@pytest.mark.parametrize("again", [EITHER, "c == 1 or c == a or a == 1"])
def test_a_disjunction_in_force_is_not_learned_again(again: str) -> None:
    assert spent(EITHER, PRODUCTS, ask=Prover.assume) > 100
    assert spent(again, PRODUCTS, EITHER, ask=Prover.assume) == 0


def test_assignments_are_tried_again_after_more_is_learned() -> None:
    """They show that no operand is right in both cases, without a hypothesis."""
    effort = Effort(1 << 40)
    prover = Prover(effort=effort)
    for fact in (PRODUCTS, EITHER):
        prover.assume(parse_cond(fact))
    work: list[int] = []
    for limit in (1000, 999):
        before = effort.left
        assert str(prover.canonical(parse(CHOICE))) == CHOICE
        work.append(before - effort.left)
        prover.assume(parse_cond(f"b <= {limit}"))
    first, second = work
    assert second < first < 100


def test_assignments_that_facts_exclude_are_not_tried_again() -> None:
    prover = Prover()
    for fact in (PRODUCTS, EITHER):
        prover.assume(parse_cond(fact))
    assert str(prover.canonical(parse(CHOICE))) == CHOICE
    prover.assume(parse_cond("a == c"))
    assert str(prover.canonical(parse(CHOICE))) == str(prover.canonical(parse("a")))
    other = Prover()
    for fact in (PRODUCTS, EITHER):
        other.assume(parse_cond(fact))
    assert str(other.canonical(parse(CHOICE))) == CHOICE
    other.assume(parse_cond("a >= 2"))
    assert str(other.canonical(parse(CHOICE))) == "a"


def test_bounds_do_not_grow_without_end() -> None:
    """Each bound of the quotient implies another one with twice as many digits."""
    prover = Prover()
    prover.assume(parse_cond("n >= 20"))
    prover.assume(parse_cond("(n//10)*(n//10) == 2*(n//10) - 1"))
    ends = [end for interval in prover.store.forms.values() for end in interval if end is not None]
    assert 64 < max(end.bit_length() for end in ends) <= BUDGET.bits


LEVELS = ["(h + 63)//64*((w + 63)//64)", "(h + 31)//32*((w + 31)//32)", "(w + 31)//32"]
"""The pixels of images of open sizes in two levels, and one side of one of them."""


@pytest.mark.parametrize(
    "question",
    [
        f"{LEVELS[2]} == {LEVELS[0]}",
        f"{LEVELS[0]} == {LEVELS[1]}",
        f"4*{LEVELS[0]} <= 9223372036854775807",
        f"b*{LEVELS[1]} <= 9223372036854775807",
    ],
)
def test_numbers_show_that_a_question_about_quotients_is_open(question: str) -> None:
    """
    All quotients of sizes from 0 to 17 by 64 are 0 or 1, and products of such are small: a proof
    was searched for, which took a fifth of what the program may do.
    """
    prover = Prover()
    assert prover.truth(parse_cond(question)) is Truth.UNKNOWN
    assert BUDGET.program - prover.effort.left < BUDGET.question // 50


def test_refused_work_is_none_of_the_program() -> None:
    """A step of an elimination that was not done took all that the program may do."""
    work = Prover().store.work
    work.begin()
    assert work.affords(BUDGET.question // 2)
    assert not work.affords(BUDGET.program)
    assert not work.affords(BUDGET.program)
    assert work.effort.left == BUDGET.program - BUDGET.question
    work.begin()
    assert work.affords(1)
