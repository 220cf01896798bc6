"""
Which tests are slow, and, where the environment asks for it, a part of the cases of those that have
many.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

FEW = 6
"""Tests of at most as many cases run them all."""


SLOW = ("test/unit/native/", "test/unit/loops/", "test/unit/relations/test_exhaustive_")
"""
Tests that compile machine code, compare loops with tensors, or relations with the interpreter on
all small shapes: more than half of the time of `test/unit`.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """
    Marks slow tests. `DISC_SHAPE_PART=1/3` keeps the cases 1, 4, 7, ... of a test; the others are
    deselected.
    """
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker("slow")
    part = os.environ.get("DISC_SHAPE_PART")
    if part is None:
        return
    first, step = map(int, part.split("/"))
    names = [item.nodeid.partition("[")[0] for item in items]
    cases, seen = Counter(names), Counter[str]()
    kept: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for name, item in zip(names, items, strict=True):
        is_kept = cases[name] <= FEW or seen[name] % step == first
        (kept if is_kept else others).append(item)
        seen[name] += 1
    items[:] = kept
    config.hook.pytest_deselected(items=others)
