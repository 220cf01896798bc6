"""Attention, of sequences of one length or of sequences one after the other."""

from __future__ import annotations

from xdsl.dialects.builtin import i64

from disc_shape.relax.operators.creation import apart
from disc_shape.relax.operators.errors import NoForm
from disc_shape.relax.operators.indexing import want_equal
from disc_shape.relax.operators.movement import repeat
from disc_shape.relax.operators.program import ONE, ZERO, want_equal_elements
from disc_shape.relax.operators.reduction import softmax_of
from disc_shape.relax.operators.rows import Indices, Operand, Tensor, Value, builds
from disc_shape.symbolic import Expr

HIDDEN = float("-inf")
"""The score of a key that a query does not see."""


def headed(*operands: Tensor) -> list[Tensor]:
    """Operands of (batch, sequence, head, features) as (batch, head, sequence, features)."""
    want_equal_elements(*operands)
    for one in operands:
        one.want_rank(4)
        one.want_elements(one.is_float, "not floats")
    return [one.transpose([0, 2, 1, 3]) for one in operands]


def for_heads(x: Tensor, heads: Expr) -> Tensor:
    """Keys or values for as many heads: each one serves as many that follow each other."""
    count, own = heads.constant, x.sizes[1].constant
    if not count or not own or count % own or count == own:
        return x
    return repeat(x, repeats=count // own, axis=1)


def scored(query: Tensor, key: Tensor, scale: float | None) -> Tensor:
    """query * key * scale, which is 1 / sqrt(features) where it is left out."""
    scores = query.dot(key, ([3], [3]), ([0, 1], [0, 1]))
    return scores * (scores.scalar(key.sizes[3]).apply("rsqrt") if scale is None else scale)


def weighted(scores: Tensor, value: Tensor, window: Value) -> Tensor:
    """softmax(scores) * value, of (batch, sequence, head, features)."""
    found = softmax_of(scores, 3).dot(value, ([3], [2]), ([0, 1], [0, 1])).transpose([0, 2, 1, 3])
    if window is not None:
        raise NoForm("a window of keys has no form in HLO", found.tensor_type(found.sizes))
    return found


@builds("nn.attention", "nn.attention_bias")
def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    bias: Tensor | None,
    *,
    scale: float | None,
    causal_mask: str | None,
    window_size: Value,
) -> Tensor:
    """softmax(query * key * scale + bias) * value, of (batch, sequence, head, features)."""
    if bias is not None:
        want_equal_elements(query, bias)
        bias.want_rank(4)
    query, key, value = headed(query, key, value)
    key, value = (for_heads(one, query.sizes[1]) for one in (key, value))
    scores = scored(query, key, scale)
    if bias is not None:
        scores = scores + bias
    if causal_mask is not None:
        *_, rows, columns = scores.sizes
        limit = scores.program.size(columns - rows if causal_mask == "BottomRight" else ZERO, i64)
        inside = apart(scores.program, scores.sizes).compare("LE", limit)
        scores = inside.where(scores, scores.filled(HIDDEN))
    return weighted(scores, value, window_size)


@builds("nn.attention_var_len")
def attention_of_sequences(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    starts: Indices,
    key_starts: Indices,
    _longest: Operand,
    _longest_keys: Operand,
    *,
    scale: float | None,
    causal_mask: str | None,
    window_size: Value,
) -> Tensor:
    """
    Attention of each of the sequences that follow each other in the second dimension, from one of
    its starts to the next one. A query whose sequence has no keys gives 0.
    """
    query, key, value = headed(query, key, value)
    want_equal([ONE, *query.sizes[1:]], query, "one batch and operand 0")
    want_equal(starts.sizes, key_starts, "operands 3 and 4")
    scores = scored(query, key, scale)
    *_, rows, columns = scores.sizes
    numbers, own = sequences(query, starts, causal_mask)
    others, away = sequences(key, key_starts, causal_mask)
    square = [rows, columns]
    same = others.spread(square, 0).compare("EQ", numbers.spread(square, 1))
    seen = same.convert(i64).reduce([1], "add", 0).compare("GT", 0)
    if causal_mask is not None:
        same = same.apply("and", away.spread(square, 0).compare("LE", own.spread(square, 1)))
    scores = same.broadcast(scores.sizes).where(scores, scores.filled(HIDDEN))
    found = weighted(scores, value, window_size)
    return seen.broadcast(found.sizes, [1]).where(found, found.filled(0))


def sequences(x: Tensor, starts: Tensor, causal_mask: str | None) -> tuple[Tensor, Tensor]:
    """
    Of each element of (batch, head, sequence, features): which sequence it is in, counted from 1,
    and how far it is from where that begins, or for masks that are aligned at the end, ends.
    """
    starts.want_rank(1)
    starts = starts.convert(i64)
    size = x.sizes[2]
    index = x.program.iota([size], 0, i64)
    wide = [size, *starts.sizes]
    begun = starts.broadcast(wide).compare("LE", index.spread(wide, 1))
    number = begun.convert(i64).reduce([1], "add", 0)
    bound = starts.take(number if causal_mask == "BottomRight" else number + -1, 0)
    return number, index - bound
