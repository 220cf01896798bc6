"""The function that a run or a pass is about, and that passes are thin."""

import ast
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.parser import Parser

from disc_shape.analysis.call_graph import entry_function
from disc_shape.errors import OperationError

PASSES = Path(__file__).resolve().parents[3] / "passes"


def parse(*functions: str) -> ModuleOp:
    """A module of functions: `name`, `private name`, and a body unless the text ends in a colon."""
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Func)
    texts: list[str] = []
    for function in functions:
        visibility, _, name = function.removesuffix(":").rpartition(" ")
        body = "" if function.endswith(":") else " { func.return }"
        texts.append(f"func.func {visibility} @{name}(){body}")
    return Parser(ctx, f"builtin.module {{ {chr(10).join(texts)} }}").parse_module()


@pytest.mark.parametrize(
    ("functions", "name", "expected"),
    [
        (("a",), None, "a"),
        (("a",), "", "a"),
        (("a", "b"), "b", "b"),
        (("a", "b"), "@b", "b"),
        (("a", "main"), "", "main"),
        (("private main", "a"), "", "main"),
        (("a:", "private b", "c"), "", "c"),
        (("a", "private b"), "b", "b"),
        (("shape_constraint_graph", "a"), "", "a"),
    ],
)
def test_entry(functions: tuple[str, ...], name: str | None, expected: str) -> None:
    assert entry_function(parse(*functions), name).sym_name.data == expected


@pytest.mark.parametrize(
    ("functions", "name", "message"),
    [
        (("a", "b"), "", "there is no function @main, name one of @a, @b"),
        (("a", "b"), "c", "there is no function @c"),
        (("private a",), "", "the module has no public function with a body"),
        ((), "", "the module has no public function with a body"),
        (("a:",), "", "the module has no public function with a body"),
        (("a:",), "a", "function @a has no body"),
        (("main:", "a"), "", "function @main has no body"),
    ],
)
def test_no_entry(functions: tuple[str, ...], name: str, message: str) -> None:
    with pytest.raises(OperationError, match=f"^{message}$"):
        entry_function(parse(*functions), name)


@pytest.mark.parametrize("file", sorted(PASSES.glob("*.py")), ids=lambda file: file.stem)
def test_passes_import_no_passes(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith(("disc_shape.passes", "passes"))
            assert node.level == 0
        if isinstance(node, ast.Import):
            assert not any("passes" in alias.name.split(".") for alias in node.names)
