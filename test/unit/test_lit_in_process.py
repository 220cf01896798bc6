"""The RUN lines of the lit tests, run inside this process."""

import subprocess
import sys
from pathlib import Path

import pytest
from run_lines import ROOT, RunError, lit_files, parse_pipes, run_file, run_lines, run_pipe


@pytest.mark.parametrize("file", lit_files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_run_lines(file: Path, tmp_path: Path) -> None:
    run_file(file, tmp_path)


def test_lit_finds_the_same_files() -> None:
    """A file that lit discovers and that has no RUN line would count as unresolved there."""
    command = [Path(sys.executable).with_name("lit"), "--show-tests", "test"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    discovered = {line.split(" :: ")[1] for line in shown.splitlines() if " :: " in line}
    assert discovered == {str(file.relative_to(ROOT)) for file in lit_files()}


def test_harness_can_fail(tmp_path: Path) -> None:
    file = tmp_path / "wrong.mlir"
    file.write_text("// RUN: disc-opt %s | filecheck %s\n// CHECK: nowhere\nbuiltin.module {}\n")
    (line,) = run_lines(file, tmp_path)
    (pipe,) = parse_pipes(line)
    with pytest.raises(RunError, match="filecheck"):
        run_pipe(pipe)


def test_not_inverts_and_redirection_reaches_the_file(tmp_path: Path) -> None:
    file = tmp_path / "bad.mlir"
    file.write_text(
        "// RUN: not disc-opt %s 2>&1 | filecheck %s && disc-opt %s -f mlir\n"
        "// CHECK: error: unknown operation\nfunc.nothing\n"
    )
    (line,) = run_lines(file, tmp_path)
    first, second = parse_pipes(line)
    run_pipe(first)
    with pytest.raises(RunError):
        run_pipe(second)
