"""
What is being done, for commands that run long: the loops over operations report to `PROGRESS`.

Nothing is shown here; a command that wants to show something sets `listener`.
"""

from __future__ import annotations

from collections.abc import Callable

EVERY = 256
"""Operations from one call of the listener to the next: calling it costs more than counting."""


class Progress:
    """The stage of a command, the function that it is at, and the operations visited in it."""

    def __init__(self) -> None:
        self.stage = ""
        """Such as `parse`, or the name of a pass."""
        self.function = ""
        """The function that is being read or rewritten; empty between functions."""
        self.done = 0
        """The operations visited in this stage, each as often as a loop visits it."""
        self.listener: Callable[[Progress], None] | None = None

    def begin(self, stage: str) -> None:
        """Enter a stage."""
        self.stage, self.function, self.done = stage, "", 0

    def enter(self, function: str) -> None:
        """Come to a function."""
        self.function = function

    def advance(self) -> None:
        """Count one operation, and tell the listener now and then."""
        self.done += 1
        if self.done % EVERY == 0:
            self.report(self.done)

    def report(self, done: int) -> None:
        """Set how many operations were visited, and tell the listener."""
        self.done = done
        if self.listener is not None:
            self.listener(self)


PROGRESS = Progress()
"""The progress of the command that runs."""
