"""Load time, question time and memory of the prover on systems as a whole-module importer emits
them.

    python benchmarks/prover_scale.py FILE.json...      files made by a generator of shape systems

A file has `vars` (name -> [min, max or null]), `constraints` (`["eq", a, b]`, `["affine", d, c,
[[k, v]...]]`, `["prod", [..], [..]]`, `["floordiv", d, a, k]`, `["mod", a, m, r]`, `["le", a,
b]`, `["lt", a, b]`, `["max", d, a, b]`) and `queries` (`op`, `args`, `truth`).
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from disc_shape.symbolic import Expr, Prover, Reason, Truth, const, maximum, sym
from disc_shape.symbolic.terms import linear

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

GIVEN = Reason("a constraint of the module")


def operand(value: Json) -> Expr:
    """A name or an integer as an expression."""
    return sym(value) if isinstance(value, str) else const(cast(int, value))


def operands(value: Json) -> list[Expr]:
    return [operand(item) for item in cast("list[Json]", value)]


def add(prover: Prover, constraint: list[Json]) -> None:
    """State one constraint."""
    match constraint:
        case ["eq", a, b]:
            prover.add_equal(operand(a), operand(b), GIVEN)
        case ["affine", d, c, pairs]:
            terms = [(operand(v), cast(int, k)) for k, v in cast("list[tuple[Json, Json]]", pairs)]
            prover.add_equal(operand(d), linear(cast(int, c), terms), GIVEN)
        case ["prod", xs, ys]:
            prover.add_product_equal(operands(xs), operands(ys), GIVEN)
        case ["floordiv", d, a, k]:
            prover.add_equal(operand(d), operand(a) // operand(k), GIVEN)
        case ["mod", a, m, r]:
            prover.add_divisible(operand(a), operand(m), GIVEN, remainder=cast(int, r))
        case ["le", a, b]:
            prover.add_le(operand(a), operand(b), GIVEN)
        case ["lt", a, b]:
            prover.add_lt(operand(a), operand(b), GIVEN)
        case ["max", d, a, b]:
            prover.add_equal(operand(d), maximum(operand(a), operand(b)), GIVEN)
        case other:
            raise ValueError(f"unknown constraint {other}")


def ask(prover: Prover, op: str, args: list[Json]) -> Truth:
    """Ask one question."""
    match op:
        case "eq":
            return prover.equal(operand(args[0]), operand(args[1])).truth
        case "le":
            return prover.le(operand(args[0]), operand(args[1])).truth
        case "divisible":
            return prover.divides(operand(args[1]), operand(args[0])).truth
        case "prod_eq":
            return prover.product_equal(operands(args[0]), operands(args[1])).truth
        case other:
            raise ValueError(f"unknown question {other}")


def measure(path: Path, slow: bool, clock: Callable[[], float]) -> bool:
    """Load and question one file, print a line; whether every answer is right."""
    data = cast("dict[str, Json]", json.loads(path.read_text()))
    gc.collect()
    start = clock()
    prover = Prover()
    with prover.loading():
        for name, span in cast("dict[str, list[int | None]]", data["vars"]).items():
            prover.declare(sym(name), span[0], span[1])
        for constraint in cast("list[list[Json]]", data["constraints"]):
            add(prover, constraint)
    load = clock() - start
    times: list[float] = []
    missed = wrong = 0
    for query in cast("list[dict[str, Json]]", data["queries"]):
        start = clock()
        truth = ask(prover, cast(str, query["op"]), cast("list[Json]", query["args"]))
        times.append(clock() - start)
        expected = query["truth"] == "true"
        if slow and times[-1] > 1e-3:
            print(f"  slow {times[-1] * 1e3:.2f} ms: {query}")
        if expected and truth is not Truth.YES:
            missed += 1
            if slow:
                print("  missed", query)
        wrong += (truth is Truth.YES and not expected) or (truth is Truth.NO and expected)
    times.sort()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{path.stem:<24} dims {data['dims']:>7}  load {load * 1e3:8.1f} ms  "
        f"median {times[len(times) // 2] * 1e6:6.1f} us  "
        f"p99 {times[int(len(times) * 0.99)] * 1e6:7.1f} us  max {times[-1] * 1e3:6.2f} ms  "
        f"questions {len(times):>6}  missed {missed:>4}  wrong {wrong:>3}  {memory:6.0f} MB",
        flush=True,
    )
    return not missed and not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="the prover on large systems")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--slow", action="store_true", help="print slow and missed questions")
    parser.add_argument("--cpu", action="store_true", help="count processor time, not the clock")
    options = parser.parse_args()
    clock = time.process_time if cast(bool, options.cpu) else time.perf_counter
    good = [
        measure(path, cast(bool, options.slow), clock) for path in cast("list[Path]", options.files)
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
