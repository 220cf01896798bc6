"""
`shape-optimization` on its own output changes nothing: on the programs of all lit tests, on the
models, on programs written for two sizes and made dynamic, and on random programs.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from fuzz.generate import generate
from fuzz.harness import context, parse, show
from fuzz.written_programs import FAMILIES
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import ParseError, VerifyException

from disc_shape.dialects.disc_shape import verify_shape_constraints
from disc_shape.errors import OperationError
from disc_shape.passes.dynamize_shapes import DynamizeShapesPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass
from disc_shape.tools.verified import VerifiedOperations
from disc_shape.tools.verifier import InvalidOperation, verify_operations

TEST = Path(__file__).resolve().parents[1]
WRITTEN = (3, 5)
"""The sizes that programs are written for."""
SEEDS = range(60)

REFUSALS = (
    InvalidOperation,
    KeyError,
    OperationError,
    ParseError,
    ValueError,
    VerifyException,
)
"""What reading, verifying and optimizing raise for programs that `disc-opt` refuses."""

Programs = Iterator[tuple[str, str]]
"""Programs with names."""

OPTIONS: dict[str, ModulePass] = {
    "default": ShapeOptimizationPass(),
    "keep-signature": ShapeOptimizationPass(keep_signature=True),
    "keep-tie-shape": ShapeOptimizationPass(keep_tie_shape=True),
    "no inlining": ShapeOptimizationPass(inline=False),
}


def run(text: str, step: ModulePass) -> str | None:
    """What the pass makes of a program, None for one that is refused as it is meant to be."""
    ctx = context()
    ctx.allow_unregistered = True
    try:
        module = parse(text, ctx)
        verify_operations(module, VerifiedOperations())
        verify_shape_constraints(module)
        VerifyDominancePass().apply(ctx, module)
        step.apply(ctx, module)
    except REFUSALS:
        return None
    module.verify()
    VerifyDominancePass().apply(ctx, module)
    return show(module)


def lit(folder: str) -> Programs:
    """The programs of the lit tests in a folder."""
    for path in sorted((TEST / folder).rglob("*.mlir")):
        for number, text in enumerate(path.read_text().split("// -----")):
            yield f"{path.relative_to(TEST / folder)}-{number}", text


def written(_: str) -> Programs:
    """Programs written for two sizes, as they are and made dynamic, and for sizes 0 and 1."""
    for name, (write, args) in FAMILIES.items():
        for sizes in (WRITTEN, (0, 1)):
            yield f"{name} {sizes}", write(*sizes)
        module = parse(write(*WRITTEN))
        DynamizeShapesPass(args=args).apply(context(), module)
        yield f"{name} dynamic", show(module)


def random_programs(_: str) -> Programs:
    for seed in SEEDS:
        size = 2 + seed % 7
        yield f"seed {seed} of {size}", generate(Random(seed), size).text


SUITE: tuple[tuple[Callable[[str], Programs], str, int], ...] = (
    (lit, "passes", 660),
    (lit, "dialects", 85),
    (lit, "tools", 10),
    (lit, "models", 12),
    (written, "written", 85),
    (random_programs, "random", 54),
)
"""Programs, with how many of each there are at least that are not refused."""


def check(programs: Callable[[str], Programs], name: str, least: int, option: str) -> int:
    """Run a pass twice on programs; how many of them are refused."""
    ran = skipped = 0
    for program, text in programs(name):
        once = run(text, OPTIONS[option])
        if once is None:
            skipped += 1
            continue
        ran += 1
        assert run(once, OPTIONS[option]) == once, program
    assert ran >= least, f"{ran} programs ran, {skipped} were refused"
    return skipped


@pytest.mark.parametrize(("programs", "name", "least"), SUITE, ids=[name for _, name, _ in SUITE])
def test_a_second_run_prints_the_same_text(
    programs: Callable[[str], Programs],
    name: str,
    least: int,
    record_property: Callable[[str, object], None],
) -> None:
    refused = check(programs, name, least, "default")
    record_property("programs that are refused", refused)


@pytest.mark.parametrize("option", [name for name in OPTIONS if name != "default"])
@pytest.mark.parametrize("name", ["passes/shape_optimization", "passes/mhlo_to_lmhlo"])
def test_so_do_options(name: str, option: str) -> None:
    check(lit, name, 60, option)
