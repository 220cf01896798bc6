"""Large programs take as much work for each operation as small ones do."""

import subprocess
import sys
from collections.abc import Callable
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


def work_of_passes(text: str) -> list[int]:
    """The calls that each pass on the way to loops makes on a program."""
    module, ctx = parse(text), context()
    found: list[int] = []
    for name in LOWERING:
        (spec,) = parse_pipeline(name)
        step = pass_class(spec.name).from_spec(spec)
        found.append(count_calls(lambda step=step: step.apply(ctx, module)))
    return found


@pytest.mark.parametrize("form", ["jax", "torch"])
def test_kernels_plans_and_loops_take_about_the_work_of_facts(form: str) -> None:
    work_of_passes(decoder(form, 300))  # What is loaded once is not counted below.
    small, large = (work_of_passes(decoder(form, size)) for size in (1000, 4000))
    for facts, fusion, _, _, plan, loops in (small, large):
        assert fusion + plan + loops < 0.98 * facts
    for few, many in zip(small, large, strict=True):
        assert many < 4.4 * few


def one_constant(count: int) -> str:
    """Kernels that read the same constant and the same argument, a dot between them."""
    lines = [
        f"""\
%s{index} = stablehlo.dot_general %v{index}, %w, contracting_dims = [1] x [0]
  : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
%t{index} = stablehlo.add %s{index}, %x : tensor<?x8xf32>
%v{index + 1} = stablehlo.clamp %c, %t{index}, %d
  : (tensor<f32>, tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>"""
        for index in range(count)
    ]
    return "\n".join(
        [
            "func.func @main(%x: tensor<?x8xf32>, %w: tensor<8x8xf32>) -> tensor<?x8xf32> {",
            "%c = stablehlo.constant dense<0.0> : tensor<f32>",
            "%d = stablehlo.constant dense<6.0> : tensor<f32>",
            "%v0 = stablehlo.abs %x : tensor<?x8xf32>",
            *lines,
            f"return %v{count} : tensor<?x8xf32>",
            "}",
        ]
    )


def many_sizes(count: int) -> str:
    """The sum of the elements of vectors whose sizes are sums of two sizes of their own."""
    arguments = ", ".join(
        f"%x{index}: tensor<?xf32>, %y{index}: tensor<?xf32>" for index in range(count)
    )
    lines = [
        f"""\
%s{index} = stablehlo.concatenate %x{index}, %y{index}, dim = 0
  : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
%v{index + 1} = stablehlo.reduce(%s{index} init: %v{index}) applies stablehlo.add
  across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>"""
        for index in range(count)
    ]
    return "\n".join(
        [
            f"func.func @main({arguments}) -> tensor<f32> {{",
            "%v0 = stablehlo.constant dense<0.0> : tensor<f32>",
            *lines,
            f"return %v{count} : tensor<f32>",
            "}",
        ]
    )


@pytest.mark.parametrize("program", [one_constant, many_sizes])
def test_what_many_share_is_read_once(program: Callable[[int], str]) -> None:
    work_of_passes(program(10))  # What is loaded once is not counted below.
    small, large = (work_of_passes(program(count)) for count in (25, 100))
    for few, many in zip(small, large, strict=True):
        assert many < 4.1 * few
