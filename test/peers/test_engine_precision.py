"""Floats rounded to narrower formats on IREE, bit by bit those of JAX."""

import jax
import ml_dtypes
import numpy as np
import pytest
from jax import lax

import disc_shape

RANDOM = np.random.default_rng(0)
EDGES = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, 2.5, 65504, 65520, 6e-5, 5.9e-8, 1e-45, 3e38]


def floats() -> np.ndarray:
    bits = RANDOM.integers(0, 1 << 32, 2000, dtype=np.uint64).astype(np.uint32)
    near = RANDOM.normal(size=500) * 10 ** RANDOM.uniform(-8, 8, 500)
    return np.concatenate([bits.view(np.float32), near, EDGES]).astype(np.float32)


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("bits", [(5, 10), (8, 7), (1, 0)])
def test_reduced_precision(bits: tuple[int, int], dtype: str) -> None:
    def rounded(x: jax.Array) -> jax.Array:
        return lax.reduce_precision(x, *bits)

    traced = disc_shape.from_jax(rounded, f"{dtype}[n]")
    compiled = disc_shape.compile(traced, engine="iree", versions="none")
    given = floats().astype(getattr(ml_dtypes, dtype, dtype))
    for one in (given, given[:1]):
        found, expected = np.asarray(compiled(one)), np.asarray(jax.jit(rounded)(one))
        nan = np.isnan(expected.astype(np.float32))
        np.testing.assert_array_equal(np.isnan(found.astype(np.float32)), nan)
        kind = f"u{found.itemsize}"
        np.testing.assert_array_equal(found.view(kind)[~nan], expected.view(kind)[~nan])
