"""Programs with several loops from JAX on IREE, which mixes up what loops carry in other forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import disc_shape

Array = jax.Array
random = np.random.default_rng(0)
W, U = (np.asarray(random.normal(size=(8, 8)) * 0.3, np.float32) for _ in range(2))


def cell(h: Array, x: Array) -> tuple[Array, Array]:
    new = jnp.tanh(x @ W + h @ U)
    return new, new


def other_cell(h: Array, x: Array) -> tuple[Array, Array]:
    new = jnp.tanh(x @ U - h @ W)
    return new, new


def two_results(h: Array, x: Array) -> tuple[Array, tuple[Array, Array]]:
    return jnp.tanh(x @ W + h @ U), (h, h * x)


def start(x: Array) -> Array:
    return jnp.zeros((x.shape[0], 8))


def steps(x: Array) -> Array:
    return x.swapaxes(0, 1)


def both_ways(x: Array) -> object:
    return [lax.scan(cell, start(x), steps(x), reverse=back)[1] for back in (False, True)]


def other_bodies(x: Array) -> object:
    return [lax.scan(f, start(x), steps(x))[1] for f in (cell, other_cell)]


def three(x: Array) -> object:
    cells = (cell, False), (other_cell, True), (cell, True)
    return [lax.scan(f, start(x), steps(x), reverse=back)[1] for f, back in cells]


def stacked(x: Array) -> object:
    y = steps(x)
    for f in (cell, other_cell, cell):
        y = lax.scan(f, start(x), y)[1]
    return y


def several_results(x: Array) -> object:
    return [lax.scan(two_results, start(x), steps(x), reverse=back) for back in (False, True)]


def results_alone(x: Array) -> object:
    return [lax.scan(two_results, start(x), steps(x), reverse=back)[1] for back in (False, True)]


def last_values(x: Array) -> object:
    return [lax.scan(cell, start(x) + one, steps(x))[0] for one in range(2)]


def nested(x: Array) -> object:
    def outer(c: Array, _: Array) -> tuple[Array, Array]:
        ys = lax.scan(cell, c, steps(x))[1]
        return c + ys.sum(0) * 0.01, ys

    return lax.scan(outer, start(x), steps(x))


def counted_inside(x: Array) -> object:
    def outer(c: Array, y: Array) -> tuple[Array, Array]:
        return lax.fori_loop(0, 9, lambda _, a: jnp.tanh(a @ W), c) + y, c.sum()

    return lax.scan(outer, start(x), steps(x))


def different_kinds(x: Array) -> object:
    h, ys = lax.scan(cell, start(x), steps(x))
    z = lax.fori_loop(0, x.shape[1], lambda i, a: a * 0.9 + ys[i], h)
    return z, lax.scan(other_cell, z, ys)[1]


def exchanging(x: Array, last: object) -> object:
    def body(c: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        return c[0] + 1, c[1] * 0.5 + c[2], c[1] - c[2]

    return lax.while_loop(lambda c: c[0] < last, body, (0, x, x * 2))[1:]


def exchanged_often(x: Array) -> object:
    return exchanging(x, 12), exchanging(x + 1, 12)


def exchanged_along_a_size(x: Array) -> object:
    return exchanging(x, x.shape[1]), exchanging(x - 1, x.shape[1])


PROGRAMS: Sequence[Callable[[Array], object]] = (
    both_ways, other_bodies, three, stacked, several_results, results_alone, last_values, nested,
    counted_inside, different_kinds, exchanged_often, exchanged_along_a_size,
)  # fmt: skip


@pytest.mark.usefixtures("jax_defaults")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_loops_on_iree(program: Callable[[Array], object]) -> None:
    run = disc_shape.compile(disc_shape.from_jax(program, "b, t, 8"), engine="iree")
    for sizes in ((1, 1), (2, 5), (3, 1), (1, 4)):
        x = np.asarray(random.normal(size=(*sizes, 8)), np.float32)
        expected = jax.tree.leaves(program(cast("Array", x)))
        for one, other in zip(jax.tree.leaves(run(x)), expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
