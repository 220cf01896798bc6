"""Layer 6: assignments that fitted the facts about their symbols, to be tried again.

Where facts tie symbols, an assignment that breaks none takes many steps to find. What is learned
next seldom excludes all that were found.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from disc_shape.symbolic.assignments import Assignment, Assignments, holds_in
from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.terms import Symbol

KEPT = 4
"""How many assignments are remembered."""


class KnownAssignments:
    """The last assignments that were found for one prover."""

    def __init__(self, assignments: Assignments) -> None:
        self.assignments = assignments
        self.found: deque[Assignment] = deque(maxlen=KEPT)
        """The last one comes first."""

    def fitting(self, symbols: list[Symbol], statements: list[Cond]) -> Iterator[Assignment]:
        """Assignments for symbols that break none of the statements that tie them."""
        if statements:
            for model in list(self.found):
                if self.still_fits(model, symbols, statements):
                    yield model
        for model in self.assignments.few(symbols, statements):
            if statements:
                self.found.appendleft(model)
            yield model

    def still_fits(
        self, model: Assignment, symbols: Sequence[Symbol], statements: Sequence[Cond]
    ) -> bool:
        """
        Whether an assignment has a value for each of the symbols that is in its range now, and
        breaks no statement.
        """
        assignments = self.assignments
        return (
            all(s in model and assignments.allowed_value(s, model[s]) for s in symbols)
            and assignments.store.work.affords(sum([s.size for s in statements]))
            and all(holds_in(s, model) for s in statements)
        )
