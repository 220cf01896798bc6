"""What is still to be learned: one queue, and one loop that drains it.

Every statement is brought to `e == 0`, `e >= 0`, `e != 0` or `e in [lo, hi]` and put on the queue.
The layers register what they do with a kind of statement (`on`, `within`); what cannot be used up
at once they store and watch, and it comes back on the queue when something about one of its symbols
changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from disc_shape.symbolic.budget import BUDGET, STATEMENT
from disc_shape.symbolic.effort import TooMuchWorkError
from disc_shape.symbolic.facts import Contradiction
from disc_shape.symbolic.intervals import EVERYTHING, Interval
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.presentation import Presentation
from disc_shape.symbolic.terms import Expr

Statement: TypeAlias = tuple[str, Node] | tuple[Expr, Interval]
"""A statement with its kind, or an expression with an interval that it lies in."""


class Worklist:
    """The queue of statements."""

    def __init__(self, presentation: Presentation) -> None:
        self.store = presentation.store
        self.presentation = presentation
        self.queue: deque[Statement] = deque()
        self.handlers: dict[str, Callable[[Node], None]] = {}
        self.within: Callable[[Expr, Interval], None] | None = None
        """What is done with an expression that lies in an interval."""

    def on(self, kind: str, handler: Callable[[Node], None]) -> None:
        """Say what is done with a kind of statement."""
        self.handlers[kind] = handler

    def drain(self) -> None:
        """Handle what is queued, and what follows from it; at the limit the rest is dropped."""
        work = self.store.work
        end = work.left - BUDGET.hypothesis if self.store.open_hypotheses else 0
        with work:
            while self.queue and work.left > end:
                work.left -= STATEMENT
                work.effort.left -= STATEMENT
                first, second = self.queue.popleft()
                try:
                    if isinstance(first, str):
                        assert isinstance(second, Node)
                        self.handlers[first](second)
                    elif self.within is not None:
                        assert not isinstance(second, Node)
                        self.within(first, second)
                except TooMuchWorkError:
                    # a statement that is dropped makes nothing wrong
                    continue
        self.queue.clear()

    def conflict(self, what: str) -> Contradiction:
        """The facts cannot all hold."""
        self.queue.clear()
        return Contradiction(what)

    def say(self, e: Expr) -> str:
        """An expression for messages: without made-up symbols. Those of a hypothesis are not
        shown."""
        return "" if self.store.open_hypotheses else str(self.presentation.shown(e))

    def queue_interval(self, e: Expr, interval: Interval) -> None:
        """An expression lies in an interval."""
        if interval != EVERYTHING:
            self.queue.append((e, interval))

    def again(self, kind: str, e: Expr) -> None:
        """Look at a stored equation or difference anew."""
        table = self.store.equations if kind == "==" else self.store.nonzeros
        if e in table:
            self.store.drop(table, e)
            self.queue.append((kind, e))
        self.store.unkeep(kind, e)

    def again_unequal(self, form: Expr) -> None:
        """A form with a new interval may be one that is known to differ from an end of it."""
        for symbol in form.symbols[:1]:
            for kind, e in list(self.store.dims[symbol].watching or ()):
                if kind == "!=" and isinstance(e, Expr):
                    self.again(kind, e)


class Layer:
    """A layer that learns."""

    def __init__(self, normals: NormalForms, worklist: Worklist) -> None:
        self.store = normals.store
        self.domains = normals.domains
        self.normals = normals
        self.worklist = worklist


def show_interval(interval: Interval) -> str:
    """An interval for messages."""
    lo, hi = interval
    return f"[{'-inf' if lo is None else lo}, {'inf' if hi is None else hi}]"
