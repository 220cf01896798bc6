"""Counts work in calls of functions, which are the same on every machine, busy or not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


class TooMuchWorkError(Exception):
    """An action reaches the limit of its calls."""


def count_calls(action: Callable[[], object], limit: int | None = None) -> int:
    """
    The calls that an action makes, of functions in Python and in C; a generator that goes on
    counts as one more. `TooMuchWorkError` stops the action where it exceeds the limit.
    """
    made = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        if event in ("call", "c_call"):
            made += 1
            if limit is not None and made > limit:
                sys.setprofile(None)
                raise TooMuchWorkError(f"more than {limit} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(before)
    return made
