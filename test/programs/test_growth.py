"""Large programs take as much work for each operation as small ones do."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from fuzz.harness import context, parse, pass_class
from work import count_calls
from xdsl.utils.arg_spec import parse_pipeline

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


LOWERING = (
    "shape-optimization{keep-tie-shape=true}",
    "hlo-fusion",
    "mhlo-to-lmhlo",
    "deallocate-buffers",
    "plan-memory",
    "lmhlo-to-loops",
)


def work_of_passes(form: str, size: int) -> list[int]:
    """The calls that each pass on the way to loops makes on a decoder."""
    module, ctx = parse(decoder(form, size)), context()
    found: list[int] = []
    for text in LOWERING:
        (spec,) = parse_pipeline(text)
        step = pass_class(spec.name).from_spec(spec)
        found.append(count_calls(lambda step=step: step.apply(ctx, module)))
    return found


@pytest.mark.parametrize("form", ["jax", "torch"])
def test_kernels_plans_and_loops_take_less_work_than_facts(form: str) -> None:
    work_of_passes(form, 300)  # What is loaded once is not counted below.
    small, large = work_of_passes(form, 1000), work_of_passes(form, 4000)
    for facts, fusion, _, _, plan, loops in (small, large):
        assert fusion + plan + loops < 0.8 * facts
    for few, many in zip(small, large, strict=True):
        assert many < 4.4 * few
