"""
Random programs fused against unfused: the same bits on tensors and on buffers (but for the order of
sums), at sizes 0, 1 and others, and the same text when fused again.
"""

import os
from itertools import islice, product
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse, show
from random_kernels import program
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import optimize_shapes

EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "40"))
SIZES = (0, 1, 2, 3, 17)


def inputs(seed: int) -> list[list[Array]]:
    """Arguments of some sizes, another selection for each seed."""
    found: list[list[Array]] = []
    generator = np.random.default_rng(seed)
    every = list(product(SIZES, repeat=3))
    Random(seed).shuffle(every)
    for a, b, c in [(0, 2, 3), (1, 1, 1), *islice(every, 4)]:
        shapes = ((a, b, c), (b, c), (c,))
        found.append([generator.normal(size=shape).astype(np.float32) for shape in shapes])
    return found


def assert_equal(found: list[Array], expected: list[Array], exact: bool, what: str) -> None:
    """Equal bits; sums may be added up in another order where `exact` is not set."""
    assert [one.shape for one in found] == [one.shape for one in expected], what
    for one, other in zip(found, expected, strict=True):
        if exact:
            assert np.array_equal(one.view(np.uint32), other.view(np.uint32)), what
        else:
            assert np.allclose(one, other, rtol=1e-5, atol=1e-30, equal_nan=True), what


@pytest.mark.parametrize("optimized", [True, False])
@pytest.mark.parametrize("reductions", [False, True])
def test_fused_programs_compute_the_same_bits(optimized: bool, reductions: bool) -> None:
    fusions = 0
    for seed in range(EXAMPLES):
        text = program(Random(seed), 4 + seed % 14, reductions=reductions)
        original = parse(text)
        module: ModuleOp = original.clone()
        if optimized:
            optimize_shapes(module, keep_tie_shape=True)
        HloFusionPass().apply(context(), module)
        module.verify()
        fused = show(module)
        fusions += fused.count("mhlo.fusion")
        HloFusionPass().apply(context(), module)
        assert show(module) == fused, text
        buffers = module.clone()
        MhloToLmhloPass().apply(context(), buffers)
        DeallocateBuffersPass().apply(context(), buffers)
        buffers.verify()
        for arrays in inputs(seed):
            expected = run(original, *arrays)
            what = f"seed {seed}, sizes {arrays[0].shape}\n{text}"
            assert_equal(check(module, *arrays).results, expected, not reductions, what)
            assert_equal(check(buffers, *arrays).results, expected, not reductions, what)
    assert fusions > EXAMPLES // 2
