"""The systems that the prover's benchmark makes: their answers are right, and all are found."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"


@pytest.mark.parametrize("mix", ["mixed", "transformer", "cnn", "recsys"])
def test_every_question_is_answered(mix: str) -> None:
    command = [sys.executable, str(BENCHMARKS / "prover_scale.py"), "--mixes", mix]
    command += ["--sizes", "600", "--seeds", "1,2"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    assert all("missed    0  wrong   0" in line for line in lines), lines
