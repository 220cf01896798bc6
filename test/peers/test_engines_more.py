"""More functions of JAX on engines, at several sizes; sizes of zero, which JAX refuses, too."""

import jax
import numpy as np
import pytest
from peers.jax_programs_kinds import KINDS
from peers.jax_programs_more import MORE
from peers.jax_programs_training import TRAINING

import disc_shape

pytestmark = pytest.mark.usefixtures("jax_defaults")

ROUNDED = {"narrow": 2e-2}
"""How far the results of computations in bf16 and f16 are apart."""


FUNCTIONS = {**MORE, **KINDS, **TRAINING}
NO_FORM = {("spectrum", "iree")}
"""Functions of which an engine has no form."""
PAIRS = [
    *((name, engine) for name in FUNCTIONS for engine in ("iree", "xla")),
    *((name, "native") for name in TRAINING),
]


@pytest.mark.parametrize(("name", "engine"), [pair for pair in PAIRS if pair not in NO_FORM])
def test_functions_of_jax(name: str, engine: str) -> None:
    one, tolerance = FUNCTIONS[name], ROUNDED.get(name, 1e-3)
    traced = disc_shape.from_jax(one.function, *one.specs, constraints=one.constraints)
    compiled = disc_shape.compile(traced, engine=engine)
    # XLA compiles for each size.
    for sizes in one.bindings if engine != "xla" else one.bindings[::3]:
        inputs = one.inputs(sizes)
        expected = jax.tree_util.tree_leaves(one.function(*map(jax.numpy.asarray, inputs)))
        found = jax.tree_util.tree_leaves(compiled(*inputs))
        for ours, theirs in zip(found, map(np.asarray, expected), strict=True):
            assert ours.dtype == theirs.dtype
            np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance)
    first = next(iter(one.bindings[0]))
    for illegal in ({**one.bindings[0], first: 0}, one.illegal):
        if illegal is not None:
            with pytest.raises(disc_shape.GuardError):
                compiled(*one.inputs(illegal))
