"""Reasoning under a supposition: open a scope, add it, ask, close the scope.

Used where two conditions decide each other (`min(s, 1) != 1 and s % 4 != 0` never holds) and for splits
into cases.  Nested suppositions are limited, so that the work stays bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from disc_shape.symbolic.conditions import FALSE, And, Comparison, Cond, Truism, conj, negate
from disc_shape.symbolic.facts import Contradiction
from disc_shape.symbolic.logic import difference
from disc_shape.symbolic.present import Present
from disc_shape.symbolic.terms import ZERO, Expr, linear

NESTING: Final = 2
"""Suppositions inside suppositions."""
CONTEXT_LIMIT: Final = 6
"""A conjunction with more parts is not examined as a whole."""

T = TypeVar("T")


class Hypothesis(Present):
    """Suppositions."""

    def __init__(self) -> None:
        super().__init__()
        self.supposing = 0

    def suppose(self, conds: Iterable[Cond], question: Callable[[], T]) -> T | None:
        """The answer to a question where the conditions hold; None if they cannot hold."""
        changed, watchers, queue = self.changed, self.watchers, self.queue
        self.changed, self.watchers, self.queue = set(), [], type(queue)()
        self.supposing += 1
        self.push()
        try:
            for cond in conds:
                self.take(cond)
            return question()
        except Contradiction:
            return None
        finally:
            self.pop()
            self.supposing -= 1
            self.changed, self.watchers, self.queue = changed, watchers, queue

    def take(self, cond: Cond) -> None:
        """Learn what a condition says, as far as it is a conjunction of comparisons."""
        if isinstance(cond, Truism):
            if not cond.holds:
                raise self.conflict("a condition is false")
        elif isinstance(cond, And):
            for arg in cond.args:
                self.take(arg)
        elif isinstance(cond, Comparison):
            op, e = difference(cond)
            self.queue.append((op, e))
            self.drain()

    def in_context(self, cond: Cond) -> Cond:
        """A conjunction with each part simplified where the others hold."""
        if not isinstance(cond, And) or len(cond.args) > CONTEXT_LIMIT or self.supposing >= NESTING:
            return cond
        args = list(cond.args)
        i = 0
        while i < len(args) and len(args) > 1:
            others = [arg for arg in args if arg is not args[i]]
            current = args[i]
            known = self.suppose(others, lambda: self.normal_cond(current))
            if known is None:
                return FALSE
            if isinstance(known, Truism):
                if not known.holds:
                    return FALSE
                del args[i]
            else:
                i += 1
        return conj(args)

    def agreeing(self, cond: Comparison, then: Expr, other: Expr) -> Expr | None:
        """The operand of a selection that is right in both cases."""
        if self.supposing >= NESTING:
            return None
        gap = linear(0, [(then, 1), (other, -1)])
        for case, kept in ((cond, other), (negate(cond), then)):
            left = self.suppose([case], lambda: self.normal(gap))
            if left is None or left is ZERO:
                return kept
        return None

    def refutes(self, conds: Iterable[Cond]) -> bool:
        """Whether the conditions cannot hold together."""
        return self.suppose(conds, lambda: True) is None

    def implied(self, cond: Comparison) -> bool:
        """Whether a comparison follows because its opposite is impossible."""
        if cond.op == "==":
            return self.refutes([lower(cond)]) and self.refutes([higher(cond)])
        return self.refutes([negate(cond)])


def lower(cond: Comparison) -> Cond:
    from disc_shape.symbolic.conditions import compare

    return compare("<", cond.lhs, cond.rhs)


def higher(cond: Comparison) -> Cond:
    from disc_shape.symbolic.conditions import compare

    return compare(">", cond.lhs, cond.rhs)
