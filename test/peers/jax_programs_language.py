"""JAX functions of language models at symbolic sizes, for engines."""

import jax
import jax.numpy as jnp
from jax import lax
from peers.jax_programs import Function, Results, weights

HEADS, GATES, ROUTER = weights(8, 24), weights(8, 32), weights(8, 4)
UP, DOWN, MIX, CAUSAL = weights(4, 8, 16), weights(4, 16, 8), weights(8, 3), weights(4, 1, 8)


def grouped_rotary(q: jax.Array, k: jax.Array, at: jax.Array) -> Results:
    """Four heads of queries share two of keys; pairs of neighbours are rotated."""

    def turned(x: jax.Array, start: jax.Array) -> jax.Array:
        angle = (start + jnp.arange(x.shape[1]))[:, None] * 0.1 ** jnp.arange(4.0)
        sine, cosine = jnp.sin(angle)[:, None], jnp.cos(angle)[:, None]
        a, b = x[..., ::2], x[..., 1::2]
        return jnp.stack([a * cosine - b * sine, a * sine + b * cosine], -1).reshape(x.shape)

    b, s, h, d = q.shape
    queries = turned(q, at).reshape(b, s, 2, h // 2, d)
    scores = jnp.einsum("bsghd,btgd->bghst", queries, turned(k, jnp.int32(0)))
    late = jnp.arange(k.shape[1])[None] > at + jnp.arange(s)[:, None]
    weight = jax.nn.softmax(jnp.where(late, jnp.finfo(q.dtype).min, scores / 8**0.5))
    return jnp.einsum("bghst,btgd->bsghd", weight, k).reshape(b, s, h * d)


def capacity_experts(x: jax.Array) -> object:
    """The two best experts of each token; an expert takes no more than its capacity."""
    b, s, d = x.shape
    tokens = x.reshape(b * s, d)
    gates = jax.nn.softmax(tokens @ ROUTER)
    best, which = lax.top_k(gates, 2)
    best = best / best.sum(-1, keepdims=True)
    capacity = b * s // 2 + 1
    hot = jax.nn.one_hot(which, 4).transpose(1, 0, 2).reshape(2 * b * s, 4)
    place = (jnp.cumsum(hot, 0) - 1) * hot
    kept = hot * (place < capacity)
    slots = jax.nn.one_hot(place.sum(-1).astype(int), capacity) * kept.sum(-1, keepdims=True)
    send = jnp.einsum("te,tc->tec", kept, slots).reshape(2, b * s, 4, capacity)
    inputs = jnp.einsum("ktec,td->ecd", send, tokens)
    outputs = jax.nn.silu(inputs @ UP) @ DOWN
    mixed = jnp.einsum("ktec,tk,ecd->td", send, best, outputs)
    return mixed.reshape(x.shape), kept.sum(0)


def ring_cache(cache: jax.Array, new: jax.Array, lengths: jax.Array) -> Results:
    """Each sequence has its own place in a cache that wraps around."""

    def write(one: jax.Array, row: jax.Array, at: jax.Array) -> jax.Array:
        return lax.dynamic_update_slice_in_dim(one, row, at % one.shape[0], 0)

    cache = jax.vmap(write)(cache, new, lengths)
    known = jnp.arange(cache.shape[1])[None] <= lengths[:, None]
    scores = jnp.where(known, jnp.einsum("bqd,bkd->bk", new, cache), -1e9)
    return cache, jnp.einsum("bk,bkd->bd", jax.nn.softmax(scores), cache)


def nucleus(key: jax.Array, logits: jax.Array) -> object:
    """Draws of the most probable tokens that have nine tenths together."""
    order = jnp.argsort(-logits, -1)
    ranked = jnp.take_along_axis(logits, order, -1)
    before = jnp.cumsum(jax.nn.softmax(ranked), -1) - jax.nn.softmax(ranked)
    drawn = jax.random.categorical(key, jnp.where(before < 0.9, ranked, -jnp.inf))
    return jnp.take_along_axis(order, drawn[:, None], -1)[:, 0], (before < 0.9).sum(-1)


def accepted(draft: jax.Array, target: jax.Array) -> object:
    """How many drafted tokens agree from the first on, and the tokens that follow them."""
    count = jnp.cumprod(draft == target[:, :-1], 1).sum(1)
    return count, jnp.take_along_axis(target, count[:, None], 1)[:, 0]


def linear_attention(x: jax.Array) -> Results:
    """Blocks of four places: the state of those before, and a mask inside of one."""
    b, s, d = x.shape
    q, k, v = (jax.nn.elu(a) + 1 for a in jnp.split(x @ HEADS, 3, -1))
    blocks = [a.reshape(b, s // 4, 4, d).transpose(1, 0, 2, 3) for a in (q, k, v)]

    def step(state: jax.Array, block: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
        q, k, v = block
        inside = jnp.tril(jnp.einsum("bid,bjd->bij", q, k)) @ v
        return state + jnp.einsum("bid,bie->bde", k, v), q @ state + inside

    state, rows = lax.scan(step, jnp.zeros((b, d, d)), tuple(blocks))
    return state, rows.transpose(1, 0, 2, 3).reshape(b, s, d)


def documents(x: jax.Array, owner: jax.Array) -> Results:
    """Several documents in a row: each sees its own, its places start again."""
    same = (owner[:, :, None] == owner[:, None]) & jnp.tri(x.shape[1], dtype=bool)
    scores = jnp.where(same, jnp.einsum("bid,bjd->bij", x, x), -1e9)
    starts = jnp.concatenate([jnp.ones_like(owner[:, :1]), jnp.diff(owner, axis=1)], 1) != 0
    first = lax.cummax(jnp.where(starts, jnp.arange(x.shape[1]), 0), axis=1)
    return jax.nn.softmax(scores) @ x, jnp.arange(x.shape[1]) - first


def selective_scan(x: jax.Array) -> Results:
    """A state space whose steps depend on the input, after a causal convolution."""
    y = jnp.pad(x, ((0, 0), (3, 0), (0, 0)))
    y = lax.conv_general_dilated(
        y, CAUSAL, (1,), "VALID", dimension_numbers=("NWC", "WIO", "NWC"), feature_group_count=8
    )
    step = jax.nn.softplus(jax.nn.silu(y))
    decay = jnp.exp(-step[..., None] * jnp.exp(jnp.asarray(MIX)))
    drive = (step * y)[..., None] * (y @ MIX)[:, :, None]

    def join(a: tuple[jax.Array, ...], b: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        return a[0] * b[0], b[0] * a[1] + b[1]

    _, states = lax.associative_scan(join, (decay, drive), axis=1)
    return jnp.einsum("bsdn,bsn->bsd", states, y @ MIX)


def two_ways(x: jax.Array, lengths: jax.Array) -> object:
    """LSTM layers from both ends; what is past the end of a sequence keeps the state."""
    rows, b = x.transpose(1, 0, 2), x.shape[0]
    inside = jnp.arange(x.shape[1])[:, None] < lengths + 1

    def step(
        state: tuple[jax.Array, jax.Array], row: tuple[jax.Array, jax.Array]
    ) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        (h, c), (x, here) = state, row
        i, f, g, o = jnp.split((x + h) @ GATES, 4, -1)
        new_c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        new_h = jax.nn.sigmoid(o) * jnp.tanh(new_c)
        keep = here[:, None]
        state = jnp.where(keep, new_h, h), jnp.where(keep, new_c, c)
        return state, jnp.where(keep, new_h, 0)

    start = jnp.zeros((b, 8)), jnp.zeros((b, 8))
    (last, _), forward = lax.scan(step, start, (rows, inside))
    _, backward = lax.scan(step, start, (rows, inside), reverse=True)
    return jnp.concatenate([forward, backward], -1).transpose(1, 0, 2), last


def best_path(emitted: jax.Array, moves: jax.Array) -> object:
    """The most probable states, by pointers that are followed back."""

    def step(score: jax.Array, row: jax.Array) -> tuple[jax.Array, jax.Array]:
        total = score[:, :, None] + moves
        return total.max(1) + row, total.argmax(1)

    rows = emitted.transpose(1, 0, 2)
    score, back = lax.scan(step, rows[0], rows[1:])
    last = score.argmax(-1)

    def follow(state: jax.Array, pointers: jax.Array) -> tuple[jax.Array, jax.Array]:
        before = jnp.take_along_axis(pointers, state[:, None], 1)[:, 0]
        return before, before

    _, path = lax.scan(follow, last, back, reverse=True)
    return score.max(-1), jnp.concatenate([path, last[None]]).T


def halved_keys(x: jax.Array, y: jax.Array) -> Results:
    """Keys are the means of pairs; the last query has no partner."""
    pairs = x.reshape(x.shape[0], x.shape[1] // 2, 2, 8).mean(2)
    scores = jnp.einsum("bqd,bkd->bqk", y, pairs)
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(scores), pairs), y[:, :-1] + pairs


def sizes(*names: str, least: int = 1) -> list[dict[str, int]]:
    """Different numbers for the names, each at its least once."""
    one = dict.fromkeys(names, least)
    odd = {name: least + 2 + 2 * index for index, name in enumerate(names)}
    return [odd, one, {name: least + 9 - 3 * index for index, name in enumerate(names)}]


BS, B4S = sizes("b", "s"), [{"b": 2, "s": 12}, {"b": 1, "s": 4}]
LANGUAGE = {
    "grouped_rotary": Function(
        grouped_rotary, ["b, s, 4, 8", "b, t, 2, 8", "int32[]"], sizes("b", "s", "t")
    ),
    "capacity_experts": Function(capacity_experts, ["b, s, 8"], BS),
    "ring_cache": Function(
        ring_cache, ["b, k, 8", "b, 1, 8", "int32[b]"], sizes("b", "k")
    ),
    "nucleus": Function(nucleus, ["uint32[2]", "b, v"], sizes("b", "v")),
    "accepted": Function(accepted, ["int32[b, n]", "int32[b, n+1]"], sizes("b", "n")),
    "linear_attention": Function(
        linear_attention, ["b, s, 8"], B4S, ["s % 4 == 0"], {"b": 2, "s": 6}
    ),
    "documents": Function(documents, ["b, s, 8", "int32[b, s]"], BS),
    "selective_scan": Function(selective_scan, ["b, 6, 8"], sizes("b")),
    "two_ways": Function(two_ways, ["b, s, 8", "int32[b]"], BS),
    "best_path": Function(
        best_path, ["b, s, k", "k, k"], sizes("b", "s", "k", least=2), ["s >= 2"],
        {"b": 1, "s": 1, "k": 1},
    ),
    "halved_keys": Function(
        halved_keys, ["b, 2*n, 8", "b, n+1, 8"], sizes("b", "n"), ["n <= 64"], {"b": 1, "n": 65}
    ),
}  # fmt: skip
