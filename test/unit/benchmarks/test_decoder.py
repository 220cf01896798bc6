"""The generated programs are what the benchmark says they are, and the work on them is bounded."""

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest

from disc_shape.tools.disc_opt import run

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"


def generate(form: str, size: int) -> str:
    command = [sys.executable, str(BENCHMARKS / "decoder.py"), form, str(size)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def statistics(file: Path, pipeline: str) -> dict[str, int]:
    """The counters of one run of disc-opt."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        assert run([str(file), "-p", pipeline, "--statistics"]) == 0
    pairs = (line.strip().split(maxsplit=1) for line in errors.getvalue().splitlines())
    return {name: int(value) for value, name in pairs}


@pytest.mark.parametrize("form", ["jax", "torch"])
def test_programs_have_the_size_asked_for(form: str, tmp_path: Path) -> None:
    file = tmp_path / "decoder.mlir"
    text = generate(form, 2000)
    assert text == generate(form, 2000)
    file.write_text(text)
    counters = statistics(file, "disc-inline,test-verify-dominance")
    assert 1800 < counters["disc-inline: operations"] < 2300


@pytest.mark.parametrize("form", ["jax", "torch"])
def test_the_work_per_operation_does_not_grow(form: str, tmp_path: Path) -> None:
    """Operations visited and relations run are linear in the program, whatever the machine does."""
    work: dict[int, float] = {}
    for size in (500, 2500):
        file = tmp_path / f"{size}.mlir"
        file.write_text(generate(form, size))
        counters = statistics(file, "shape-optimization")
        visits = (
            count
            for name, count in counters.items()
            if name.endswith((": operations visited", ": relations run", ": relations run again"))
        )
        work[size] = sum(visits) / counters["parse: operations"]
        assert work[size] > 0.1
    assert work[2500] < 6
    assert work[2500] < 1.3 * work[500]
