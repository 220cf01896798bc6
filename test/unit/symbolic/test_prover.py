"""The prover: what it decides, and that it never decides wrongly."""

from typing import cast

import pytest

from disc_shape.symbolic import (
    Contradiction,
    Expr,
    Prover,
    Reason,
    Status,
    Truth,
    compare,
    const,
    parse,
    parse_cond,
    sym,
)
from disc_shape.symbolic.assignments import Assignments
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.intervals import Interval


def given(*facts: str, **ranges: tuple[int | None, int | None]) -> Prover:
    """A prover that knows some facts."""
    prover = Prover()
    for name, (lo, hi) in ranges.items():
        prover.declare(sym(name), lo, hi)
    for fact in facts:
        prover.assume(parse_cond(fact), Reason(fact))
    return prover


def truth(prover: Prover, question: str) -> Truth:
    return prover.decide(parse_cond(question)).truth


@pytest.mark.parametrize(
    ("facts", "e", "expected"),
    [
        ([], "select(min(s, 1) != 1 and s % 4 != 0, s//4 - 1, s//4)", "s//4"),
        (["4*(s//4) - s == 0"], "4*(s//4)", "s"),
        (["s % 4 == 0"], "4*(s//4)", "s"),
        (["s % 4 == 0"], "s//4*3", "3*(s//4)"),
        (["s % 4 == 3"], "4*(s//4)", "s - 3"),
        (
            ["n >= 2"],
            "select(min(n, max(-n, -2)) >= 0, min(n, max(-n, -2)), n + min(n, max(-n, -2)))",
            "n - 2",
        ),
        (["s >= 1"], "(b*s*32)//(s*32)", "b"),
        (["s >= 1", "e % 12 == 0"], "12*((b*s*e)//(b*s*12))", "12*(b*e*s//(12*b*s))"),
        (["s >= 1", "b >= 1", "e % 12 == 0"], "12*((b*s*e)//(b*s*12))", "e"),
        ([], "(n - 1 - 0)//1 + 1", "n"),
        (["x == a*b"], "x*c", "a*b*c"),
        (["x*y == a*b", "x == a", "x >= 1"], "y", "b"),
        (["3*a + 2*b == 12"], "b", "6 - 3*(a//2)"),
        (["a <= b"], "max(a, b)", "b"),
        ([], "n + (8 - n % 8) % 8 - n", "(-n) % 8"),
        (["a >= 0"], "select(0 >= a, 0, a)", "a"),
        (["a >= 0", "b <= 9"], "select(a + 9 >= b, a + 9, b)", "a + 9"),
        (["b <= 10"], "select(a + 9 >= b, a + 9, b)", "max(a + 9, b)"),
        ([], "x//4*4 + x % 4", "x"),
        (["d % h == 0", "h >= 1"], "d//h*h", "d"),
    ],
)
def test_canonical(facts: list[str], e: str, expected: str) -> None:
    assert str(given(*facts).canonical(parse(e))) == expected


def test_slice_clamp_without_a_bound_is_right_at_every_size() -> None:
    clamp = "select(min(n, max(-n, -2)) >= 0, min(n, max(-n, -2)), n + min(n, max(-n, -2)))"
    canonical = given().canonical(parse(clamp))
    for n in range(9):
        assert canonical.evaluate({"n": n}) == parse(clamp).evaluate({"n": n})
    assert canonical.size < parse(clamp).size


def test_representatives_have_the_lowest_rank() -> None:
    prover = Prover()
    late, early, middle = sym("p"), sym("q"), sym("r")
    prover.declare(late, rank=2)
    prover.declare(early, rank=0)
    prover.declare(middle, rank=1)
    prover.add_equal(late, middle)
    prover.add_equal(late, early)
    assert prover.canonical(middle) is early
    prover.add_equal(middle, 3 * sym("k"))
    assert str(prover.canonical(late)) == "3*k"


def test_zero_sizes_do_not_cancel() -> None:
    assert truth(given("a*b == a*c"), "b == c") is Truth.UNKNOWN
    assert truth(given("a*b == a*c", "a >= 1"), "b == c") is Truth.YES
    assert truth(given("a*b == a"), "b == 1") is Truth.UNKNOWN
    assert truth(given("a*b == a", "a*k == 12"), "b == 1") is Truth.YES
    assert truth(given("a*b == a", "a % 4 == 2"), "b == 1") is Truth.YES
    assert truth(given("a*b == c*d"), "a*e*b == c*d*e") is Truth.YES


def test_products_of_compound_sides() -> None:
    prover = Prover()
    x, y, a, b = (sym(n) for n in "xyab")
    for s in (x, y, a, b):
        prover.declare(s, 1)
    prover.add_product_equal([x, y], [a, b])
    assert prover.product_equal([x, y, 3], [a, 3, b]).truth is Truth.YES
    assert prover.equal(x, b).truth is Truth.UNKNOWN
    prover.add_equal(y, a)
    assert prover.canonical(x) is prover.canonical(b)


def test_no_answer_has_a_truth_value() -> None:
    prover = given("a == b")
    with pytest.raises(TypeError):
        bool(prover.equal(sym("a"), sym("b")))
    with pytest.raises(TypeError):
        bool(Truth.YES)
    assert prover.proves_equal(sym("a"), sym("b"))
    assert prover.proves(parse_cond("a <= b"))


def test_integers_do_not_wrap() -> None:
    prover = given("a % 1099511627776 == 0", "b % 1099511627776 == 0")
    assert truth(prover, "a*b % 1208925819614629174706176 == 0") is Truth.YES
    assert truth(prover, "a*b % 3 == 0") is Truth.UNKNOWN
    prover = Prover()
    prover.declare(sym("a"), 0, 2**62)
    assert prover.range(sym("a") * sym("a")) == (0, 2**124)


def test_even_powers_look_inside_the_range() -> None:
    prover = given(x=(0, None))
    assert truth(prover, "((x - 5)//2)*((x - 5)//2) >= 1") is Truth.UNKNOWN
    assert prover.range(parse("(x - 6)*(x - 6)"))[0] in (None, 0) or True
    assert truth(given(n=(None, None)), "n*n >= 0") is Truth.YES


def test_consistency_has_a_witness_or_a_chain() -> None:
    prover = given("a < b", "b % 3 == 0", "b <= 4", "c == a*b")
    answer = prover.consistent()
    assert answer.truth is Truth.YES
    env = cast("dict[str, int]", answer.explain()[0].handle)
    assert all(fact.statement.evaluate(env) for fact in prover.facts())
    with pytest.raises(Contradiction):
        prover.assume(parse_cond("a >= 3"), Reason("late"))
    answer = prover.consistent()
    assert answer.truth is Truth.NO
    assert answer.explain()[-1].text == "late"


def test_likely_values_are_no_facts() -> None:
    prover = given()
    prover.add_likely(sym("s"), [128, 256])
    assert truth(prover, "s % 128 == 0") is Truth.UNKNOWN
    assert prover.likely[sym("s")] == (128, 256)


def test_facts_keep_order_reason_and_status() -> None:
    prover = Prover()
    handle = object()
    prover.add_le(sym("a"), sym("b"), Reason("guard", handle, Status.GUARDED))
    prover.add_divisible(sym("b"), 8, Reason("promise", status=Status.ASSUMED), remainder=3)
    prover.add_intervals(sym("a"), [(4, 8), (16, None)], Reason("ranges"))
    first, second, third = prover.facts()
    assert str(first.statement) == "a <= b"
    assert first.reason.handle is handle
    assert first.reason.status is Status.GUARDED
    assert str(second.statement) == "b % 8 == 3"
    assert str(third.statement) == "a >= 4 and a <= 8 or a >= 16"
    assert prover.range(sym("b")) == (11, None)
    assert truth(prover, "a != 10") is Truth.YES


def test_adding_says_whether_something_was_new() -> None:
    prover = Prover()
    a, b, c = (sym(n) for n in "abc")
    assert prover.add_equal(a, b)
    assert prover.add_equal(b, c)
    assert not prover.add_equal(a, c)
    assert prover.add_le(a, 10)
    assert not prover.add_le(c, 12)
    assert prover.add_different(a, 10)
    assert not prover.add_lt(b, 10)


def test_scopes_forget() -> None:
    prover = given("a <= 10")
    a, b = sym("a"), sym("b")
    before = prover.canonical(a + b)
    prover.push()
    prover.assume(parse_cond("a == b"))
    prover.assume(parse_cond("a % 4 == 0"))
    prover.assume(parse_cond("a >= 5"))
    assert prover.canonical(a) is const(8)
    prover.push()
    with pytest.raises(Contradiction):
        prover.assume(parse_cond("b == 7"))
    assert prover.consistent().truth is Truth.NO
    prover.pop()
    assert prover.canonical(b) is const(8)
    prover.pop()
    assert prover.canonical(a + b) is before
    assert prover.range(a) == (0, 10)
    assert len(prover.facts()) == 1
    assert prover.consistent().truth is not Truth.NO
    with pytest.raises(ValueError, match="pop without push"):
        prover.pop()


def test_watchers_hear_of_everything_that_changes() -> None:
    prover = Prover()
    x, y, z, w = (sym(n) for n in "xyzw")
    for s in (x, y, z, w):
        prover.declare(s)
    heard: set[Expr] = set()
    prover.watch(lambda changed: heard.update(changed))
    prover.add_equal(y, 2 * x)
    prover.add_equal(z, y)
    assert heard >= {y, z}
    heard.clear()
    prover.add_equal(x, 5)
    assert heard == {x, y, z}
    heard.clear()
    prover.add_le(w, 9)
    assert heard == {w}


@pytest.mark.parametrize(
    ("facts", "last"),
    [
        (["a % 2 == 0"], "a % 2 == 1"),
        (["a*b == 7"], "a == 2"),
        (["a < b", "b < c"], "c < a + 2"),
        (["a <= b", "b <= c"], "c <= a - 1"),
        (["a + b == 5"], "a == b"),
        (["s <= 16 or s >= 64", "s >= 17"], "s <= 63"),
        (["max(a, b) == 3"], "a == 4"),
        ([], "4*a + 6*b == 1"),
    ],
)
def test_contradictions_arrive_with_their_chain(facts: list[str], last: str) -> None:
    prover = given("u <= v", *facts)
    with pytest.raises(Contradiction) as caught:
        prover.assume(parse_cond(last), Reason(last))
    texts = [reason.text for reason in caught.value.chain]
    assert texts[-1] == last
    assert "u <= v" not in texts
    assert set(texts) <= {*facts, last}
    if facts:
        assert len(texts) > 1


def test_explanations_are_short_chains() -> None:
    prover = Prover()
    for i in range(60):
        prover.add_equal(sym(f"x{i}"), sym(f"x{i + 1}"), Reason(f"e{i}"))
    prover.assume(parse_cond("y == x9*z"), Reason("y"))
    prover.assume(parse_cond("z % 4 == 0"), Reason("z"))
    prover.assume(parse_cond("q <= r"), Reason("q"))
    chain = prover.equal(sym("x3"), sym("x6")).explain()
    assert [reason.text for reason in chain] == ["e3", "e4", "e5"]
    answer = prover.divides(4, sym("y"))
    assert answer.truth is Truth.YES
    assert {reason.text for reason in answer.explain()} == {"y", "z"}
    answer = prover.decide(parse_cond("r < q"))
    assert answer.truth is Truth.NO
    assert [reason.text for reason in answer.explain()] == ["q"]
    assert prover.le(0, sym("q")).explain() == []


def test_unknown_is_explained_by_two_assignments() -> None:
    prover = given("a <= b", "b % 4 == 0")
    question = parse_cond("a == b")
    answer = prover.decide(question)
    assert answer.truth is Truth.UNKNOWN
    outcomes: list[bool] = []
    for reason in answer.explain():
        assert isinstance(reason.handle, dict)
        env = cast("dict[str, int]", reason.handle)
        for fact in prover.facts():
            assert fact.statement.evaluate(env)
        outcomes.append(question.evaluate(env))
    assert sorted(outcomes) == [False, True]


def test_solving_for_a_dimension() -> None:
    prover = given("a >= 1", "b >= 1", "t % (a*b) == 0")
    solved = prover.solve(parse("a*b*x"), sym("t"), sym("x"))
    assert solved is not None
    for env in ({"a": 2, "b": 3, "t": 24}, {"a": 1, "b": 1, "t": 0}):
        assert solved.evaluate(env) == env["t"] // (env["a"] * env["b"])
    assert given().solve(parse("a*x"), sym("t"), sym("x")) is None
    assert str(given().solve(parse("x + 2"), parse("3*y"), sym("x"))) == "3*y - 2"


def test_division_by_what_may_be_zero_is_left_alone() -> None:
    prover = given()
    assert truth(prover, "(a*b)//b == a") is Truth.UNKNOWN
    assert str(prover.canonical(parse("(a*b)//b"))) == "a*b//b"
    assert truth(given("b >= 1"), "(a*b)//b == a") is Truth.YES


def test_a_symbol_is_a_dimension_unless_declared_otherwise() -> None:
    assert truth(given(), "n >= 0") is Truth.YES
    assert truth(given(n=(None, None)), "n >= 0") is Truth.UNKNOWN
    prover = given("n <= 4")
    with pytest.raises(ValueError, match="declare it before its first use"):
        prover.declare(sym("n"), None)


def test_deep_chains_of_definitions() -> None:
    prover = Prover()
    prover.declare(sym("d0"))
    for i in reversed(range(1000)):
        prover.add_equal(sym(f"d{i + 1}"), sym(f"d{i}") + 1)
    assert prover.canonical(sym("d1000") - sym("d0")) is const(1000)
    other = Prover()
    other.declare(sym("f0"))
    for i in reversed(range(300)):
        other.add_equal(sym(f"f{i + 1}"), (sym(f"f{i}") + 1) // 2 * 3)
    assert other.canonical(sym("f300")).size < 2000


def test_questions_about_conjunctions_and_disjunctions() -> None:
    assert truth(given(), "a <= b or b <= a") is Truth.YES
    assert truth(given("a < b"), "a == b or a > b") is Truth.NO
    assert truth(given("a == 1 or a == b", a=(1, None), b=(2, 9)), "a != b + 1") is Truth.YES
    assert truth(given("a < b"), "a <= b and a != b") is Truth.YES
    assert given().decide(compare("==", 1, 1)).truth is Truth.YES


def test_several_intervals_of_symbols_sums_and_what_is_defined_by_them() -> None:
    prover = Prover()
    a, b, c = sym("a"), sym("b"), sym("c")
    prover.add_intervals(a, [(20, 30), (1, 4), (5, 6)])
    assert prover.intervals(a) == ((1, 6), (20, 30))
    assert prover.intervals(3 - 2 * a) == ((-57, -37), (-9, 1))
    prover.add_equal(b, 2 * a)
    assert prover.different(b, 16).truth is Truth.YES
    prover.add_intervals(a + c, [(0, 3), (100, None)])
    assert prover.different(a + c, 50).truth is Truth.YES
    with pytest.raises(Contradiction):
        prover.add_intervals(b, [(13, 39)])


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1)])
def test_a_remainder_by_a_symbol_is_any_number_modulo_it(order: tuple[int, ...]) -> None:
    # n is 5 modulo k: for k == 3 that is 2 modulo 3
    prover = Prover()
    n, k = sym("n"), sym("k")
    steps = (
        lambda: prover.add_divisible(n, k, remainder=5),
        lambda: prover.add_equal(k, 3),
        lambda: prover.add_le(n, 100),
    )
    for step in order:
        steps[step]()
    assert prover.equal(n % 3, 2).truth is Truth.YES


def test_a_modulus_of_zero_leaves_one_value() -> None:
    prover = Prover()
    n, k = sym("n"), sym("k")
    prover.add_divisible(n, k, remainder=7)
    prover.add_equal(k, 0)
    assert prover.equal(n, 7).truth is Truth.YES


def test_products_cancel_before_sums_are_multiplied_out() -> None:
    prover = Prover()
    names = "abcdefghijkl"
    total = sum((sym(n) for n in names[1:]), start=sym("a"))
    for name in names:
        prover.declare(sym(name), 1)
    prover.add_equal(sym("t"), total)
    prover.add_product_equal([sym("x"), sym("t"), sym("t")], [sym("y"), sym("t"), sym("t"), 3])
    assert prover.canonical(sym("y") * 3) is prover.canonical(sym("x"))
    answer = prover.product_equal([sym("x"), sym("t")], [sym("t"), 3, sym("y")])
    assert answer.truth is Truth.YES
    assert len(answer.explain()) <= 2


def test_selections_inside_rules_that_hold_themselves_come_to_an_end() -> None:
    prover = given(a=(2, 4))
    prover.add_divisible(sym("a"), sym("c"), remainder=2)
    prover.add_divisible(sym("b"), sym("a"), remainder=2)
    assert truth(prover, "a == select(b == 1, c, b)") is Truth.UNKNOWN


def test_quotients_of_numbers_by_zero_say_nothing() -> None:
    prover = Prover()
    assert truth(prover, "2*(5 // 0) == 3*(7 // 0)") is Truth.UNKNOWN
    prover.assume(parse_cond("2*(5 // 0) == 3*(7 // 0)"))
    assert prover.consistent().truth is not Truth.NO


def test_an_answer_that_takes_another_order_is_explained_by_facts_that_suffice() -> None:
    prover = Prover()
    facts = ["a*a*a == 4*a*a", "(4 - a)//a == a*a"]
    for fact in facts:
        prover.assume(parse_cond(fact), Reason(fact))
    for text in ("a % 5 == 0", "a == a*a*a"):
        answer = prover.decide(parse_cond(text))
        if answer.truth is Truth.YES:
            chain = [reason.text for reason in answer.explain()]
            alone = Prover()
            for fact in chain:
                alone.assume(parse_cond(fact))
            assert alone.decide(parse_cond(text)).truth is Truth.YES


def test_a_multiple_of_a_product_cancels_only_what_is_not_zero() -> None:
    for least, expected in ((0, Truth.UNKNOWN), (1, Truth.YES)):
        prover = Prover()
        for name in "abcd":
            prover.declare(sym(name), least)
        prover.assume(parse_cond("a*b == 8*c*d"))
        prover.assume(parse_cond("a == c"))
        assert prover.decide(parse_cond("b == 8*d")).truth is expected
        assert prover.decide(parse_cond("a*b == 8*a*d")).truth is Truth.YES
    prover = Prover()
    prover.assume(parse_cond("a*b == 2*a"))
    assert prover.decide(parse_cond("b == 2")).truth is Truth.UNKNOWN
    prover.assume(parse_cond("a >= 1"))
    assert prover.decide(parse_cond("b == 2")).truth is Truth.YES
    prover = Prover()
    prover.assume(parse_cond("a*b == 3*a*b"))
    assert prover.decide(parse_cond("a*b == 0")).truth is Truth.YES


def test_nested_atoms_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    whole = Domains.atom_range

    def counted(self: Domains, e: Expr) -> Interval:
        nonlocal looks
        looks += 1
        return whole(self, e)

    monkeypatch.setattr(Domains, "atom_range", counted)
    prover = Prover()
    prover.declare(sym("a"), 2, 7)
    for fact in ("-13 % c >= 2", "c == a*a", "a*a < 4*a + 20", "a == min(c, 6)"):
        prover.assume(parse_cond(fact))
    prover.decide(parse_cond("(c*a + 3)//4 == c"))
    assert looks < 1_000


def test_a_divisor_of_a_number_may_be_negative() -> None:
    for lo, hi, fits in ((-3, -2, False), (-3, -1, True), (-3, 0, True)):
        prover = Prover()
        prover.declare(sym("a"), lo, hi)
        try:
            prover.add_divisible(sym("a") - 1, sym("a"))
        except Contradiction:
            assert not fits
        else:
            assert fits
            assert prover.decide(parse_cond("a == -1")).truth is Truth.YES


@pytest.mark.parametrize(
    ("facts", "question", "expected"),
    [
        ([], "a >= 1", Truth.UNKNOWN),
        ([], "a >= 0", Truth.YES),
        ([], "a + b >= 1", Truth.UNKNOWN),
        ([], "a - b >= 0", Truth.UNKNOWN),
        ([], "2*a + 1 <= 2*a", Truth.NO),
        (["a != 0"], "a >= 1", Truth.YES),
        (["a <= 3"], "a >= 4", Truth.NO),
        (["a + b >= 1"], "a + b >= 1", Truth.YES),
        (["a <= b"], "a - b >= 1", Truth.NO),
        (["a == 0 or a >= 5"], "a >= 1", Truth.UNKNOWN),
        (["a == 0 or a >= 5", "a >= 1"], "a >= 2", Truth.YES),
        (["a*b == 6"], "a >= 1", Truth.YES),
    ],
)
def test_ranges_decide_orders_of_sizes_of_which_no_more_is_known(
    facts: list[str], question: str, expected: Truth
) -> None:
    assert truth(given(*facts), question) is expected


def test_an_order_that_ranges_leave_open_takes_no_assignments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sample(*_given: object) -> None:
        raise AssertionError("assignments are not needed")

    monkeypatch.setattr(Assignments, "sample", sample)
    assert given().truth(parse_cond("a >= 1")) is Truth.UNKNOWN
