"""
What is raised where a callback begins, before its first line: a handler of a signal is run there.

ctypes can pass nothing through machine code. It reports such an error to `sys.unraisablehook`, and
what the callback returns is then any number.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def interrupts_of(
    callback: Callable[..., object], keep: Callable[[BaseException], None]
) -> Generator[None]:
    """Keep what is raised where a callback begins. Signals are handled in the main thread alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = sys.unraisablehook

    def report(found: sys.UnraisableHookArgs) -> None:
        is_of_callback = found.object is callback or repr(callback) in (found.err_msg or "")
        if is_of_callback and found.exc_value is not None:
            keep(found.exc_value)
        else:
            before(found)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = before
