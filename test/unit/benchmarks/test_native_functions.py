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
IN_F32 = ("exp", "rsqrt", "expm1", "log", "log1p", "logistic", "tanh", "erf", "sin", "cos")
LANES = {64: "<8 x double>", 32: "<4 x double>", 16: "<2 x double>"}


@pytest.mark.parametrize("name", [*measured.ONE, *measured.TWO])
def test_errors_and_vectors(name: str) -> None:
    loaded = measured.Loaded(name, 1 if name in measured.ONE else 2)
    ours, _ = measured.largest_errors(name, loaded, SAMPLE)
    assert ours <= 1.6
    width = host().vector_bytes
    expected = f"<{width // 4} x float>" if name in IN_F32 else LANES[width]
    assert expected in loaded.code.text
