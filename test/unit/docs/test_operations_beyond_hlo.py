"""The page that says who needs operations beyond HLO lists all of our classes, and no others."""

import re
from pathlib import Path

import pytest

from disc_shape.dialects import DIALECTS, load_dialect

PAGE = Path(__file__).parents[3] / "docs" / "operations_beyond_hlo.md"
LANGUAGES = ("stablehlo", "mhlo", "chlo", "lmhlo", "relax", "relay")
"""Dialects that are languages of programs: an operation of theirs needs no other reason."""
BEYOND = [name for name in DIALECTS if name not in LANGUAGES]


def listed() -> dict[str, list[str]]:
    """The operations of each dialect in the first table."""
    table = PAGE.read_text(encoding="utf-8").split("## ")[1]
    found: dict[str, list[str]] = {}
    for row in re.findall(r"^\| `(\w+)` \| (.*?) \| (.+) \|$", table, re.MULTILINE):
        dialect, operations, reason = row
        assert reason.strip()
        found.setdefault(dialect, []).extend(re.findall(r"`([\w.]+)`", operations))
    return found


@pytest.mark.parametrize("name", BEYOND)
def test_every_operation_of_ours_has_a_row(name: str) -> None:
    operations = load_dialect(DIALECTS[name]).operations
    ours = [op.name for op in operations if op.__module__.startswith("disc_shape.")]
    rows = listed().get(name, [])
    assert len(rows) == len(set(rows))
    assert sorted(ours) == sorted(f"{name}.{row}" for row in rows)


def test_every_row_is_about_a_dialect_of_ours() -> None:
    assert listed().keys() <= set(BEYOND)
