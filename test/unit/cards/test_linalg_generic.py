"""
The `linalg.generic` of operations, from their iteration spaces alone. Run as a script, this writes
the expected text anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from spaces.cases import CASES
from spaces.linalg_generic import as_linalg
from spaces.programs import module_of, the_operation

from disc_shape.cards import space_of

EXPECTED = Path(__file__).with_name("linalg_generic.mlir")
BREAK = "// ----- "
PRINTED = (
    "add",
    "exponential",
    "convert",
    "select",
    "clamp",
    "compare",
    "broadcast_in_dim",
    "dynamic_broadcast_in_dim",
    "transpose",
    "reverse",
    "slice",
    "dynamic_slice",
    "concatenate",
    "pad",
    "gather",
    "iota",
    "reduce",
    "variadic reduce",
    "dot_general",
    "outer product",
    "convolution with negative padding",
    "convolution of feature groups",
    "reduce_window",
)


def written(name: str) -> str:
    """The function of one case."""
    op = the_operation(module_of(*CASES[name]))
    space = space_of(op)
    assert space is not None
    module = as_linalg(op, space)
    module.verify()
    return str(module) + "\n"


def expected() -> dict[str, str]:
    """The expected text of each case."""
    found: dict[str, str] = {}
    for part in EXPECTED.read_text(encoding="utf-8").split(BREAK)[1:]:
        name, _, text = part.partition("\n")
        found[name] = text
    return found


@pytest.mark.parametrize("name", PRINTED)
def test_printed_text(name: str) -> None:
    assert written(name) == expected()[name]


def test_twenty_operations_are_printed() -> None:
    assert sorted(expected()) == sorted(PRINTED)
    assert len(PRINTED) >= 20


@pytest.mark.parametrize("name", sorted(set(CASES) - set(PRINTED)))
def test_every_space_can_be_written(name: str) -> None:
    assert "linalg.generic" in written(name)


if __name__ == "__main__":
    EXPECTED.write_text("".join(f"{BREAK}{name}\n{written(name)}" for name in PRINTED))
