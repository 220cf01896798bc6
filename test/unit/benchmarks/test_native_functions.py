"""Functions as machine code: errors over a sample of all floats, and vector instructions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

sys.path.append(str(Path(__file__).resolve().parents[3] / "benchmarks"))

import native_functions as measured

from disc_shape.native.machine import host

SAMPLE = 1 << 15
LANES = {64: "<8 x double>", 32: "<4 x double>", 16: "<2 x double>"}


@pytest.mark.parametrize("name", [*measured.ONE, *measured.TWO])
def test_errors_and_vectors(name: str) -> None:
    loaded = measured.Loaded(name, 1 if name in measured.ONE else 2)
    ours, _ = measured.largest_errors(name, loaded, SAMPLE)
    assert ours <= 1.5
    width = host().vector_bytes
    narrow = name in ("exp", "rsqrt")
    expected = f"<{width // 4} x float>" if narrow else LANES[width]
    assert expected in loaded.code.text
