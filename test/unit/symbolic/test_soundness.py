"""Never wrong: systems against enumeration, and the order of facts."""

import contextlib
import gc
import os
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from conformance.random_systems import check_systems
from work import count_calls

from disc_shape.symbolic import Contradiction, Prover, Truth, parse, parse_cond, sym

ROOT = Path(__file__).resolve().parents[3]


def hidden_islpy(folder: Path) -> dict[str, str]:
    """An environment in which `import islpy` fails."""
    (folder / "islpy.py").write_text("raise ImportError('not here')\n")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


@pytest.mark.parametrize("exact", [False, True])
def test_random_systems(exact: bool) -> None:
    """More of them: `test/conformance/test_random_systems.py`."""
    check_systems(1, exact)


@pytest.mark.parametrize("package", ["present", "hidden"])
def test_the_last_resort_is_optional(package: str, tmp_path: Path) -> None:
    # Pugh's example: real solutions in between, but no integers
    program = """
from disc_shape.symbolic import Prover, parse_cond, sym
prover = Prover()
prover.declare(sym("x"), None)
prover.declare(sym("y"), None)
for fact in ("11*x + 13*y >= 27", "11*x + 13*y <= 45", "7*x - 9*y >= -10"):
    prover.assume(parse_cond(fact))
answer = prover.decide(parse_cond("7*x - 9*y >= 5"))
print(answer.truth.value, len(answer.explain()))
"""
    env = hidden_islpy(tmp_path) if package == "hidden" else None
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    expected = "yes 3" if package == "present" else "unknown 0"
    assert result.stdout.strip() == expected, result.stdout + result.stderr


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


def test_the_exact_layer_decides_what_the_others_leave_open() -> None:
    # Pugh's example: real solutions in between, but no integers
    answers: list[Truth] = []
    for exact in (False, True):
        prover = Prover(exact=exact)
        prover.declare(sym("x"), None)
        prover.declare(sym("y"), None)
        for fact in ("11*x + 13*y >= 27", "11*x + 13*y <= 45", "7*x - 9*y >= -10"):
            prover.assume(parse_cond(fact))
        answers.append(prover.decide(parse_cond("7*x - 9*y >= 5")).truth)
    assert answers == [Truth.UNKNOWN, Truth.YES]


def test_exact_layer_is_not_imported_before_it_is_needed() -> None:
    program = (
        "import sys; from disc_shape.symbolic import *; p = Prover(); "
        "p.assume(parse_cond('a == 2*b')); p.decide(parse_cond('a % 2 == 0')); "
        "p.decide(parse_cond('a == 4')); print('islpy' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout.strip() == "False", result.stderr


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
    prover = Prover(exact=False)
    a, b = sym("a"), sym("b")
    prover.declare(a, 0, 3)
    prover.declare(b, 0, 1)
    prover.add_divisible(a, b)
    assert prover.decide(parse_cond("a % a == 0")).truth is not Truth.NO
    assert prover.decide(parse_cond("a % a == 1")).truth is not Truth.YES
