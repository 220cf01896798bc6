"""Changed relations are noticed; `make mutants` tries all changes with all tests."""

import os
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parent / "relations.py"
EVERY = os.environ.get("DISC_SHAPE_MUTATE_RELATIONS_EVERY", "2")
MODULES = "guards,lmhlo,machine,shape,transpose"
TESTS = (
    "extents families fusions guards machine test_contents shape_contents write_once transpose"
    " left_open"
)


def run(*options: str) -> subprocess.CompletedProcess[str]:
    """Try some changes, one after the other, with all cases of the tests."""
    words = [sys.executable, str(TOOL), "--processes", "1", *options]
    others = {key: value for key, value in os.environ.items() if key != "DISC_SHAPE_PART"}
    return subprocess.run(words, capture_output=True, text=True, check=False, env=others)


def test_changes_of_relations_are_noticed() -> None:
    done = run("--only", MODULES, "--tests", " or ".join(TESTS.split()), "--every", EVERY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| lmhlo |" in done.stdout


def test_a_change_that_no_test_reaches_is_told() -> None:
    done = run("--only", "transpose", "--tests", "rounding")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "not reached: transpose:" in done.stdout


def test_a_change_that_no_test_minds_is_told() -> None:
    done = run("--only", "guards", "--tests", "test_cstr_broadcastable_of_different_ranks")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "survived: guards:" in done.stdout
