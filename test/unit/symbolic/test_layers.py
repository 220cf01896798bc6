"""The table of layers in `docs/prover.md`, and the limits: what the code is, and no more."""

import ast
import re
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

from documents import text_of

import disc_shape.symbolic
from disc_shape.symbolic.budget import Budget

FOLDER = Path(disc_shape.symbolic.__file__).parent
PREFIX = "disc_shape.symbolic."


def listed() -> list[str]:
    """The files of the table, from the first layer to the last."""
    rows = re.findall(r"(?m)^\| \d+ \|[^|]*\|([^|]*)\|", text_of("prover.md"))
    assert len(rows) == 10
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def imported(path: Path) -> set[str]:
    """The files of the package that one imports when it is loaded."""
    tree = ast.parse(path.read_text())
    names = [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)}


def test_the_table_lists_every_file_once() -> None:
    found = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
    assert sorted(listed()) == found


def test_a_file_imports_only_files_listed_before_it() -> None:
    order = listed()
    for number, name in enumerate(order):
        later = imported(FOLDER / f"{name}.py").difference(order[:number])
        assert not later, f"{name} imports {sorted(later)}"


def test_limits_are_few_and_say_what_set_them() -> None:
    assert len(fields(Budget)) <= 15
    source = ast.parse((FOLDER / "budget.py").read_text())
    body = next(node.body for node in source.body if isinstance(node, ast.ClassDef))
    for field, text in pairwise(body[1:]):
        if isinstance(field, ast.AnnAssign):
            assert isinstance(text, ast.Expr), ast.unparse(field)
