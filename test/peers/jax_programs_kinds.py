"""JAX functions of further kinds at symbolic sizes, for engines: two or three operations each."""

import jax
import jax.numpy as jnp
from jax import lax
from peers.jax_programs import Function, Results, weights

W, KERNEL, GROUPS = weights(8, 8), weights(3, 4, 4), weights(3, 3, 2, 4)
SEQUENCE, IMAGE = ("NWC", "WIO", "NWC"), ("NHWC", "HWIO", "NHWC")


def contractions(x: jax.Array, y: jax.Array) -> Results:
    return jnp.einsum("bnd,bmd,de->bnme", x, y, W), jnp.einsum("bnd,bmd->bm", x, y)


def products(x: jax.Array) -> Results:
    return jnp.cumsum(x, 0), jnp.cumprod(x, 1), lax.cummin(x, 1, reverse=True)


def best_two(x: jax.Array) -> Results:
    return lax.top_k(x, 2)


def taken(x: jax.Array, i: jax.Array) -> Results:
    return jnp.take_along_axis(x, (i % x.shape[1])[:, :, None], 1)


def added(x: jax.Array, i: jax.Array, u: jax.Array) -> Results:
    return jax.vmap(lambda a, k, v: a.at[k].add(v))(x, i % x.shape[1], u)


def cached(cache: jax.Array, new: jax.Array, at: jax.Array) -> Results:
    written = lax.dynamic_update_slice(cache, new, (0, at, 0))
    weight = jax.nn.softmax(jnp.einsum("bqd,btd->bqt", new, written))
    return written, jnp.einsum("bqt,btd->bqd", weight, written)


def two_carries(x: jax.Array, y: jax.Array, z: jax.Array) -> object:
    def body(carry: tuple[jax.Array, jax.Array], e: jax.Array) -> object:
        a, b = carry
        return (a * 0.5 + e, b + a.sum(1, keepdims=True)), (a.sum(), b.mean())

    return lax.scan(body, (x, y), z)


def branches(x: jax.Array, p: jax.Array) -> Results:
    return lax.cond(p > 0, lambda v: jnp.sort(v, 1), lambda v: v[:, ::-1] * 2, x)


def spread(x: jax.Array) -> Results:
    options = dict(dimension_numbers=SEQUENCE)
    return (
        lax.conv_general_dilated(x, KERNEL, (1,), "SAME", rhs_dilation=(2,), **options),
        lax.conv_transpose(x, KERNEL, (3,), "VALID", **options),
    )


def grouped(x: jax.Array) -> Results:
    return lax.conv_general_dilated(
        x, GROUPS, (2, 1), "SAME", feature_group_count=2, dimension_numbers=IMAGE
    )


def complex_matrices(z: jax.Array, x: jax.Array) -> Results:
    return jnp.abs(z) ** 2 + x, jnp.exp(1j * x)[None] * z, jnp.real(z @ jnp.conj(z).T)


def bits(x: jax.Array) -> Results:
    return x & 7, x << 2, lax.population_count(x), x.astype(jnp.uint32) >> 3, lax.clz(x)


def padded(x: jax.Array) -> Results:
    return lax.pad(x, 0.0, ((0, 0, 0), (-1, 2, 0))), lax.pad(x, 1.0, ((1, 0, 2), (0, 1, 1)))


def merged(x: jax.Array) -> Results:
    b, s, _ = x.shape
    y = x.reshape(b * s, 8) @ W
    return y.reshape(b, s, 2, 4).transpose(0, 2, 1, 3).reshape(b * 2, s, 4), y.reshape(-1)


def attention(x: jax.Array) -> Results:
    def one(q: jax.Array) -> jax.Array:
        return jax.nn.softmax(q @ q.T / 3, -1) @ q

    return jax.vmap(jax.vmap(one, 1, 1))(x.reshape(x.shape[0], x.shape[1], 2, 4))


def noise(x: jax.Array) -> Results:
    return x + jax.random.uniform(jax.random.key(3), x.shape)


def encoded(i: jax.Array) -> Results:
    return jax.nn.one_hot(i % 5, 5), i.argmax(1), jnp.clip(i, 1, 2)


def halved(x: jax.Array) -> Results:
    return lax.while_loop(lambda c: jnp.abs(c).sum() > 1, lambda c: c * 0.5, x)


def masked(lengths: jax.Array, x: jax.Array) -> Results:
    mask = jnp.arange(x.shape[0])[None] < lengths[:, None]
    return jnp.einsum("bn,nd->bd", mask.astype(jnp.float32), x), mask


def small_integers(x: jax.Array) -> Results:
    ones = jnp.ones((8, 4), jnp.int8)
    dims = ((2,), (0,)), ((), ())
    return lax.dot_general(x, ones, dims, preferred_element_type=jnp.int32), x.max(1)


def sizes(*names: str) -> list[dict[str, int]]:
    """Each of the numbers for all names, and two others."""
    found = [dict.fromkeys(names, number) for number in (1, 2, 3, 7, 16)]
    mixed = [dict(zip(names, numbers, strict=False)) for numbers in ((2, 1, 3), (1, 5, 2))]
    return [*found, *mixed]


BN, BNM, BT = sizes("b", "n"), sizes("b", "n", "m"), sizes("b", "t")
KINDS: dict[str, Function] = {
    "contractions": Function(contractions, ["b, n, 8", "b, m, 8"], BNM),
    "products": Function(products, ["b, n"], BN),
    "best_two": Function(best_two, ["b, n"], BN[1:5], ["n >= 2"], {"b": 3, "n": 1}),
    "taken": Function(taken, ["b, n, 4", "int32[b, m]"], BNM),
    "added": Function(added, ["b, n, 4", "int32[b, m]", "b, m, 4"], BNM),
    "cached": Function(cached, ["b, t, 8", "b, 1, 8", "int32[]"], BT),
    "two_carries": Function(two_carries, ["b, n", "b, m", "t, 1"], sizes("b", "n", "m", "t")[:5]),
    "branches": Function(branches, ["b, n", "int32[]"], BN),
    "spread": Function(spread, ["b, n, 4"], BN),
    "grouped": Function(grouped, ["b, n, m, 4"], BNM),
    "complex_matrices": Function(complex_matrices, ["complex64[b, n]", "n"], BN),
    "bits": Function(bits, ["int32[b, n]"], BN),
    "padded": Function(padded, ["b, n"], BN),
    "merged": Function(merged, ["b, n, 8"], BN),
    "attention": Function(attention, ["b, n, 8"], BN),
    "noise": Function(noise, ["b, n"], BN),
    "encoded": Function(encoded, ["int32[b, n]"], BN),
    "halved": Function(halved, ["b, n"], BN),
    "masked": Function(masked, ["int32[b]", "n, 8"], BN),
    "small_integers": Function(small_integers, ["int8[b, n, 8]"], BN),
}
