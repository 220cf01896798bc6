"""Random questions over small domains, checked by enumeration.

    python test/conformance/enumerate_small.py [--systems N] [--seed S] [--seconds T]

Each system has up to three symbols with small ranges (negative and zero included), up to four
random facts, stated in every way the prover takes them, and some forty questions of every kind.
An answer is wrong if any assignment that fits the facts contradicts it; for a symbol without upper
bound only a part of the domain is tried, which still refutes wrong answers. A part of the answers
is asked to explain itself, and the explanation is checked by enumeration as well. Exit status 1 if
anything is wrong.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from grid import Flags, Grid

from disc_shape.symbolic import (
    Answer,
    Contradiction,
    Prover,
    Reason,
    Truth,
    parse,
    parse_cond,
    product,
    sym,
)

QUESTIONS = 32
MEASURES = 8
PATIENCE = 60.0
"""Seconds of processor time for one system."""
EXPLAINED = 0.06
"""The part of the answers that is asked to explain itself."""


def leaf(r: random.Random, names: list[str]) -> str:
    return r.choice(names) if r.random() < 0.75 else str(r.randint(-3, 6))


def expression(r: random.Random, names: list[str], depth: int) -> str:
    """A random expression."""
    if depth == 0 or r.random() < 0.15:
        return leaf(r, names)
    a, b = expression(r, names, depth - 1), expression(r, names, depth - 1)
    k = r.choice([2, 3, 4, 6])
    match r.randint(0, 10):
        case 0:
            return f"({a}) + ({b})"
        case 1:
            return f"({a}) - ({b})"
        case 2:
            return f"({a}) * ({b})"
        case 3:
            return f"({a}) // {k}"
        case 4:
            return f"({a}) % {k}"
        case 5:
            return f"{r.choice(['min', 'max'])}({a}, {b})"
        case 6:
            return f"({a}) {r.choice(['//', '%'])} ({r.choice(names)})"
        case 7 if depth > 1:
            return f"select({condition(r, names, 1)}, {a}, {b})"
        case 8:
            return f"(({a}) + {k - 1})//{k}*{r.choice([1, k])}"
        case 9:
            return f"(({a}) // {k}) // {r.choice([2, 3])}"
        case _:
            return f"{r.randint(-4, 4)}*({a}) + {r.randint(-4, 4)}"


def condition(r: random.Random, names: list[str], depth: int) -> str:
    """A random condition; equalities more often than the rest."""
    op = r.choice(["==", "==", "<=", "<", "!=", ">=", ">"])
    text = f"{expression(r, names, depth)} {op} {expression(r, names, max(0, depth - 1))}"
    if r.random() < 0.12:
        other = f"{expression(r, names, 1)} {r.choice(['==', '<='])} {leaf(r, names)}"
        text = f"({text}) {r.choice(['or', 'and'])} ({other})"
    if r.random() < 0.03:
        text = f"not ({text})"
    return text


def shaped(r: random.Random, names: list[str]) -> str:
    """A condition of the kind that programs give: products, sums, quotients, divisibility."""
    a, b, c = (r.choice(names) for _ in range(3))
    k = r.randint(1, 6)
    return r.choice(
        [
            f"{a} == {b}*{c}",
            f"{a}*{b} == {k}*{c}",
            f"{a}*{b} == {b}*{c}",
            f"{a}*{a} == {b}*{b}",
            f"{a}*{b} == {k}",
            f"{a} == {b} + {k}",
            f"{a} == ({b} + {k})//{r.randint(2, 4)}",
            f"{a} == ({b} + {k} - 1)//{k}*{k}",
            f"{a} == ({b} + {2 * (k // 2)} - {k})//{r.randint(1, 3)} + 1",
            f"{a} % {k} == 0",
            f"{a} % {k + 1} == {r.randint(0, k)}",
            f"({a} + {b}) % {k + 1} == 0",
            f"{a}*{b} % {k + 1} == {r.randint(0, 1)}",
            f"{a} <= {b} - {r.randint(-2, 3)}",
            f"{a} <= {b}*{c}",
            f"{a} == max({b}, {c})",
            f"{a} == min({b}, {k})",
            f"{a} == max({b} - {k}, 0)",
            f"{a} == select({b} == 1, {c}, {b})",
            f"{k}*{a} + {r.randint(-3, 5)}*{b} == {r.randint(0, 12)}",
            f"{k}*{a} <= {r.randint(-3, 5)}*{b} + {r.randint(0, 12)}",
            f"{a} == {k} or {a} == {b}",
            f"{a} == 1 or {b} == 1 or {a} == {b}",
            f"{a} != {b}",
            f"{a} % {b} == 0",
            f"{a} // {b} == {c}",
            f"{a} // {b} >= {r.randint(0, 2)}",
        ]
    )


@dataclass
class Fact:
    """One fact: what it says, and how it is stated."""

    text: str
    state: Callable[[Prover, Reason], object]


def divisible(r: random.Random, names: list[str]) -> Fact:
    e, k = expression(r, names, 1), r.choice([*names, str(r.randint(1, 6))])
    rest = r.choice([0, 0, 1, 2])
    if not k.isdigit():
        # for a divisor that may be 0: e == k*t + rest has t for e == rest only
        text = f"select({k} == 0, {e} - {rest}, ({e} - {rest}) % select({k} == 0, 1, {k})) == 0"
    else:
        rest %= int(k)
        text = f"({e}) % {k} == {rest}"
    return Fact(text, lambda p, why: p.add_divisible(parse(e), parse(k), why, remainder=rest))


def one_of(r: random.Random, names: list[str]) -> Fact:
    e = expression(r, names, r.randint(0, 1))
    pieces = [(lo, lo + r.randint(0, 2)) for lo in r.sample(range(-3, 9), r.randint(1, 3))]
    text = " or ".join(f"({lo} <= {e} and {e} <= {hi})" for lo, hi in pieces)
    return Fact(text, lambda p, why: p.add_intervals(parse(e), pieces, why))


def products(r: random.Random, names: list[str]) -> Fact:
    xs, ys = ([leaf(r, names) for _ in range(r.randint(1, 3))] for _ in range(2))
    text = f"{'*'.join(f'({x})' for x in xs)} == {'*'.join(f'({y})' for y in ys)}"
    return Fact(
        text,
        lambda p, why: p.add_product_equal([parse(x) for x in xs], [parse(y) for y in ys], why),
    )


def stated(text: str) -> Fact:
    return Fact(text, lambda p, why: p.assume(parse_cond(text), why))


def pair(r: random.Random, names: list[str]) -> Fact:
    a, b = (expression(r, names, r.randint(0, 1)) for _ in range(2))
    op = r.choice(["==", "<=", "<", "!="])
    add = {
        "==": Prover.add_equal,
        "<=": Prover.add_le,
        "<": Prover.add_lt,
        "!=": Prover.add_different,
    }[op]
    return Fact(f"{a} {op} {b}", lambda p, why: add(p, parse(a), parse(b), why))


def random_fact(r: random.Random, names: list[str]) -> Fact:
    match r.randint(0, 9):
        case 0:
            return divisible(r, names)
        case 1:
            return one_of(r, names)
        case 2:
            return products(r, names)
        case 3:
            return pair(r, names)
        case 4 | 5:
            return stated(condition(r, names, r.randint(1, 2)))
        case _:
            return stated(shaped(r, names))


class Run:
    """Counts, and what was wrong."""

    def __init__(self, seed: int, questions: int = QUESTIONS):
        self.random = random.Random(seed)
        self.questions = questions
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.slowest = 0.0
        self.slowest_question = ""

    @property
    def asked(self) -> int:
        """The number of answers that were checked."""
        return sum(
            n for key, n in self.counts.items() if not key.startswith(("missed", "explained"))
        )

    def system(self) -> None:
        """One system and its questions."""
        r = self.random
        names = ["a", "b", "c"][: r.randint(1, 3)]
        spans: dict[str, tuple[int, int | None]] = {}
        domains: dict[str, range] = {}
        for name in names:
            lo = r.choice([0, 0, 0, 1, 2, -3])
            hi = lo + r.randint(1, 7)
            bounded = r.random() < 0.6
            spans[name] = lo, hi if bounded else None
            domains[name] = range(lo, hi + 1) if bounded else range(lo, lo + 9)
        facts = [random_fact(r, names) for _ in range(r.choice([0, 1, 2, 2, 3, 3, 4]))]
        System(self, names, spans, Grid(domains), facts).run()


class System:
    """Facts about some symbols, the box they are tried on, and a prover that knows them."""

    def __init__(
        self,
        run: Run,
        names: list[str],
        spans: dict[str, tuple[int, int | None]],
        grid: Grid,
        facts: list[Fact],
    ):
        self.owner = run
        self.names = names
        self.spans = spans
        self.grid = grid
        self.facts = facts
        flags = [grid.flags(fact.text) for fact in facts]
        self.truths = [truth & valid for truth, valid in flags]
        self.possible = [truth | ~valid for truth, valid in flags]
        """Where a fact divides by zero, what was simplified away before says nothing."""
        self.closed = all(hi is not None for _, hi in spans.values())
        self.inner = run.random.randint(0, len(facts)) if run.random.random() < 0.2 else None
        """Facts from this one on are stated in a scope, closed before the last questions."""

    def fitting(self, known: int) -> Flags:
        """The points that fit the first facts."""
        result: Flags = np.ones(self.grid.size, dtype=np.bool_)
        for truth in self.truths[:known]:
            result = result & truth
        return result

    def complain(self, what: str, points: Flags, known: int) -> None:
        given = "; ".join(fact.text for fact in self.facts[:known])
        where = self.grid.point(int(np.flatnonzero(points)[0])) if points.any() else "nowhere"
        self.owner.wrong.append(f"{what} given [{given}] with {self.spans} but {where}")

    def run(self) -> None:
        prover = Prover()
        for name, (lo, hi) in self.spans.items():
            prover.declare(sym(name), lo, hi)
        count = len(self.facts)
        for i, fact in enumerate(self.facts):
            if i == self.inner:
                prover.push()
            try:
                fact.state(prover, Reason(f"fact {i}", i))
            except Contradiction as error:
                self.contradiction(error, i + 1)
                if self.inner is None or i < self.inner:
                    return
                count = -1
                break
        if self.inner == count:
            prover.push()
        if count >= 0:
            self.ask(prover, count, self.owner.questions)
        if self.inner is not None:
            prover.pop()
            self.ask(prover, self.inner, self.owner.questions // 2)

    def contradiction(self, error: Contradiction, known: int) -> None:
        self.owner.counts["contradiction"] += 1
        fits = self.fitting(known)
        if fits.any():
            self.complain(f"contradiction {error}", fits, known)
        chain: Flags = np.ones(self.grid.size, dtype=np.bool_)
        for reason in error.chain:
            chain = chain & self.truths[cast(int, reason.handle)]
        if chain.any():
            self.complain(f"chain {error.chain} of contradiction {error}", chain, known)

    def ask(self, prover: Prover, known: int, questions: int) -> None:
        """Questions of every kind about the first facts."""
        r, names = self.owner.random, self.names
        fits = self.fitting(known)
        for _ in range(questions):
            shape = r.random()
            text = shaped(r, names) if shape < 0.4 else condition(r, names, r.randint(1, 2))
            self.decide(prover, text, fits, known)
        for _ in range(MEASURES):
            self.measure(prover, expression(r, names, r.randint(1, 3)), fits, known)
        self.whole(prover, fits, known)

    def decide(self, prover: Prover, text: str, fits: Flags, known: int) -> None:
        """A yes-or-no question."""
        start = time.process_time()
        answer = prover.decide(parse_cond(text))
        taken = time.process_time() - start
        if taken > self.owner.slowest:
            self.owner.slowest = taken
            given = "; ".join(fact.text for fact in self.facts[:known])
            self.owner.slowest_question = f"{text} given [{given}] with {self.spans}"
        self.judge(answer, text, fits, known)

    def judge(self, answer: Answer, text: str, fits: Flags, known: int) -> None:
        outcome, valid = self.grid.flags(text)
        truth = answer.truth
        self.owner.counts[truth.value] += 1
        holds, fails = fits & valid & outcome, fits & valid & ~outcome
        if truth is Truth.UNKNOWN:
            if self.closed and holds.any() != fails.any():
                self.owner.counts["missed"] += 1
        else:
            against = fails if truth is Truth.YES else holds
            if against.any():
                self.complain(f"{text} answered {truth.value}", against, known)
        if self.owner.random.random() < EXPLAINED:
            self.explanation(answer, text, outcome, valid, known)

    def explanation(
        self, answer: Answer, text: str, outcome: Flags, valid: Flags, known: int
    ) -> None:
        """The chain alone decides the question; the assignments of an open one show both."""
        reasons = answer.explain()
        if answer.truth is Truth.UNKNOWN:
            if reasons:
                self.owner.counts["explained unknown"] += 1
                self.assignments(reasons, text, known)
            return
        # a fact that divides by zero says nothing there, but the others hold where all have a value
        points = valid.copy()
        for _, exists in (self.grid.flags(fact.text) for fact in self.facts[:known]):
            points = points & exists
        for reason in reasons:
            index = cast(int, reason.handle)
            if index >= known:
                self.complain(f"{text} explained by fact {index} of a closed scope", points, known)
            points = points & self.truths[index]
        against = points & (~outcome if answer.truth is Truth.YES else outcome)
        self.owner.counts["explained"] += 1
        if against.any():
            self.complain(
                f"{text} answered {answer.truth.value}, explained by {reasons}", against, known
            )

    def assignments(self, reasons: list[Reason], text: str, known: int) -> None:
        for reason, outcome in zip(reasons, (True, False), strict=True):
            env = cast("dict[str, int]", reason.handle)
            point = {name: env.get(name, max(lo, 1)) for name, (lo, _) in self.spans.items()}
            here = Grid({name: [value] for name, value in point.items()})
            answered, valid = here.flags(text)
            whole = all(name in env for name in self.names)
            inside = all(
                lo <= env[name] and (hi is None or env[name] <= hi)
                for name, (lo, hi) in self.spans.items()
                if name in env
            )
            breaks = whole and not all(
                bool(f[0] | ~v[0])
                for f, v in (here.flags(fact.text) for fact in self.facts[:known])
            )
            # where the text divides by zero, what was simplified away before says nothing
            wrong = bool(valid[0]) and bool(answered[0]) is not outcome
            if wrong or breaks or not inside:
                self.complain(f"{text} explained by {reasons}", self.fitting(0), known)

    def measure(self, prover: Prover, text: str, fits: Flags, known: int) -> None:
        """A range, a residue, a canonical form, and whether zero is possible."""
        e = parse(text)
        values, valid = self.grid.numbers(text)
        here = fits & valid
        lo, hi = prover.range(e)
        m, rest = prover.residue(e)
        canonical = str(prover.canonical(e))
        for kind in ("range", "residue", "canonical", "nonzero"):
            self.owner.counts[kind] += 1
        outside = here & (values < lo if lo is not None else False)
        outside |= here & (values > hi if hi is not None else False)
        if outside.any():
            self.complain(f"{text} in [{lo}, {hi}]", outside, known)
        off = here & ((values - rest) % m != 0 if m else values != rest)
        if off.any():
            self.complain(f"{text} == {rest} modulo {m}", off, known)
        others, exists = self.grid.numbers(canonical)
        differ = here & exists & (others != values)
        if differ.any():
            self.complain(f"{text} is {canonical}", differ, known)
        if prover.nonzero(e) and (here & (values == 0)).any():
            self.complain(f"{text} is never 0", here & (values == 0), known)

    def whole(self, prover: Prover, fits: Flags, known: int) -> None:
        """Questions about the system, about products and about one symbol."""
        r, names = self.owner.random, self.names
        consistent = prover.consistent().truth
        self.owner.counts["consistent"] += 1
        if consistent is Truth.NO and fits.any():
            self.complain("inconsistent", fits, known)
        if consistent is Truth.YES and self.closed and not np.all(self.possible[:known], 0).any():
            self.complain("consistent", fits, known)
        xs, ys = ([leaf(r, names) for _ in range(r.randint(1, 3))] for _ in range(2))
        text = f"{'*'.join(f'({x})' for x in xs)} == {'*'.join(f'({y})' for y in ys)}"
        answer = prover.product_equal([parse(x) for x in xs], [parse(y) for y in ys])
        self.judge(answer, text, fits, known)
        left, right = (product(parse(x) for x in zs) for zs in (xs, ys))
        for name in names:
            found = prover.solve(left, right, sym(name))
            self.owner.counts["solve"] += 1
            if found is None:
                continue
            equal, valid = self.grid.flags(text)
            values, exists = self.grid.numbers(str(found))
            differ = fits & equal & valid & exists & (values != self.grid.columns[name])
            if differ.any():
                self.complain(f"{text} solved for {name}: {found}", differ, known)


def too_long(number: int, frame: object) -> None:
    """One system takes longer than any should: fail with the stack instead of hanging."""
    raise RuntimeError(f"one system took more than {PATIENCE} seconds of processor time")


def main() -> int:
    signal.signal(signal.SIGVTALRM, too_long)
    parser = argparse.ArgumentParser(description="random questions, checked by enumeration")
    parser.add_argument("--systems", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=None, help="stop after this long")
    options = parser.parse_args()
    run = Run(cast(int, options.seed))
    start = time.perf_counter()
    limit = cast("float | None", options.seconds)
    shown = 0
    for _ in range(cast(int, options.systems)):
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        run.system()
        for line in run.wrong[shown:]:
            print("WRONG", line, flush=True)
        shown = len(run.wrong)
        if len(run.wrong) > 10 or (limit is not None and time.perf_counter() - start > limit):
            break
    counts = ", ".join(f"{key} {n}" for key, n in sorted(run.counts.items()))
    print(f"{run.asked} answers: {counts}")
    print(f"{time.perf_counter() - start:.0f} s; slowest {run.slowest * 1e3:.0f} ms:", end=" ")
    print(run.slowest_question)
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
