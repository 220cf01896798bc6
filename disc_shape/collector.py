"""How often Python looks for unreachable cycles while a program is in memory."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock

RARELY = (100_000, 100, 10)
"""
As `gc.set_threshold` takes it. A program is one large web of objects that live until the end. At
Python's own 700 new objects every tenth of the time goes into such looks; at its own 10 looks
before one at what they left, another tenth from 100,000 operations on.
"""


class Thresholds:
    """The collector's thresholds of this process, and what they were before blocks began."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._blocks = 0
        """How many blocks, of any threads, are open."""
        self._before = gc.get_threshold()

    def raise_them(self) -> None:
        """Begin a block."""
        with self._lock:
            if self._blocks == 0:
                self._before = gc.get_threshold()
                if self._before[0]:  # It may be off.
                    gc.set_threshold(*map(max, self._before, RARELY))
            self._blocks += 1

    def restore(self) -> None:
        """End a block: the last one that is open restores what there was before the first."""
        with self._lock:
            self._blocks -= 1
            if self._blocks == 0:
                gc.set_threshold(*self._before)


THRESHOLDS = Thresholds()


@contextmanager
def collected_rarely() -> Generator[None]:
    """
    Let Python look for cycles rarely until the end of the block, also where another thread ends a
    block of its own before. Thresholds that are larger stay, and a collector that is off stays off.
    """
    THRESHOLDS.raise_them()
    try:
        yield
    finally:
        THRESHOLDS.restore()
