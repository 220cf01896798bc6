"""Loops that change the sizes of what they carry: on XLA they are refused in one line."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import disc_shape

NEEDED = {"native": "llvmlite", "iree": "iree", "xla": "jax"}
ENGINES = [one for one in ("reference", *NEEDED) if find_spec(NEEDED.get(one, "numpy"))]
PAGE = Path(__file__).parents[3] / "docs" / "running.md"


def program() -> str:
    """That of the page."""
    section = PAGE.read_text().partition("## What XLA has no form for")[2]
    found = re.search(r"```mlir\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_loop_that_grows(engine: str) -> None:
    compiled = disc_shape.compile(program(), engine=engine)
    for size, count in ((2, 3), (1, 1), (1, 0), (0, 2)):
        x = np.arange(size, dtype=np.float32)
        if engine == "xla" and size:
            with pytest.raises(disc_shape.EngineError, match=r"^xla: a loop changes the sizes of"):
                compiled.run(x, np.int32(count))
            continue
        (found,) = compiled.run(x, np.int32(count))
        np.testing.assert_array_equal(found, np.tile(x, count + 1))
