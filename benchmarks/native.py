"""Machine code beside numpy and XLA: writes the tables of `docs/native.md`.

    OPENBLAS_NUM_THREADS=1 python benchmarks/native.py --write

- kernels: milliseconds of a call with new results, one core, best and median of nine;
- streams: processor seconds of compiling once and fifty calls, each of other sizes, and of a second
  pass over the same calls; XLA compiles for each list of sizes, as `jax.jit` does;
- compiling: the passes and LLVM, for three models and for ten times as many kernels;
- loading: milliseconds of loading a saved program and calling it once, in a new process.

XLA and IREE are measured where they are installed. Times on a busy machine mean little; within one
run they can be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate, islice, pairwise, product
from pathlib import Path
from typing import cast

import numpy as np
from native_kernels import OTHERS, PROGRAMS, ROUNDS, kernel_table
from native_loads import load_table

import disc_shape
from disc_shape.engines.callables import Compiled
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.kernel_info import KernelInfo
from disc_shape.native.machine import host

ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT / "test" / "models"
PAGE = ROOT / "docs" / "native.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
LIMITS = {
    "jax_mha": {"b": 16, "s": 256},
    "jax_gpt4": {"b": 16, "s": 64},
    "jax_convnet": {"b": 16, "h": 64, "w": 64},
}
"""The largest sizes of the streams."""
CALLS = 50
KERNELS = 6, 60
"""How many kernels the programs have by which the growth of compile time is measured."""


def calls_of(name: str) -> list[list[Array]]:
    """Arrays of fifty legal lists of sizes."""
    random = np.random.default_rng(0)
    text = (MODELS / f"{name}.json").read_text()
    table = cast("dict[str, list[list[int | str]]]", json.loads(text))
    shapes, dtypes = table["symbolic_dims"], cast("list[str]", table["input_dtypes"])
    signature = disc_shape.load(MODELS / f"{name}.mlir").optimize()
    legal = disc_shape.compile(signature, engine="reference").signature
    found: list[list[Array]] = []
    while len(found) < CALLS:
        sizes = {dim: int(random.integers(1, limit + 1)) for dim, limit in LIMITS[name].items()}
        given = [[sizes[d] if isinstance(d, str) else d for d in shape] for shape in shapes]
        try:
            legal.check(tuple(map(tuple, given)))
        except disc_shape.GuardError:
            continue
        arrays: list[Array] = []
        for shape, dtype in zip(given, map(np.dtype, dtypes), strict=True):
            if dtype.kind == "f":
                arrays.append(random.normal(0, 0.2, shape).astype(dtype))
            else:
                arrays.append(random.integers(0, 2, shape).astype(dtype))
        found.append(arrays)
    return found


@dataclass(frozen=True)
class Stream:
    """Processor seconds of one engine."""

    compile: float
    calls: Sequence[float]
    """Of the first call at each size, in order."""
    again: float
    """Of a second pass over all calls."""

    @property
    def whole(self) -> float:
        """Compiling and the first pass."""
        return self.compile + sum(self.calls)

    def is_ahead_of(self, other: Stream) -> int | None:
        """The number of sizes from which on this takes no longer than another one."""
        ours, theirs = (
            list(accumulate(one.calls, initial=one.compile))[1:] for one in (self, other)
        )
        behind = [place for place, pair in enumerate(zip(ours, theirs)) if pair[0] > pair[1]]
        found = behind[-1] + 2 if behind else 1
        return found if found <= len(self.calls) else None


def stream(name: str, engine: str, calls: Sequence[Sequence[Array]]) -> Stream:
    """Measure compiling, a pass over calls of different sizes, and a second one."""
    start = time.process_time()
    program = disc_shape.compile(MODELS / f"{name}.mlir", engine=engine)
    ticks = [time.process_time()]
    for arrays in calls:
        program.run(*arrays)
        ticks.append(time.process_time())
    for arrays in calls:
        program.run(*arrays)
    again = time.process_time() - ticks[-1]
    return Stream(ticks[0] - start, [after - before for before, after in pairwise(ticks)], again)


def stream_row(name: str, xla: bool) -> str:
    """The row of a table."""
    calls = calls_of(name)
    ours = stream(name, "native", calls)
    row = f"| {name} | {ours.compile:.2f} | {ours.whole:.2f} | {ours.again:.3f} "
    if not xla:
        return f"{row}| - | - | - | - | - |\n"
    theirs = stream(name, "xla", calls)
    return (
        f"{row}| {theirs.whole:.2f} | {theirs.again:.3f} | {ours.whole / theirs.whole:.2f} |"
        f" {ours.again / theirs.again:.2f} | {ours.is_ahead_of(theirs) or '-'} |\n"
    )


FUNCTIONS = ("exponential", "tanh", "rsqrt", "logistic", "log", "sqrt", "cbrt", "negate")


def many_kernels(count: int) -> str:
    """A program of so many kernels, all of them different."""
    chosen = list(islice(product(FUNCTIONS, repeat=2), count))
    arguments = ", ".join(f"%x{n}: tensor<?xf32>" for n in range(count))
    types, values = ", ".join(["tensor<?xf32>"] * count), ", ".join(f"%y{n}" for n in range(count))
    body = "".join(
        f"  %a{n} = stablehlo.{first} %x{n} : tensor<?xf32>\n"
        f"  %y{n} = stablehlo.{second} %a{n} : tensor<?xf32>\n"
        for n, (first, second) in enumerate(chosen)
    )
    return f"func.func @main({arguments}) -> ({types}) {{\n{body}  return {values} : {types}\n}}\n"


def compile_row(name: str, program: object) -> tuple[str, float]:
    """The row of a table, and the seconds of compiling."""
    compiled = disc_shape.compile(program, engine="native")
    timings = compiled.timings
    total = timings["read"] + timings["optimize"] + timings["export"] + timings["compile"]
    passes = total - timings["llvm"]
    calls = sum(one.calls for one in compiled.kernels if isinstance(one, KernelInfo))
    row = f"| {name} | {len(compiled.kernels)} | {calls} | {passes:.2f} | {timings['llvm']:.2f} |\n"
    return row, total


def compile_table() -> str:
    """Where the time of compiling goes, and how it grows with the number of kernels."""
    lines = [
        "\nSeconds of compiling, one after the other in a new process: the passes, and LLVM. "
        "The first one\ncompiles the tiles of products, which the others share.\n\n"
        "| program | kernels | calls of them | passes | LLVM |\n|---|--:|--:|--:|--:|\n"
    ]
    for name in LIMITS:
        lines.append(compile_row(name, MODELS / f"{name}.mlir")[0])
    totals: list[float] = []
    for count in KERNELS:
        row, total = compile_row(f"{count} different kernels", many_kernels(count))
        lines.append(row)
        totals.append(total)
    ratio, times_ = totals[1] / totals[0], KERNELS[1] // KERNELS[0]
    return "".join(lines) + f"\n{times_} times as many kernels take {ratio:.1f} times as long.\n"


def programs_to_load() -> dict[str, tuple[Compiled, list[Array]]]:
    """Programs, and the smallest arguments of their streams."""
    softmax = disc_shape.compile((PROGRAMS / "softmax.mlir").read_text(), engine="native")
    found: dict[str, tuple[Compiled, list[Array]]] = {
        "softmax": (softmax, [np.zeros((4, 8), np.float32)])
    }
    for name in LIMITS:
        arrays = min(calls_of(name), key=lambda one: sum(array.size for array in one))
        found[name] = disc_shape.compile(MODELS / f"{name}.mlir", engine="native"), arrays
    return found


def report(others: Sequence[str]) -> str:
    """The tables, with the other engines that are measured."""
    compiling = compile_table()  # What a process pays that has compiled nothing before.
    xla = "xla" in others
    lines = [
        f"One thread of {host().cpu} ({platform.machine()}, vectors of {host().vector_bytes}"
        f" bytes), LLVM {host().version}, numpy {np.__version__}; best / median of {ROUNDS}, in"
        " milliseconds. Ours and numpy run in processes of their own, in turns; *numpy, memory"
        " kept* with an allocator that keeps all memory that is freed. *copy* is what numpy takes"
        " to copy the first operand to memory that is there.\n\n",
        kernel_table(others),
    ]
    lines.append(
        f"\n{CALLS} calls, each of other sizes, in processor seconds.\n\n"
        "| program | compile | compile and calls | calls again | XLA: calls | XLA: calls again |"
        " ours / XLA | again, ours / XLA | ahead from size |\n"
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
    )
    lines += [stream_row(name, xla) for name in LIMITS]
    return "".join(lines) + compiling + load_table(programs_to_load())


def stay_on_one_core() -> None:
    """Let all engines compute on one core: XLA has threads for as many as it may use."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    """Run as a program."""
    stay_on_one_core()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the page")
    parser.add_argument("--alone", action="store_true", help="measure neither XLA nor IREE")
    options = parser.parse_args()
    packages = {"xla": "jax", "iree": "iree"}
    installed = [one for one in OTHERS if find_spec(packages[one]) is not None]
    text = report([] if options.alone else installed)
    print(text)
    if options.write:
        page = PAGE.read_text()
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text(f"{before}{BEGIN}{text}{END}{after}")


if __name__ == "__main__":
    main()
