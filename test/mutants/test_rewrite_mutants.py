"""Changed rewrites are noticed; `make mutants` tries all changes with all tests."""

import os
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parent / "rewrites.py"
EVERY = os.environ.get("DISC_SHAPE_MUTATE_REWRITES_EVERY", "5")
MODULES = "branches,broadcasts,casts,neutral,reductions,reshapes,slices,transposes,trivial,windows"


def run(*options: str) -> tuple[subprocess.CompletedProcess[str], dict[str, int]]:
    """Try some changes, one after the other; the numbers of all modules, by verdict."""
    words = [sys.executable, str(TOOL), "--processes", "1", "--programs", "0", *options]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    rows = [row.strip("| ").split(" | ") for row in done.stdout.splitlines() if row[:1] == "|"]
    return done, dict(zip(rows[0][1:], map(int, rows[-1][1:]), strict=True))


def test_rewrites_without_a_guard_are_noticed() -> None:
    """Values, claims or texts show most of them."""
    options = ["--only", MODULES, "--kinds", "guard never", "--tests", "shape_optimization"]
    done, found = run(*options, "--every", EVERY)
    assert found["changes"] > 5, done.stdout + done.stderr
    caught = found["caught"] + found["caught by text"]
    assert caught > found["survived"] + found["not reached"], done.stdout + done.stderr


def test_a_change_that_no_test_reaches_is_told() -> None:
    options = ["--only", "transposes", "--kinds", "guard never", "--tests", "dialects/torch"]
    done, found = run(*options, "--samples", "0")
    assert done.returncode == 1, done.stdout + done.stderr
    assert found["not reached"] == found["changes"] > 0
