"""Random programs as machine code, in a process of their own: a crash is a failure with a seed."""

from __future__ import annotations

import pytest
from fuzz import engines

pytest.importorskip("llvmlite")

COUNT, SECONDS = 30, 10
"""So many programs, and seconds for each at most."""


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("first", [0, 500_000])
def test_random_programs(first: int, checked: bool) -> None:
    results = engines.examine("native", first, COUNT, COUNT * SECONDS, checked)
    assert not results.failures, "\n".join(results.failures)
    assert sum(results.kinds.values()) == COUNT
    assert results.kinds[engines.RIGHT] >= 0.9 * COUNT, results.refusals
