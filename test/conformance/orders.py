"""Answers that depend on more than the facts: on their order, or on what was asked before.

    python test/conformance/orders.py [--systems N] [--seed S] [--orders K] [--seconds T] [--exact]

Systems are invented (`invent.py`) or random (`enumerate_small.py`), in turn. Every question is put
to a prover of its own that was told the facts as they stand; then to provers that were told them in
other orders, to one that was asked the other questions first, and to one that was asked them while
the facts arrived. Ranges and residues are compared between orders as well. Each answer that is not
the first one is printed. Exit status 1 if one question is answered with yes and with no, or if
differences make up more than --allow of the answers.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from enumerate_small import Fact, condition, expression, random_fact, shaped, stated
from invent import FAMILIES

from disc_shape.symbolic import Contradiction, Prover, Reason, parse, parse_cond, sym

QUESTIONS = 8
"""Questions about one system."""
SPELLED = {"eq": "{} == {}", "le": "{} <= {}", "lt": "{} < {}", "divisible": "({}) % ({}) == 0"}


@dataclass
class System:
    """Symbols with their ranges, facts and questions."""

    name: str
    spans: dict[str, tuple[int, int | None]]
    facts: list[Fact]
    questions: list[str]
    measured: list[str] = field(default_factory=list[str])
    """Expressions whose ranges and residues are compared."""

    def told(self, facts: Sequence[Fact], between: Sequence[str], exact: bool) -> Prover | None:
        """A prover that knows the facts; after each one the questions `between` were asked.  None
        if the facts contradict each other."""
        prover = Prover(exact=exact, explains=False)
        for name, (lo, hi) in self.spans.items():
            prover.declare(sym(name), lo, hi)
        try:
            for i, fact in enumerate(facts):
                fact.state(prover, Reason(f"fact {i}", i))
                for text in between:
                    prover.decide(parse_cond(text))
        except Contradiction:
            return None
        return prover

    def measure(self, prover: Prover | None, text: str) -> str:
        """What is known of the value of an expression by itself."""
        if prover is None:
            return "contradiction"
        e = parse(text)
        found = prover.range(e), prover.intervals(e), prover.residue(e), prover.nonzero(e)
        return " ".join(map(str, found))

    def answer(self, prover: Prover | None, question: str) -> str:
        return (
            "contradiction" if prover is None else prover.decide(parse_cond(question)).truth.value
        )


def invented(r: random.Random, family: str) -> System:
    """A scene of one family, with comparisons of its pool."""
    scene = FAMILIES[family](r)
    facts = [stated(f"{n} == {e}") for n, e in scene.defined.items()]
    facts += [stated(text) for text in scene.facts]
    spans = {**scene.free, **dict.fromkeys(scene.defined, (0, None))}
    questions: list[str] = []
    for _ in range(QUESTIONS):
        op = r.choice(["eq", "le", "lt", "divisible"] if scene.divisors else ["eq", "le", "lt"])
        a = r.choice(scene.pool)
        b = r.choice(scene.divisors if op == "divisible" else scene.pool)
        questions.append(SPELLED[op].format(a, b))
    return System(family, spans, facts, questions, r.sample(scene.pool, min(4, len(scene.pool))))


def small(r: random.Random, most: int = 4) -> System:
    """A random system over small domains, of at most so many facts."""
    names = ["a", "b", "c"][: r.randint(2, 3)]
    spans: dict[str, tuple[int, int | None]] = {}
    for name in names:
        lo = r.choice([0, 0, 0, 1, 2, -3])
        spans[name] = lo, lo + r.randint(1, 7) if r.random() < 0.3 else None
    facts = [random_fact(r, names) for _ in range(r.choice([2, 2, 3, 3, 4, most]))]
    questions = [
        shaped(r, names) if r.random() < 0.6 else condition(r, names, r.randint(1, 2))
        for _ in range(QUESTIONS)
    ]
    measured = [*names, *(expression(r, names, 2) for _ in range(3))]
    return System("small", spans, facts, questions, measured)


def systems(r: random.Random) -> Iterator[System]:
    """Systems of every kind, in turn."""
    while True:
        for family in FAMILIES:
            yield invented(r, family)
        for _ in range(len(FAMILIES)):
            yield small(r)


class Compare:
    """Answers and how many of them differ."""

    def __init__(self, seed: int, orders: int, exact: bool, show: Callable[[str], None] = print):
        self.random = random.Random(seed)
        self.orders = orders
        self.exact = exact
        self.show = show
        self.counts: Counter[str] = Counter()
        self.opposite = 0

    def system(self, system: System) -> None:
        r = self.random
        shuffles = [r.sample(system.facts, len(system.facts)) for _ in range(self.orders)]
        plain = system.told(system.facts, [], self.exact)
        others = [system.told(facts, [], self.exact) for facts in shuffles]
        for text in system.measured:
            first = system.measure(plain, text)
            for facts, other in zip(shuffles, others, strict=True):
                self.judge("measure", system, facts, text, first, system.measure(other, text))
        for i, question in enumerate(system.questions):
            first = system.answer(system.told(system.facts, [], self.exact), question)
            for facts in shuffles:
                answer = system.answer(system.told(facts, [], self.exact), question)
                self.judge("order", system, facts, question, first, answer)
            others = system.questions[:i] + system.questions[i + 1 :]
            asked = system.told(system.facts, [], self.exact)
            if asked is not None:
                for other in others:
                    asked.decide(parse_cond(other))
            answer = system.answer(asked, question)
            self.judge("after", system, system.facts, question, first, answer, others)
            answer = system.answer(system.told(system.facts, others[:3], self.exact), question)
            self.judge("between", system, system.facts, question, first, answer, others[:3])

    def judge(
        self,
        kind: str,
        system: System,
        facts: Sequence[Fact],
        question: str,
        first: str,
        answer: str,
        others: Sequence[str] = (),
    ) -> None:
        self.counts[kind] += 1
        if answer == first:
            return
        self.counts[f"{kind} differ"] += 1
        self.counts[f"{kind} {system.name}"] += 1
        self.opposite += {first, answer} == {"yes", "no"}
        given = "; ".join(fact.text for fact in system.facts)
        reordered = kind in ("order", "measure")
        now = "; ".join(fact.text for fact in facts) if reordered else "; ".join(others)
        self.show(
            f"{kind}: {question}\n  {first} given [{given}] with {system.spans}\n"
            f"  {answer} {'as' if reordered else 'with'} [{now}]"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="answers that depend on more than the facts")
    parser.add_argument("--systems", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--orders", type=int, default=2, help="other orders of each system")
    parser.add_argument("--seconds", type=float, default=None, help="stop after this long")
    parser.add_argument("--allow", type=float, default=0.0, help="part of answers that may differ")
    parser.add_argument("--exact", action="store_true")
    options = parser.parse_args()
    run = Compare(cast(int, options.seed), cast(int, options.orders), cast(bool, options.exact))
    limit, start = cast("float | None", options.seconds), time.perf_counter()
    for i, system in enumerate(systems(run.random)):
        if i >= cast(int, options.systems):
            break
        if limit is not None and time.perf_counter() - start > limit:
            break
        run.system(system)
    kinds = ("order", "measure", "after", "between")
    differ = sum(run.counts[f"{kind} differ"] for kind in kinds)
    asked = sum(run.counts[kind] for kind in kinds)
    counts = ", ".join(f"{key} {n}" for key, n in sorted(run.counts.items()))
    print(f"{asked} answers, {differ} differ, {run.opposite} opposite: {counts}")
    return 1 if run.opposite or differ > cast(float, options.allow) * asked else 0


if __name__ == "__main__":
    sys.exit(main())
