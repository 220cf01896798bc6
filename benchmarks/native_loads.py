"""
What it costs to load a saved program and to call it once, each time in a new process.

Processor time of `disc_shape.load` and of the first call, after numpy and `disc_shape` have been
imported; importing numpy takes longer than both, and stands beside them.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from disc_shape.engines.callables import Compiled
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.machine import host

ROUNDS = 9
GOAL = 50
"""Milliseconds of `load` and the first call."""

PROCESS = """
import sys, time
ticks = [time.process_time()]
import numpy as np
ticks.append(time.process_time())
import disc_shape
given = []
for text in sys.argv[2:]:
    kind, _, sizes = text.partition(":")
    given.append(np.zeros([int(size) for size in sizes.split(",") if size], kind))
ticks.append(time.process_time())
program = disc_shape.load(sys.argv[1])
ticks.append(time.process_time())
program.run(*given)
ticks.append(time.process_time())
print(*(1e3 * (after - before) for before, after in zip(ticks, ticks[1:])))
print("llvmlite" in sys.modules)
"""
"""Loads and calls a program; prints milliseconds, and whether LLVM was needed."""


def load_row(name: str, program: Compiled, arrays: Sequence[Array]) -> str:
    """The row of a table: medians over new processes."""
    kinds = [f"{one.dtype.name}:{','.join(map(str, one.shape))}" for one in arrays]
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # Modules are compiled once, as usual.
    spent: list[list[float]] = []
    uses_llvm = ""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "saved"
        program.save(path)
        for number in range(ROUNDS + 1):
            done = subprocess.run(
                [sys.executable, "-c", PROCESS, str(path), *kinds],
                capture_output=True, text=True, check=True, env=environment,
            )  # fmt: skip
            times, uses_llvm = done.stdout.splitlines()
            if number:  # The first process may compile modules of Python.
                spent.append([float(one) for one in times.split()])
    numpy, _, load, call = (statistics.median(column) for column in zip(*spent, strict=True))
    both = statistics.median(one[2] + one[3] for one in spent)
    needs = "yes" if uses_llvm == "True" else "no"
    return f"| {name} | {numpy:.0f} | {load:.1f} | {call:.1f} | {both:.1f} | {needs} |\n"


def load_table(programs: Mapping[str, tuple[Compiled, Sequence[Array]]]) -> str:
    """Programs and the arguments of their first calls."""
    rows = [load_row(name, *one) for name, one in programs.items()]
    return (
        "\nLoading a saved program and calling it once in a new process: milliseconds of processor"
        f" time,\nmedian of {ROUNDS}, on {host().cpu}; the goal of both together is {GOAL}.\n\n"
        "| program | import of numpy | load | first call | load and call | LLVM is loaded |\n"
        f"|---|--:|--:|--:|--:|--:|\n{''.join(rows)}"
    )
