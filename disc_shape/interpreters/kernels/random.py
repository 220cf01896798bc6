"""Random numbers: `rng` from a generator of the run, `rng_bit_generator` from its own state."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import (
    Array,
    DType,
    KernelError,
    is_bool,
    is_integer,
    narrow,
)
from disc_shape.interpreters.kernels.shapes import target_shape


def rng(a: Array, b: Array, shape: Array, kind: str, source: np.random.Generator) -> Array:
    """UNIFORM over [a, b), or NORMAL with mean a and deviation b."""
    sizes = target_shape(shape)
    if is_bool(a.dtype):
        return source.integers(0, 2, sizes).astype(np.bool_)
    if is_integer(a.dtype):
        low, high = int(a), int(b)
        return source.integers(low, max(high, low + 1), sizes).astype(a.dtype)
    low, high = float(a), float(b)
    if kind == "NORMAL":
        return narrow(source.normal(low, abs(high), sizes), a.dtype)
    return narrow(source.uniform(low, high, sizes), a.dtype)


def _rotate(bits: NDArray[np.uint32], amount: int) -> NDArray[np.uint32]:
    return (bits << np.uint32(amount)) | (bits >> np.uint32(32 - amount))


_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))


def threefry2x32(
    key: tuple[int, int], counts: tuple[NDArray[np.uint32], NDArray[np.uint32]]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The 20-round Threefry block function of Salmon et al. (2011), on whole arrays."""
    keys = (np.uint32(key[0]), np.uint32(key[1]), np.uint32(key[0] ^ key[1] ^ 0x1BD11BDA))
    x, y = counts[0] + keys[0], counts[1] + keys[1]
    for group in range(5):
        for amount in _ROTATIONS[group % 2]:
            x = x + y
            y = _rotate(y, amount) ^ x
        x = x + keys[(group + 1) % 3]
        y = y + keys[(group + 2) % 3] + np.uint32(group + 1)
    return x, y


def rng_bit_generator(state: Array, shape: Sequence[int], dtype: DType) -> tuple[Array, Array]:
    """Advance ``state`` and fill ``shape`` with bits that depend on it alone.

    The bits of every algorithm are the implementation's choice (specification); all of them are
    Threefry in counter mode here: the first word of the state is the key, the second the counter.
    """
    words = state.reshape(-1).astype(np.uint64)
    if words.size < 2:
        raise KernelError(f"state of {words.size} words, expected at least 2")
    key, start = int(words[0]), int(words[1])
    total = int(np.prod(np.asarray(shape, np.int64))) if shape else 1
    blocks = (total * max(dtype.itemsize, 4) + 7) // 8
    counter = np.arange(blocks, dtype=np.uint64) + np.uint64(start)
    low = (counter & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    high = (counter >> np.uint64(32)).astype(np.uint32)
    x, y = threefry2x32((key & 0xFFFFFFFF, key >> 32), (low, high))
    stream = np.stack([x, y], axis=-1).reshape(-1)
    if dtype.itemsize < 4:
        bits: Array = stream[:total].astype(np.dtype(f"u{dtype.itemsize}")).view(dtype)
    else:
        bits = stream.view(dtype)[:total]
    words[1] = np.uint64((start + blocks) & (2**64 - 1))
    return words.astype(state.dtype).reshape(state.shape), bits.reshape(tuple(shape))
