"""
Random programs over rows and columns, planned and as loops: the results are those of the tensors,
no expensive function is evaluated more often than without fusion, and the printed peak is that of
the run.
"""

import os
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from random_rows import row_program
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.memref import AllocaOp
from xdsl.ir import Block, Operation

import disc_shape
from disc_shape.interpreters import check, run
from disc_shape.interpreters.api import observe
from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native import columns_blocks
from disc_shape.native.engine import PIPELINE
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.interchange_reductions import InterchangeReductionsPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.plan_memory import PlanMemoryPass
from disc_shape.passes.shape_optimization import optimize_shapes

EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "30"))
SIZES = ((0, 3), (3, 0), (1, 1), (2, 5), (3, 17))
DEAR = ("math.exp", "math.tanh", "arith.divf")


class Evaluations:
    """An observer that counts expensive functions."""

    def __init__(self) -> None:
        self.counts = Counter[str]()

    def enter(self, frame: Frame) -> None:
        """An activation begins."""

    def leave(self, frame: Frame, results: Sequence[Array]) -> None:
        """An activation ends."""

    def block_hook(self, block: Block) -> Hook | None:
        """Blocks by themselves do nothing."""
        return None

    def hook(self, op: Operation) -> Hook | None:
        """Count an operation whenever it runs."""
        if op.name not in DEAR:
            return None
        return lambda _frame, _ins, _outs: self.counts.update([op.name])


def evaluations(module: ModuleOp, arrays: Sequence[Array]) -> Counter[str]:
    """How often a run evaluates each expensive function."""
    counter = Evaluations()
    observe(module, counter, *arrays)
    return counter.counts


def inputs(seed: int, sizes: tuple[int, int]) -> list[Array]:
    """Arguments of a program over rows."""
    generator = np.random.default_rng(seed)
    return [generator.normal(size=shape).astype(np.float32) for shape in (sizes, sizes[1:])]


def assert_close(found: Sequence[Array], expected: Sequence[Array], what: str) -> None:
    """Equal but for the order of sums and what they are rounded to."""
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape, what
        assert one.dtype == other.dtype, what
        narrow = other.dtype == np.float16
        wide = (one.astype(np.float64), other.astype(np.float64))
        assert np.allclose(*wide, rtol=2e-3 if narrow else 1e-4, atol=1e-3, equal_nan=True), what


def test_loops_over_rows() -> None:
    kept = 0
    for seed in range(EXAMPLES):
        text = row_program(Random(seed), 4 + seed % 12)
        original = parse(text)
        plain = original.clone()
        optimize_shapes(plain, keep_tie_shape=True)
        module = plain.clone()
        HloFusionPass().apply(context(), module)
        for step in (MhloToLmhloPass(), DeallocateBuffersPass(), PlanMemoryPass()):
            step.apply(context(), module)
        kept += sum(bool(op.properties.get("scratch")) for op in module.walk())
        LmhloToLoopsPass().apply(context(), module)
        module.verify()
        for step in (MhloToLmhloPass(), DeallocateBuffersPass(), LmhloToLoopsPass()):
            step.apply(context(), plain)
        for sizes in SIZES:
            arrays, what = inputs(seed, sizes), f"seed {seed}, sizes {sizes}\n{text}"
            assert_close(check(module, *arrays).results, run(original, *arrays), what)
        arrays = inputs(seed, (2, 5))
        assert evaluations(module, arrays) <= evaluations(plain, arrays), f"seed {seed}\n{text}"
    assert kept > EXAMPLES // 4


def test_columns_are_interchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """In blocks of 8 columns, with a rest, and to the last bit where no block makes one vector."""
    monkeypatch.setattr(columns_blocks, "BYTES", 32)
    found = 0
    for seed in range(EXAMPLES):
        text = row_program(Random(seed), 4 + seed % 12, across=0)
        original = parse(text)
        module = original.clone()
        apply(f"{PIPELINE},outline-kernels".replace("{results=out-params}", ""), module, context())
        plain = module.clone()
        InterchangeReductionsPass().apply(context(), module)
        module.verify()
        found += sum(isinstance(op, AllocaOp) for op in module.walk())
        for sizes in (*SIZES, (5, 8), (3, 21)):
            arrays, what = inputs(seed, sizes), f"seed {seed}, sizes {sizes}\n{text}"
            interchanged = check(module, *arrays).results
            for one, other in zip(interchanged, run(plain, *arrays), strict=True):
                np.testing.assert_array_equal(one, other, what)
            assert_close(interchanged, run(original, *arrays), what)
    assert found > EXAMPLES


@pytest.mark.parametrize("across", [0, 1])
def test_machine_code(across: int) -> None:
    pytest.importorskip("llvmlite")
    for seed in range(100, 106):
        text = row_program(Random(seed), 8 + seed % 6, across)
        original = parse(text)
        compiled = disc_shape.compile(parse(text), engine="native")
        for sizes in (*SIZES, (5, 8), (2, 1100)):
            arrays, what = inputs(seed, sizes), f"seed {seed}, sizes {sizes}\n{text}"
            found = [np.asarray(one) for one in cast("Sequence[Array]", compiled(*arrays))]
            assert_close(found, run(original, *arrays), what)
