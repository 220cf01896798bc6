"""
Models that JAX exports for fixed sizes, made dynamic: at those sizes and at others they compute
what JAX computes, before and after the optimizer.

The models spell no number in their data that depends on a chosen size, such as the divisor of a
mean: such numbers stay what they are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects import register
from disc_shape.interpreters import check
from disc_shape.tools import disc_opt
from disc_shape.tools.source import SourceMap, SourceParser

RANDOM = np.random.default_rng(0)
SIZES = (
    {"b": 5, "t": 7, "h": 9, "w": 11, "n": 3},
    {"b": 2, "t": 4, "h": 6, "w": 8, "n": 6},
    {"b": 1, "t": 1, "h": 3, "w": 5, "n": 1},
    {"b": 7, "t": 3, "h": 10, "w": 4, "n": 5},
)


def weights(*sizes: int) -> jax.Array:
    return jnp.asarray(RANDOM.normal(size=sizes).astype(np.float32)) * 0.3


IN, OUT, SQUARE, GATES = weights(16, 32), weights(32, 16), weights(16, 16), weights(8, 24)
KERNEL, ROWS = weights(3, 3, 3, 4), weights(10, 4)


def attention(x: jax.Array) -> jax.Array:
    b, t, d = x.shape
    y = (x @ SQUARE).reshape(b, t, 4, 4).transpose(0, 2, 1, 3)
    scores = jnp.where(jnp.tril(jnp.ones((t, t), bool)), jnp.einsum("bhtd,bhud->bhtu", y, y), -1e9)
    mixed = jnp.einsum("bhtu,bhud->bhtd", jax.nn.softmax(scores), y)
    return x + mixed.transpose(0, 2, 1, 3).reshape(b, t, d)


def feed_forward(ids: jax.Array) -> jax.Array:
    x = jnp.concatenate([ROWS[ids]] * 4, -1)
    mean = x.mean(-1, keepdims=True)
    return x + jax.nn.gelu((x - mean) @ IN) @ OUT


def recurrence(x: jax.Array) -> object:
    def step(h: jax.Array, row: jax.Array) -> tuple[jax.Array, jax.Array]:
        z, r, n = jnp.split(row @ GATES + h @ GATES, 3, -1)
        h = jax.nn.sigmoid(z) * h + (1 - jax.nn.sigmoid(z)) * jnp.tanh(n + r)
        return h, h

    return lax.scan(step, jnp.zeros((x.shape[0], 8)), x.transpose(1, 0, 2))


def convolution(x: jax.Array) -> jax.Array:
    numbers = ("NHWC", "HWIO", "NHWC")
    y = lax.conv_general_dilated(x, KERNEL, (1, 1), "SAME", dimension_numbers=numbers)
    return jax.nn.relu(y).sum((1, 2))


def pool(x: jax.Array) -> jax.Array:
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def branches(x: jax.Array) -> jax.Array:
    y = lax.cond(x.sum() > 0, lambda z: jnp.sin(z) + 1, lambda z: z * 2, x)
    paths = [lambda z: z, lambda z: z * 2, lambda z: z.at[0].set(1.0)]
    return lax.switch(jnp.int32(x[0, 0] > 0) + 1, paths, y)


def loops(x: jax.Array) -> jax.Array:
    def body(i: jax.Array, y: jax.Array) -> jax.Array:
        return lax.cond(i % 2 == 0, lambda z: z + 1.0, lambda z: z * 0.5, y)

    y = lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, c[1] + jnp.ones_like(c[1])), (0, x))
    return lax.fori_loop(0, 4, body, y[1])


def rows(x: jax.Array, ids: jax.Array) -> tuple[jax.Array, jax.Array]:
    along = jnp.broadcast_to(ids[:, None], (ids.shape[0], x.shape[1]))
    return jnp.take(x, ids, axis=0), jnp.take_along_axis(x, along, axis=0)


@dataclass(frozen=True)
class Model:
    function: Callable[..., object]
    arguments: Sequence[str]
    """Element and sizes of each argument."""
    chosen: str
    """What becomes dynamic."""


MODELS = {
    "attention": Model(attention, ["f b t 16"], "0:0,1"),
    "feed_forward": Model(feed_forward, ["i b t"], "0:0,1"),
    "recurrence": Model(recurrence, ["f b 6 8"], "0:0"),
    "convolution": Model(convolution, ["f b h w 3"], "0:0,1,2"),
    "pool": Model(pool, ["f b h w 3"], "0:0,1,2"),
    "branches": Model(branches, ["f b t"], "0:0,1"),
    "loops": Model(loops, ["f b t"], "0:0,1"),
    "rows": Model(rows, ["f 5 t", "i n"], "0:1; 1:0"),
    "one_hot": Model(lambda ids: jax.nn.one_hot(ids, 10) @ ROWS, ["i b"], "0:0"),
    "sorted": Model(lambda x: (jnp.sort(x, -1), jnp.argsort(x, 0)), ["f b t"], "0:0,1"),
    "mapped": Model(lambda x: lax.map(lambda r: jnp.sin(r) * 2, x), ["f 6 t"], "0:1"),
}


def inputs(model: Model, sizes: dict[str, int]) -> list[np.ndarray]:
    arrays: list[np.ndarray] = []
    for argument in model.arguments:
        element, *names = argument.split()
        shape = [sizes[name] if name in sizes else int(name) for name in names]
        if element == "f":
            arrays.append(RANDOM.normal(size=shape).astype(np.float32))
        else:
            arrays.append(RANDOM.integers(0, 5, size=shape).astype(np.int32))
    return arrays


def parse(path: Path) -> ModuleOp:
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    register(ctx)
    return SourceParser(ctx, SourceMap(path.name, path.read_text())).parse_module()


@pytest.mark.parametrize("name", MODELS)
def test_a_model_made_dynamic_is_the_model_of_every_size(name: str, tmp_path: Path) -> None:
    model = MODELS[name]
    source = tmp_path / "static.mlir"
    shapes = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in inputs(model, SIZES[0])]
    source.write_text(export.export(jax.jit(model.function))(*shapes).mlir_module())
    dynamic = f'dynamize-shapes{{args="{model.chosen}"}}'
    for pipeline in (dynamic, f"{dynamic},shape-optimization"):
        result = tmp_path / "dynamic.mlir"
        assert disc_opt.run([str(source), "-p", pipeline, "-o", str(result)]) == 0
        module = parse(result)
        for sizes in SIZES:
            arrays = inputs(model, sizes)
            expected = jax.tree.leaves(model.function(*map(jnp.asarray, arrays)))
            for found, wanted in zip(check(module, *arrays).results, expected, strict=True):
                assert found.shape == wanted.shape
                np.testing.assert_allclose(found, np.asarray(wanted), rtol=1e-4, atol=1e-5)
