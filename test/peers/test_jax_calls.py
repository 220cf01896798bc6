"""What `jax.export` returns is called with arrays, or as the function is called."""

from __future__ import annotations

from collections.abc import Mapping

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from numpy.typing import NDArray

import disc_shape
from disc_shape.frontends.traced import FrontEndError

Floats = NDArray[np.float32]
Parameters = Mapping[str, Floats]
X, BIAS, FACTORS = (np.ones(shape, np.float32) for shape in ((5, 4), (3,), (4, 3)))
PARAMETERS = {"factors": FACTORS, "bias": BIAS}


def layer(parameters: Parameters, x: Floats, unread: Floats) -> Mapping[str, object]:
    return {"y": x @ parameters["factors"] + parameters["bias"], "sums": (x.sum(),)}


def plus_one(x: Floats, unread: Floats) -> Floats:
    return x + 1


def struct(*sizes: object) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(sizes, jnp.float32)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_function_of_trees(engine: str) -> None:
    (n,) = jax.export.symbolic_shape("n")
    parameters = {"factors": struct(4, 3), "bias": struct(3)}
    exported = jax.export.export(jax.jit(layer))(parameters, struct(n, 4), struct(2))
    run = disc_shape.compile(exported, engine=engine)
    unread, expected = np.zeros(2, np.float32), X @ FACTORS + BIAS
    found = run(PARAMETERS, X, unread)
    assert isinstance(found, dict)
    assert list(found) == ["sums", "y"]
    np.testing.assert_array_equal(found["y"], expected)
    assert found["sums"][0] == 20
    flat = [(BIAS, FACTORS, X, unread)[place] for place in exported.module_kept_var_idx]
    for listed in (run(*flat), run.run(*flat)):
        assert isinstance(listed, list)
        np.testing.assert_array_equal(listed[1], expected)
    with pytest.raises(FrontEndError, match=r"the arguments are .*, expected .*bias"):
        run(PARAMETERS, X)
    with pytest.raises(disc_shape.EngineError, match="main takes"):
        run(BIAS, X)


def test_a_function_of_arrays_returns_a_list() -> None:
    (n,) = jax.export.symbolic_shape("n")
    exported = jax.export.export(jax.jit(plus_one))(struct(n, 4), struct(2))
    run = disc_shape.compile(exported, engine="native")
    unread = np.zeros(2, np.float32)
    given = [(X, unread)[place] for place in exported.module_kept_var_idx]
    for found in (run(X, unread), run(*given)):
        assert isinstance(found, list)
        np.testing.assert_array_equal(found[0], X + 1)


def random_rows(keys: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    rows = jax.vmap(lambda key, row: row + jax.random.normal(key, row.shape))(keys, x)
    return rows, jax.random.split(keys[0])


@pytest.mark.parametrize("engine", ["reference", "native", "xla"])
def test_keys_are_passed_as_their_data(engine: str) -> None:
    """Keys of `jax.random.key` are no arrays to numpy; programs take and return their integers."""
    (n,) = jax.export.symbolic_shape("n")
    keys = jax.random.split(jax.random.key(7), 3)
    specs = jax.ShapeDtypeStruct((n,), keys.dtype), struct(n, 4)
    exported = jax.export.export(jax.jit(random_rows))(*specs)
    run = disc_shape.compile(exported, engine=engine)
    x = np.zeros((3, 4), np.float32)
    expected, new = exported.call(keys, jnp.asarray(x))
    for given in (keys, np.asarray(jax.random.key_data(keys))):
        rows, found = run(given, x)
        np.testing.assert_allclose(rows, expected, rtol=1e-5)
        np.testing.assert_array_equal(found, jax.random.key_data(new))
    again = run(jax.random.wrap_key_data(found), x[:2])
    np.testing.assert_array_equal(again[1], run(found, x[:2])[1])
    with pytest.raises(disc_shape.EngineError, match="argument 0 has 1 dimensions, expected 2"):
        run(keys[0], x)
    with pytest.raises(disc_shape.EngineError, match="elements of type uint32, expected float32"):
        run(keys, keys)
    other = jax.random.split(jax.random.key(7, impl="rbg"), 3)
    with pytest.raises(disc_shape.GuardError, match="dimension 1 of argument 0 is 4, expected 2"):
        run(other, x)
