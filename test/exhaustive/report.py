"""What the cases of each relation have found, and the page that says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPORTED: dict[str, list[Reported]] = {}
"""What the cases of each relation have found, by the name of the relation."""

REPORT_FILE = Path(__file__).parents[2] / "docs" / "relation_facts.md"
REPORT = REPORT_FILE.read_text(encoding="utf-8") if REPORT_FILE.exists() else ""
"""The current report: `test_coverage.py` reads in it which operations have cases."""

REPORT_COMMAND = "-k exhaustive --facts-report docs/relation_facts.md"

REPORT_HEAD = """# What relations derive

Written by `pytest test/unit/relations -k exhaustive --facts-report docs/relation_facts.md`.

Every small shape of the operations in these cases is run. A fact is an equality of two sizes or of
a size and a number, or an order of two sizes, that holds in every legal run and is no accident of
the small numbers. *Derived* are those that the relation proves from the operation alone.

| relation | operations | cases | runs | legal | facts that hold | derived | not derived |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Reported:
    """One case: which operation it is about, its runs, and the facts that hold."""

    operation: str
    runs: int
    legal: int
    facts: int
    underived: frozenset[str]


def report_rows() -> Iterator[str]:
    for name, cases in sorted(REPORTED.items()):
        operations = ", ".join(f"`{one}`" for one in sorted({case.operation for case in cases}))
        runs, legal = sum(case.runs for case in cases), sum(case.legal for case in cases)
        facts = sum(case.facts for case in cases)
        missing = sorted(f"`{one}` of `{c.operation}`" for c in cases for one in c.underived)
        derived = facts - len(missing)
        yield (
            f"| {name} | {operations} | {len(cases)} | {runs} | {legal} | {facts} | {derived} |"
            f" {'; '.join(missing)} |\n"
        )
