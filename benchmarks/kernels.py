"""
Kernels, bytes and peaks of the exported programs, beside those of XLA and IREE for the static
programs, what `hlo-layout` moves, and what facts are worth: the tables of
`docs/kernels_measured.md` (`--write`).

Everything is counted on a run (`test/kernel_counts.py`); at the large sizes on one with repeated
inputs. Figures of others, and estimates for PyTorch's programs, are in `static_programs.json`.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import NotRequired, TypedDict, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "test"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.harness import context, parse
from kernel_counts import Counts, count
from loop_counts import loop_counts

from disc_shape.fusion.facts import LEVELS, Level
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.hlo_layout import HloLayoutPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.plan_memory import PlanMemoryPass
from disc_shape.passes.shape_optimization import optimize_shapes

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "kernels_measured.md"
MODELS = ROOT / "test" / "models"

HEAD = """\
# Measured: kernels and bytes

`make bench` writes this page. A kernel is an executed operation that reads or writes elements and
is no view, iterations of loops counted; work on at most 16 integers is none. Bytes: per kernel each
buffer that it reads and each that it writes, once. XLA and IREE: their kernels for the *static*
program of these sizes. Estimate: what a simple planner reaches that knows all sizes.

"""

LAYOUT = """\
Transposes after `shape-optimization`, and after `hlo-layout`; bytes of the unfused program at the
recorded sizes. Fused kernels read through transposes, so there the bytes are the same.
"""

WORTH = """\
By the option `facts` of `hlo-fusion`, `plan-memory` and `lmhlo-to-loops`, at the recorded sizes:
kernels, bytes, peak, and the quotients and remainders of indices in all loops as printed.
"""


class Peer(TypedDict):
    """What a compiler of the static program launches and moves."""

    kernels: int
    bytes: int
    peak: int
    dispatches: int


class Row(TypedDict):
    """One program at one binding of sizes."""

    sizes: dict[str, int]
    xla: NotRequired[Peer]
    iree: NotRequired[Peer]
    estimate: NotRequired[Peer]


class Binding(TypedDict):
    """Recorded inputs."""

    inputs: list[str]


class Model(TypedDict):
    """What is recorded of a program."""

    symbolic_dims: list[list[int | str]]
    bindings: list[Binding]


@dataclass
class Program:
    """An exported program and what is known of others' code for it."""

    name: str
    rows: list[Row]

    @cached_property
    def _model(self) -> Model:
        return cast("Model", json.loads((MODELS / f"{self.name}.json").read_text()))

    def inputs(self, number: int) -> list[Array]:
        """The recorded inputs of the first binding; for the second row they are repeated."""
        names = self._model["bindings"][0]["inputs"]
        with np.load(MODELS / f"{self.name}.npz") as arrays:
            found = [cast("Array", arrays[name]) for name in names]
        if not number:
            return found
        sizes = self.rows[number]["sizes"]
        shapes = [[size_of(one, sizes) for one in shape] for shape in self._model["symbolic_dims"]]
        return [np.resize(one, shape) for one, shape in zip(found, shapes, strict=True)]

    def optimized(self) -> ModuleOp:
        """The program after `shape-optimization`."""
        module = parse((MODELS / f"{self.name}.mlir").read_text())
        optimize_shapes(module, keep_tie_shape=True)
        return module

    def lowered(self, *steps: ModulePass) -> ModuleOp:
        """The program on buffers after some passes on tensors."""
        module = self.optimized()
        for step in (*steps, MhloToLmhloPass(), DeallocateBuffersPass()):
            step.apply(context(), module)
        return module

    def counts(self, number: int, *steps: ModulePass) -> Counts:
        """The counts of a run at one binding."""
        return count(self.lowered(*steps), *self.inputs(number))


def size_of(size: int | str, sizes: dict[str, int]) -> int:
    """A dimension at some sizes: a number, a size, or a sum or product of these."""
    if isinstance(size, int):
        return size
    return evaluated(ast.parse(size, mode="eval").body, sizes)


def evaluated(tree: ast.expr, sizes: dict[str, int]) -> int:
    """The value of a dimension's expression."""
    match tree:
        case ast.Name(name):
            return sizes[name]
        case ast.Constant(int(number)):
            return number
        case ast.BinOp(left, ast.Mult(), right):
            return evaluated(left, sizes) * evaluated(right, sizes)
        case ast.BinOp(left, ast.Add(), right):
            return evaluated(left, sizes) + evaluated(right, sizes)
        case _:
            raise ValueError(f"unknown dimension {ast.unparse(tree)}")


def kernel_table(programs: list[Program]) -> Iterator[str]:
    """Kernels at the recorded sizes."""
    yield "| program | without rows | XLA | with rows | IREE | estimate |"
    yield "|---|---|---|---|---|---|"
    to_xla: list[float] = []
    to_iree: list[float] = []
    for program in programs:
        row = program.rows[0]
        apart, rows = (program.counts(0, HloFusionPass(rows=one)).kernels for one in (False, True))
        cells = [str(apart), "", str(rows), "", ""]
        if "xla" in row:
            cells[1] = str(row["xla"]["kernels"])
            to_xla.append(apart / row["xla"]["kernels"])
        if "iree" in row:
            cells[3] = str(row["iree"]["dispatches"])
            to_iree.append(rows / row["iree"]["dispatches"])
        if "estimate" in row:
            cells[4] = str(row["estimate"]["kernels"])
        yield f"| {program.name} | {' | '.join(cells)} |"
    yield ""
    yield f"Median: {median(to_xla):.2f} times XLA's kernels, {median(to_iree):.2f} times IREE's."


def byte_table(programs: list[Program]) -> Iterator[str]:
    """Bytes moved and peaks of allocations that are freed on time, at both sizes."""
    yield "| program | sizes | bytes | XLA | ours / XLA | estimate | peak | estimate |"
    yield "|---|---|---|---|---|---|---|---|"
    ratios: tuple[list[float], list[float]] = ([], [])
    for program in programs:
        for number, row in enumerate(program.rows):
            found = program.counts(number, HloFusionPass())
            sizes = " ".join(f"{key}={size}" for key, size in row["sizes"].items())
            cells = [program.name, sizes, str(found.bytes), "", "", "", str(found.peak), ""]
            if "xla" in row:
                ratios[number].append(found.bytes / row["xla"]["bytes"])
                cells[3:5] = [str(row["xla"]["bytes"]), f"{ratios[number][-1]:.2f}"]
            if "estimate" in row:
                cells[5], cells[7] = (str(row["estimate"][key]) for key in ("bytes", "peak"))
            yield f"| {' | '.join(cells)} |"
    small, large = map(median, ratios)
    yield ""
    yield f"Median of bytes: {small:.2f} at the recorded sizes, {large:.2f} at the large ones."


def layout_table(programs: list[Program]) -> Iterator[str]:
    """What `hlo-layout` does."""
    yield "| program | transposes before | after | bytes before | after |"
    yield "|---|---|---|---|---|"
    for program in programs:
        module = program.optimized()
        before = transposes(module)
        if before:
            HloLayoutPass().apply(context(), module)
            moved = [program.counts(0, *steps).bytes for steps in ((), (HloLayoutPass(),))]
            cells = [program.name, before, transposes(module), *moved]
            yield f"| {' | '.join(map(str, cells))} |"


def transposes(module: ModuleOp) -> int:
    """The transposes of a program."""
    return sum(op.name.endswith("hlo.transpose") for op in module.walk())


def facts_table(programs: list[Program]) -> Iterator[str]:
    """What facts are worth."""
    yield f"| program | {' | '.join(LEVELS)} |"
    yield f"|---|{'---|' * len(LEVELS)}"
    for program in programs:
        cells = [" / ".join(map(str, ablation(program, level))) for level in LEVELS]
        yield f"| {program.name} | {' | '.join(cells)} |"


def ablation(program: Program, level: Level) -> list[int]:
    """Kernels, bytes, peak and divisions with facts of a level."""
    module = program.lowered(HloFusionPass(facts=level))
    inputs = program.inputs(0)
    found = count(module, *inputs)
    PlanMemoryPass(facts=level).apply(context(), module)
    peak = count(module, *inputs).peak
    LmhloToLoopsPass(facts=level).apply(context(), module)
    return [found.kernels, found.bytes, peak, loop_counts(module).divisions]


def main() -> None:
    """Print the tables, or write them into the documentation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    table: dict[str, list[Row]] = json.loads(
        (Path(__file__).parent / "static_programs.json").read_text()
    )
    programs = [Program(name, rows) for name, rows in table.items()]
    parts = [
        *kernel_table(programs),
        *("", "## Bytes and peaks", ""),
        *byte_table(programs),
        *("", "## Layouts", "", LAYOUT),
        *layout_table(programs),
        *("", "## What facts are worth", "", WORTH),
        *facts_table(programs),
    ]
    text = HEAD + "\n".join(parts) + "\n"
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
