"""Factorizations that JAX computes by calls of LAPACK, at symbolic sizes, on each engine."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import scipy
from jax.typing import ArrayLike

import disc_shape

Function = Callable[[jax.Array], object]


def regular(x: jax.Array) -> jax.Array:
    """A matrix that has an inverse."""
    return x + 3 * jnp.eye(x.shape[-1])


def positive(x: jax.Array) -> jax.Array:
    return x @ x.mT + jnp.eye(x.shape[-1])


def eigenvectors(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Eigenvalues, and what does not depend on the signs of eigenvectors."""
    values, vectors = jnp.linalg.eigh(x + x.mT)
    return values, (vectors * values[..., None, :]) @ vectors.mT


def any_eigenvectors(x: jax.Array) -> jax.Array:
    values, vectors = jnp.linalg.eig(x)
    return (vectors * values[..., None, :]) @ jnp.linalg.inv(vectors)


FUNCTIONS: dict[str, Function] = {
    "cholesky": lambda x: jnp.linalg.cholesky(positive(x)),
    "upper": lambda x: jnp.linalg.cholesky(positive(x), upper=True),
    "gradient": jax.grad(lambda x: jnp.linalg.cholesky(positive(x)).sum()),
    "solve": lambda x: jnp.linalg.solve(regular(x), x),
    "inverse": lambda x: jnp.linalg.inv(regular(x)),
    "determinant": lambda x: (jnp.linalg.det(x), *jnp.linalg.slogdet(x)),
    "rows": lambda x: scipy.linalg.lu_factor(x),
    "triangle": lambda x: scipy.linalg.solve_triangular(regular(x), x, lower=True, trans=1),
    "orthogonal": lambda x: jnp.linalg.qr(x[..., :3]),
    "complete": lambda x: jnp.linalg.qr(x, mode="complete"),
    "eigenvectors": eigenvectors,
    "eigenvalues": lambda x: jnp.linalg.eigvalsh(x + x.mT),
    "any_eigenvectors": any_eigenvectors,
    "singular_values": lambda x: jnp.linalg.svd(x, compute_uv=False),
    "pseudo_inverse": lambda x: jnp.linalg.pinv(x[..., :2]),
    "complex": lambda x: jnp.linalg.solve(regular(x) + 1j * x.mT, x + 0j),
    "exponential": lambda x: scipy.linalg.expm(x),
}


def inputs(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("sizes", ["n, n", "b, n, n"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_factorizations_of_jax(name: str, sizes: str, engine: str) -> None:
    function = FUNCTIONS[name]
    traced = disc_shape.from_jax(function, sizes, constraints=["n >= 3"])
    compiled, jitted = disc_shape.compile(traced, engine=engine), jax.jit(function)
    for batch, size in ((2, 3), (1, 6)):
        x = inputs((size, size) if sizes == "n, n" else (batch, size, size))
        found: list[ArrayLike] = jax.tree_util.tree_leaves(compiled(x))
        expected: list[ArrayLike] = jax.tree_util.tree_leaves(jitted(x))
        for ours, theirs in zip(found, map(np.asarray, expected), strict=True):
            assert np.asarray(ours).dtype == theirs.dtype
            np.testing.assert_allclose(ours, theirs, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("engine", ["reference", "native", "xla"])
def test_a_matrix_without_a_factor_gives_no_numbers(engine: str) -> None:
    """JAX asks for the status of each matrix."""
    traced = disc_shape.from_jax(jnp.linalg.cholesky, "b, n, n")
    given = np.stack([np.eye(3), -np.eye(3)]).astype(np.float32)
    found = np.asarray(disc_shape.compile(traced, engine=engine)(given))
    np.testing.assert_array_equal(found[0], np.eye(3))
    np.testing.assert_array_equal(np.isnan(found[1]), np.tril(np.ones((3, 3), bool)))


def test_iree_has_no_lapack() -> None:
    traced = disc_shape.from_jax(jnp.linalg.cholesky, "n, n")
    with pytest.raises(disc_shape.EngineError, match=r"^iree: .*lapack_\w+.*$"):
        disc_shape.compile(traced, engine="iree")(np.eye(3, dtype=np.float32))
