"""Random programs for as long as asked: `run.py --seconds N --seed K`.

Prints programs tried, operations covered, claims checked, and failures, each with a small program.
"""

from __future__ import annotations

import argparse
import gc
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from fuzz.assumptions import examine_assumptions, random_facts
from fuzz.dynamized import NAME as DYNAMIZE
from fuzz.dynamized import examine_dynamized
from fuzz.generate import Generated, argument_sizes, generate
from fuzz.harness import Failure, Tally, examine, pass_names, same_failure
from fuzz.operations import (
    UNCOVERED,
    plain,
    why_not_on_buffers,
    with_semantics,
    with_semantics_on_buffers,
)
from fuzz.reduce import reduce_text
from fuzz.steering import Seeds

REDUCTION_SECONDS = 120
"""How long a failing program is made smaller at most."""


def steps_of(seed: int, most: int) -> int:
    """How many groups of operations the program of a seed has."""
    return Random(seed).randrange(2, most + 1)


def sizes_of(generated: Generated) -> list[list[list[int]]]:
    return [argument_sizes(generated, binding) for binding in generated.bindings]


def shortest(seed: int, steps: int, failure: Failure) -> str:
    """The shortest prefix of the program that still fails alike, then reduced further."""
    text = generate(Random(seed), steps).text
    chosen = sizes_of(generate(Random(seed), steps))
    end = time.monotonic() + REDUCTION_SECONDS
    for fewer in range(1, steps):
        if time.monotonic() > end:
            break
        generated = generate(Random(seed), fewer)
        bindings = sizes_of(generated)
        if same_failure(generated.text, failure, lambda _m, b=bindings: b):
            text, chosen = generated.text, bindings
            break
    budget = 60 if failure.kind == "not idempotent" else 200
    return reduce_text(text, lambda t: same_failure(t, failure, lambda _m: chosen), budget, end)


def covered(tally: Tally) -> str:
    """How many of the operations that have a meaning were run, and which were not."""
    lines: list[str] = []
    on_buffers = with_semantics_on_buffers()
    reasons = {name: why for name in on_buffers if (why := why_not_on_buffers(name)) is not None}
    for where, known, left_out in (
        ("tensors and scalars", with_semantics(), UNCOVERED),
        ("buffers", on_buffers, reasons),
    ):
        met = known & {plain(name) for name in tally.operations}
        apart = sorted(left_out.keys() - met)
        missing = sorted(known - met - left_out.keys())
        lines.append(
            f"{len(met)} of {len(known)} operations on {where} were run; not met in this run:"
            f" {', '.join(missing) or 'none'}"
        )
        lines += [
            f"  left out, {reason}: {', '.join(name for name in apart if left_out[name] == reason)}"
            for reason in sorted({left_out[name] for name in apart})
        ]
    return "\n".join(lines)


def report(
    tally: Tally, failures: dict[str, tuple[Failure, str]], seconds: float, passes: Sequence[str]
) -> str:
    lines = [
        f"{tally.programs} programs in {seconds:.0f} s, {tally.runs} legal runs,"
        f" {tally.refused} refused, {tally.guarded} stopped by a guard;"
        f" {tally.rounded} results differ by what rounding makes of them",
        f"passes: {', '.join(passes or [DYNAMIZE, *pass_names()])}",
        f"{len(tally.operations)} kinds of operations: "
        + ", ".join(sorted(name for name in tally.operations)),
        covered(tally),
        f"{sum(tally.claims.values())} claims held: "
        + ", ".join(f"{count} {kind}" for kind, count in tally.claims.most_common()),
        f"{tally.invalid.total()} programs were not valid: "
        + "; ".join(f"{count} x {text!r}" for text, count in tally.invalid.most_common(5)),
        f"{tally.unlowered.total()} programs were not lowered to buffers: "
        + "; ".join(f"{count} x {text!r}" for text, count in tally.unlowered.most_common(9)),
        f"{len(failures)} kinds of failures",
    ]
    lines += [f"  {signature}" for signature in failures]
    return "\n".join(lines)


def passes_of(options: argparse.Namespace) -> list[str]:
    """The passes that were asked for; none when all are meant."""
    return [name for name in options.passes.split(",") if name]


def fuzz(
    options: argparse.Namespace, tally: Tally, failures: dict[str, tuple[Failure, str]]
) -> None:
    """Programs until the time is over or enough has failed; failures are printed as they come."""
    names = passes_of(options) or None
    ignored = options.ignore.split(",")
    start = time.monotonic()
    seeds = Seeds(options.seed, lambda seed: steps_of(seed, options.steps))
    seed = options.seed

    def record(failure: Failure, text: Callable[[], str]) -> None:
        if failure.signature in failures or failure.kind in ignored:
            return
        seen = any(other.cause == failure.cause for other, _ in failures.values())
        failures[failure.signature] = failure, ""
        if not seen:
            print(f"\n## {failure.kind} after {failure.pipeline} (seed {seed})", flush=True)
            print(failure.message, text(), sep="\n", flush=True)

    for seed in seeds.after(lambda: tally.operations):
        if time.monotonic() - start > options.seconds or len(failures) >= options.max_failures:
            return
        steps = steps_of(seed, options.steps)
        if not names or DYNAMIZE in names:
            for failure in examine_dynamized(seed, steps, tally):
                record(failure, lambda: "")
        if names == [DYNAMIZE]:
            continue
        generated = generate(Random(seed), steps)
        sizes = sizes_of(generated)
        for failure in examine(generated.text, sizes, tally, names=names, seed=seed):
            whole = options.no_reduce
            record(
                failure,
                lambda f=failure, n=steps, t=generated.text, w=whole: (
                    t if w else shortest(seed, n, f)
                ),
            )
        if not names or options.assume:
            random = Random(seed)
            facts = random_facts(generated, random)
            for failure in examine_assumptions(generated, sizes, facts, tally, random):
                record(failure, lambda t=generated.text: t)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=14, help="operation groups per program")
    parser.add_argument("--passes", default="", help="comma-separated; all when empty")
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument(
        "--assume", action="store_true", help="promised facts too (without --passes: always)"
    )
    parser.add_argument("--ignore", default="", help="comma-separated kinds of failures")
    parser.add_argument("--max-failures", type=int, default=20)
    options = parser.parse_args(arguments)
    tally, failures = Tally(), dict[str, tuple[Failure, str]]()
    gc.set_threshold(200_000, 20, 20)  # Programs are made by the dozen and are full of cycles.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    start = time.monotonic()
    try:
        fuzz(options, tally, failures)
    except KeyboardInterrupt:
        print("\nstopped early")
    print(report(tally, failures, time.monotonic() - start, passes_of(options)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
