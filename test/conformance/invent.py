"""Invented cases in the encoding of the symbolic files: `run.py` can be asked questions that
are not written by hand.

    python test/conformance/invent.py --out DIRECTORY [--per-family N] [--seed S]

A family is a few symbols, definitions and facts of one kind of program (a convolution, a tiled
loop, a reshape) and a pool of expressions that one would compare there. Every pair of them is
compared on a box of values that holds 0, 1, small sizes and a few large ones; what always holds is
a "true" case, what never holds a "false" one, what does both an "unknown" one with both witnesses.
A symbol without upper bound is tried up to the largest of these values, so a "true" is as true as
that: a missed one is to be looked at, a wrong one cannot come from it unless the box is too small.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from pathlib import Path
from typing import TypeAlias, cast

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from grid import Flags, Grid, Json, Numbers

LARGE = (97, 128, 255, 1000, 1003)
POINTS = 60_000
"""Points of one box, about."""


@dataclass
class System:
    """Symbols with (least, largest or None), definitions in order, facts, and what to compare."""

    free: dict[str, tuple[int, int | None]]
    defined: dict[str, str] = field(default_factory=dict[str, str])
    facts: list[str] = field(default_factory=list[str])
    pool: list[str] = field(default_factory=list[str])
    divisors: list[str] = field(default_factory=list[str])


Family: TypeAlias = Callable[[random.Random], System]


def conv_pool(r: random.Random) -> System:
    k, s, d = r.choice([1, 2, 3, 4, 5, 7]), r.choice([1, 2, 3, 4]), r.choice([1, 1, 1, 2])
    p = r.choice([0, (d * (k - 1)) // 2, k // 2])
    reach = d * (k - 1) + 1
    given = System({"h": (max(1, reach - 2 * p), None)})
    given.defined["o"] = f"(h + {2 * p - reach})//{s} + 1"
    if r.random() < 0.5:
        k2, s2 = r.choice([1, 2, 3]), r.choice([1, 2])
        given.defined["u"] = f"(o + {2 * (k2 // 2) - k2})//{s2} + 1"
        given.pool += ["u", f"{s2}*u", f"{s * s2}*u", f"(h + {s * s2 - 1})//{s * s2}"]
    if r.random() < 0.3:
        given.facts.append(f"h % {s * 2} == 0")
    given.pool += ["h", "o", f"{s}*o", f"{s}*(o - 1)", f"(h + {s - 1})//{s}", f"h//{s}", "0", "1"]
    given.pool += [f"(o - 1)*{s} + {reach - 2 * p}", f"h % {s}", f"h + {2 * p}"]
    return given


def tiling(r: random.Random) -> System:
    t = r.choice([2, 3, 4, 8, 16, 32])
    if r.random() < 0.3:
        given = System({"n": (r.choice([0, 1]), None), "t": (1, None), "i": (0, None)})
        given.facts.append("i < (n + t - 1)//t")
        given.pool = ["n", "i*t", "(n + t - 1)//t*t", "(n + t - 1)//t", "n + t - 1", "i", "t"]
        given.pool += ["n//t*t", "n//t", "min(t, n - i*t)", "0", "1"]
        return given
    given = System({"n": (r.choice([0, 1]), None), "i": (0, None)})
    u = f"(n + {t - 1})//{t}"
    given.facts.append(r.choice([f"i < {u}", f"i < n//{t}"]))
    if r.random() < 0.4:
        given.free["j"] = (0, t - 1)
        given.pool += [f"{t}*i + j", f"({t}*i + j)//{t}", f"({t}*i + j) % {t}", "j"]
    given.pool += ["n", "i", f"{t}*i", f"{t}*i + {t}", u, f"{u}*{t}", f"{u}*{t} - n", f"n//{t}"]
    given.pool += [f"n - {t}*i", f"min({t}, n - {t}*i)", f"n % {t}", "0", "1", str(t)]
    return given


def concat_slice(r: random.Random) -> System:
    k, m = r.randint(1, 5), r.randint(2, 4)
    given = System({"a": (0, None), "b": (r.choice([0, 1]), None)})
    given.defined["c"] = r.choice(["a + b", f"a + {m}*b", f"a + b + {k}"])
    given.defined["e"] = r.choice(["c + a", f"c - {k}", "c - b", "2*c"])
    given.defined["z"] = f"max(min(e, {k}) - 1, 0)"
    given.pool = ["a", "b", "c", "e", "e - c", "c - b", "a + b", "2*a + b", f"c - {k}", "0", "z"]
    given.pool += [f"max(c - {k}, 0)", f"min(c, {k})", f"(c + {m - 1})//{m}", f"c//{m}"]
    if r.random() < 0.4:
        given.facts.append(r.choice([f"a >= {k}", f"a % {m} == 0", f"b == {k}", "a <= b"]))
    return given


def broadcast(r: random.Random) -> System:
    low = r.choice([0, 1, 1, 2])
    given = System({"a": (low, None), "b": (r.choice([0, 1, 2]), r.choice([None, 9]))})
    rule = "a == 1 or b == 1 or a == b"
    given.facts.append(r.choice([rule, rule, "a == 1 or a == b", "b == 1 or a == b"]))
    given.defined["o"] = r.choice(
        ["max(a, b)", "select(a == 1, b, a)", "select(b == 1, a, b)", "select(a == 1, b, b)"]
    )
    if r.random() < 0.5:
        given.facts.append(r.choice(["a >= 2", "b >= 2", "a != b", "a <= b", "a % 2 == 0"]))
    given.pool = ["a", "b", "o", "max(a, b)", "min(a, b)", "a*b", "a + b", "1", "0", "2", "o*o"]
    given.pool += ["max(o, a)", "max(o, 1)", "min(o, a)", "a*b//max(a, 1)", "o + 1"]
    return given


def reshape(r: random.Random) -> System:
    k = r.choice([2, 3, 4, 6])
    low = r.choice([0, 0, 1])
    given = System({"a": (low, None), "b": (r.choice([0, 1]), None), "x": (0, None)})
    given.free["y"] = (r.choice([0, 1]), None)
    given.facts.append(r.choice([f"a*b == x*y*{k}", "a*b == x*y", f"{k}*a*b == x*y", "a*b == x*b"]))
    if r.random() < 0.6:
        given.facts.append(
            r.choice(["y == b", f"x % {k} == 0", "y >= 1", f"y == {k}", f"y == {k}*b"])
        )
    given.pool = [
        "a",
        "b",
        "x",
        "y",
        "a*b",
        "x*y",
        f"{k}*x*y",
        f"{k}*a",
        f"{k}*x",
        "0",
        "1",
        "a*x",
    ]
    given.pool += ["b*x", "a*b*x", "x*x*y", f"{k}*a*b", f"{k}*x*x*y"]
    given.divisors = [str(k), "x", "a"]
    return given


def divisible(r: random.Random) -> System:
    m, n = r.choice([2, 3, 4, 6, 8]), r.choice([2, 3, 4, 5, 6])
    given = System({"a": (0, None), "b": (0, None), "k": (1, 12)})
    given.facts += [r.choice([f"a % {m} == 0", f"a % {m} == 1", "a % k == 0"])]
    given.facts += [r.choice([f"b % {n} == 0", f"b % {n} == 1", "b % k == 0", "b == a + k"])]
    given.pool = ["a", "b", "a + b", "a - b", "a*b", f"{n}*a", f"{m}*b", "a + 1", "2*a + b", "a*a"]
    given.pool += ["a*(a + 1)", "k*a", "a + k", "a*b + k*b", "a//2", f"a//{m}"]
    given.divisors = ["2", "3", "4", str(m), str(n), str(m * n), "k"]
    return given


def order(r: random.Random) -> System:
    names = ["a", "b", "c", "d"][: r.randint(3, 4)]
    given = System(dict.fromkeys(names, (0, 12)))
    for x, y in pairwise(names):
        given.facts.append(
            r.choice([f"{x} < {y}", f"{x} <= {y}", f"{x} + {r.randint(1, 3)} <= {y}"])
        )
    if r.random() < 0.4:
        x, y = r.sample(names, 2)
        given.facts.append(r.choice([f"{x} <= {y} + 2", f"{x} != {y}", f"{x} % 2 == 0"]))
    given.pool = [
        *names,
        "a + 1",
        "a + 2",
        "b + 1",
        "max(a, b)",
        "min(b, c)",
        "a + b",
        "b + c",
        "2*c",
    ]
    given.pool += ["c - a", "max(a, c) - b", "3"]
    return given


def minmax(r: random.Random) -> System:
    k, m = r.randint(1, 8), r.randint(2, 4)
    given = System({"n": (r.choice([0, 1, -4]), None), "a": (0, r.choice([None, 10]))})
    given.defined["z"] = r.choice(
        [f"max(n - {k}, 0)", f"min(n, {k})", f"min(max(n, 0), {k})", f"max(min(n, {k}) - 1, 0)"]
    )
    given.pool = [
        "n",
        "a",
        "z",
        "max(n, a)",
        "min(n, a)",
        f"max(n, {k})",
        f"min(n, {k})",
        "0",
        str(k),
    ]
    given.pool += [
        f"n - {k}",
        "max(n - a, 0)",
        "n + a",
        f"{m}*z",
        f"min({m}*n, {m * k})",
        "max(z, a)",
    ]
    given.pool += ["a + max(n - a, 0)", "min(n, a) + max(n, a)", f"max(n//{m}, a//{m})", f"z//{m}"]
    given.pool += [f"max(n, a)//{m}"]
    return given


def divmod_family(r: random.Random) -> System:
    m, n = r.choice([2, 3, 4, 5]), r.choice([2, 3, 4])
    given = System({"x": (r.choice([0, -20]), None), "y": (0, r.choice([None, m - 1]))})
    if r.random() < 0.4:
        given.facts.append(r.choice([f"x % {m} == {r.randint(0, m - 1)}", f"x % {m * n} == 0"]))
    given.pool = [f"x//{m}", f"x//{m}//{n}", f"x//{m * n}", f"x % {m}", f"x % {m * n}", "x", "y"]
    given.pool += [f"x//{m}*{m}", f"(x + {m - 1})//{m}", f"(x + {m})//{m}", f"(x % {m * n})//{m}"]
    given.pool += [
        f"(x//{m}) % {n}",
        f"({m}*x + y)//{m}",
        f"({m}*x + y) % {m}",
        f"x % {m} + x//{m}*{m}",
    ]
    given.pool += [f"(x + y)//{m}", f"x//{m} + y//{m}", f"(x + {m - 1})//{m}*{m}", "0", f"{m - 1}"]
    given.pool += [f"-((-x)//{m})", f"({n}*x)//{m * n}", f"(x % {m * n}) % {m}", "x + y"]
    return given


def pad(r: random.Random) -> System:
    m, n = r.choice([4, 8, 16, 64]), r.choice([2, 4, 8])
    given = System({"n": (r.choice([0, 1]), None)})
    given.defined["p"] = f"(n + {m - 1})//{m}*{m}"
    if r.random() < 0.5:
        given.defined["q"] = f"(p + {n - 1})//{n}*{n}"
        given.pool += ["q", "q - n"]
    given.pool += [
        "n",
        "p",
        "p - n",
        f"n + {m}",
        f"n + {m - 1}",
        f"p//{m}",
        "0",
        "1",
        f"n//{m}*{m}",
    ]
    given.pool += [
        "max(n, p)",
        f"(-n) % {m}",
        f"n + (-n) % {m}",
        f"(p + {m - 1})//{m}*{m}",
        f"p % {m}",
    ]
    given.pool += [
        f"p//{n}",
        f"(n + {m - 1})//{m}",
        f"(n + {m - 1})//{m} + 1",
        f"(n - 1)//{m} + 1",
    ]
    given.divisors = [str(m), str(n), "2"]
    return given


def split(r: random.Random) -> System:
    k = r.choice([2, 3, 4])
    given = System({"d": (0, None)})
    if r.random() < 0.6:
        given.facts.append(f"d % {k} == 0")
    given.defined["o"] = r.choice([f"d//{k}", f"(d + {k - 1})//{k}"])
    given.defined["l"] = r.choice([f"d - {k - 1}*o", f"max(d - {k - 1}*o, 0)"])
    given.pool = [
        "d",
        "o",
        "l",
        f"{k}*o",
        f"{k - 1}*o + l",
        "o - l",
        "o + l",
        "o + 1",
        "l + 1",
        "0",
    ]
    given.pool += [f"o + {k - 1}", f"l + {k - 1}", f"d//{k}", "min(o, d)", f"d % {k}", "min(o, l)"]
    given.divisors = [str(k), "2"]
    return given


def infer_dim(r: random.Random) -> System:
    k = r.choice([2, 4, 12])
    given = System({"b": (r.choice([0, 1]), None), "s": (1, None), "e": (1, None)})
    given.facts.append(r.choice([f"e % {k} == 0", f"e == {4 * k}", "e % s == 0", f"s % {k} == 0"]))
    given.defined["q"] = r.choice(
        ["(b*s*e)//(s*e)", "(b*s*e)//e", f"(b*e)//{k}", f"(b*s*e)//({k}*s)", "(b*s)//s", "(b*e)//s"]
    )
    given.pool = ["b", "s", "e", "q", "b*s", "b*e", f"{k}*q", "q*s", "q*e", "b*s*e", "q*s*e", "0"]
    given.pool += [f"b*(e//{k})", "b*(e//s)", f"{k}*q*s", "(q*s)//s"]
    given.divisors = [str(k), "s", "b*s + 1"]
    return given


def range_list(r: random.Random) -> System:
    k, m = r.choice([8, 16, 32]), r.randint(2, 3)
    given = System({"s": (r.choice([0, 1]), 8 * k), "t": (0, 16 * k)})
    given.facts.append(
        r.choice([f"s <= {k} or s >= {4 * k}", f"s == {k} or s == {2 * k} or s == {4 * k}"])
    )
    given.facts.append(
        r.choice([f"s > {k}", f"s <= {2 * k}", f"t == {m}*s", "t == s + 1", "t <= s"])
    )
    given.pool = ["s", "t", str(k), str(k + 1), str(2 * k), str(4 * k), f"{m}*s", "s + t", "t - s"]
    given.pool += [f"s//{k}", f"s % {k}", f"max(s, {2 * k})", str(3 * k), "min(s, t)"]
    given.divisors = [str(k), "2"]
    return given


def zero_size(r: random.Random) -> System:
    given = System({"a": (0, None), "b": (0, None), "c": (0, None)})
    given.facts.append(
        r.choice(["a*b == a*c", "a*b == 0", "a*b == a", "a*b == 2*a*b", "a*b*c == 0"])
    )
    given.facts.append(
        r.choice(["a >= 1", "a + b >= 1", "b >= 1", "a % 2 == 1", "c == 0", "a*c == 6"])
    )
    given.pool = [
        "a",
        "b",
        "c",
        "a*b",
        "a*c",
        "b*c",
        "a*b*c",
        "0",
        "1",
        "a + b",
        "max(a, 1)",
        "b + c",
    ]
    given.pool += ["min(a, b)", "a*b + c", "a*a*b"]
    return given


def affine(r: random.Random) -> System:
    k, m = r.randint(2, 4), r.randint(2, 5)
    given = System({"a": (0, None), "b": (0, None), "c": (0, None)})
    given.facts.append(
        r.choice([f"{k}*a + {m}*b == {r.randint(4, 40)}", f"a == {k}*b + {m}", "a + b == c"])
    )
    given.facts.append(
        r.choice([f"a - b == {k}", f"c == {m}*a - b", f"{k}*c == {m}*a", "a + b + c == 20"])
    )
    given.pool = [
        "a",
        "b",
        "c",
        "a + b",
        "a - b",
        "a + b + c",
        f"{k}*a",
        f"{m}*b",
        "c - a",
        "0",
        f"a % {k}",
    ]
    given.pool += [f"b % {m}", f"{k}*a - {m}*b", f"c//{k}", "2*b + c", f"c % {m}", "10"]
    given.divisors = [str(k), str(m)]
    return given


FAMILIES: dict[str, Family] = {
    "conv_pool": conv_pool,
    "tiling": tiling,
    "concat_slice": concat_slice,
    "broadcast": broadcast,
    "reshape": reshape,
    "divisible": divisible,
    "order": order,
    "minmax": minmax,
    "divmod": divmod_family,
    "pad": pad,
    "split": split,
    "infer_dim": infer_dim,
    "range_list": range_list,
    "zero_size": zero_size,
    "affine": affine,
}


class Box:
    """The points that fit a given, with the values of its pool."""

    def __init__(self, given: System):
        per_symbol = max(8, int(POINTS ** (1 / len(given.free))))
        domains: dict[str, list[int]] = {}
        for name, (lo, hi) in given.free.items():
            values = [*range(lo, lo + per_symbol - len(LARGE)), *LARGE]
            domains[name] = [v for v in values if hi is None or v <= hi]
            if hi is not None and hi not in domains[name]:
                domains[name].append(hi)
        self.grid = Grid(domains)
        for name, text in given.defined.items():
            self.grid.columns[name], _ = self.grid.numbers(text)
        fits: Flags = np.ones(self.grid.size, dtype=np.bool_)
        for fact in given.facts:
            truth, valid = self.grid.flags(fact)
            fits &= truth & valid
        for name in given.defined:
            fits &= self.grid.columns[name] >= 0
        self.points = np.flatnonzero(fits)
        self.values: dict[str, Numbers] = {}
        for text in dict.fromkeys([*given.pool, *given.divisors]):
            self.values[text] = self.grid.numbers(text)[0][self.points]

    def witness(self, where: Flags) -> dict[str, int]:
        return self.grid.point(int(self.points[np.flatnonzero(where)[0]]))


def questions(given: System, box: Box) -> Iterator[tuple[str, list[str], Flags]]:
    """Every comparison of the pool, with the points where it holds."""
    pool = list(dict.fromkeys(given.pool))
    for i, a in enumerate(pool):
        for b in pool[i + 1 :]:
            yield "eq", [a, b], box.values[a] == box.values[b]
    for a, b in permutations(pool, 2):
        yield "le", [a, b], box.values[a] <= box.values[b]
        yield "lt", [a, b], box.values[a] < box.values[b]
    for e in pool:
        for k in dict.fromkeys(given.divisors):
            if (box.values[k] > 0).all():
                yield "divisible", [e, k], box.values[e] % box.values[k] == 0


def cases(family: str, r: random.Random, count: int) -> Iterator[dict[str, Json]]:
    """Cases of one family: half of them true, a quarter false, a quarter open, where they are."""
    made = 0
    while made < count:
        given = FAMILIES[family](r)
        box = Box(given)
        if len(box.points) < 12:
            continue
        kinds: dict[str, list[tuple[str, list[str], Flags]]] = {
            "true": [],
            "false": [],
            "unknown": [],
        }
        for op, args, holds in questions(given, box):
            truth = "true" if holds.all() else "unknown" if holds.any() else "false"
            kinds[truth].append((op, args, holds))
        for truth, number in (("true", 4), ("false", 1), ("unknown", 2)):
            by_op: dict[str, list[tuple[str, list[str], Flags]]] = {}
            for entry in kinds[truth]:
                by_op.setdefault(entry[0], []).append(entry)
            for _ in range(number):
                if not by_op:
                    break
                op, args, holds = r.choice(by_op[r.choice(sorted(by_op))])
                made += 1
                case: dict[str, Json] = {
                    "id": f"{family}_{made}",
                    "family": family,
                    "vars": {
                        name: {"min": lo, "max": hi, "mod": None}
                        for name, (lo, hi) in {
                            **given.free,
                            **dict.fromkeys(given.defined, (0, None)),
                        }.items()
                    },
                    "assume": [*(f"{n} == {e}" for n, e in given.defined.items()), *given.facts],
                    "query": {"op": op, "args": args},
                    "truth": truth,
                }
                if truth == "unknown":
                    case["witness"] = [box.witness(holds), box.witness(~holds)]
                yield case


def main() -> int:
    parser = argparse.ArgumentParser(description="invent cases for the conformance runner")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--per-family", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    out = cast(Path, options.out)
    out.mkdir(parents=True, exist_ok=True)
    for family in FAMILIES:
        r = random.Random(f"{family} {cast(int, options.seed)}")
        made = list(cases(family, r, cast(int, options.per_family)))
        (out / f"{family}.json").write_text(json.dumps(made, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
