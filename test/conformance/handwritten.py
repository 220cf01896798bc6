"""Questions written by hand, as case files: what one would ask of the sizes of real models, and of
simplifiers, index arithmetic and integer solvers.

    python test/conformance/handwritten.py --out DIRECTORY

`handwritten_questions/*.txt` holds systems. A system is a family (`@conv_chain`), the ranges of its
symbols (`vars h>=1 k in 1..3 x int`; at least 0 where nothing is said), facts, and one statement
per line that always holds. Three kinds of lines ask for more than that: `range E => LO,HI` for the
tightest range, `mod E => M,R` for the residue class, `sat false` where the facts contradict each
other. A line of two dashes ends a system.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from grid import Json

FOLDER = Path(__file__).resolve().parent / "handwritten_questions"
FUNCTIONS = ("min", "max", "select")


@dataclass
class System:
    """Symbols with (least, largest or None), facts, and the lines that ask."""

    family: str
    line: int
    spans: dict[str, tuple[int | None, int | None]] = field(
        default_factory=dict[str, "tuple[int | None, int | None]"]
    )
    facts: list[str] = field(default_factory=list[str])
    questions: list[str] = field(default_factory=list[str])

    def declare(self, text: str) -> None:
        """`h>=1 k in 1..3 x int y`."""
        words = text.replace(" in ", "=").replace(" int", "=int").split()
        for word in words:
            name, least, low = word.partition(">=")
            if least:
                self.spans[name] = int(low), None
                continue
            name, _, span = word.partition("=")
            if span == "int":
                self.spans[name] = None, None
            elif span:
                lo, _, hi = span.partition("..")
                self.spans[name] = int(lo), int(hi)
            else:
                self.spans[name] = 0, None

    def close(self) -> None:
        """Undeclared symbols are sizes."""
        for text in (*self.facts, *(statement_of(question) for question in self.questions)):
            for name in names_in(text):
                self.spans.setdefault(name, (0, None))


def names_in(text: str) -> list[str]:
    """The symbols of an expression or condition."""
    tree = ast.parse(text or "0", mode="eval")
    found = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return [name for name in dict.fromkeys(found) if name not in FUNCTIONS]


def statement_of(question: str) -> str:
    """The expression or condition of a line that asks."""
    for word in ("range ", "mod "):
        if question.startswith(word):
            return question.removeprefix(word).partition("=>")[0].strip()
    return "" if question.startswith("sat ") else question


def systems(path: Path) -> Iterator[System]:
    """The systems of a file."""
    system: System | None = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        if text.startswith("@"):
            system = System(text[1:], number)
        elif system is None or not text or text.startswith("#"):
            continue
        elif text == "--":
            system.close()
            yield system
            system = None
        elif text.startswith("vars "):
            system.declare(text.removeprefix("vars "))
        elif text.startswith("fact "):
            system.facts.append(text.removeprefix("fact "))
        else:
            system.questions.append(text)


def cases(system: System) -> Iterator[dict[str, Json]]:
    """The questions of a system in the encoding of the symbolic case files."""
    spans: dict[str, Json] = {
        name: {"min": lo, "max": hi, "mod": None} for name, (lo, hi) in system.spans.items()
    }
    for i, question in enumerate(system.questions):
        asked = statement_of(question)
        op, truth = "prove", "valid"
        answer: Json = truth
        if question.startswith("sat "):
            op, answer = "sat", question.removeprefix("sat ")
        elif question.startswith(("range ", "mod ")):
            op = "range" if question.startswith("range ") else "modular"
            ends = question.partition("=>")[2].split(",")
            answer = [None if end.strip() == "None" else int(end) for end in ends]
        yield {
            "id": f"{system.family}_{system.line}_{i}",
            "family": system.family,
            "vars": spans,
            "assume": list[Json](system.facts),
            "query": {"op": op, "args": [asked] if asked else []},
            "truth": answer,
        }


def all_systems() -> Iterator[System]:
    """Every system of the folder."""
    for path in sorted(FOLDER.glob("*.txt")):
        yield from systems(path)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="write hand-made questions as case files")
    parser.add_argument("--out", type=Path, required=True, metavar="DIRECTORY")
    out: Path = parser.parse_args(argv).out
    out.mkdir(parents=True, exist_ok=True)
    families: dict[str, list[Json]] = {}
    for system in all_systems():
        families.setdefault(system.family, []).extend(cases(system))
    for family, found in families.items():
        (out / f"{family}.json").write_text(json.dumps(found, indent=1))
    print(f"{sum(map(len, families.values()))} cases of {len(families)} families")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
