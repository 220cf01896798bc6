"""What is left to decide at run time, program by program: writes `docs/residuals.md`.

    python benchmarks/residuals.py            # prints the table
    python benchmarks/residuals.py --write    # writes the page

Each count is of the exporter's text, of what MLIR's plain cleanup (`canonicalize,cse`) leaves, and
of what `shape-optimization` leaves, for IREE where the form depends on it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Operation

import disc_shape
from disc_shape.cards.indices import shape_of
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, DynamicReshapeOp
from disc_shape.relations.guards import is_guard

ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT / "test" / "models"
PAGE = ROOT / "docs" / "residuals.md"
HEAD = """# What is left for run time

Written by `benchmarks/residuals.py --write`; a test compares it with the code. Each cell counts
what the exporter wrote, what MLIR's plain cleanup (`canonicalize,cse`) leaves of it, and what
`shape-optimization` leaves.

- *Reshapes*: `dynamic_reshape`; on the right those that are still a `tensor.reshape` for IREE, for
  which no fact about products says how dimensions group.
- *Broadcasts*: `dynamic_broadcast_in_dim` with a dimension of which it is not known whether it
  expands.
- *Guards*: checks that a run makes. On the right each has a condition that no facts imply.

"""


def is_undecided(op: Operation) -> bool:
    """Whether a broadcast may or may not expand a dimension."""
    if not isinstance(op, DynamicBroadcastInDimOp):
        return False
    known = {
        *ints(op.properties.get("known_expanding_dimensions")),
        *ints(op.properties.get("known_nonexpanding_dimensions")),
    }
    sizes = shape_of(op.operand)
    return any(
        size == DYNAMIC_INDEX and axis not in known for axis, size in enumerate(sizes)
    )  # fmt: skip


def counts(module: ModuleOp) -> tuple[int, int, int]:
    """Reshapes, undecided broadcasts and guards of a program."""
    found = list(module.walk())
    return (
        sum(isinstance(op, DynamicReshapeOp | tensor.ReshapeOp) for op in found),
        sum(map(is_undecided, found)),
        sum(map(is_guard, found)),
    )


def row(name: str) -> str:
    """The row of a sample model."""
    program = disc_shape.load(MODELS / f"{name}.mlir")
    plain = program.lower("canonicalize,cse")
    optimized = program.optimize()
    engine = optimized.lower("export-for-engine{engine=iree}")
    columns = [counts(one.module) for one in (program, plain, optimized)]
    reshapes = counts(engine.module)[0]
    last = (reshapes, *columns[2][1:])
    cells = [" / ".join(map(str, one)) for one in zip(columns[0], columns[1], last, strict=True)]
    return f"| {name} | {' | '.join(cells)} |"


def names() -> list[str]:
    """The sample models."""
    return sorted(path.stem for path in MODELS.glob("*.json"))


def main() -> None:
    """Count, print the table, and write the page."""
    parser = argparse.ArgumentParser(description="What is left to decide at run time.")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    given = parser.parse_args()
    lines = ["| program | reshapes | broadcasts | guards |", "|---|---|---|---|"]
    lines += [row(name) for name in names()]
    print("\n".join(lines))
    if given.write:
        PAGE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
