"""Words that docs, docstrings, names and messages do not use: the field has a term for each."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
AVOIDED = (
    "in front of",
    "further down",
    "handed over",
    "hands over",
    "what is handed",
    "goes around",
    "nobody",
    "somebody",
    "whoever",
    "hopeless",
    "doubtful",
    "rests on",
    "rest on",
    "told again",
    "valuation of",
    "valuations",
    "has to",
    "have to",
    "had to",
)
PATTERN = re.compile(rf"\b({'|'.join(AVOIDED)})\b".replace(" ", r"\s+"), re.IGNORECASE)


def test_words_of_the_glossary_are_used() -> None:
    files = [
        *(ROOT / "disc_shape").rglob("*.py"),
        *(ROOT / "passes").glob("*.py"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "docs").rglob("*.py"),
        ROOT / "README.md",
    ]
    found = [
        f"{file.relative_to(ROOT)}: {match.group()}"
        for file in files
        for match in PATTERN.finditer(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_word_is_seen_across_lines() -> None:
    assert PATTERN.search("a check in\n    front of the loop")
    assert not PATTERN.search("the rest only")
