"""
Random programs on an engine: `engines.py --engine iree --seconds N --seed K`.

Each program is compiled once and called at several sizes: legal calls give what the reference
semantics gives, illegal ones are refused. Programs run in a process of their own, so that a crash
of the engine is a failure with a seed, and so is one of its compiler. What the engine does not
compile is counted by its message.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from xdsl.dialects.func import FuncOp

import disc_shape
from disc_shape.engines.errors import EngineCrash, EngineError
from disc_shape.errors import OperationError, UserError
from disc_shape.interpreters.api import check
from disc_shape.interpreters.errors import ClaimError, GuardError
from disc_shape.rewriting.cleanup import clean
from disc_shape.rewriting.inlining import inline_private_functions
from fuzz.generate import argument_sizes, generate
from fuzz.harness import OTHER_NUMBERS, Reference, differ, make_inputs

MOST_STEPS = 6
"""How many groups of operations a program has at most."""

NOT_COMPILED = "not compiled"
RIGHT = "right"


def text_of(seed: int) -> tuple[str, list[list[list[int]]]]:
    """The program of a seed, and sizes of its arguments."""
    steps = Random(seed).randrange(1, MOST_STEPS + 1)
    generated = generate(Random(seed), steps)
    return generated.text, [argument_sizes(generated, one) for one in generated.bindings]


def outcome(seed: int, engine: str, checked: bool = False) -> tuple[str, str]:
    """What became of the program of a seed, compiled with tests of indices if `checked`."""
    options: dict[str, object] = {"checked": True} if checked else {}
    text, bindings = text_of(seed)
    module = disc_shape.parse(text).module
    inline_private_functions(module)
    for function in module.ops:
        if isinstance(function, FuncOp):
            clean(function.body)  # What is not used demands nothing.
    try:
        compiled = disc_shape.compile(text, engine, **options)
    except EngineCrash as error:
        return "crash of the compiler", str(error)
    except UserError as error:
        return NOT_COMPILED, str(error)
    legal = 0
    for sizes in dict.fromkeys(tuple(map(tuple, shapes)) for shapes in bindings):
        inputs = make_inputs(module, sizes, seed)
        where = f" at {[list(size) for size in sizes]}"
        try:
            expected = check(module, *inputs).results
        except ClaimError:
            continue
        except OperationError as error:
            try:
                compiled.run(*inputs)
            except (GuardError, OperationError, EngineError):
                continue
            return "illegal run accepted", f"{error}{where}"
        try:
            found = compiled.run(*inputs)
        except (GuardError, OperationError, EngineError) as error:
            return "legal run refused", f"{error}{where}"
        reference = Reference(inputs, expected, None, original=module)
        for index, (old, new) in enumerate(zip(expected, found, strict=True)):
            problem = differ(old, new)
            if problem and not (problem == OTHER_NUMBERS and reference.explains(index, new)):
                return "other values", f"result {index}: {problem}{where}"
        legal += 1
    return RIGHT, f"{legal} legal runs"


def work(engine: str, seeds: range, checked: bool) -> None:
    """Try seeds in this process, and report each before and after it."""
    warnings.simplefilter("ignore")
    for seed in seeds:
        print("begin", seed, flush=True)
        kind, details = outcome(seed, engine, checked)
        print("end", kind, "|", " ".join(details.split()), flush=True)


@dataclass
class Results:
    """What became of random programs."""

    kinds: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])
    failures: list[str] = field(default_factory=list[str])

    def add(self, seed: int, kind: str, details: str) -> None:
        """Record one program."""
        self.kinds[kind] += 1
        if kind == NOT_COMPILED:
            self.refusals[re.sub(r"%\S+|\d+", "_", details)[:100]] += 1
        elif kind != RIGHT:
            self.failures.append(f"seed {seed}: {kind}: {details[:300]}")


def lines_of(engine: str, seeds: range, limit: float, checked: bool) -> Iterator[str]:
    """What a process that tries seeds says, and how it ended."""
    command = [sys.executable, __file__, "--engine", engine, "--worker"]
    command += ["--seed", str(seeds.start), "--count", str(len(seeds))]
    command += ["--checked"] if checked else []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            yield line.strip()
            if time.monotonic() > limit:
                process.kill()
                return
        said = process.stderr.read().strip().splitlines()
        if process.wait():
            yield f"crash with status {process.returncode}: {' '.join(said[-2:])}"


def examine(engine: str, first: int, count: int, seconds: float, checked: bool = False) -> Results:
    """Try programs until so many are tried or the time is over."""
    results, seed, limit = Results(), first, time.monotonic() + seconds
    while seed < first + count and time.monotonic() < limit:
        for line in lines_of(engine, range(seed, first + count), limit, checked):
            word, _, rest = line.partition(" ")
            if word == "begin":
                seed = int(rest)
            elif word == "end":
                kind, _, details = rest.partition(" | ")
                results.add(seed, kind, details)
            elif word == "crash":
                results.add(seed, "crash", rest)
        seed += 1
    return results


def main() -> None:
    """Run as a program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="iree")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--show", action="store_true", help="print the program of the seed")
    parser.add_argument(
        "--checked", action="store_true", help="with tests of indices, which the native engine has"
    )
    parser.add_argument("--worker", action="store_true")
    options = parser.parse_args()
    if options.show:
        print(text_of(options.seed)[0])
    elif options.worker:
        work(options.engine, range(options.seed, options.seed + options.count), options.checked)
    else:
        results = examine(
            options.engine, options.seed, options.count, options.seconds, options.checked
        )
        print(dict(results.kinds))
        for message, number in results.refusals.most_common():
            print(f"{number:5} {message}")
        print("\n".join(results.failures))
        sys.exit(bool(results.failures))


if __name__ == "__main__":
    main()
