"""Reductions: over dimensions, over windows, and the scatter that mirrors a window."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import (
    Array,
    Body,
    KernelError,
    is_bool,
    narrow,
    same_shapes,
    widen,
)
from disc_shape.interpreters.kernels.floats import told_apart
from disc_shape.interpreters.kernels.indexing import scatter_flat
from disc_shape.interpreters.kernels.shapes import pad

LOGICAL: dict[np.ufunc, np.ufunc] = {
    np.add: np.logical_or,
    np.maximum: np.logical_or,
    np.bitwise_or: np.logical_or,
    np.multiply: np.logical_and,
    np.minimum: np.logical_and,
    np.bitwise_and: np.logical_and,
    np.bitwise_xor: np.logical_xor,
}


ASSOCIATIVE = frozenset(
    (np.add, np.multiply, np.maximum, np.minimum, np.bitwise_and, np.bitwise_or, np.bitwise_xor)
)
"""Functions of which an array has all partial results."""


def reduce(
    inputs: Sequence[Array],
    inits: Sequence[Array],
    dimensions: Sequence[int],
    body: Body,
    ufunc: np.ufunc | None = None,
) -> list[Array]:
    """Fold ``dimensions`` away with ``body``; ``ufunc`` is the body when it is that simple.

    The order is the implementation's choice; neighbours stay neighbours here (a balanced tree).
    """
    same_shapes(inputs)
    axes = tuple(dimensions)
    ufunc = None if len(inputs) != 1 else told_apart(ufunc, inputs[0], inits[0])
    if ufunc is not None:
        return [_reduce_simply(inputs[0], inits[0], axes, ufunc)]
    rest = tuple(index for index in range(inputs[0].ndim) if index not in axes)
    shape = tuple(inputs[0].shape[index] for index in rest)
    count = math.prod(inputs[0].shape[index] for index in axes)
    folded = [np.transpose(x, (*axes, *rest)).reshape((count, *shape)) for x in inputs]
    start = [np.broadcast_to(init, shape) for init in inits]
    return fold(folded, start, body)


def fold(stacks: Sequence[Array], start: Sequence[Array], body: Body) -> list[Array]:
    """Fold the first dimension of ``stacks``, as a balanced tree that keeps the order."""
    shape = start[0].shape
    parts = list(stacks)
    while parts[0].shape[0] > 1:
        pairs = parts[0].shape[0] // 2
        left = [part[0 : 2 * pairs : 2] for part in parts]
        right = [part[1 : 2 * pairs : 2] for part in parts]
        merged = [np.broadcast_to(value, (pairs, *shape)) for value in body(*left, *right)]
        parts = [
            np.concatenate([new, old[2 * pairs :].astype(new.dtype)])
            for new, old in zip(merged, parts, strict=True)
        ]
    if parts[0].shape[0] == 0:
        return [np.array(init) for init in start]
    result = body(*start, *(part[0] for part in parts))
    return [np.array(np.broadcast_to(value, shape)) for value in result]


def _reduce_simply(operand: Array, init: Array, axes: tuple[int, ...], ufunc: np.ufunc) -> Array:
    if is_bool(operand.dtype):
        ufunc = LOGICAL.get(ufunc, ufunc)
    wide = widen(operand)
    folded = ufunc.reduce(wide, axis=axes, initial=widen(init)[()], dtype=wide.dtype)
    return narrow(np.asarray(folded), operand.dtype)


@dataclass(frozen=True)
class Window:
    """A window that slides over every dimension of an operand."""

    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    base_dilations: tuple[int, ...]
    window_dilations: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]

    @staticmethod
    def of(
        sizes: Sequence[int],
        strides: Sequence[int] = (),
        base_dilations: Sequence[int] = (),
        window_dilations: Sequence[int] = (),
        padding: Sequence[tuple[int, int]] = (),
    ) -> Window:
        """A window whose absent parts are 1, and whose absent padding is 0."""
        ones = (1,) * len(sizes)
        return Window(
            tuple(sizes),
            tuple(strides) or ones,
            tuple(base_dilations) or ones,
            tuple(window_dilations) or ones,
            tuple(padding) or ((0, 0),) * len(sizes),
        )


def windows(operand: Array, window: Window, fill: Array) -> Array:
    """A view of shape (positions..., window...) of the padded, dilated operand."""
    for index, size in enumerate(window.sizes):
        for name, value in (
            ("size", size),
            ("stride", window.strides[index]),
            ("base dilation", window.base_dilations[index]),
            ("window dilation", window.window_dilations[index]),
        ):
            if value < 1:
                raise KernelError(f"window {name} of dimension {index} is {value}, expected >= 1")
    padded = np.ascontiguousarray(
        pad(
            operand,
            fill,
            [low for low, _ in window.padding],
            [high for _, high in window.padding],
            [dilation - 1 for dilation in window.base_dilations],
        )
    )
    positions: list[int] = []
    for index, size in enumerate(window.sizes):
        reach = (size - 1) * window.window_dilations[index] + 1
        room = padded.shape[index] - reach
        positions.append(room // window.strides[index] + 1 if room >= 0 else 0)
    shape = (*positions, *window.sizes)
    if 0 in positions:
        return np.zeros(shape, operand.dtype)
    steps = [a * b for a, b in zip(padded.strides, window.strides, strict=True)]
    inner = [a * b for a, b in zip(padded.strides, window.window_dilations, strict=True)]
    return as_strided(padded, shape, (*steps, *inner), writeable=False)


def reduce_window(
    inputs: Sequence[Array],
    inits: Sequence[Array],
    window: Window,
    body: Body,
    ufunc: np.ufunc | None = None,
) -> list[Array]:
    """Fold every position of the window; padding and holes hold the init value."""
    same_shapes(inputs)
    if len(inputs) == 1 and ufunc is not None:
        found = _running(inputs[0], inits[0], window, ufunc)
        if found is not None:
            return [found]
    views = [windows(x, window, init) for x, init in zip(inputs, inits, strict=True)]
    rank = inputs[0].ndim
    axes = tuple(range(rank, 2 * rank))
    return reduce(views, inits, axes, body, ufunc)


def _running(operand: Array, init: Array, window: Window, ufunc: np.ufunc) -> Array | None:
    """
    What runs along one dimension, such as the sum of all elements so far: a window of as many
    elements as there are, of which padding before or after them hides all but one at first. None
    for other windows, and for initial values that count when they are met several times.
    """
    found = [axis for axis, size in enumerate(window.sizes) if size != 1]
    plain = told_apart(ufunc, operand, init)
    if len(found) != 1 or plain not in ASSOCIATIVE:
        return None
    (axis,) = found
    size = operand.shape[axis]
    paddings = [(0, 0)] * operand.ndim
    after = window.padding[axis] == (0, size - 1)
    paddings[axis] = (0, size - 1) if after else (size - 1, 0)
    start, wide = widen(init)[()], widen(operand)
    if is_bool(operand.dtype):
        plain = LOGICAL.get(plain, plain)
    if (
        not size
        or window
        != Window.of([size if one == axis else 1 for one in range(operand.ndim)], padding=paddings)
        or plain(start, start).tobytes() != start.tobytes()  # The sign of a zero counts.
    ):
        return None
    wide = np.flip(wide, axis) if after else wide
    first = np.full([1 if one == axis else n for one, n in enumerate(wide.shape)], start)
    running = plain.accumulate(np.concatenate([first, wide], axis), axis, dtype=wide.dtype)
    running = np.delete(running, 0, axis)
    return narrow(np.flip(running, axis) if after else running, operand.dtype)


def select_and_scatter(
    operand: Array,
    source: Array,
    init: Array,
    window: Window,
    select: Body,
    scatter: Body,
    ufunc: np.ufunc | None = None,
) -> Array:
    """Each element of ``source`` goes where ``select`` chose an element in its window."""
    flat = np.arange(operand.size, dtype=np.int64).reshape(operand.shape)
    places = windows(flat, window, np.asarray(-1, np.int64)).astype(np.int64)
    rank = operand.ndim
    count = places.shape[:rank]
    if count != source.shape:
        raise KernelError(
            f"source of shape {list(source.shape)} does not fit {list(count)} window positions"
        )
    if not operand.size:
        return operand  # All windows lie in the padding.
    places = places.reshape((*count, -1)) if 0 not in count else np.zeros((*count, 0), np.int64)
    chosen: NDArray[np.int64] = np.full(count, -1, np.int64)
    values = operand.reshape(-1)
    for index in range(places.shape[-1]):
        candidate = places[..., index]
        keep = select(values[np.maximum(chosen, 0)], values[np.maximum(candidate, 0)])[0]
        take = (candidate >= 0) & ((chosen < 0) | np.logical_not(keep))
        chosen = np.where(take, candidate, chosen)
    used = chosen >= 0
    base = np.full(operand.shape, init, operand.dtype)
    return scatter_flat([base], chosen[used], [source[used]], scatter, ufunc)[0]
