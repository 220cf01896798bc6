"""Counters that passes fill and `disc-opt --statistics` prints, such as operations visited."""

from collections import Counter

COUNTERS: Counter[str] = Counter()
"""Name of the counter -> how often; names begin with the name of the pass."""


def count(name: str, by: int = 1) -> None:
    """Add `by` to the counter called `name`."""
    COUNTERS[name] += by


def take() -> dict[str, int]:
    """The counters since the last call, sorted by name."""
    counters = dict(sorted(COUNTERS.items()))
    COUNTERS.clear()
    return counters
