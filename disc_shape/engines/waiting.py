"""Progress on a terminal during long steps."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event, Thread

PATIENCE = 2.0
"""So many seconds pass before anything is shown."""


@contextmanager
def waiting(what: str) -> Generator[None]:
    """Show on standard error, if it is a terminal, for how long something has been running."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_show, args=(what, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _show(what: str, done: Event) -> None:
    seconds = PATIENCE
    wrote = False
    while not done.wait(PATIENCE if not wrote else 1.0):
        print(f"\r{what} {seconds:.0f} s", end="", file=sys.stderr, flush=True)
        seconds, wrote = seconds + 1, True
    if wrote:
        print(f"\r{' ' * (len(what) + 10)}\r", end="", file=sys.stderr, flush=True)
