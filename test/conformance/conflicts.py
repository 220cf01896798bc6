"""Systems that no valuation fits: is the contradiction reported as the facts arrive?

    python test/conformance/conflicts.py [--systems N] [--seed S] [--seconds T] [--exact]

Systems over small ranges are drawn until enumeration says that nothing fits one, also where a
division by zero is read as whatever suits. Their facts are told in three orders; each system whose
contradiction is missed in one of them is printed. Exit status 1 if there is one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np
from enumerate_small import Fact, random_fact, stated
from grid import Grid
from orders import System


def chosen(r: random.Random, names: list[str]) -> Fact:
    """A fact about extremes, quotients and order."""
    a, b, c = (r.choice(names) for _ in range(3))
    k, j = r.randint(1, 6), r.randint(2, 4)
    return stated(
        r.choice(
            [
                f"{a} == min({b}, {k})",
                f"{a} == max({b}, {c})",
                f"{a} == min({b}, {c})",
                f"{a} == max({b} - {k}, 0)",
                f"min({a}, {b}) > max({c} - {k}, 0)",
                f"max({a}, {k}) < min({b}, {c})",
                f"{a} == {b}//{k}",
                f"{a} == ({b} + {k})//{j}",
                f"{a} == {b} % {j}",
                f"{a} > {b}//{k}",
                f"{a} < {b}",
                f"{a} <= {b} - {j}",
                f"{a} >= {k}",
                f"{a} + {b} <= {k}",
            ]
        )
    )


def contradictory(r: random.Random) -> System:
    """A system that nothing fits."""
    while True:
        names = ["a", "b", "c"][: r.randint(1, 3)]
        lows = {name: r.choice([0, 0, 0, 1, 2, -3]) for name in names}
        spans = {name: (lo, lo + r.randint(1, 7)) for name, lo in lows.items()}
        kind = chosen if r.random() < 0.4 else random_fact
        facts = [kind(r, names) for _ in range(r.choice([2, 2, 3, 3, 4]))]
        grid = Grid({name: range(lo, hi + 1) for name, (lo, hi) in spans.items()})
        fits = np.ones(grid.size, dtype=np.bool_)
        for fact in facts:
            truth, valid = grid.flags(fact.text)
            fits &= truth | ~valid
        if not fits.any():
            return System(kind.__name__, {**spans}, facts, [])


def missed(system: System, r: random.Random, exact: bool) -> int:
    """In how many of three orders the contradiction is missed."""
    facts = system.facts
    orders = (facts, facts[::-1], r.sample(facts, len(facts)))
    return sum(system.told(order, [], exact) is not None for order in orders)


def main() -> int:
    parser = argparse.ArgumentParser(description="contradictions that are missed")
    parser.add_argument("--systems", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=None, help="stop after this long")
    parser.add_argument("--exact", action="store_true")
    options = parser.parse_args()
    r = random.Random(cast(int, options.seed))
    limit, start = cast("float | None", options.seconds), time.perf_counter()
    tried = found = 0
    while tried < cast(int, options.systems):
        if limit is not None and time.perf_counter() - start > limit:
            break
        system = contradictory(r)
        tried += 1
        count = missed(system, r, cast(bool, options.exact))
        if count:
            found += 1
            given = "; ".join(fact.text for fact in system.facts)
            print(f"missed in {count} of 3 orders: [{given}] with {system.spans}")
    print(f"{tried} contradictory systems, {found} missed in some order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
