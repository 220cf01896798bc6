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
