"""`docs/two_stages.md` lists the steps of each stage in the order of the code."""

import ast
import re
from inspect import getsource
from textwrap import dedent

import pytest
from documents import DOCS

from disc_shape.passes.shape_optimization import optimize_shapes, stage_one, stage_two

ITEM = re.compile(r"^\d+\. `(\w+)`", re.MULTILINE)


class Calls(ast.NodeVisitor):
    """The names of the functions called, in the order of the text."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_Call(self, node: ast.Call) -> None:
        assert isinstance(node.func, ast.Name)
        self.names.append(node.func.id)
        self.generic_visit(node)


def called(source: str) -> list[str]:
    calls = Calls()
    calls.visit(ast.parse(dedent(source)))
    return calls.names


def steps(section: str) -> list[str]:
    """The functions that a section of the page lists."""
    _, _, text = (DOCS / "two_stages.md").read_text(encoding="utf-8").partition(f"## {section}:")
    assert text, section
    return ITEM.findall(text.split("\n## ")[0])


@pytest.mark.parametrize(("section", "stage"), [("Stage one", stage_one), ("Stage two", stage_two)])
def test_the_page_lists_the_functions_of_a_stage_in_order(section: str, stage: object) -> None:
    assert callable(stage)
    assert steps(section) == called(getsource(stage))


def test_the_pass_runs_one_stage_after_the_other() -> None:
    tree = ast.parse(getsource(optimize_shapes))
    names = [
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert [name for name in names if name.startswith("stage_")] == ["stage_one", "stage_two"]
