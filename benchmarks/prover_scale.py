"""Load time, question time and memory of the prover on systems as a whole-module importer emits
them.

    python benchmarks/prover_scale.py [--sizes 1000,10000 --mixes cnn --seeds 1,2]
    python benchmarks/prover_scale.py FILE.json...

Without files, systems are made by `shape_systems.py`, each in a process of its own. Times are
processor time; the load of ten times as many dimensions is divided by that of a tenth of them (and
by the exact ratio of their sizes).

A file has `vars` (name -> [min, max or null]), `constraints` (`["eq", a, b]`, `["affine", d, c,
[[k, v]...]]`, `["prod", [..], [..]]`, `["floordiv", d, a, k]`, `["mod", a, m, r]`, `["le", a,
b]`, `["lt", a, b]`, `["max", d, a, b]`) and `queries` (`op`, `args`, `truth`).
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from shape_systems import MIXES, Json, build

from disc_shape.symbolic import Expr, Prover, Reason, Truth, const, maximum, sym
from disc_shape.symbolic.terms import linear

GIVEN = Reason("a constraint of the module")

RUNS = 5
"""Of as many runs of every size the best counts: of fewer for one size, noise would look like
growth."""


class Operands(dict["Json", Expr]):
    """Sizes as an importer holds them: an expression for each name and integer, made once."""

    def __missing__(self, value: Json) -> Expr:
        made = sym(value) if isinstance(value, str) else const(cast(int, value))
        self[value] = made
        return made

    def all(self, values: Json) -> list[Expr]:
        return [self[value] for value in cast("list[Json]", values)]


def add(prover: Prover, of: Operands, constraint: list[Json]) -> None:
    """State one constraint."""
    match constraint:
        case ["eq", a, b]:
            prover.add_equal(of[a], of[b], GIVEN)
        case ["affine", d, c, pairs]:
            terms = [(of[v], cast(int, k)) for k, v in cast("list[tuple[Json, Json]]", pairs)]
            prover.add_equal(of[d], linear(cast(int, c), terms), GIVEN)
        case ["prod", xs, ys]:
            prover.add_product_equal(of.all(xs), of.all(ys), GIVEN)
        case ["floordiv", d, a, k]:
            prover.add_equal(of[d], of[a] // of[k], GIVEN)
        case ["mod", a, m, r]:
            prover.add_divisible(of[a], of[m], GIVEN, remainder=cast(int, r))
        case ["le", a, b]:
            prover.add_le(of[a], of[b], GIVEN)
        case ["lt", a, b]:
            prover.add_lt(of[a], of[b], GIVEN)
        case ["max", d, a, b]:
            prover.add_equal(of[d], maximum(of[a], of[b]), GIVEN)
        case other:
            raise ValueError(f"unknown constraint {other}")


def ask(prover: Prover, of: Operands, op: str, args: list[Json]) -> Truth:
    """Ask one question."""
    match op:
        case "eq":
            return prover.equal(of[args[0]], of[args[1]]).truth
        case "le":
            return prover.le(of[args[0]], of[args[1]]).truth
        case "divisible":
            return prover.divides(of[args[1]], of[args[0]]).truth
        case "prod_eq":
            return prover.product_equal(of.all(args[0]), of.all(args[1])).truth
        case other:
            raise ValueError(f"unknown question {other}")


@dataclass
class Result:
    """What one system took."""

    name: str
    dims: int
    load: float
    median: float
    p99: float
    questions: int
    missed: int
    wrong: int
    megabytes: float


def measure(name: str, data: dict[str, Json], repeat: int, slow: bool) -> Result:
    """Load and question one system; processor time, the best of a few runs."""
    load = median = p99 = float("inf")
    missed = wrong = 0
    questions = cast("list[dict[str, Json]]", data["queries"])
    for _ in range(repeat):
        gc.collect()
        start = time.process_time()
        prover, of = loaded(data)
        load = min(load, time.process_time() - start)
        times: list[float] = []
        missed = wrong = 0
        for query in questions:
            start = time.process_time()
            truth = ask(prover, of, cast(str, query["op"]), cast("list[Json]", query["args"]))
            times.append(time.process_time() - start)
            expected = query["truth"] == "true"
            if slow and (times[-1] > 1e-3 or (expected and truth is not Truth.YES)):
                print(f"  {times[-1] * 1e3:.2f} ms, {truth.value}: {query}")
            missed += expected and truth is not Truth.YES
            wrong += (truth is Truth.YES and not expected) or (truth is Truth.NO and expected)
        times.sort()
        median = min(median, times[len(times) // 2])
        p99 = min(p99, times[int(len(times) * 0.99)])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    dims = cast(int, data["dims"])
    return Result(name, dims, load, median, p99, len(questions), missed, wrong, memory)


def loaded(data: dict[str, Json]) -> tuple[Prover, Operands]:
    """A prover that knows the facts of a system, and its sizes."""
    prover, of = Prover(), Operands()
    with prover.loading():
        spans = cast("dict[str, tuple[int | None, int | None]]", data["vars"])
        for name, (lo, hi) in spans.items():
            of[name] = symbol = sym(name)
            prover.declare(symbol, lo, hi)
        for constraint in cast("list[list[Json]]", data["constraints"]):
            add(prover, of, constraint)
    return prover, of


def report(result: Result) -> bool:
    """Print a line; whether every answer is right."""
    print(
        f"{result.name:<22} dims {result.dims:>7}  load {result.load * 1e3:8.1f} ms  "
        f"median {result.median * 1e6:6.1f} us  p99 {result.p99 * 1e6:7.1f} us  "
        f"questions {result.questions:>6}  missed {result.missed:>4}  wrong {result.wrong:>3}  "
        f"{result.megabytes:6.0f} MB",
        flush=True,
    )
    return not result.missed and not result.wrong


def child(mix: str, dims: int, seed: int) -> Result:
    """Measure one made system in processes of their own, so that nothing is interned before: the
    best of a few."""
    best: Result | None = None
    for _ in range(RUNS):
        command = [sys.executable, __file__, "--child", f"{mix},{dims},{seed}"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        values = cast("dict[str, float]", json.loads(output))
        found = Result(
            f"{mix} {seed}",
            int(values["dims"]),
            values["load"],
            values["median"],
            values["p99"],
            int(values["questions"]),
            int(values["missed"]),
            int(values["wrong"]),
            values["megabytes"],
        )
        if best is not None:
            found.load = min(found.load, best.load)
            found.median = min(found.median, best.median)
            found.p99 = min(found.p99, best.p99)
        best = found
    assert best is not None
    return best


def grown(sizes: list[int], mixes: list[str], seeds: list[int]) -> bool:
    """Made systems of every size, with the growth of the time to load them."""
    good = True
    for mix in mixes:
        for seed in seeds:
            before: Result | None = None
            for dims in sizes:
                result = child(mix, dims, seed)
                good = report(result) and good
                if before is not None and dims == 10 * sizes[sizes.index(dims) - 1]:
                    each = result.load / result.dims * before.dims / before.load
                    print(f"{'':<22} {10 * each:5.1f} times the load of a tenth of it")
                before = result
    return good


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def main() -> int:
    parser = argparse.ArgumentParser(description="the prover on large systems")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--sizes", default="1000,10000,100000", help="dimensions of made systems")
    parser.add_argument("--mixes", default=",".join(MIXES))
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each file")
    parser.add_argument("--slow", action="store_true", help="print slow and missed questions")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    made = cast("str | None", options.child)
    if made is not None:
        mix, dims, seed = made.split(",")
        data = build(int(dims), mix, int(seed))
        print(json.dumps(asdict(measure(f"{mix} {seed}", data, 1, False))))
        return 0
    files = cast("list[Path]", options.files)
    if not files:
        sizes, mixes = numbers(cast(str, options.sizes)), cast(str, options.mixes).split(",")
        return 0 if grown(sizes, mixes, numbers(cast(str, options.seeds))) else 1
    good = True
    for path in files:
        data = cast("dict[str, Json]", json.loads(path.read_text()))
        slow = cast(bool, options.slow)
        good = report(measure(path.stem, data, cast(int, options.repeat), slow)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
