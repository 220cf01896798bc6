"""
The exported programs at fifty random legal sizes each, 0 and 1 among them, at every level: on
tensors, in kernels, on buffers, in a plan of memory, as loops. The same results, every claim holds,
nothing leaks. DISC_SHAPE_FUZZ_SEED chooses other sizes.
"""

import os
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from legal_sizes import legal_inputs
from recorded import MODELS
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array, is_float

COUNT = 50
SEED = int(os.environ.get("DISC_SHAPE_FUZZ_SEED", "0"))

PASSES = {
    "tensors": "shape-optimization{keep-tie-shape=true}",
    "kernels": "hlo-fusion",
    "buffers": "mhlo-to-lmhlo+deallocate-buffers",
    "plan": "plan-memory",
    "loops": "lmhlo-to-loops",
}
"""The passes that lead to each level, from the one before."""

LOOPED = {
    **dict.fromkeys(("jax_bcast_masked_mean", "jax_mlp", "jax_reshape_merge"), COUNT),
    **dict.fromkeys(("jax_split_recombine", "torch_cat_slice_pad", "torch_convnet"), COUNT),
    **dict.fromkeys(("jax_lstm_scan", "torch_attention_block", "torch_mlp_ln"), COUNT),
    **dict.fromkeys(("jax_convnet", "jax_gpt4", "jax_mha"), 10),
}
"""
The number of sizes at which loops are interpreted. Three programs have weights that take seconds at
each size; machine code of loops runs at all sizes in `test_native_sizes.py`.
"""

PART = 10
"""How many of these sizes one test runs."""


@cache
def inputs(name: str) -> list[tuple[list[Array], list[Array]]]:
    """The inputs of a program and its results; the seed is printed where a test fails."""
    print(f"DISC_SHAPE_FUZZ_SEED={SEED}")
    found = legal_inputs(name, COUNT, SEED)
    assert len(found) == COUNT
    return found


@cache
def lowered(name: str) -> dict[str, ModuleOp]:
    """A program at each level."""
    module = parse((MODELS / f"{name}.mlir").read_text())
    levels: dict[str, ModuleOp] = {}
    for level, passes in PASSES.items():
        module = module.clone()
        apply(passes, module, context())
        levels[level] = module
    return levels


def assert_same(found: Sequence[Array], expected: Sequence[Array], what: str) -> None:
    """Equal results, but for the order of sums."""
    assert [one.shape for one in found] == [one.shape for one in expected], what
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype, what
        if is_float(one.dtype):
            assert np.allclose(one, other, rtol=1e-3, atol=1e-4, equal_nan=True), what
        else:
            assert np.array_equal(one, other), what


@cache
def small_inputs(name: str) -> list[tuple[list[Array], list[Array]]]:
    """The smallest inputs of twice as many, for loops that are interpreted."""
    print(f"DISC_SHAPE_FUZZ_SEED={SEED}")
    found = legal_inputs(name, 2 * COUNT, SEED)[: LOOPED[name]]
    assert len(found) == LOOPED[name]
    return found


def assert_level(name: str, level: str, runs: list[tuple[list[Array], list[Array]]]) -> None:
    """The results of a level are those expected, and all that it claims holds."""
    for arrays, expected in runs:
        what = f"seed {SEED}, sizes {[array.shape for array in arrays]}"
        assert_same(check(lowered(name)[level], *arrays).results, expected, what)


@pytest.mark.parametrize("level", [level for level in PASSES if level != "loops"])
@pytest.mark.parametrize("name", LOOPED)
def test_levels_compute_the_same(name: str, level: str) -> None:
    assert_level(name, level, inputs(name))


@pytest.mark.parametrize(
    ("name", "first"), [(name, at) for name in LOOPED for at in range(0, LOOPED[name], PART)]
)
def test_loops_compute_the_same(name: str, first: int) -> None:
    assert_level(name, "loops", small_inputs(name)[first : first + PART])
