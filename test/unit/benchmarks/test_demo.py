"""`make demo` of programs that it cannot show: one line says why."""

import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).resolve().parents[3] / "benchmarks" / "demo.py"


def error_of(file: Path) -> str:
    """The one line that the demo of a file prints on stderr."""
    command = [sys.executable, str(DEMO), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @f(", ":1:14: error: the file ends inside 'func.func', which begins at line 1"),
        ("builtin.module {\n  \x00\n}", ":2:3: error: this is a binary file"),
        ("%0 = arith.addi %0, %1 : i32", ":1:21: error: value %1 is used but not defined"),
        ('%0 = "arith.addi"() : () -> i32', ":1:1: error: "),
    ],
)
def test_a_broken_program(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.mlir"
    file.write_text(text)
    assert error_of(file).startswith(f"{file}{message}")


def test_no_program(tmp_path: Path) -> None:
    file = tmp_path / "none.mlir"
    assert error_of(file) == f"demo: error: {file}: no such file or directory"
