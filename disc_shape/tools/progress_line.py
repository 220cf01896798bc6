"""Progress on a terminal: one line on stderr for runs of more than two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TextIO

from disc_shape.progress import PROGRESS, Progress

QUIET_SECONDS = 2.0
"""How long a run shows nothing."""
BETWEEN_SECONDS = 0.2
"""The time from one line to the next."""


class ProgressLine:
    """A line that is written over again and again, and removed at the end."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.next = clock() + QUIET_SECONDS
        self.is_shown = False

    def show(self, progress: Progress) -> None:
        """Write what is being done, if that is due."""
        now = self.clock()
        if now < self.next:
            return
        self.next = now + BETWEEN_SECONDS
        where = f" @{progress.function}" if progress.function else ""
        text = f"{progress.stage}{where}: {progress.done} operations"
        safe = "".join(one if one.isprintable() else "?" for one in text)
        self.stream.write(f"\r\x1b[K{safe[: get_terminal_size().columns - 1]}")
        self.stream.flush()
        self.is_shown = True

    def clear(self) -> None:
        """Remove the line, before anything else is written."""
        if self.is_shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
        self.is_shown = False


@contextmanager
def progress_shown(quiet: bool) -> Generator[ProgressLine | None]:
    """Show progress until the end of the block, unless `quiet` or stderr is no terminal."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    line = ProgressLine(sys.stderr)
    PROGRESS.listener = line.show
    try:
        yield line
    finally:
        PROGRESS.listener = None
        line.clear()
