"""More JAX functions at symbolic sizes, for engines: one kind of operation or layer each."""

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from peers.jax_programs import BHW, BN, BT, Function, Results, weights

W16, W8, UP, DOWN = weights(16, 16), weights(8, 8), weights(8, 24), weights(24, 8)
CONV, DEPTH, SEPARABLE = weights(3, 3, 3, 4), weights(4, 1, 3, 3), weights(3, 3, 4, 4)
SPATIAL = ("NHWC", "HWIO", "NHWC")


def strided(x: jax.Array) -> Results:
    return (
        lax.conv_general_dilated(x, CONV, (2, 2), "SAME", dimension_numbers=SPATIAL),
        lax.conv_general_dilated(x, CONV, (2, 1), ((1, 1), (1, 2)), dimension_numbers=SPATIAL),
    )


def transposed(x: jax.Array) -> Results:
    return lax.conv_transpose(x, SEPARABLE, (2, 2), "SAME", dimension_numbers=SPATIAL)


def channels_first(x: jax.Array) -> Results:
    return lax.conv_general_dilated(x, DEPTH, (1, 1), ((1, 1), (1, 1)), feature_group_count=4)


def cumulative(x: jax.Array) -> Results:
    return lax.cummax(x, 1), lax.cumlogsumexp(x, 0), lax.cumsum(x, 1, reverse=True)


def sorts(x: jax.Array, k: jax.Array) -> Results:
    first, second = lax.sort((k, x), dimension=1, num_keys=2)
    return first, second, -jnp.sort(-x, 0), jnp.argsort(k, 0, stable=True)


def largest(x: jax.Array) -> Results:
    values, places = lax.top_k(x, 1)
    return values, places, x.argmax(0), jnp.nanmax(x, 1)


def looked_up(i: jax.Array) -> Results:
    return jax.nn.one_hot(i, 16) @ W16, jnp.take(jnp.asarray(W16), i, 0, mode="clip")


def indexed(x: jax.Array, i: jax.Array) -> Results:
    rows = x[i]
    return (
        rows, x[i, 0], x.at[i].max(rows * 2), x.at[i, 0].mul(3.0), x.at[i].add(1.0),
        x.at[0].set(rows[0]), jnp.zeros_like(x).at[::2].set(1.0),
    )  # fmt: skip


def segments(x: jax.Array, i: jax.Array) -> Results:
    n = x.shape[0]
    return (
        jax.ops.segment_sum(x, i, n), jax.ops.segment_max(x, i, n), jnp.bincount(i, length=8)
    )  # fmt: skip


def einsums(x: jax.Array, y: jax.Array) -> Results:
    return (
        jnp.einsum("bnd,bmd->bnm", x, y), jnp.einsum("bnd,bmd->nm", x, y),
        jnp.einsum("bnd->db", x), jnp.einsum("bnd,bnd->b", x, x), jnp.einsum("bnd,bmd->bd", x, y),
    )  # fmt: skip


def gated(x: jax.Array) -> Results:
    norm = x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6)
    return x + (jax.nn.silu(norm @ UP) * (norm @ UP)) @ DOWN


def rotary(x: jax.Array) -> jax.Array:
    frequencies = 1.0 / (10000.0 ** (jnp.arange(0, 4, dtype=jnp.float32) / 4))
    angles = jnp.arange(x.shape[1])[:, None] * frequencies
    cos, sin = jnp.cos(angles)[None, :, None], jnp.sin(angles)[None, :, None]
    left, right = jnp.split(x, 2, -1)
    return jnp.concatenate([left * cos - right * sin, left * sin + right * cos], -1)


def grouped(x: jax.Array, cache: jax.Array, at: jax.Array) -> Results:
    b, s, _ = x.shape
    q, k = rotary((x @ W16).reshape(b, s, 2, 8)), rotary((x @ W16[:, :8]).reshape(b, s, 1, 8))
    cache = lax.dynamic_update_slice(cache, k, (0, at, 0, 0))
    keys = jnp.repeat(cache, 2, 2)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, keys) / 8**0.5
    rows = jnp.arange(s)[:, None] + at
    scores = jnp.where(jnp.arange(cache.shape[1])[None] <= rows, scores, -jnp.inf)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), keys)
    return mixed.reshape(b, s, 16), cache


def until(x: jax.Array) -> Results:
    def step(state: tuple[jax.Array, jax.Array, jax.Array]) -> tuple[jax.Array, ...]:
        count, value, _ = state
        return count + 1, value * 0.5, jnp.abs(value).max()

    start = (jnp.int32(0), x, jnp.float32(np.inf))
    return lax.while_loop(lambda s: (s[2] > 0.1) & (s[0] < 20), step, start)


def scans(x: jax.Array) -> Results:
    def step(h: jax.Array, row: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        h = jnp.tanh(h @ W8 + row)
        return h, (h, row.sum(-1))

    last, (states, sums) = lax.scan(step, jnp.zeros((x.shape[0], 8)), x.swapaxes(0, 1))
    _, (back, _) = lax.scan(step, last, x.swapaxes(0, 1), reverse=True)
    return last, states, sums, back


def nested(x: jax.Array) -> Results:
    def row(total: jax.Array, one: jax.Array) -> tuple[jax.Array, jax.Array]:
        inner = lax.fori_loop(0, one.shape[0], lambda i, s: s + one[i] * i, 0.0)
        return total + inner, inner

    return lax.scan(row, 0.0, x)


def switched(x: jax.Array, k: jax.Array) -> Results:
    return lax.switch(k, [lambda y: y * 2, lambda y: y[:, ::-1], jnp.cos], x)


def padding(x: jax.Array) -> Results:
    return (
        jnp.pad(x, ((1, 1), (0, 2)), mode="edge"), jnp.pad(x, ((0, 0), (1, 2)), mode="reflect"),
        jnp.pad(x, ((2, 0), (0, 1)), constant_values=7.0),
    )  # fmt: skip


def resized(x: jax.Array) -> Results:
    b, h, w, c = x.shape
    return (
        jax.image.resize(x, (b, 2 * h, 2 * w, c), "bilinear"),
        jax.image.resize(x, (b, 2 * h, 2 * w, c), "nearest"),
    )


def drawn(key: jax.Array, x: jax.Array) -> Results:
    first, second = jax.random.split(key)
    return (
        jax.random.uniform(first, x.shape), jax.random.categorical(second, x),
        jax.random.randint(first, x.shape, 0, 9), jax.random.normal(key, (x.shape[1],)),
    )  # fmt: skip


def quantized(x: jax.Array) -> Results:
    scale = jnp.abs(x).max() / 127 + 1e-6
    q = jnp.clip(jnp.round(x / scale), -128, 127).astype(jnp.int8)
    w = jnp.asarray((W8 * 20).astype(np.int8))
    return q, lax.dot_general(q, w, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)


def bits(x: jax.Array) -> Results:
    u = x.astype(jnp.uint32)
    return (
        lax.population_count(u), lax.clz(u | 1), u ^ (u << 7),
        lax.bitcast_convert_type(u, jnp.int32), (u >> 2) & 3, u % 5, x // -3,
        lax.shift_right_arithmetic(x - 9, 1),
    )  # fmt: skip


def narrow(x: jax.Array) -> Results:
    y = x.astype(jnp.bfloat16) @ jnp.asarray(W8, jnp.bfloat16)
    return jax.nn.gelu(y).astype(jnp.float32), jax.nn.softmax(y.astype(jnp.float16)).sum()


def blocked(q: jax.Array, k: jax.Array) -> Results:
    b, n, d = k.shape
    blocks = k.reshape(b, n // 4, 4, d).swapaxes(0, 1)

    def step(
        state: Sequence[jax.Array], block: jax.Array
    ) -> tuple[Sequence[jax.Array], jax.Array | None]:
        top, total, mixed = state
        scores = jnp.einsum("bqd,bkd->bqk", q, block)
        new = jnp.maximum(top, scores.max(-1))
        scale, chances = jnp.exp(top - new), jnp.exp(scores - new[..., None])
        total = total * scale + chances.sum(-1)
        mixed = mixed * scale[..., None] + jnp.einsum("bqk,bkd->bqd", chances, block)
        return (new, total, mixed), None

    shape = q.shape[:2]
    start = (jnp.full(shape, -jnp.inf), jnp.zeros(shape), jnp.zeros_like(q))
    (_, total, mixed), _ = lax.scan(step, start, blocks)
    return mixed / total[..., None]


def moved(x: jax.Array) -> Results:
    return (
        jnp.diff(x, axis=0, prepend=0.0), jnp.roll(x, 1, 0), jnp.flip(x, 1), jnp.tile(x, (2, 1)),
        jnp.repeat(x, 3, 1), jnp.stack([x, x + 1], 1), jnp.swapaxes(x, 0, 1),
        jnp.arange(x.shape[1]) * 1.5, jnp.expand_dims(x, 1),
    )  # fmt: skip


def learned(x: jax.Array, labels: jax.Array) -> Results:
    def loss(w: jax.Array) -> jax.Array:
        chances = jax.nn.log_softmax(layer(x, w))
        return -jnp.take_along_axis(chances, labels[:, None], 1).mean()

    @jax.checkpoint
    def layer(x: jax.Array, w: jax.Array) -> jax.Array:
        return jax.nn.gelu(x @ w)

    return jax.value_and_grad(loss)(jnp.asarray(W8))


def normalized(x: jax.Array) -> Results:
    def total(x: jax.Array) -> jax.Array:
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        y = (x - mean) * lax.rsqrt(variance + 1e-5)
        return (jax.nn.relu(y) ** 2).sum()

    return jax.value_and_grad(total)(x)


def pooled(x: jax.Array) -> Results:
    def total(x: jax.Array) -> jax.Array:
        high = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
        mean = lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME") / 9
        return (high**2).sum() + (mean**3).sum()

    return jax.value_and_grad(total)(x)


def ties(x: jax.Array) -> Results:
    whole = jnp.round(x)
    return jnp.argsort(whole, 1), jnp.sort(x, 1), x.reshape(-1), lax.top_k(whole, 1)


def until_small(x: jax.Array) -> Results:
    start = (x, x.max())
    return lax.while_loop(lambda s: s[1] > 0.1, lambda s: (s[0] * 0.5, jnp.abs(s[0]).max()), start)


def written(x: jax.Array) -> Results:
    def step(i: int, y: jax.Array) -> jax.Array:
        return y.at[i].set(y[i] + y[jnp.maximum(i - 1, 0)])

    return lax.fori_loop(0, x.shape[0], step, x), lax.map(lambda row: row.cumsum(), x)


def algebra(x: jax.Array) -> Results:
    return (
        jnp.outer(x[0], x[:, 0]), jnp.kron(x, jnp.ones((2, 1))), x @ x.T,
        jnp.linalg.norm(x, axis=0), jnp.vdot(x, x),
    )  # fmt: skip


def curves(x: jax.Array) -> Results:
    return (
        jax.nn.gelu(x, approximate=False), jax.nn.softplus(x), lax.erf_inv(jnp.tanh(x) * 0.9),
        jnp.expm1(x), jnp.log1p(jnp.abs(x)), jnp.arctan2(x, x + 2), jnp.sinh(x), jnp.cbrt(x),
        lax.lgamma(jnp.abs(x) + 1), jnp.polyval(jnp.array([1.0, 2, 3]), x), jnp.round(x), x**3,
        jnp.sign(x), jnp.mod(x, 0.7), jnp.where(x > 0, x, jnp.nan), jnp.isnan(x / 0 * 0),
    )  # fmt: skip


def complex_numbers(x: jax.Array) -> Results:
    z = lax.complex(x, x + 1)
    return (z * z).real, jnp.abs(z), jnp.angle(z), (jnp.exp(z) / z).imag


MORE = {
    "strided_same": Function(strided, ["b, h, w, 3"], BHW),
    "transposed": Function(transposed, ["b, h, w, 4"], BHW),
    "channels_first": Function(channels_first, ["b, 4, h, w"], BHW),
    "cumulative_max": Function(cumulative, ["b, n"], BN),
    "sorts": Function(sorts, ["b, n", "int32[b, n]"], BN),
    "largest": Function(largest, ["b, n"], BN),
    "looked_up": Function(looked_up, ["int32[b, n]"], BN),
    "indexed": Function(indexed, ["n, 3", "int32[k]"], [{"n": 6, "k": 4}, {"n": 1, "k": 1}]),
    "segment_sums": Function(segments, ["n, 2", "int32[n]"], [{"n": 6}, {"n": 1}]),
    "einsums": Function(
        einsums, ["b, n, 4", "b, m, 4"], [{"b": 2, "n": 3, "m": 5}, {"b": 1, "n": 1, "m": 1}],
    ),
    "gated": Function(gated, ["b, n, 8"], BN),
    "grouped": Function(
        grouped, ["b, s, 16", "b, k, 1, 8", "int32[]"],
        [{"b": 2, "s": 2, "k": 6}, {"b": 1, "s": 1, "k": 1}], ["s <= k"], {"b": 1, "s": 3, "k": 2},
    ),
    "until": Function(until, ["b, n"], BN),
    "scans": Function(scans, ["b, t, 8"], BT),
    "nested": Function(nested, ["b, n"], BN),
    "switched": Function(switched, ["b, n", "int32[]"], BN),
    "padding": Function(
        padding, ["b, n"], [{"b": 2, "n": 5}, {"b": 1, "n": 3}], ["n >= 3"], {"b": 1, "n": 2}
    ),
    "resized": Function(resized, ["b, h, w, 3"], BHW),
    "drawn": Function(drawn, ["uint32[2]", "b, n"], BN),
    "quantized": Function(quantized, ["b, 8"], [{"b": 5}, {"b": 1}]),
    "bits": Function(bits, ["int32[b, n]"], BN),
    "narrow": Function(narrow, ["b, 8"], [{"b": 5}, {"b": 1}]),
    "blocked": Function(
        blocked, ["b, s, 8", "b, n, 8"], [{"b": 2, "s": 3, "n": 8}, {"b": 1, "s": 1, "n": 4}],
        ["n % 4 == 0"], {"b": 1, "s": 1, "n": 6},
    ),
    "moved": Function(moved, ["b, n"], BN),
    "learned": Function(learned, ["b, 8", "int32[b]"], [{"b": 5}, {"b": 1}]),
    "normalized": Function(normalized, ["b, h, w, 3"], BHW),
    "pooled": Function(pooled, ["b, h, w, 2"], BHW),
    "ties": Function(ties, ["b, n"], BN),
    "until_small": Function(until_small, ["b, n"], BN),
    "written": Function(written, ["b, n"], BN),
    "algebra": Function(algebra, ["b, n"], BN),
    "curves": Function(curves, ["b, n"], BN),
    "complex_numbers": Function(complex_numbers, ["b, n"], BN),
}  # fmt: skip
