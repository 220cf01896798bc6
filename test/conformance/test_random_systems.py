"""Random systems against enumeration, with the exact package, without it, and without asking it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conformance.random_systems import check_systems

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("exact", [False, True])
def test_random_systems(seed: int, exact: bool) -> None:
    check_systems(seed, exact)


def test_random_systems_where_the_exact_package_is_missing(tmp_path: Path) -> None:
    (tmp_path / "islpy.py").write_text("raise ImportError('not here')\n")
    command = [sys.executable, "test/conformance/enumerate_small.py", "--systems", "20", "--exact"]
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    result = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
