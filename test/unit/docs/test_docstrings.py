"""Every public function and method of the product has a docstring, or overrides one of a base."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import disc_shape

ROOT = Path(disc_shape.__file__).parent


def undocumented(body: list[ast.stmt]) -> Iterator[str]:
    """The names of public functions and methods without a docstring."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from (f"{node.name}.{name}" for name in undocumented(node.body))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            if any(ast.unparse(one) == "overload" for one in node.decorator_list):
                continue
            if ast.get_docstring(node) is None:
                yield node.name


def is_override(module: str, name: str) -> bool:
    """Whether a method overrides one of a base class."""
    owner, _, method = name.rpartition(".")
    found: object = getattr(import_module(module), owner, None)
    return inspect.isclass(found) and any(method in vars(base) for base in found.__mro__[1:])


def test_public_functions_are_documented() -> None:
    missing: list[str] = []
    for file in [*ROOT.rglob("*.py"), *(ROOT / "passes").glob("*.py")]:
        path = file.relative_to(ROOT.parent).with_suffix("")
        module = ".".join(path.parts).removesuffix(".__init__")
        for name in undocumented(ast.parse(file.read_text(encoding="utf-8")).body):
            if not is_override(module, name):
                missing.append(f"{module}.{name}")
    assert missing == []
