"""Passes, classes, registries and circles of files, as docs/contributing.md describes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[2]
PIPELINES = {
    "passes.materialize_shape_computation",
    "passes.save_shape_constraints",
    "passes.shape_computation_canonicalize",
    "passes.shape_optimization",
}
"""The passes that read as their steps."""
CHECKED_BEFORE = {"passes.export_for_engine"}
"""The pass that checks first what no call of the exported program checks."""
CIRCLES = [
    {"loops.spaces", "loops.tracing"},
    {"native.executable", "native.saved"},
    {"relax.running.scope", "relax.running.values"},
    {"symbolic.division", "symbolic.nodes", "symbolic.terms"},
]
"""Files that name each other's types, or import each other inside a function."""
LARGE = {"Derivation": 235, "FunctionLowering": 230, "Reader": 225}
"""Classes of more than 200 lines, which may not grow."""


@cache
def files() -> dict[str, ast.Module]:
    """The modules of the package, with what they hold."""
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            file.read_text(encoding="utf-8")
        )
        for file in [*(ROOT / "disc_shape").rglob("*.py"), *(ROOT / "passes").glob("*.py")]
        if not file.is_relative_to(ROOT / "disc_shape" / "passes")
    }


def passes() -> Iterator[tuple[str, ast.Module]]:
    """The modules of passes."""
    return ((name, tree) for name, tree in files().items() if name.startswith("passes."))


@cache
def imports(tree: ast.AST) -> list[tuple[str, str]]:
    """The modules of ours from which a file imports, in functions too, with the names."""
    return [
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None
        if node.module.partition(".")[0] in ("disc_shape", "passes")
        for alias in node.names
    ]


def test_no_pass_imports_a_pass() -> None:
    found = [
        name
        for name, tree in passes()
        for module, _ in imports(tree)
        if module.startswith(("passes", "disc_shape.passes"))
    ]
    assert found == []


def test_a_pass_calls_one_function_of_one_room() -> None:
    for name, tree in passes():
        called = {
            (module.split(".")[1], called)
            for module, called in imports(tree)
            if called.islower() and module.count(".")
        }
        if name in CHECKED_BEFORE:
            called.discard(("guards", "check_operations"))
        if name not in PIPELINES and not name.startswith("passes.test_"):
            assert len(called) == 1, name


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """The classes of the package, with their modules."""
    for module, tree in files().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield module, node


def test_no_class_has_more_than_200_lines() -> None:
    for module, node in classes():
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        assert lines <= LARGE.get(node.name, 200), f"{module}.{node.name} has {lines} lines"


def bases() -> Mapping[str, list[str]]:
    """The bases of each class, by module and name."""
    found: dict[str, list[str]] = {}
    for module, node in classes():
        home = dict((name, of) for of, name in imports(files()[module]))
        names = [one.value if isinstance(one, ast.Subscript) else one for one in node.bases]
        found[f"{module}.{node.name}"] = [
            f"{home.get(one.id, module)}.{one.id}" for one in names if isinstance(one, ast.Name)
        ]
    return found


def test_no_chain_of_inheritance_is_longer_than_three() -> None:
    graph = bases()

    def steps(name: str) -> int:
        return max((1 + steps(base) for base in graph[name] if base in graph), default=0)

    assert [name for name in graph if steps(name) > 3] == []


def test_entries_of_classes_are_looked_up_in_one_place() -> None:
    """Outside dialects and the table itself, nothing walks the bases of an operation class."""
    found = {
        module
        for module, tree in files().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "__mro__"
    }
    outside = {name for name in found if not name.startswith("disc_shape.dialects.")}
    assert outside == {"disc_shape.class_table"}


def test_one_walk_passes_guards_in_program_order() -> None:
    """Facts of a guard hold after it: in `rewriting`, one class alone decides when it is passed."""
    found = {
        module
        for module, tree in files().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if module.startswith("disc_shape.rewriting") and node.func.attr == "pass_guard"
    }
    assert found == {"disc_shape.rewriting.walk"}


def circles() -> list[set[str]]:
    """Sets of files each of which reaches the others by imports of any kind."""
    known = files()
    graph = {
        name: {
            target
            for module, one in imports(tree)
            if (target := module if f"{module}.{one}" not in known else f"{module}.{one}") in known
            and target != name
        }
        for name, tree in known.items()
    }

    def reached(start: str) -> set[str]:
        seen, left = set[str](), [start]
        while left:
            for one in graph[left.pop()] - seen:
                seen.add(one)
                left.append(one)
        return seen

    reach = {name: reached(name) for name in graph}
    loops = {
        frozenset(other for other in reach[name] if name in reach[other])
        for name in graph
        if name in reach[name]
    }
    return [{name.removeprefix("disc_shape.") for name in loop} for loop in loops]


def test_circles_of_files_are_known() -> None:
    found = circles()
    assert all(loop in CIRCLES for loop in found), found


def test_properties_do_not_fail_for_slowness() -> None:
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check
