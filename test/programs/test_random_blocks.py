"""
Random programs over three dimensions as loops: reductions of reductions, some of whose elements are
results as well. Memory that was never written is an error when it is read.
"""

import os
from random import Random

import numpy as np
from fuzz.harness import apply, context, parse
from random_blocks import Blocks

from disc_shape.interpreters import check, run
from disc_shape.native.engine import PIPELINE

EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "30"))
SIZES = ((1, 1, 1), (2, 3, 4), (3, 0, 2), (0, 2, 1))


def test_loops_over_blocks() -> None:
    for seed in range(2 * EXAMPLES):
        text = Blocks(Random(seed)).program(6 + seed % 8)
        original = parse(text)
        module = original.clone()
        apply(PIPELINE.replace("{results=out-params}", ""), module, context())
        module.verify()
        for sizes in SIZES:
            x = np.random.default_rng(seed).normal(size=sizes).astype(np.float32)
            found, expected = check(module, x).results, run(original, x)
            for one, other in zip(found, expected, strict=True):
                what = f"seed {seed}, sizes {sizes}\n{text}"
                assert np.allclose(one, other, rtol=1e-4, atol=1e-4, equal_nan=True), what
