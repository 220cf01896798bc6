"""Minima and maxima in a fact that operations decide: which of their operands they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from disc_shape.symbolic import Cond, Expr, Max, Min, Sum, compare
from disc_shape.symbolic.nodes import postorder


@dataclass(frozen=True)
class Order:
    """That one operand is at most (or at least) another one."""

    condition: Cond
    difference: Expr
    """The first operand less the other one."""

    @property
    def is_range(self) -> bool:
        """Whether it only bounds one symbol by a number, as the range of a symbol does."""
        size = self.difference
        is_linear = size.linear if isinstance(size, Sum) else size.name is not None
        return is_linear and len(size.symbols) == 1


@dataclass(frozen=True)
class Decisions:
    """The operands that minima and maxima are, and what decides that."""

    chosen: Mapping[Expr, Expr]
    orders: Sequence[Order]
    """All of them hold where, and only where, each minimum and maximum is its operand."""


def decisions_in(condition: Cond, implied: Callable[[Expr], Expr]) -> Decisions:
    """
    The minima and maxima in a condition that are one of their operands, by what is `implied` of
    them: `min(n, 9)` is `n` where `n <= 9` is known.
    """
    chosen: dict[Expr, Expr] = {}
    orders: list[Order] = []
    for node in postorder(condition):
        if not isinstance(node, Min | Max):
            continue
        known = implied(node)
        operand = next((one for one in node.args if implied(one) is known), None)
        if operand is None:
            continue
        chosen[node] = operand
        op = "<=" if isinstance(node, Min) else ">="
        for other in node.args:
            if other is not operand:
                orders.append(Order(compare(op, operand, other), operand - other))
    return Decisions(chosen, orders)
