"""Random questions over small domains, checked by enumeration.

    python test/conformance/enumerate_small.py [--systems N] [--seed S] [--exact]

Each system has up to three symbols with small ranges (negative ones included), up to three random
facts, and several questions of every kind.  An answer is wrong if any valuation that fits the facts
contradicts it; for a symbol without upper bound only a part of the domain is tried, which still
refutes wrong answers.  Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from disc_shape.symbolic import (
    Cond,
    Contradiction,
    Expr,
    Prover,
    Truth,
    parse,
    parse_cond,
    sym,
)

T = TypeVar("T")
Valuation = dict[str, int]


def leaf(r: random.Random, names: list[str]) -> str:
    return r.choice(names) if r.random() < 0.75 else str(r.randint(-3, 6))


def expression(r: random.Random, names: list[str], depth: int) -> str:
    """A random expression."""
    if depth == 0 or r.random() < 0.15:
        return leaf(r, names)
    a, b = expression(r, names, depth - 1), expression(r, names, depth - 1)
    match r.randint(0, 8):
        case 0:
            return f"({a}) + ({b})"
        case 1:
            return f"({a}) - ({b})"
        case 2:
            return f"({a}) * ({b})"
        case 3:
            return f"({a}) // {r.choice([2, 3, 4, 6])}"
        case 4:
            return f"({a}) % {r.choice([2, 3, 4, 6])}"
        case 5:
            return f"{r.choice(['min', 'max'])}({a}, {b})"
        case 6:
            return f"({a}) {r.choice(['//', '%'])} ({r.choice(names)})"
        case 7 if depth > 1:
            return f"select({condition(r, names, 1)}, {a}, {b})"
        case _:
            return f"{r.randint(-4, 4)}*({a}) + {r.randint(-4, 4)}"


def condition(r: random.Random, names: list[str], depth: int) -> str:
    """A random condition; equalities more often than the rest."""
    op = r.choice(["==", "==", "<=", "<", "!=", ">="])
    text = f"{expression(r, names, depth)} {op} {expression(r, names, max(0, depth - 1))}"
    if r.random() < 0.12:
        other = f"{expression(r, names, 1)} {r.choice(['==', '<='])} {leaf(r, names)}"
        text = f"({text}) {r.choice(['or', 'and'])} ({other})"
    return text


def shaped(r: random.Random, names: list[str]) -> str:
    """A fact of the kind that programs give: products, sums, quotients, divisibility, order."""
    a, b, c = (r.choice(names) for _ in range(3))
    k = r.randint(1, 6)
    return r.choice(
        [
            f"{a} == {b}*{c}",
            f"{a}*{b} == {k}*{c}",
            f"{a}*{b} == {b}*{c}",
            f"{a} == {b} + {k}",
            f"{a} == ({b} + {k})//{r.randint(2, 4)}",
            f"{a} % {k} == 0",
            f"{a} % {k + 1} == {r.randint(0, k)}",
            f"{a} <= {b} - {r.randint(-2, 3)}",
            f"{a} == max({b}, {c})",
            f"{a} == min({b}, {k})",
            f"{k}*{a} + {r.randint(-3, 5)}*{b} == {r.randint(0, 12)}",
            f"{a} == {k} or {a} == {b}",
            f"{a} != {b}",
            f"{a} % {b} == 0",
        ]
    )


def attempt(compute: Callable[[], T]) -> T | None:
    """A value, or None where it divides by zero."""
    try:
        return compute()
    except ZeroDivisionError:
        return None


class Run:
    """Counts, and what was wrong."""

    def __init__(self, seed: int, exact: bool):
        self.random = random.Random(seed)
        self.exact = exact
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.slowest = 0.0
        self.slowest_question = ""

    def complain(self, what: str, facts: list[Cond], valuation: Valuation) -> None:
        given = "; ".join(str(fact) for fact in facts)
        self.wrong.append(f"{what} given [{given}] but {valuation}")

    def system(self) -> None:
        """One system and its questions."""
        r = self.random
        names = ["a", "b", "c"][: r.randint(1, 3)]
        spans: dict[str, tuple[int, int | None]] = {}
        domains: list[range] = []
        for name in names:
            lo = r.choice([0, 0, 0, 1, 2, -3])
            hi = lo + r.randint(1, 7)
            bounded = r.random() < 0.6
            spans[name] = lo, hi if bounded else None
            domains.append(range(lo, hi + 1) if bounded else range(lo, lo + 9))
        style = r.random() < 0.5
        facts = [
            parse_cond(shaped(r, names) if style else condition(r, names, r.randint(1, 2)))
            for _ in range(r.randint(0, 3))
        ]
        fitting = [
            env
            for values in itertools.product(*domains)
            for env in [dict(zip(names, values, strict=True))]
            if all(attempt(lambda f=fact, e=env: f.evaluate(e)) for fact in facts)
        ]
        prover = Prover(exact=self.exact)
        try:
            for name, (lo, hi) in spans.items():
                prover.declare(sym(name), lo, hi)
            for fact in facts:
                prover.assume(fact)
        except Contradiction as error:
            self.counts["contradiction"] += 1
            if fitting:
                self.complain(f"contradiction {error}", facts, fitting[0])
            return
        closed = all(hi is not None for _, hi in spans.values())
        for _ in range(4):
            self.decide(
                prover, parse_cond(condition(r, names, r.randint(1, 2))), facts, fitting, closed
            )
        for _ in range(2):
            self.measure(prover, parse(expression(r, names, 2)), facts, fitting)

    def decide(
        self,
        prover: Prover,
        cond: Cond,
        facts: list[Cond],
        fitting: list[Valuation],
        closed: bool,
    ) -> None:
        """A yes-or-no question."""
        start = time.process_time()
        truth = prover.decide(cond).truth
        taken = time.process_time() - start
        if taken > self.slowest:
            self.slowest = taken
            given = "; ".join(str(fact) for fact in facts)
            spans = {s.label: prover.range(s) for s in cond.symbols}
            self.slowest_question = f"{cond} given [{given}] with {spans}"
        outcomes = [(attempt(lambda e=env: cond.evaluate(e)), env) for env in fitting]
        seen = {outcome for outcome, _ in outcomes if outcome is not None}
        self.counts[truth.value] += 1
        if truth is Truth.UNKNOWN:
            self.counts["missed"] += closed and len(seen) == 1
            return
        for outcome, env in outcomes:
            if outcome is not None and outcome is not (truth is Truth.YES):
                self.complain(f"{cond} answered {truth.value}", facts, env)
                return

    def measure(self, prover: Prover, e: Expr, facts: list[Cond], fitting: list[Valuation]) -> None:
        """A range, a residue and a canonical form."""
        lo, hi = prover.range(e)
        m, rest = prover.residue(e)
        canonical = prover.canonical(e)
        self.counts["range"] += 1
        self.counts["residue"] += 1
        self.counts["canonical"] += 1
        for env in fitting:
            value = attempt(lambda env=env: e.evaluate(env))
            if value is None:
                continue
            if (lo is not None and value < lo) or (hi is not None and value > hi):
                self.complain(f"{e} in [{lo}, {hi}]", facts, env)
            if (value - rest) % m if m else value != rest:
                self.complain(f"{e} == {rest} modulo {m}", facts, env)
            other = attempt(lambda env=env: canonical.evaluate(env))
            if other is not None and other != value:
                self.complain(f"{e} is {canonical}", facts, env)


def main() -> int:
    parser = argparse.ArgumentParser(description="random questions, checked by enumeration")
    parser.add_argument("--systems", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exact", action="store_true")
    options = parser.parse_args()
    run = Run(cast(int, options.seed), cast(bool, options.exact))
    start = time.perf_counter()
    for _ in range(cast(int, options.systems)):
        run.system()
        if len(run.wrong) > 10:
            break
    counts = ", ".join(f"{key} {n}" for key, n in sorted(run.counts.items()))
    print(f"{counts}; slowest {run.slowest * 1e3:.0f} ms; {time.perf_counter() - start:.0f} s")
    print(f"slowest: {run.slowest_question}")
    for line in run.wrong:
        print("WRONG", line)
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
