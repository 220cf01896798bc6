"""Conditions of the prover as steps, which are evaluated without it, and back."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial, reduce
from typing import cast

from disc_shape.engines.conditions import INTEGER, SIZE, Condition, Step
from disc_shape.symbolic import (
    Comparison,
    Cond,
    Const,
    Expr,
    FloorDiv,
    Max,
    Min,
    Mod,
    Product,
    Select,
    Sum,
    Symbol,
    compare,
    conj,
    const,
    disj,
    maximum,
    minimum,
    select,
    sym,
)
from disc_shape.symbolic.conditions import OPPOSITE, Junction, Truism
from disc_shape.symbolic.nodes import Node, postorder

NAMES: dict[type[Node], str] = {
    FloorDiv: "//",
    Max: "max",
    Min: "min",
    Mod: "%",
    Select: "select",
}
"""The operations whose operands are those of the expression."""

MAKERS: dict[str, Callable[..., Node]] = {
    "+": lambda *terms: reduce(operator.add, terms),
    "*": lambda *factors: reduce(operator.mul, factors),
    "//": Expr.__floordiv__,
    "%": Expr.__mod__,
    "min": minimum,
    "max": maximum,
    "select": select,
    "and": lambda *conditions: conj(conditions),
    "or": lambda *conditions: disj(conditions),
    **{name: partial(compare, name) for name in OPPOSITE},
}
"""What makes the expression or condition of an operation."""


def condition_of(condition: Cond) -> Condition:
    """A condition as steps."""
    steps: dict[Step, int] = {}
    done: dict[Node, int] = {}

    def step(name: str, *operands: int | str) -> int:
        return steps.setdefault((name, operands), len(steps))

    for node in postorder(condition):
        operands = [done[child] for child in node.children]
        if isinstance(node, Symbol):
            found = step(SIZE, node.label)
        elif isinstance(node, Const):
            found = step(INTEGER, node.number)
        elif isinstance(node, Sum):
            terms = [step("*", step(INTEGER, k), done[term]) for term, k in node.terms]
            found = step("+", step(INTEGER, node.constant_term), *terms)
        elif isinstance(node, Product):
            found = step("*", *(done[factor] for factor, n in node.factors for _ in range(n)))
        else:
            found = step(operation_of(node), *operands)
        done[node] = found
    return Condition(str(condition), tuple(steps))


def operation_of(node: Node) -> str:
    """The operation of a step on the operands of a node."""
    if isinstance(node, Comparison):
        return node.op
    if isinstance(node, Junction):
        return node.word
    if isinstance(node, Truism):
        return "and" if node.holds else "or"
    return NAMES[type(node)]


def cond_of(condition: Condition) -> Cond:
    """The condition of the prover of which `condition_of` has made steps."""
    found: list[Node] = []
    for name, operands in condition.steps:
        if name == INTEGER:
            found.append(const(int(operands[0])))
        elif name == SIZE:
            found.append(sym(str(operands[0])))
        else:
            found.append(MAKERS[name](*[found[int(one)] for one in operands]))
    return cast("Cond", found[-1])
