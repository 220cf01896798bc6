"""Arguments of functions of Python by name, one called `out` among them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import disc_shape
from disc_shape.frontends.traced import FrontEndError

pytest.importorskip("jax")

Floats = NDArray[np.float32]
ENGINES = ("reference", "native", "iree", "xla")


def scaled(x: Floats, out: Floats) -> Floats:
    return x * 2 + out


def shifted(x: Floats, out: object = None) -> Floats:
    assert out is None
    return x + 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_parameter_called_out_is_one_of_the_function(engine: str) -> None:
    run = disc_shape.compile(disc_shape.from_jax(scaled, "n", "n"), engine=engine)
    x, y, z = np.arange(3, dtype=np.float32), np.ones(3, np.float32), np.zeros(3, np.float32)
    expected = x * 2 + y
    for result in (run(x, y), run(x, out=y), run(out=y, x=x)):
        np.testing.assert_array_equal(np.asarray(result), expected)
    np.testing.assert_array_equal(y, np.ones(3))
    assert run.run(x, y, out=z)[0] is z
    np.testing.assert_array_equal(z, expected)
    with pytest.raises(FrontEndError, match="out"):
        run(x, y, out=z)  # Two arguments for one parameter.
    with pytest.raises(FrontEndError, match="other"):
        run(x, other=y)
    with pytest.raises(disc_shape.GuardError):
        run(x, out=np.ones(4, np.float32))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_parameter_called_out_that_is_not_traced_leaves_the_keyword(engine: str) -> None:
    run = disc_shape.compile(disc_shape.from_jax(shifted, "n"), engine=engine)
    x, z = np.arange(3, dtype=np.float32), np.zeros(3, np.float32)
    assert run(x, out=z) is z
    np.testing.assert_array_equal(z, x + 1)
