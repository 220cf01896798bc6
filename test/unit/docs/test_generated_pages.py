"""The generated pages are current, and say something."""

import subprocess
import sys
from pathlib import Path

from generator.text import code, constraint_numbers, markdown

from disc_shape.passes import PASSES

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_pages_are_current() -> None:
    """In a process of its own: tests register operations that no page is about."""
    command = [sys.executable, str(DOCS / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_pass_has_a_summary_and_an_example_or_says_what_it_checks() -> None:
    for name in PASSES:
        summary = (DOCS / "passes" / f"{name}.md").read_text(encoding="utf-8").splitlines()[4]
        assert summary.startswith("*"), name
        assert summary.endswith(".*"), name


def test_no_cell_of_the_table_is_blank() -> None:
    page = (DOCS / "hlo_operations.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert len(rows) > 100
    for row in rows:
        cells = row.strip("|").split(" | ")
        assert all(cell.strip() for cell in cells), row


def test_constraints_become_a_list() -> None:
    assert markdown("Text:\n(c1) first\n  line, (c2) second") == (
        "Text:\n\n- (c1) first line\n- (c2) second"
    )
    assert markdown("(c1) to (c3) as\nthere, (c4), (c5) both") == (
        "- (c1) to (c3) as there\n- (c4), (c5) both"
    )


def test_code_blocks_get_a_language() -> None:
    assert markdown("a\n\n```\n  x\n    (c1)\n```\n\nb") == ("a\n\n```mlir\nx\n  (c1)\n```\n\nb")


def test_constraint_numbers_are_sorted_and_complete() -> None:
    class Documented:
        """(c10) last (c2) to (c4) first."""

    assert constraint_numbers(Documented) == ["c2", "c3", "c4", "c10"]


def test_code_with_backquotes_and_bars() -> None:
    assert code("a `:` b") == "`` a `:` b ``"
    assert code("a | b") == "`a \\| b`"
