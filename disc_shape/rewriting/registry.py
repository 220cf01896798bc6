"""
Which rewrite rules simplify which operations.

A rule is a plain function registered for operation classes. Its position among the other rules of
a class follows from the table of phases, not from the order of registration.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from disc_shape.relations.core import ClassTable
from disc_shape.rewriting.rules.phases import LATE, MODULES, NAMES

if TYPE_CHECKING:
    from disc_shape.rewriting.function import Rewriter

Rule = Callable[[Operation, "Rewriter"], bool]

_RANKS = {name: rank for rank, name in enumerate(NAMES)}


def _load(module: str) -> None:
    import_module(f"disc_shape.rewriting.rules.{module}")


def _load_late(dialect: str) -> None:
    """Load the rules for a dialect that many programs do not use."""
    if dialect in LATE:
        _load(dialect)


_RULES: ClassTable[tuple[Rule, ...]] = ClassTable(_load_late)


def name_of(rule: Rule) -> str:
    """The name of a rule in the table of phases."""
    return f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}"


def register_rule(rule: Rule, *op_classes: type[Operation]) -> None:
    """
    Let `rule` simplify operations of `op_classes`; a rule that is in no phase runs after those that
    are in one.
    """
    for op_class in op_classes:
        rules = (*_RULES.get(op_class, ()), rule)
        _RULES[op_class] = tuple(
            sorted(rules, key=lambda one: _RANKS.get(name_of(one), len(_RANKS)))
        )


def load_rules() -> None:
    """Load all rules except those of late dialects."""
    for module in MODULES:
        _load(module)


def rules_of(op_class: type[Operation]) -> tuple[Rule, ...]:
    """The rules for an operation class, in the order in which they run."""
    return _RULES.find(op_class) or ()


def rules_by_class() -> ClassTable[tuple[Rule, ...]]:
    """All rules, those of late dialects included."""
    load_rules()
    for dialect in LATE:
        _load(dialect)
    return _RULES
