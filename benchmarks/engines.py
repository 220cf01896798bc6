"""Programs on engines, beside the tools that take them: writes the tables of `docs/engines.md`.

    python benchmarks/engines.py                    # all sample models, about ten minutes
    python benchmarks/engines.py --models jax_mlp --stream 10

- acceptance: whether IREE takes the exporter's text, and at how many of the recorded sizes IREE and
  XLA compute of ours what was recorded;
- compile: seconds of optimizing and of compiling once for all sizes;
- dynamic / static: processor time of a run of ours, by IREE's own compilation of the program for
  exactly that size; one thread, the least of a few rounds;
- stream: processor time of compiling once and a number of calls, each of another size, by that of
  XLA, which infers sizes, compiles and runs for each of them, as `jax.jit` does; the time in which
  a framework traces a program for each size is not counted.

It needs IREE and JAX. Times on a busy machine mean little; within one run they can be compared.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import cast

import numpy as np

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.engines.iree import FLAGS, pack
from disc_shape.engines.registry import Job
from disc_shape.engines.signature import Signature
from disc_shape.engines.versions import sizes_by_name
from disc_shape.engines.xla import compiled as compiled_by_xla
from disc_shape.engines.xla import refined, wide_numbers, with_sizes
from disc_shape.errors import OperationError, UserError
from disc_shape.interpreters.kernels.arrays import Array

ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT / "test" / "models"
PAGE = ROOT / "docs" / "engines.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
ROUNDS = 7
PATIENCE = 0.2
"""A round repeats calls until so many seconds of processor time have passed."""


@dataclass(frozen=True)
class Binding:
    """Recorded sizes."""

    inputs: Sequence[Array]
    outputs: Sequence[Array]


@dataclass(frozen=True)
class Model:
    """A sample model."""

    name: str
    path: Path
    bindings: Sequence[Binding]
    illegal: Sequence[Sequence[Array]]
    tolerance: dict[str, float]


@dataclass
class Row:
    """What was measured of one model."""

    name: str
    others: str = ""
    right: dict[str, str] = field(default_factory=dict[str, str])
    refused: dict[str, str] = field(default_factory=dict[str, str])
    optimize: float = 0.0
    compile: float = 0.0
    ratios: list[float] = field(default_factory=list[float])
    stream: float | None = None


def load_model(name: str) -> Model:
    """A sample model with its recorded arrays."""
    text = json.loads((MODELS / f"{name}.json").read_text())
    known = cast("dict[str, list[dict[str, list[str]]]]", text)
    arrays = cast("dict[str, Array]", np.load(MODELS / f"{name}.npz"))
    bindings = [
        Binding([arrays[key] for key in one["inputs"]], [arrays[key] for key in one["outputs"]])
        for one in known["bindings"]
    ]
    dims = cast("list[list[int | str]]", text["symbolic_dims"])
    dtypes = cast("list[str]", text["input_dtypes"])
    illegal: list[Sequence[Array]] = []
    for one in cast("list[dict[str, dict[str, int]]]", text["illegal_bindings"]):
        sizes = one["dims"]
        shapes = [[sizes[d] if isinstance(d, str) else d for d in shape] for shape in dims]
        illegal.append([np.zeros(s, t) for s, t in zip(shapes, dtypes, strict=True)])
    tolerance = cast("dict[str, float]", text["tolerance"])
    return Model(name, MODELS / f"{name}.mlir", bindings, illegal, tolerance)


def agrees(found: Sequence[Array], expected: Sequence[Array], tolerance: dict[str, float]) -> bool:
    """Whether results are those that were recorded."""
    return len(found) == len(expected) and all(
        ours.shape == theirs.shape and ours.dtype == theirs.dtype
        and np.allclose(
            ours.astype(np.float64), theirs.astype(np.float64),
            rtol=tolerance["rtol"], atol=tolerance["atol"],
        )
        for ours, theirs in zip(found, expected, strict=True)
    )  # fmt: skip


def takes(text: str) -> bool:
    """Whether IREE compiles a text."""
    tools = import_module("iree.compiler.tools")
    try:
        tools.compile_str(text, extra_args=list(FLAGS))
    except Exception:
        return False
    return True


def seconds(call: Callable[[], object]) -> float:
    """Processor time of one call of this thread, the least of a few rounds."""
    best = float("inf")
    call()
    for _ in range(ROUNDS):
        start, count = time.thread_time(), 0
        while (spent := time.thread_time() - start) < PATIENCE / ROUNDS or not count:
            call()
            count += 1
        best = min(best, spent / max(count, 1))
    return best


def static_runner(model: Model, binding: Binding) -> Callable[[], object]:
    """The program for exactly one list of sizes, compiled by IREE as it stands."""
    program = disc_shape.load(model.path)
    with wide_numbers():
        exported = disc_shape.compile(model.path, engine="xla")
        text = refined(with_sizes(disc_shape.parse(exported.text), binding.inputs).text)
    signature = Signature.of(program.optimize())
    engine = import_module("disc_shape.engines.iree").IreeEngine()
    tools = import_module("iree.compiler.tools")
    binary = tools.compile_str(text, extra_args=list(FLAGS))
    executable = engine.load(text, pack([], [binary]), Job(program, signature, {}))
    return lambda: executable.run(binding.inputs)


def dynamic_runner(compiled: Compiled, binding: Binding) -> Callable[[], object]:
    """A call of our program at a size, checks included."""
    return lambda: compiled.run(*binding.inputs)


def stream(model: Model, compiled: Compiled, count: int) -> float:
    """
    Processor time of ours for a stream of legal sizes, all that is done once included, by that of
    XLA, which infers sizes and compiles for each. What a framework traces for each is not counted.
    """
    calls = legal_calls(compiled, count)
    children_time()
    start = time.process_time()
    ours = disc_shape.compile(model.path, engine="iree")
    for inputs in calls:
        ours.run(*inputs)
    once = time.process_time() - start + children_time()
    exported = disc_shape.parse(disc_shape.compile(model.path, engine="xla").text)
    device_put = import_module("jax").device_put
    spent = 0.0
    with wide_numbers():
        for inputs in calls:
            text = with_sizes(exported, inputs).text
            start = time.process_time()
            loaded = compiled_by_xla(refined(text))
            results = loaded.execute_sharded([device_put(array) for array in inputs])
            for one in results.disassemble_into_single_device_arrays():
                np.array(one[0])
            spent += time.process_time() - start
    return once / spent


def legal_calls(compiled: Compiled, count: int) -> list[Sequence[Array]]:
    """Arguments of so many legal sizes: random ones, and where these are few, multiples."""
    from disc_shape.interpreters import random_inputs

    module, signature = compiled.program.module, compiled.signature
    calls: dict[tuple[tuple[int, ...], ...], Sequence[Array]] = {}
    for factor in range(1, 9):
        for seed in range(2 * count):
            inputs = random_inputs(module, seed=seed)
            sizes = sizes_by_name(signature, [array.shape for array in inputs])
            try:
                larger = {name: factor * size for name, size in sizes.items()}
                inputs = random_inputs(module, larger, seed=seed)
            except (OperationError, UserError):
                continue
            if not refuses(compiled, inputs):
                calls.setdefault(tuple(array.shape for array in inputs), inputs)
            if len(calls) == count:
                return list(calls.values())
    return list(calls.values())


def children_time() -> float:
    """Processor time of the last compiler that ran as a process of its own."""
    import resource

    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = now.ru_utime + now.ru_stime
    spent, CHILDREN[0] = total - CHILDREN[0], total
    return spent


CHILDREN = [0.0]


def measure(model: Model, calls: int) -> Row:
    """All that is measured of one model."""
    row = Row(model.name)
    text = model.path.read_text()
    plain = "\n".join(line for line in text.splitlines() if "@shape_assertion" not in line)
    row.others = "yes" if takes(plain) else "no"
    compiled: dict[str, Compiled] = {}
    for engine in ("iree", "xla"):
        children_time()
        one = compiled[engine] = disc_shape.compile(model.path, engine=engine)
        if engine == "iree":
            row.optimize, row.compile = (
                one.timings["read"] + one.timings["optimize"],
                one.timings["compile"],
            )
        right = sum(agrees(one.run(*b.inputs), b.outputs, model.tolerance) for b in model.bindings)
        row.right[engine] = f"{right}/{len(model.bindings)}"
        row.refused[engine] = f"{sum(refuses(one, x) for x in model.illegal)}/{len(model.illegal)}"
    for binding in model.bindings:
        ours = seconds(dynamic_runner(compiled["iree"], binding))
        row.ratios.append(ours / seconds(static_runner(model, binding)))
    children_time()
    row.stream = stream(model, compiled["iree"], calls)
    return row


def refuses(compiled: Compiled, arrays: Sequence[Array]) -> bool:
    """Whether a call ends with the program's own message."""
    try:
        compiled.run(*arrays)
    except disc_shape.GuardError:
        return True
    return False


def tables(rows: Sequence[Row], calls: int) -> str:
    """The measured part of the page."""
    lines = [
        "| program | IREE takes the export | ours on IREE: right, refused"
        " | ours on XLA: right, refused"
        f" | optimize s | compile s | dynamic / static | {calls} sizes / XLA per size |",
        "|---|---|---|---|--:|--:|--:|--:|",
    ]
    for row in rows:
        iree, xla = (f"{row.right[name]}, {row.refused[name]}" for name in ("iree", "xla"))
        ratios = ", ".join(f"{ratio:.1f}" for ratio in row.ratios)
        streamed = "" if row.stream is None else f"{row.stream:.2f}"
        lines.append(
            f"| {row.name} | {row.others} | {iree} | {xla} | {row.optimize:.2f} | {row.compile:.1f}"
            f" | {ratios} | {streamed} |"
        )
    ratios = [ratio for row in rows for ratio in row.ratios]
    streams = [row.stream for row in rows if row.stream is not None]
    lines += [
        "",
        f"Dynamic / static: median {statistics.median(ratios):.2f}, greatest {max(ratios):.2f}."
        f" Streams: median {statistics.median(streams):.2f}, greatest {max(streams):.2f}.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, print the table, and write it into the page."""
    parser = argparse.ArgumentParser(
        description="Programs on engines, beside the tools that take them."
    )
    parser.add_argument("--models", help="names, separated by commas; all when left out")
    parser.add_argument("--stream", type=int, default=50, help="how many sizes a stream has")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    given = parser.parse_args()
    names = sorted(path.stem for path in MODELS.glob("*.json"))
    chosen = given.models.split(",") if given.models else names
    rows: list[Row] = []
    for name in chosen:
        rows.append(measure(load_model(name), given.stream))
        print(tables(rows[-1:], given.stream).splitlines()[2], flush=True)
    text = tables(rows, given.stream)
    print(text)
    if given.write:
        page = PAGE.read_text()
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text(before + BEGIN + text + END + after)


if __name__ == "__main__":
    main()
