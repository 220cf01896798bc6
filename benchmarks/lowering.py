"""
Processor time of the passes on the way to loops, for generated decoders of several sizes: fusion,
plan and loops together beside `shape-optimization`, and the growth from one size to the next.

    python benchmarks/lowering.py --sizes 1000,10000,100000 --forms jax
"""

from __future__ import annotations

import argparse
import gc
import sys
from time import process_time

from decoder import FORMS
from xdsl.context import Context
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import parse_pipeline

from disc_shape.lazy import load
from disc_shape.passes import PASSES
from disc_shape.program import context_of_everything, parse

PIPELINE = (
    "shape-optimization{keep-tie-shape=true},"
    "hlo-fusion,mhlo-to-lmhlo,deallocate-buffers,plan-memory,lmhlo-to-loops"
)
MEASURED = ("hlo-fusion", "plan-memory", "lmhlo-to-loops")
TARGET, GROWTH = 1.0, 12.0


def steps() -> list[tuple[str, ModulePass]]:
    """The passes, by name."""
    found: list[tuple[str, ModulePass]] = []
    for spec in parse_pipeline(PIPELINE):
        step = load(PASSES[spec.name])
        assert isinstance(step, type)
        assert issubclass(step, ModulePass)
        found.append((spec.name, step.from_spec(spec)))
    return found


def measure(form: str, size: int, ctx: Context) -> dict[str, float]:
    """The seconds of each pass."""
    module = parse(FORMS[form](size)).module
    found: dict[str, float] = {}
    for name, step in steps():
        gc.collect()
        start = process_time()
        step.apply(ctx, module)
        found[name] = process_time() - start
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="speed of the passes on the way to loops")
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--forms", default=",".join(FORMS))
    args = parser.parse_args()
    sys.setrecursionlimit(10_000)
    ctx = context_of_everything()
    print(f"targets: ratio <= {TARGET}, growth <= {GROWTH} for ten times the operations\n")
    names = [name for name, _ in steps()]
    print(f"| program | {' | '.join(names)} | ratio | growth |\n|{'---|' * (len(names) + 3)}")
    for form in args.forms.split(","):
        before: float | None = None
        measure(form, 100, ctx)  # What is loaded once.
        for size in sorted(int(text) for text in args.sizes.split(",")):
            found = measure(form, size, ctx)
            together = sum(found[name] for name in MEASURED)
            times = " | ".join(f"{found[name]:.2f}" for name in names)
            growth = "-" if before is None else f"{together / before:.1f}"
            ratio = together / found["shape-optimization"]
            print(f"| {form} {size} | {times} | {ratio:.2f} | {growth} |", flush=True)
            before = together
    return 0


if __name__ == "__main__":
    sys.exit(main())
