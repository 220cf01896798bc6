"""
Which rewrite rules simplify which operations.

A rule is a plain function registered for operation classes. Its position among the other rules of
a class follows from the table of phases, not from the order of registration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Operation

from disc_shape.class_table import ClassTable, Families
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.rules.phases import LATE, LOOKING_AT_USES, MODULES, NAMES

Rule = Callable[[Operation, Rewriter], bool]

RANKS = {name: rank for rank, name in enumerate(NAMES)}


FAMILIES = Families(
    "disc_shape.rewriting.rules",
    common=MODULES,
    late={dialect: (dialect,) for dialect in LATE},
)
"""The modules with rules."""


class RuleTable(ClassTable[tuple[Rule, ...]]):
    """The rules by operation class; the rules of base classes apply, too."""

    def inherit(self, entries: Sequence[tuple[Rule, ...]]) -> tuple[Rule, ...]:
        """All rules of a class and of its bases, in the order in which they run."""
        rules = dict.fromkeys(rule for rules in entries for rule in rules)
        return tuple(sorted(rules, key=rank))


RULES = RuleTable(FAMILIES)


def name_of(rule: Rule) -> str:
    """The name of a rule in the table of phases."""
    return f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}"


def rank(rule: Rule) -> int:
    """The position of a rule among all rules."""
    return RANKS.get(name_of(rule), len(RANKS))


def looks_at_uses(rule: Rule) -> bool:
    """Whether a rule applies only where an operand has no other use."""
    return name_of(rule) in LOOKING_AT_USES


def register_rule(rule: Rule, *op_classes: type[Operation]) -> None:
    """
    Let `rule` simplify operations of `op_classes`; a rule that is in no phase runs after those that
    are in one.
    """
    for op_class in op_classes:
        RULES[op_class] = (*RULES.get(op_class, ()), rule)


def rules_of(op_class: type[Operation]) -> tuple[Rule, ...]:
    """The rules for an operation class, in the order in which they run."""
    return RULES.found[op_class] or ()
