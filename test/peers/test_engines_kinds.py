"""Functions of JAX as people write them, compiled once, at several sizes; illegal ones refused."""

from collections.abc import Sequence
from dataclasses import replace

import jax
import numpy as np
import pytest
from peers.jax_programs import Function
from peers.jax_programs_language import LANGUAGE
from peers.jax_programs_numeric import NUMERIC

import disc_shape

pytestmark = pytest.mark.usefixtures("jax_defaults")

FUNCTIONS = {**LANGUAGE, **NUMERIC}
ROUNDED = {"mixed_precision": 2e-2}
"""How far results of computations in bf16 are apart."""

OF_XLA = frozenset(
    "ring_cache nucleus linear_attention two_ways best_path conjugate_gradient steps_to_one "
    "padded_branches mapped convolution_training".split()
)
"""Those with loops, branches, draws or trees, which are exported in forms of their own."""

PAIRS = [(name, engine) for name in FUNCTIONS for engine in ("iree", "xla")]
PAIRS = [(name, engine) for name, engine in PAIRS if engine == "iree" or name in OF_XLA]


def arguments(one: Function, sizes: dict[str, int]) -> Sequence[object]:
    """Random arrays in the trees of the arguments."""
    leaves, structure = jax.tree_util.tree_flatten(tuple(one.specs))
    return jax.tree_util.tree_unflatten(structure, replace(one, specs=leaves).inputs(sizes))


@pytest.mark.parametrize(("name", "engine"), PAIRS)
def test_functions_of_jax(name: str, engine: str) -> None:
    one, tolerance = FUNCTIONS[name], ROUNDED.get(name, 1e-3)
    traced = disc_shape.from_jax(one.function, *one.specs, constraints=one.constraints)
    compiled, function = disc_shape.compile(traced, engine=engine), jax.jit(one.function)
    # XLA compiles for each size.
    for sizes in one.bindings if engine != "xla" else one.bindings[:1]:
        inputs = arguments(one, sizes)
        expected = jax.tree_util.tree_leaves(function(*inputs))
        found = jax.tree_util.tree_leaves(compiled(*inputs))
        for ours, theirs in zip(found, map(np.asarray, expected), strict=True):
            assert ours.dtype == theirs.dtype
            np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance)
    for illegal in (dict.fromkeys(one.bindings[0], 0), one.illegal):
        if illegal is not None:
            with pytest.raises(disc_shape.GuardError):
                compiled(*arguments(one, illegal))
