"""JAX functions of many kinds at symbolic sizes, for engines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from peers import test_jax_exports
from peers.test_jax_exports import MODELS

RANDOM = np.random.default_rng(1)
Results = jax.Array | Sequence[jax.Array]


def weights(*sizes: int) -> np.ndarray:
    return RANDOM.normal(size=sizes).astype(np.float32)


@dataclass(frozen=True)
class Function:
    """A function, specs of its arguments, sizes to run it at, and what is promised of them."""

    function: Callable[..., object]
    specs: Sequence[str]
    bindings: Sequence[Mapping[str, int]]
    constraints: Sequence[str] = ()
    illegal: Mapping[str, int] | None = None

    def inputs(self, sizes: Mapping[str, int]) -> list[np.ndarray]:
        """Random arrays; integers are small enough to be indices of the smallest dimension."""
        arrays = []
        for spec in self.specs:
            dtype, _, text = spec.rpartition("[")
            sizes_of = text.removesuffix("]").split(",")
            shape = [eval(one, {}, dict(sizes)) for one in sizes_of if one.strip()]
            if dtype:
                limit = 1 + max(0, min([3, *(size - 1 for size in sizes.values())]))
                arrays.append(RANDOM.integers(0, limit, shape).astype(dtype))
            else:
                arrays.append(RANDOM.normal(size=shape).astype(np.float32))
        return arrays


W44, W88, W16 = weights(4, 4), weights(8, 8), weights(16, 16)
TABLE, PLACES = weights(50, 16), weights(64, 16)
KERNEL, DEPTHWISE, KERNEL1D = weights(3, 3, 4, 2), weights(3, 3, 1, 4), weights(3, 4, 6)
PATCHES, GATE, EXPERTS = weights(48, 16), weights(8, 4), weights(4, 8, 8)


def decode(q: jax.Array, cache: jax.Array, at: jax.Array) -> Results:
    cache = lax.dynamic_update_slice(cache, q, (0, at, 0, 0))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, cache)
    scores = jnp.where(jnp.arange(cache.shape[1]) <= at, scores, -1e9)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), cache), cache


def embed(tokens: jax.Array) -> Results:
    return (jnp.asarray(TABLE)[tokens] + jnp.asarray(PLACES)[jnp.arange(tokens.shape[1])]) @ W16


def patches(x: jax.Array) -> Results:
    b, h, w, c = x.shape
    y = x.reshape(b, h // 4, 4, w // 4, 4, c).transpose(0, 1, 3, 2, 4, 5)
    y = y.reshape(b, (h // 4) * (w // 4), 16 * c) @ PATCHES
    scores = jax.nn.softmax(jnp.einsum("bid,bjd->bij", y, y))
    return jnp.einsum("bij,bjd->bid", scores, y).mean(1)


def recurrence(x: jax.Array) -> Results:
    def step(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        at, h = state
        row = lax.dynamic_index_in_dim(x, at, 1, keepdims=False)
        return at + 1, jnp.tanh(row + h @ W88)

    start = (0, jnp.zeros((x.shape[0], 8)))
    return lax.while_loop(lambda state: state[0] < x.shape[1], step, start)[1]


def training_step(x: jax.Array, y: jax.Array) -> Results:
    def loss(w: jax.Array) -> jax.Array:
        return ((jax.nn.relu(x @ w) - y) ** 2).mean()

    value, gradient = jax.value_and_grad(loss)(jnp.asarray(GATE))
    return value, GATE - 0.1 * gradient


def scattered(x: jax.Array, i: jax.Array) -> Results:
    return x.at[i].set(1.0), x.at[:, 0].add(2.0), jnp.zeros_like(x).at[i].add(x[: i.shape[0]])


def beam(x: jax.Array) -> Results:
    values, places = lax.top_k(x.reshape(x.shape[0], -1), 4)
    return values, places // x.shape[2], places % x.shape[2]


def noise(x: jax.Array) -> Results:
    key = jax.random.PRNGKey(0)
    return x + jax.random.normal(key, x.shape), jax.random.bernoulli(key, 0.5, x.shape)


def scan(x: jax.Array) -> Results:
    def combine(left: Sequence[jax.Array], right: Sequence[jax.Array]) -> Sequence[jax.Array]:
        return left[0] * right[0], left[1] * right[0] + right[1]

    return lax.associative_scan(combine, (jax.nn.sigmoid(x), x), axis=1)[1]


def dilated(x: jax.Array) -> Results:
    return lax.conv_general_dilated(
        x, DEPTHWISE, (1, 1), "SAME", feature_group_count=4, rhs_dilation=(2, 2),
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )  # fmt: skip


def causal(x: jax.Array) -> Results:
    numbers = ("NWC", "WIO", "NWC")
    return lax.conv_general_dilated(x, KERNEL1D, (1,), [(2, 0)], dimension_numbers=numbers)


def experts(x: jax.Array) -> Results:
    values, places = lax.top_k(jax.nn.softmax(x @ GATE), 2)
    chosen = jnp.einsum("btd,btkde->btke", x, jnp.asarray(EXPERTS)[places])
    return jnp.einsum("btke,btk->bte", chosen, values)


def padded(x: jax.Array) -> Results:
    return (
        lax.pad(x, 0.0, ((0, 0, 0), (1, 2, 1))),
        lax.pad(x, 0.0, ((0, 0, 0), (-1, -1, 0))),
        lax.pad(x, 0.0, ((1, -1, 0), (-1, 2, 2))),
    )


def integers(x: jax.Array) -> Results:
    return x // 3, x % 3, x << 1, (x * x).sum(0), jnp.clip(x, -2, 2), x.astype(jnp.uint8)


def cumulative(x: jax.Array) -> Results:
    return jnp.cumsum(x, 0), jnp.cumprod(x, 1), lax.cummin(x, 1), jnp.cumsum(x[:, ::-1], 1)


def attention_gradient(x: jax.Array) -> Results:
    def total(x: jax.Array) -> jax.Array:
        scores = jax.nn.softmax(jnp.einsum("bid,bjd->bij", x, x))
        return jnp.einsum("bij,bjd->bid", scores, x).sum()

    return jax.grad(total)(x)


def weighted(x: jax.Array) -> Results:
    start = jnp.zeros(x.shape[1])
    return lax.fori_loop(0, x.shape[0], lambda i, total: total + x[i] * i, start)


def enlarged(x: jax.Array) -> Results:
    b, h, w, c = x.shape
    tall = jnp.broadcast_to(x[:, :, None, :, None, :], (b, h, 2, w, 2, c))
    return tall.reshape(b, 2 * h, 2 * w, c)


def neighbours(x: jax.Array) -> Results:
    rows = jnp.stack([jnp.roll(x, shift, 1) for shift in range(3)], 2)
    return jnp.einsum("bsd,bswd->bsw", x, rows)


def triangles(x: jax.Array) -> Results:
    diagonal = jnp.eye(x.shape[1], dtype=bool)
    return jnp.tril(x), jnp.triu(x, 1), jnp.where(diagonal, 0, x)


def statistics(x: jax.Array) -> Results:
    return (
        x.max(1), x.argmax(1), x.argmin(0), jnp.linalg.norm(x, axis=1), x.std(0),
        jax.nn.logsumexp(x, 1), jnp.any(x > 1, 1), jnp.prod(x, 1),
    )  # fmt: skip


BN: Sequence[Mapping[str, int]] = ({"b": 2, "n": 5}, {"b": 1, "n": 1})
BT: Sequence[Mapping[str, int]] = ({"b": 2, "t": 5}, {"b": 1, "t": 1})
BHW: Sequence[Mapping[str, int]] = ({"b": 2, "h": 5, "w": 6}, {"b": 1, "h": 1, "w": 1})
KEYS = ({"b": 2, "k": 5}, {"b": 1, "k": 1})


def repeated(function: Callable[..., object]) -> Callable[..., object]:
    """A function that draws its weights while it is traced, with the same weights each time."""

    def call(*arguments: object) -> object:
        test_jax_exports.RANDOM = np.random.default_rng(0)
        return function(*arguments)

    return call


FUNCTIONS = {
    name: Function(
        repeated(one.function), one.arguments, one.bindings, one.constraints, one.illegal
    )
    for name, one in MODELS.items()
} | {
    "decode": Function(decode, ["b, 1, 2, 4", "b, k, 2, 4", "int32[]"], KEYS),
    "embed": Function(embed, ["int32[b, n]"], BN, ["n <= 64"], {"b": 1, "n": 65}),
    "patches": Function(
        patches, ["b, h, w, 3"], [{"b": 2, "h": 8, "w": 12}, {"b": 1, "h": 4, "w": 4}],
        ["h % 4 == 0", "w % 4 == 0"], {"b": 1, "h": 4, "w": 6},
    ),
    "recurrence": Function(recurrence, ["b, t, 8"], BT),
    "training_step": Function(training_step, ["b, 8", "b, 4"], [{"b": 5}, {"b": 1}]),
    "gathered": Function(
        lambda x, i: jax.vmap(lambda row, k: row[k])(x, i),
        ["b, n, 3", "int32[b, k]"], [{"b": 2, "n": 5, "k": 3}, {"b": 1, "n": 1, "k": 1}],
    ),
    "along": Function(
        lambda x: jnp.take_along_axis(x, jnp.argsort(x, 1), 1), ["b, n"], BN
    ),
    "scattered": Function(
        scattered, ["n, d", "int32[k]"],
        [{"n": 6, "d": 2, "k": 3}, {"n": 1, "d": 1, "k": 1}], ["k <= n"],
    ),
    "beam": Function(
        beam, ["b, k, v"], [{"b": 2, "k": 3, "v": 5}, {"b": 1, "k": 2, "v": 2}], ["k*v >= 4"]
    ),
    "noise": Function(noise, ["b, n"], BN),
    "sizes": Function(
        lambda x: (jnp.ones(x.shape[0] * x.shape[1]) * x.shape[0], jnp.float32(x.size)),
        ["b, n"], BN,
    ),
    "scan": Function(scan, ["b, 4"], [{"b": 3}, {"b": 1}]),
    "dilated": Function(dilated, ["b, h, w, 4"], BHW),
    "causal": Function(causal, ["b, t, 4"], BT),
    "experts": Function(experts, ["b, t, 8"], BT),
    "sorted": Function(
        lambda x: (jnp.sort(x, 1), jnp.argsort(x, 1), jnp.median(x, 1)), ["b, n"], BN
    ),
    "padded": Function(padded, ["b, n"], [{"b": 2, "n": 5}, {"b": 1, "n": 2}], ["n >= 2"]),
    "integers": Function(integers, ["int32[b, n]"], BN),
    "cumulative_all": Function(cumulative, ["b, n"], BN),
    "attention_gradient": Function(attention_gradient, ["b, t, 8"], BT),
    "weighted": Function(weighted, ["b, n"], BN),
    "joined": Function(
        lambda x: lax.cond(
            x.sum() > 0, lambda: jnp.concatenate([x, x], 1), lambda: jnp.concatenate([x * 2, x], 1)
        ),
        ["b, n"], BN,
    ),
    "enlarged": Function(enlarged, ["b, h, w, 3"], BHW),
    "neighbours": Function(
        neighbours, ["b, n, 4"], [{"b": 2, "n": 5}, {"b": 1, "n": 3}], ["n >= 3"], {"b": 1, "n": 2}
    ),
    "triangles": Function(triangles, ["b, n, n"], BN),
    "statistics": Function(statistics, ["b, n"], BN),
}  # fmt: skip
