"""
Peaks of the exported programs after `plan-memory`, beside those of XLA for the static programs, and
what facts are worth: the table of `docs/memory_measured.md` (`--write`).

Peaks are evaluated from the expressions that the pass prints, so large sizes cost nothing. XLA's
figures are the temporary and output bytes of its plan for the same sizes (`static_programs.json`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median
from typing import NotRequired, TypedDict

import disc_shape
from disc_shape.fusion.facts import LEVELS, Level

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "memory_measured.md"
BUFFERS = "shape-optimization{keep-tie-shape=true},hlo-fusion,mhlo-to-lmhlo,deallocate-buffers"

HEAD = """\
# Measured: plans of memory

`make bench` writes this page. Peaks are bytes of allocated buffers alive at once, results included,
after the passes below, evaluated from the expression that `plan-memory` prints. XLA: temporary plus
output bytes of its plan of the *static* program of these sizes. At the large sizes of `jax_mha` XLA
calls a library for both products and the softmax between them.

    {pipeline}

"""


WORTH = """\
Peaks at the large sizes, by the option `facts` of `plan-memory` alone; fusion uses all facts.
Offsets are maxima that the function computes: without facts it computes more, and needs little
more."""


class Peer(TypedDict):
    """What a compiler of the static program needs."""

    temp_plus_output: int


class Row(TypedDict):
    """One program at one binding of sizes."""

    sizes: dict[str, int]
    xla: NotRequired[Peer]


def peaks(name: str, level: Level, rows: list[Row]) -> list[int]:
    """Our peak at each binding, by facts of a level."""
    pipeline = f"{BUFFERS},plan-memory{{facts={level}}}"
    found = disc_shape.memory_plan(
        disc_shape.load(ROOT / f"test/models/{name}.mlir").lower(pipeline).module
    )
    return [found.peak(**row["sizes"]) for row in rows]


def main() -> None:
    """Print the table, or write it into the documentation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    table: dict[str, list[Row]] = json.loads(
        (Path(__file__).parent / "static_programs.json").read_text()
    )
    peers = {name: [row.get("xla") for row in rows] for name, rows in table.items()}
    programs = {name: table[name] for name, found in peers.items() if all(found)}
    lines = ["| program | sizes | XLA | ours | ours / XLA |", "|---|---|---|---|---|"]
    ratios: tuple[list[float], list[float]] = ([], [])
    levels = {
        name: {level: peaks(name, level, rows) for level in LEVELS}
        for name, rows in programs.items()
    }
    for name, rows in programs.items():
        for number, (row, other) in enumerate(zip(rows, peers[name], strict=True)):
            ours, peer = levels[name]["all"][number], other["temp_plus_output"] if other else 0
            sizes = " ".join(f"{key}={size}" for key, size in row["sizes"].items())
            ratios[number].append(ours / peer)
            lines.append(f"| {name} | {sizes} | {peer} | {ours} | {ours / peer:.2f} |")
    small, large = map(median, ratios)
    lines += ["", f"Median: {small:.2f} at the recorded sizes, {large:.2f} at the large ones.", ""]
    lines += ["## What facts are worth", "", WORTH, ""]
    lines += [f"| program | {' | '.join(LEVELS)} |", f"|---|{'---|' * len(LEVELS)}"]
    for name, found in levels.items():
        cells = " | ".join(str(found[level][-1]) for level in LEVELS)
        lines.append(f"| {name} | {cells} |")
    text = HEAD.format(pipeline=f"{BUFFERS},plan-memory") + "\n".join(lines) + "\n"
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
