"""JAX functions of images, integers, graphs and training at symbolic sizes, for engines."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from peers.jax_programs import Function, Results, weights
from peers.jax_programs_language import sizes

IMAGE, SEQUENCE = ("NHWC", "HWIO", "NHWC"), ("NWC", "WIO", "NWC")
KERNEL, GROUPED = weights(3, 3, 4, 4), weights(3, 2, 2, 4)
W, WIDE = weights(8, 8), weights(8, 16)
Tree = dict[str, jax.Array]


def convolved(x: jax.Array, dims: tuple[str, str, str] = IMAGE, **options: object) -> jax.Array:
    return lax.conv_general_dilated(x, dimension_numbers=dims, **options)


def convolution_kinds(x: jax.Array) -> Results:
    """Asymmetric padding, groups, dilated windows and inputs."""
    return (
        convolved(x, rhs=GROUPED, window_strides=(1, 2), padding=((2, 0), (0, 3)),
                  feature_group_count=2, rhs_dilation=(1, 2)),
        convolved(x, rhs=KERNEL, window_strides=(1, 1), padding=((1, 2), (2, 1)),
                  lhs_dilation=(2, 3)),
        convolved(x, rhs=KERNEL[..., :2], window_strides=(2, 1), padding="SAME_LOWER"),
    )  # fmt: skip


def convolution_training(parameters: Tree, x: jax.Array, y: jax.Array) -> object:
    """The gradients of a small network with depthwise kernels, and one step."""

    def loss(p: Tree) -> jax.Array:
        z = convolved(x, rhs=p["deep"], window_strides=(1, 1), padding="SAME",
                      feature_group_count=4)  # fmt: skip
        z = jax.nn.gelu(z * p["scale"]) @ p["out"]
        return ((z.mean((1, 2)) - y) ** 2).mean()

    value, gradients = jax.value_and_grad(loss)(parameters)
    return value, jax.tree.map(lambda a, g: a - 0.1 * g, parameters, gradients)


def batch_norm(state: Tree, x: jax.Array) -> tuple[jax.Array, Tree]:
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    y = (x - mean) * lax.rsqrt(variance + 1e-5) * state["scale"] + state["shift"]
    moved = {"mean": 0.9 * state["mean"] + 0.1 * mean, "var": 0.9 * state["var"] + 0.1 * variance}
    return y, {**state, **moved}


def crops(x: jax.Array, corners: jax.Array) -> Results:
    def crop(at: jax.Array) -> jax.Array:
        return lax.dynamic_slice(x, (at[0], at[1], 0), (2, 3, 3))

    return jax.vmap(crop)(corners)


def smoothed(x: jax.Array, k: jax.Array) -> Results:
    """Convolutions with a kernel of unknown size, whole and where both overlap."""
    m = k.shape[0]
    row, kernel = x[None, :, None], k[::-1, None, None]
    wide = jnp.pad(row, ((0, 0), (m - 1, m - 1), (0, 0)))
    whole = convolved(wide, SEQUENCE, rhs=kernel, window_strides=(1,), padding="VALID")
    inside = convolved(row, SEQUENCE, rhs=kernel, window_strides=(2,), padding="VALID")
    return whole[0, :, 0], inside[0, :, 0]


def wavelet(x: jax.Array, y: jax.Array) -> Results:
    a, b = x[:, ::2], x[:, 1::2]
    low, high = (a + b) / 2, (a - b) / 2
    back = jnp.stack([low + high, low - high], -1).reshape(x.shape)
    return low, high + y[:, 1:], back


def distinct(x: jax.Array, y: jax.Array) -> object:
    """Distinct elements in order, how often each occurs, and which is the number of an element."""
    n, ordered, order = x.shape[0], jnp.sort(x), jnp.argsort(x)
    first = jnp.concatenate([jnp.ones(1, bool), ordered[1:] != ordered[:-1]])
    number = jnp.cumsum(first) - 1
    found = jnp.full(n, -1).at[number].set(ordered)
    counts = jnp.zeros(n, int).at[number].add(1)
    return found, counts, jnp.zeros(n, int).at[order].set(number), jnp.isin(y, x), first.sum()


def graph_attention(x: jax.Array, edges: jax.Array) -> object:
    """Messages along edges, weighted by a softmax over those that arrive at a node."""
    n = x.shape[0]
    source, target = edges[:, 0] % n, edges[:, 1] % n
    score = ((x @ W)[source] * x[target]).sum(-1)
    top = jax.ops.segment_max(score, target, n)
    weight = jnp.exp(score - top[target])
    total = jax.ops.segment_sum(weight, target, n)
    sent = jax.ops.segment_sum(weight[:, None] * x[source], target, n)
    degree = jnp.zeros(n).at[target].add(1.0)
    return sent / jnp.maximum(total, 1e-6)[:, None], degree, jax.ops.segment_prod(score, target, n)


def conjugate_gradient(a: jax.Array, b: jax.Array) -> object:
    matrix = a @ a.T + jnp.eye(a.shape[0])

    def more(state: tuple[jax.Array, ...]) -> jax.Array:
        return (state[3] > 1e-10) & (state[4] < 20)

    def step(state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        x, r, p, square, count = state
        ap = matrix @ p
        length = square / (p @ ap)
        r = r - length * ap
        return x + length * p, r, r + (r @ r) / square * p, r @ r, count + 1

    return matrix @ lax.while_loop(more, step, (jnp.zeros_like(b), b, b, b @ b, 0))[0]


def several_operands(x: jax.Array, y: jax.Array, z: jax.Array) -> Results:
    return (
        jnp.einsum("bi,ijk,bk->bj", x, y, z), jnp.einsum("bi,bj,bk->bijk", x, z, x[:, :1]),
        jnp.einsum("bi,ijk->kj", x, y), jnp.tensordot(y, z, ((2,), (1,))),
        jnp.einsum("iij->j", jnp.einsum("bi,bj,bk->ijk", x, x, z)),
    )  # fmt: skip


def quantized_product(x: jax.Array, w: jax.Array, scale: jax.Array) -> object:
    """Rows of int8 with a scale each by columns of packed four-bit integers."""
    step = jnp.maximum(jnp.abs(x).max(-1, keepdims=True) / 127, 1e-8)
    q = jnp.clip(jnp.round(x / step), -128, 127).astype(jnp.int8)
    low = (w << 4).astype(jnp.int8) >> 4
    both = jnp.stack([low, w >> 4], 1).reshape(2 * w.shape[0], w.shape[1])
    dims = (((1,), (0,)), ((), ()))
    total = lax.dot_general(q, both, dims, preferred_element_type=jnp.int32)
    return total * step * scale, q


def mixed_precision(x: jax.Array, w: jax.Array) -> object:
    """A step in bf16 with a scaled loss; it is left out when the gradient overflows."""

    def loss(w: jax.Array) -> jax.Array:
        y = x.astype(jnp.bfloat16) @ w.astype(jnp.bfloat16)
        return 128 * (y.astype(jnp.float32) ** 2).mean()

    gradient = jax.grad(loss)(w) / 128
    finite = jnp.isfinite(gradient).all()
    return lax.cond(finite, lambda: w - 0.1 * gradient, lambda: w), finite


def steps_to_one(x: jax.Array) -> object:
    """Each element runs its own loop."""

    def one(start: jax.Array) -> tuple[jax.Array, jax.Array]:
        def step(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
            value, count = state
            return jnp.where(value % 2 == 0, value // 2, 3 * value + 1), count + 1

        return lax.while_loop(lambda s: s[0] > 1, step, (start, jnp.int32(0)))

    return jax.vmap(one)(x + 1), jnp.gcd(x, 12)


def padded_branches(x: jax.Array, p: jax.Array) -> Results:
    """Branches cut and pad differently, and yield equal sizes."""
    left = partial(jnp.pad, pad_width=((0, 0), (1, 0)))
    longer = lax.cond(p > 0, left, lambda v: jnp.concatenate([v, v[:, :1] * 2], 1), x)
    return longer, lax.cond(longer.sum() > 0, lambda v: v[:, 1:], lambda v: v[:, :-1], longer)


def mapped(x: jax.Array, y: jax.Array) -> object:
    outer = jax.vmap(jax.vmap(jnp.dot, (None, 0)), (0, None))(x, y)
    last = jax.vmap(lambda r: lax.scan(lambda c, v: (c * 0.5 + v, c), 0.0, r))(x)
    return outer, last, lax.map(lambda r: jnp.sort(r)[::-1], y)


def derivatives(x: jax.Array, v: jax.Array) -> object:
    """Along a direction, of second order, and a whole matrix."""

    def f(x: jax.Array) -> jax.Array:
        return (jnp.tanh(x @ WIDE) ** 2).sum()

    product = jax.jvp(jax.grad(f), (x,), (v,))[1]
    return product, jax.jvp(f, (x,), (v,)), jax.jacfwd(lambda a: jnp.cumsum(a * a))(x[:, 0])


def weighted_sums(x: jax.Array, c: jax.Array, d: jax.Array) -> Results:
    """Weights are the same along one of the dimensions that are summed up."""
    wide = jnp.broadcast_to(d[:, None], (*x.shape[:2], 5))
    return (c[:, None, None] * x).sum((0, 1)), jnp.einsum("nmi,nmj->ij", wide, x)


def optimizer_step(parameters: Tree, state: Tree, x: jax.Array) -> object:
    """Adam, with gradients cut to a norm."""
    gradients = jax.grad(lambda p: jnp.square(jax.nn.relu(x @ p["w"]) + p["b"]).mean())(parameters)
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(gradients)))
    gradients = jax.tree.map(lambda g: g * jnp.minimum(1.0, 1 / (norm + 1e-6)), gradients)
    state = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state, gradients)
    return jax.tree.map(lambda p, m: p - 0.01 * m, parameters, state), state, norm


def special(x: jax.Array) -> object:
    y = jnp.abs(x) + 0.5
    return (
        lax.lgamma(y), lax.digamma(y), jax.scipy.special.erfinv(jnp.tanh(x)),
        jax.scipy.special.i0e(x), jnp.logaddexp(x, y), lax.cumlogsumexp(x, 1), jnp.sinc(x),
    )  # fmt: skip


N, BN, BHW, NM = sizes("n"), sizes("b", "n"), sizes("b", "h", "w"), sizes("n", "m")
NORM = {"scale": "4", "shift": "4", "mean": "4", "var": "4"}
NUMERIC = {
    "convolution_kinds": Function(convolution_kinds, ["b, h, w, 4"], sizes("b", "h", "w", least=2)),
    "crops": Function(
        crops, ["h, w, 3", "int32[n, 2]"], sizes("h", "w", "n", least=3), ["h >= 2", "w >= 3"]
    ),
    "smoothed": Function(
        smoothed, ["n", "m"], [{"n": 5, "m": 3}, {"n": 1, "m": 1}, {"n": 9, "m": 9}], ["m <= n"],
        {"n": 3, "m": 5},
    ),
    "wavelet": Function(wavelet, ["b, 2*n", "b, n+1"], BN),
    "distinct": Function(distinct, ["int32[n]", "int32[m]"], NM),
    "graph_attention": Function(graph_attention, ["n, 8", "int32[m, 2]"], NM),
    "conjugate_gradient": Function(conjugate_gradient, ["n, n", "n"], N),
    "several_operands": Function(several_operands, ["b, n", "n, m, k", "b, k"],
                                 sizes("b", "n", "m", "k")),
    "quantized_product": Function(quantized_product, ["b, 2*n", "int8[n, m]", "m"],
                                  sizes("b", "n", "m")),
    "mixed_precision": Function(mixed_precision, ["b, n", "n, m"], sizes("b", "n", "m")),
    "steps_to_one": Function(steps_to_one, ["int32[n]"], N),
    "padded_branches": Function(padded_branches, ["b, n", "int32[]"], BN),
    "mapped": Function(mapped, ["n, k", "m, k"], sizes("n", "m", "k")),
    "derivatives": Function(derivatives, ["b, 8", "b, 8"], sizes("b")),
    "special": Function(special, ["b, n"], BN),
    "convolution_training": Function(
        convolution_training,
        [{"deep": "3, 3, 1, 4", "scale": "4", "out": "4, 2"}, "b, h, w, 4", "b, 2"], BHW,
    ),
    "batch_norm": Function(batch_norm, [NORM, "b, h, w, 4"], BHW),
    "optimizer_step": Function(
        optimizer_step, [{"w": "n, m", "b": "m"}, {"w": "n, m", "b": "m"}, "b, n"],
        sizes("b", "n", "m"),
    ),
    "weighted_sums": Function(weighted_sums, ["n, m, 4", "n", "n, 5"], NM),
}  # fmt: skip
