"""Models that JAX exports at symbolic sizes, on tensors and on buffers, against what JAX computes.

For each model and each of its bindings: the results are JAX's, every claim in the IR holds, a
second run prints the same text, and on buffers nothing leaks. Sizes that break a promise are
refused.
"""

from collections.abc import Callable, Mapping, Sequence
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
from disc_shape.interpreters import GuardError, check, run
from disc_shape.tools import disc_opt
from disc_shape.tools.source import SourceMap, SourceParser

TENSORS = "shape-optimization"
BUFFERS = "shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,deallocate-buffers"
RANDOM = np.random.default_rng(0)


def weights(*sizes: int) -> jax.Array:
    return jnp.asarray(RANDOM.normal(size=sizes).astype(np.float32))


@dataclass(frozen=True)
class Model:
    """A function, the sizes of its arguments, sizes to run it at, and what is promised of them."""

    function: Callable[..., object]
    arguments: Sequence[str]
    bindings: Sequence[Mapping[str, int]]
    constraints: Sequence[str] = ()
    illegal: Mapping[str, int] | None = None


def layer_norm(x: jax.Array) -> jax.Array:
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + 1e-5)


def cross_attention(x: jax.Array, y: jax.Array) -> jax.Array:
    q, k, v = x @ weights(16, 16), y @ weights(16, 16), y @ weights(16, 16)
    scores = jax.nn.softmax(jnp.einsum("btd,bud->btu", q, k) / 4)
    return x + jnp.einsum("btu,bud->btd", scores, v)


def kv_cache(q: jax.Array, k: jax.Array) -> tuple[jax.Array, jax.Array]:
    keys = jnp.concatenate([k, q], 1)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, keys)
    rows = jnp.arange(q.shape[1])[:, None] + k.shape[1]
    mask = jnp.arange(keys.shape[1])[None, :] <= rows
    scores = jax.nn.softmax(jnp.where(mask, scores, -1e9))
    return jnp.einsum("bhqk,bkhd->bqhd", scores, keys), keys


def gated_recurrence(x: jax.Array) -> object:
    w, u = weights(8, 24), weights(8, 24)

    def step(h: jax.Array, row: jax.Array) -> tuple[jax.Array, jax.Array]:
        z, r, n = jnp.split(row @ w + h @ u, 3, -1)
        h = jax.nn.sigmoid(z) * h + (1 - jax.nn.sigmoid(z)) * jnp.tanh(n + r)
        return h, h

    return lax.scan(step, jnp.zeros((x.shape[0], 8)), x.transpose(1, 0, 2))


def rotary(x: jax.Array) -> jax.Array:
    _, t, d = x.shape
    angles = jnp.arange(t, dtype=jnp.float32)[:, None] * jnp.arange(d // 2, dtype=jnp.float32)
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate(
        [a * jnp.cos(angles) - b * jnp.sin(angles), a * jnp.sin(angles) + b * jnp.cos(angles)], -1
    )


def block_attention(x: jax.Array) -> jax.Array:
    b, s, d = x.shape
    y = x.reshape(b, s // 4, 4, d)
    scores = jax.nn.softmax(jnp.einsum("bnid,bnjd->bnij", y, y))
    return jnp.einsum("bnij,bnjd->bnid", scores, y).reshape(b, s, d)


def strided(x: jax.Array) -> jax.Array:
    y = lax.conv_general_dilated(
        x, weights(3, 3, 3, 4), (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    return jax.nn.gelu(lax.conv_transpose(y, weights(3, 3, 4, 2), (2, 2), "SAME"))


def pools(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    window, pair = (1, 3, 3, 1), (1, 2, 2, 1)
    halves = lax.reduce_window(x, -jnp.inf, lax.max, pair, pair, "SAME")
    return halves.mean((1, 2)), lax.reduce_window(x, 0.0, lax.add, window, (1, 1, 1, 1), "VALID")


def group_norm(x: jax.Array) -> jax.Array:
    b, c, h, w = x.shape
    y = x.reshape(b, 2, c // 2, h, w)
    mean, variance = y.mean((2, 3, 4), keepdims=True), y.var((2, 3, 4), keepdims=True)
    return ((y - mean) * lax.rsqrt(variance + 1e-5)).reshape(b, c, h, w)


def convolution_gradient(x: jax.Array) -> jax.Array:
    def loss(image: jax.Array) -> jax.Array:
        y = lax.conv_general_dilated(
            image, weights(3, 3, 3, 4), (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        pair = (1, 2, 2, 1)
        return (lax.reduce_window(y, -jnp.inf, lax.max, pair, pair, "VALID") ** 2).sum()

    return jax.grad(loss)(x)


def flattened(x: jax.Array) -> tuple[jax.Array, ...]:
    b, s, d = x.shape
    y = x.reshape(b * s, d)
    return (y - y.mean(0)).reshape(b, s, d), x.reshape(b, -1), jnp.tile(x, (1, 2, 1))


def shifted(x: jax.Array) -> tuple[jax.Array, ...]:
    return jnp.roll(x, 1, 1), x[:, 1:] - x[:, :-1], x[:, ::-1], jnp.pad(x, ((0, 0), (1, 2)))


def halved(x: jax.Array) -> jax.Array:
    return lax.while_loop(
        lambda state: (state[0] < 5) & (jnp.abs(state[1]).max() > 0.1),
        lambda state: (state[0] + 1, state[1] * 0.5),
        (0, x),
    )[1]


def chosen(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    branches = [lambda v: v, lambda v: -v, lambda v: v + 1]
    return (
        lax.cond(x.sum() > 0, lambda v: v * 2, lambda v: jnp.flip(v, 1), x),
        lax.switch(jnp.int32(x.shape[0] % 3), branches, x),
    )


ONES = {"b": 1, "t": 1, "d": 2}
MODELS = {
    "layer_norm": Model(
        layer_norm, ["b,n,d"], [{"b": 2, "n": 5, "d": 4}, {"b": 1, "n": 1, "d": 1}]
    ),
    "cross_attention": Model(
        cross_attention, ["b,t,16", "b,u,16"], [{"b": 2, "t": 5, "u": 3}, {"b": 1, "t": 1, "u": 1}]
    ),
    "kv_cache": Model(
        kv_cache, ["b,s,4,8", "b,k,4,8"], [{"b": 2, "s": 1, "k": 5}, {"b": 1, "s": 3, "k": 2}]
    ),
    "gated_recurrence": Model(gated_recurrence, ["b,t,8"], [{"b": 2, "t": 5}, {"b": 1, "t": 1}]),
    "rotary": Model(
        rotary, ["b,t,d"], [{"b": 2, "t": 5, "d": 4}, ONES], ["mod(d,2)==0"], {**ONES, "d": 3}
    ),
    "block_attention": Model(
        block_attention,
        ["b,s,16"],
        [{"b": 2, "s": 8}, {"b": 1, "s": 4}],
        ["mod(s,4)==0"],
        {"b": 1, "s": 6},
    ),
    "strided": Model(
        strided,
        ["b,h,w,3"],
        [{"b": 2, "h": 8, "w": 9}, {"b": 1, "h": 6, "w": 6}],
        ["h>=4", "w>=4"],
        {"b": 1, "h": 3, "w": 6},
    ),
    "pools": Model(pools, ["b,h,w,3"], [{"b": 2, "h": 5, "w": 7}, {"b": 1, "h": 3, "w": 3}]),
    "group_norm": Model(
        group_norm,
        ["b,c,h,w"],
        [{"b": 2, "c": 4, "h": 3, "w": 5}, {"b": 1, "c": 2, "h": 1, "w": 1}],
        ["mod(c,2)==0"],
        {"b": 1, "c": 3, "h": 1, "w": 1},
    ),
    "convolution_gradient": Model(
        convolution_gradient,
        ["b,h,w,3"],
        [{"b": 1, "h": 8, "w": 8}, {"b": 2, "h": 10, "w": 12}],
        ["h>=8", "w>=8"],
    ),
    "flattened": Model(flattened, ["b,s,d"], [{"b": 2, "s": 5, "d": 3}, {"b": 1, "s": 1, "d": 1}]),
    "shifted": Model(shifted, ["b,n"], [{"b": 2, "n": 5}, {"b": 1, "n": 2}], ["n>=2"]),
    "halved": Model(halved, ["b,n"], [{"b": 2, "n": 5}, {"b": 4, "n": 1}]),
    "chosen": Model(chosen, ["b,n"], [{"b": 2, "n": 5}, {"b": 4, "n": 3}]),
    "square": Model(
        lambda a, b: (a.T @ b, jnp.trace(a), a @ a),
        ["n,n", "n,k"],
        [{"n": 3, "k": 2}, {"n": 1, "k": 1}],
    ),
    "concatenated": Model(
        lambda x, y, z: x + jnp.concatenate([y, jnp.broadcast_to(z, (y.shape[0], z.shape[0]))], 1),
        ["b,n+m", "b,n", "m"],
        [{"b": 2, "n": 3, "m": 2}, {"b": 1, "n": 1, "m": 1}],
    ),
    "one_hot_loss": Model(
        lambda x: -(jax.nn.log_softmax(x) * jax.nn.one_hot(x.argmax(-1), x.shape[1])).sum(-1),
        ["b,n"],
        [{"b": 2, "n": 5}, {"b": 1, "n": 1}],
    ),
    "top_3": Model(lambda x: lax.top_k(x, 3), ["b,n"], [{"b": 2, "n": 5}], ["n>=3"]),
    "cumulative": Model(
        lambda x: (jnp.cumsum(x, 1), lax.cummax(x, 1)), ["b,t,8"], [{"b": 2, "t": 5}]
    ),
    "segments": Model(
        lambda x: jax.ops.segment_sum(x, jnp.arange(x.shape[0]) % 7, num_segments=7),
        ["n,d"],
        [{"n": 9, "d": 2}, {"n": 1, "d": 1}],
    ),
}


def exported(model: Model) -> export.Exported:
    scope = export.SymbolicScope(model.constraints)
    arguments = [
        jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), np.float32)
        for shape in model.arguments
    ]
    return export.export(jax.jit(model.function))(*arguments)


def inputs(model: Model, sizes: Mapping[str, int]) -> list[np.ndarray]:
    shapes = [
        [sum(sizes.get(part) or int(part) for part in size.split("+")) for size in text.split(",")]
        for text in model.arguments
    ]
    return [RANDOM.normal(size=shape).astype(np.float32) for shape in shapes]


def parse(path: Path) -> ModuleOp:
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    register(ctx)
    return SourceParser(ctx, SourceMap(path.name, path.read_text())).parse_module()


def passed(source: Path, pipeline: str, result: Path) -> ModuleOp:
    assert disc_opt.run([str(source), "-p", pipeline, "-o", str(result)]) == 0
    return parse(result)


@pytest.mark.parametrize("name", MODELS)
def test_model(name: str, tmp_path: Path) -> None:
    model = MODELS[name]
    program = exported(model)
    source, once, twice, low = (tmp_path / f"{stage}.mlir" for stage in ("in", "a", "b", "low"))
    source.write_text(program.mlir_module())
    tensors, buffers = passed(source, TENSORS, once), passed(source, BUFFERS, low)
    passed(once, TENSORS, twice)
    assert twice.read_text() == once.read_text()
    for sizes in model.bindings:
        arrays = inputs(model, sizes)
        expected = [np.asarray(leaf) for leaf in jax.tree_util.tree_leaves(program.call(*arrays))]
        for module in (tensors, buffers):
            results = check(module, *arrays).results
            for found, wanted in zip(results, expected, strict=True):
                np.testing.assert_allclose(found, wanted, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("name", [name for name, model in MODELS.items() if model.illegal])
def test_illegal_sizes_are_refused(name: str, tmp_path: Path) -> None:
    model = MODELS[name]
    assert model.illegal is not None
    source = tmp_path / "in.mlir"
    source.write_text(exported(model).mlir_module())
    arrays = inputs(model, model.illegal)
    for pipeline in (TENSORS, BUFFERS):
        with pytest.raises(GuardError):
            run(passed(source, pipeline, tmp_path / "out.mlir"), *arrays)
