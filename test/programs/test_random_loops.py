"""
Random programs as loops: the same bits as on tensors (but for the order of sums), at sizes 0, 1 and
others, with and without fusion, and with what loops may depend on restricted.
"""

import os
from itertools import islice, product
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse
from programs.test_random_fusion import assert_equal
from random_kernels import program
from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.loops.factors import LEVELS
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.passes.test_verify_dominance import VerifyDominancePass

EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "20"))
SIZES = (0, 1, 2, 3, 17)


def inputs(seed: int) -> list[list[Array]]:
    """Arguments of a few sizes, of which at most one is large: loops are interpreted."""
    found: list[list[Array]] = []
    generator = np.random.default_rng(seed)
    every = [one for one in product(SIZES, repeat=3) if one.count(17) <= 1]
    Random(seed).shuffle(every)
    for a, b, c in [(0, 2, 3), (1, 1, 1), *islice(every, 2)]:
        shapes = ((a, b, c), (b, c), (c,))
        found.append([generator.normal(size=shape).astype(np.float32) for shape in shapes])
    return found


def looped(original: ModuleOp, seed: int) -> ModuleOp:
    """A program as loops, after another selection of passes for each seed."""
    module = original.clone()
    if seed % 3:
        optimize_shapes(module, keep_tie_shape=True)
    if seed % 4:
        HloFusionPass().apply(context(), module)
    facts = "all" if seed % 2 else LEVELS[seed // 2 % len(LEVELS)]
    for step in (MhloToLmhloPass(), DeallocateBuffersPass(), LmhloToLoopsPass(facts)):
        step.apply(context(), module)
    module.verify()
    VerifyDominancePass().apply(context(), module)
    return module


@pytest.mark.parametrize("reductions", [False, True])
def test_loops_compute_the_same_bits(reductions: bool) -> None:
    for seed in range(EXAMPLES):
        text = program(Random(seed), 4 + seed % 14, reductions=reductions)
        original = parse(text)
        module = looped(original, seed)
        assert not any(isinstance(op, BufferOp) for op in module.walk()), text
        for arrays in inputs(seed):
            what = f"seed {seed}, sizes {arrays[0].shape}\n{text}"
            expected = run(original, *arrays)
            assert_equal(check(module, *arrays).results, expected, not reductions, what)
