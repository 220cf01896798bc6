"""JAX functions at symbolic sizes, for engines: losses, training steps, dynamic programs."""

import jax
import jax.numpy as jnp
from jax import lax
from peers.jax_programs import Function, Results, weights

UNET_DOWN, UNET_FLAT, UNET_OUT = weights(3, 3, 2, 4), weights(3, 3, 4, 4), weights(1, 1, 6, 2)
SPATIAL = ("NHWC", "HWIO", "NHWC")
TBD = [{"t": 3, "b": 2, "d": 4}, {"t": 1, "b": 1, "d": 1}]


def token_loss(x: jax.Array, y: jax.Array, w: jax.Array) -> object:
    def loss(w: jax.Array, x: jax.Array) -> jax.Array:
        chosen = jnp.take_along_axis(jax.nn.log_softmax(x @ w), y[..., None], -1)
        return -chosen.mean()

    return jax.value_and_grad(loss, (0, 1))(w, x)


def recurrent_loss(xs: jax.Array, w: jax.Array) -> object:
    def loss(w: jax.Array) -> jax.Array:
        def step(h: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
            h = jnp.tanh(h @ w + x)
            return h, (h**2).sum()

        return lax.scan(step, jnp.zeros((xs.shape[1], w.shape[0])), xs)[1].mean()

    return jax.value_and_grad(loss)(w)


def stacked_layers(ws: jax.Array, bs: jax.Array, x: jax.Array) -> object:
    def layer(x: jax.Array, one: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x = x + jax.nn.gelu(x @ one[0] + one[1])
        return x, x.mean()

    return lax.scan(layer, x, (ws, bs))


def several_stacks(xs: jax.Array, w: jax.Array) -> object:
    def step(h: jax.Array, x: jax.Array) -> tuple[jax.Array, object]:
        new = jnp.tanh(h @ w + x)
        return new, (h, new, 1 - new, new.sum())

    return lax.scan(step, jnp.zeros((xs.shape[1], w.shape[0])), xs)


def same_starts(xs: jax.Array) -> object:
    def step(
        state: tuple[jax.Array, jax.Array, jax.Array], x: jax.Array
    ) -> tuple[tuple[jax.Array, jax.Array, jax.Array], object]:
        a, b, c = state
        new = a + x
        return (new, new, b - c + new), (new, new)

    return lax.scan(step, (xs[0], xs[0], xs[0]), xs)


def loop_in_scan(xs: jax.Array, w: jax.Array) -> object:
    def step(h: jax.Array, x: jax.Array) -> tuple[jax.Array, object]:
        h = lax.fori_loop(0, xs.shape[0], lambda _, h: jnp.tanh(h @ w), h + x)
        return h, (h, h.sum())

    return lax.scan(step, jnp.zeros((xs.shape[1], w.shape[0])), xs)


def down_and_up(x: jax.Array) -> Results:
    down = lax.conv_general_dilated(
        x, UNET_DOWN, (2, 2), [(0, 1), (0, 1)], dimension_numbers=SPATIAL
    )
    flat = lax.conv_general_dilated(
        jax.nn.relu(down), UNET_FLAT, (1, 1), [(1, 1), (1, 1)], dimension_numbers=SPATIAL
    )
    up = jnp.repeat(jnp.repeat(jax.nn.relu(flat), 2, 1), 2, 2)
    both = jnp.concatenate([up, x], -1)
    return lax.conv_general_dilated(both, UNET_OUT, (1, 1), "VALID", dimension_numbers=SPATIAL)


def suppressed(box: jax.Array, score: jax.Array) -> object:
    order = jnp.argsort(-score)
    b = jnp.sort(box.reshape(-1, 2, 2), 1).reshape(-1, 4)[order]
    low, high = jnp.maximum(b[:, None, :2], b[None, :, :2]), jnp.minimum(b[:, None, 2:], b[:, 2:])
    inside = jnp.clip(high - low, 0).prod(-1)
    areas = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    overlap = inside / (areas[:, None] + areas - inside + 1e-6)

    def step(i: int, keep: jax.Array) -> jax.Array:
        later = jnp.arange(keep.shape[0]) > i
        return jnp.where(later & (overlap[i] > 0.3) & keep[i], False, keep)

    return lax.fori_loop(0, score.shape[0], step, jnp.ones(score.shape, bool)), order


def edit_distance(a: jax.Array, c: jax.Array) -> Results:
    def row(previous: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
        def column(left: jax.Array, one: jax.Array) -> tuple[jax.Array, jax.Array]:
            up, diagonal, char = one
            best = jnp.minimum(jnp.minimum(up + 1, left + 1), diagonal + (char != x))
            return best, best

        first = previous[0] + 1
        _, rest = lax.scan(column, first, (previous[1:], previous[:-1], c))
        return jnp.concatenate([first[None], rest]), None

    return lax.scan(row, jnp.arange(c.shape[0] + 1), a)[0][-1]


def sampled(image: jax.Array, points: jax.Array) -> Results:
    h, w, _ = image.shape
    y, x = (points[:, 0] + 1) * 0.5 * (h - 1), (points[:, 1] + 1) * 0.5 * (w - 1)
    top, left = jnp.floor(y), jnp.floor(x)

    def at(a: jax.Array, b: jax.Array) -> jax.Array:
        return image[jnp.clip(a, 0, h - 1).astype(int), jnp.clip(b, 0, w - 1).astype(int)]

    down, right = (y - top)[:, None], (x - left)[:, None]
    upper = at(top, left) * (1 - right) + at(top, left + 1) * right
    lower = at(top + 1, left) * (1 - right) + at(top + 1, left + 1) * right
    return upper * (1 - down) + lower * down


def routed(x: jax.Array, w: jax.Array) -> object:
    tokens = x.reshape(-1, 4)
    expert = jnp.argmax(tokens @ w, 1)
    order = jnp.argsort(expert, stable=True)
    back = jnp.argsort(order, stable=True)
    count = jnp.sum(jax.nn.one_hot(expert, 3), 0)
    return tokens[order][back].reshape(x.shape), count, jnp.cumsum(count) - count


def spectrum(x: jax.Array) -> object:
    f = jnp.fft.rfft(x, axis=-1)
    return jnp.abs(f), jnp.fft.irfft(f, axis=-1), jnp.angle(f)


def pooled_loss(x: jax.Array) -> object:
    def pooled(x: jax.Array, padding: str) -> jax.Array:
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), padding)

    def loss(x: jax.Array) -> jax.Array:
        return (pooled(x, "VALID") ** 2).sum() + (pooled(x, "SAME") ** 3).sum()

    return jax.value_and_grad(loss)(x)


def scattered(table: jax.Array, at: jax.Array, x: jax.Array) -> object:
    places = at % (table.shape[0] + 1)  # One beyond the last row.
    looked_up = jax.grad(lambda w: (w[at % w.shape[0]] ** 2).sum())(table)
    return (
        looked_up,
        jax.ops.segment_sum(x, places, num_segments=table.shape[0]),
        table.at[places].max(x),
        table.at[places, 0].add(x[:, 1]),
        table.at[:, at % 4].multiply(x[:, 0]),
    )


TRAINING = {
    "token_loss": Function(
        token_loss, ["b, s, 7", "int32[b, s]", "7, 7"], [{"b": 2, "s": 5}, {"b": 1, "s": 1}]
    ),
    "recurrent_loss": Function(recurrent_loss, ["t, b, d", "d, d"], TBD),
    "stacked_layers": Function(
        stacked_layers, ["l, d, d", "l, d", "b, s, d"],
        [{"l": 3, "d": 4, "b": 2, "s": 5}, {"l": 1, "d": 1, "b": 1, "s": 1}],
    ),
    "several_stacks": Function(several_stacks, ["t, b, d", "d, d"], TBD),
    "same_starts": Function(same_starts, ["t, b, d"], TBD),
    "loop_in_scan": Function(loop_in_scan, ["t, b, d", "d, d"], TBD),
    "down_and_up": Function(
        down_and_up, ["b, 2*h, 2*w, 2"], [{"b": 2, "h": 2, "w": 3}, {"b": 1, "h": 1, "w": 1}]
    ),
    "suppressed": Function(suppressed, ["n, 4", "n"], [{"n": 7}, {"n": 1}]),
    "edit_distance": Function(
        edit_distance, ["int32[n]", "int32[m]"], [{"n": 5, "m": 4}, {"n": 1, "m": 1}]
    ),
    "sampled": Function(
        sampled, ["h, w, 2", "n, 2"], [{"h": 4, "w": 5, "n": 6}, {"h": 1, "w": 1, "n": 1}]
    ),
    "routed": Function(routed, ["b, s, 4", "4, 3"], [{"b": 2, "s": 5}, {"b": 1, "s": 1}]),
    "pooled_loss": Function(
        pooled_loss, ["b, h, w, 3"],
        [{"b": 2, "h": 4, "w": 5}, {"b": 1, "h": 1, "w": 2}, {"b": 1, "h": 3, "w": 1}],
    ),
    "scattered": Function(
        scattered, ["v, 4", "int32[n]", "n, 4"], [{"v": 5, "n": 9}, {"v": 1, "n": 1}]
    ),
    "spectrum": Function(spectrum, ["b, s, 16"], [{"b": 2, "s": 3}, {"b": 1, "s": 1}]),
}  # fmt: skip
