"""Arrows point one way: between packages always, between files but for types and late imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "disc_shape"


def imported(file: Path) -> Iterator[str]:
    """The packages of ours from which a file imports, in functions too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("disc_shape."):
            yield str(node.module).split(".")[1]


def test_no_two_packages_import_each_other() -> None:
    graph: dict[str, set[str]] = {}
    for file in PACKAGE.rglob("*.py"):
        name = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
        graph.setdefault(name, set()).update(other for other in imported(file) if other != name)
    order = list(TopologicalSorter(graph).static_order())
    assert order.index("symbolic") < order.index("relations") < order.index("constraints")
    assert order.index("constraints") < order.index("analysis") < order.index("rewriting")


def at_import(body: list[ast.stmt], modules: set[str]) -> Iterator[str]:
    """The modules of ours that are imported when a module is, and not for types alone."""
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield from {name, node.module} & modules if name not in modules else {name}


def test_no_two_files_import_each_other_at_import() -> None:
    files = {
        ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): file
        for file in PACKAGE.rglob("*.py")
    }
    graph = {
        name: set(at_import(ast.parse(file.read_text(encoding="utf-8")).body, set(files))) - {name}
        for name, file in files.items()
    }
    assert len([*TopologicalSorter(graph).static_order()]) == len(files)
