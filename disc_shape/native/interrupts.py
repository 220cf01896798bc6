"""
What is raised where a callback begins, before its first line: a handler of a signal is run there.

ctypes can pass nothing through machine code. It reports such an error to `sys.unraisablehook`, and
what the callback returns is then any number. So does Python where an object is dropped during a
callback, such as a generator that has not ended.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager


def in_main_thread() -> bool:
    """Whether this is the thread in which signals are handled."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def interrupts_of(
    callback: Callable[..., object], keep: Callable[[BaseException], None]
) -> Generator[None]:
    """
    Keep what is raised where a callback begins, and interrupts where it drops an object. Signals
    are handled in the main thread alone.
    """
    if not in_main_thread():
        yield
        return
    before = sys.unraisablehook

    def report(found: sys.UnraisableHookArgs) -> None:
        error = found.exc_value
        is_of_callback = found.object is callback or repr(callback) in (found.err_msg or "")
        is_interrupt = in_main_thread() and not isinstance(error, Exception)
        if error is not None and (is_of_callback or is_interrupt):
            keep(error)
        else:
            before(found)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = before
