"""Large programs take as much work for each operation as small ones do."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from work import count_calls

from disc_shape.tools.disc_opt import run

DECODER = Path(__file__).resolve().parents[2] / "benchmarks" / "decoder.py"


def decoder(form: str, size: int) -> str:
    """A generated decoder of about so many operations, as a front end exports it."""
    command = [sys.executable, str(DECODER), form, str(size)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def optimize(file: Path, output: Path) -> None:
    assert run([str(file), "-p", "shape-optimization", "-o", str(output)]) == 0


@pytest.mark.parametrize("form", ["jax", "torch"])
def test_work_grows_with_the_number_of_operations(form: str, tmp_path: Path) -> None:
    def work(size: int) -> list[int]:
        """Of a run on the program, and of one on what that run writes."""
        files = [tmp_path / f"{size}.{stage}.mlir" for stage in ("first", "second", "third")]
        files[0].write_text(decoder(form, size))
        return [count_calls(lambda pair=pair: optimize(*pair)) for pair in pairwise(files)]

    work(500)  # What is loaded once is not counted below.
    for small, large in zip(work(1000), work(4000), strict=True):
        assert large < 4.4 * small
