"""Random programs on IREE: `RANDOM_ENGINE_PROGRAMS=1000` tries so many."""

import os
from pathlib import Path

from fuzz import engines

COUNT = int(os.environ.get("RANDOM_ENGINE_PROGRAMS", "12"))
SECONDS = 20.0
"""For each program, at most."""


def test_random_programs_on_iree() -> None:
    """Results are right, illegal sizes refused; a crash is a failure with a seed."""
    assert Path(engines.__file__).name == "engines.py"
    results = engines.examine("iree", 0, COUNT, COUNT * SECONDS)
    assert not results.failures, "\n".join(results.failures)
    assert results.kinds[engines.RIGHT] >= COUNT // 2, results.refusals
