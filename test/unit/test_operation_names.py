"""What is known of an operation is attached to its class: no tables of names, few tests of names.

Dialects define names, and the semantics in `interpreters` keep words of their own on purpose.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from disc_shape.dialects import DIALECTS, load_dialect

PACKAGE = Path(__file__).resolve().parents[2] / "disc_shape"
NAMED_THERE = ("dialects", "interpreters")
MOST_TESTS = 10
OPERATION = re.compile(
    r"(^|_)(op|operation|inner|outer|between|owner|user|made|cls|class|row|ROW)$"
)
"""How variables and fields that hold an operation, or a class of operations, are called."""
STRING_METHODS = ("startswith", "endswith", "partition", "rpartition", "split", "removeprefix")


@cache
def modules() -> dict[str, ast.Module]:
    """The files of the package in which no operation is named."""
    return {
        file.relative_to(PACKAGE).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for file in [*PACKAGE.rglob("*.py"), *(PACKAGE / "passes").glob("*.py")]
        if file.relative_to(PACKAGE).parts[0] not in NAMED_THERE
    }


@pytest.fixture(scope="module")
def names() -> set[str]:
    """Names of operations, and those of HLO without their dialect."""
    full = {op.name for name in DIALECTS for op in load_dialect(DIALECTS[name]).operations}
    return full | {name.partition(".")[2] for name in full if name.startswith("stablehlo.")}


def texts(node: ast.AST) -> Sequence[str | None]:
    """The entries of a table of strings, None for entries of other kinds."""
    match node:
        case ast.Tuple(elts) | ast.List(elts) | ast.Set(elts):
            entries: Sequence[ast.AST | None] = elts
        case ast.Dict(keys):
            entries = keys
        case ast.Call(ast.Attribute(ast.Constant(str() as text), "split")):
            return text.split()
        case _:
            return ()
    return [
        one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None
        for one in entries
    ]


def tables(module: ast.AST, names: set[str]) -> Iterator[int]:
    """The lines of tables most of whose entries are names of operations."""
    for node in ast.walk(module):
        entries = texts(node)
        found = [entry for entry in entries if entry in names]
        if len(found) >= 2 and 2 * len(found) > len(entries):
            yield getattr(node, "lineno", 0)


def is_operation_name(node: ast.AST) -> bool:
    """True for `op.name`, and for a part of it."""
    match node:
        case ast.Attribute(ast.Name(holder) | ast.Attribute(_, holder), "name"):
            return OPERATION.search(holder) is not None
        case ast.Subscript(value) | ast.Call(ast.Attribute(value)):
            return is_operation_name(value)
        case _:
            return False


def name_tests(module: ast.AST) -> Iterator[int]:
    """The lines that compare the name of an operation, take it apart or look it up."""
    for node in ast.walk(module):
        match node:
            case ast.Compare(left, _, others):
                asked = [left, *others]
            case ast.Call(ast.Attribute(text, method)) if method in STRING_METHODS:
                asked = [text]
            case ast.Call(ast.Attribute(_, "get"), [key, *_]):
                asked = [key]
            case ast.Subscript(_, key):
                asked = [key]
            case ast.Match(subject):
                asked = [subject]
            case _:
                continue
        if any(map(is_operation_name, asked)):
            yield node.lineno


def test_no_tables_of_operation_names(names: set[str]) -> None:
    found = [f"{path}:{line}" for path, one in modules().items() for line in tables(one, names)]
    assert found == []


def test_few_tests_of_operation_names() -> None:
    found = {f"{path}:{line}" for path, one in modules().items() for line in name_tests(one)}
    assert len(found) <= MOST_TESTS, sorted(found)


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ('X = ("stablehlo.add", "arith.constant")', True),
        ('X = frozenset("add multiply".split())', True),
        ('X = {"add": 1, "reshape": 2}', True),
        ('X = ("none", "static", "all")', False),
    ],
)
def test_tables_are_seen(text: str, is_found: bool, names: set[str]) -> None:
    assert bool([*tables(ast.parse(text), names | {"arith.constant"})]) == is_found


@pytest.mark.parametrize(
    "text",
    [
        'op.name == "a.b"',
        'value.op.name.startswith("a.")',
        'op.name.partition(".")[0] in X',
        "X[op.name]",
        "X.get(self.op.name)",
    ],
)
def test_name_tests_are_seen(text: str) -> None:
    assert [*name_tests(ast.parse(text))]
    assert not [*name_tests(ast.parse('symbol.name == "a"'))]
