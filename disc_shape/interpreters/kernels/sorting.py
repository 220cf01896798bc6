"""sort with any comparator, and top_k."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import Array, Body, is_float, same_shapes, widen
from disc_shape.interpreters.kernels.elementwise import total_order


def sort(inputs: Sequence[Array], dimension: int, comparator: Body) -> list[Array]:
    """All inputs in the order of ``comparator`` along one dimension.

    A stable merge sort whose comparisons run on whole arrays: each element finds its place in the
    other half by a binary search. Unstable sorts are free to be stable.
    """
    same_shapes(inputs)
    if inputs[0].ndim == 0 or inputs[0].size == 0:
        return [np.array(array) for array in inputs]
    lines = [np.moveaxis(array, dimension, -1) for array in inputs]
    shape = lines[0].shape
    length = shape[-1]
    flat = [line.reshape((-1, length)) for line in lines]
    order = _merge_sort(flat, 0, length, comparator)
    sorted_lines = [np.take_along_axis(line, order, axis=1).reshape(shape) for line in flat]
    return [np.moveaxis(line, -1, dimension) for line in sorted_lines]


def _merge_sort(
    lines: Sequence[Array], start: int, stop: int, comparator: Body
) -> NDArray[np.int64]:
    rows, length = lines[0].shape[0], stop - start
    if length == 1:
        return np.full((rows, 1), start, np.int64)
    middle = (start + stop) // 2
    left = _merge_sort(lines, start, middle, comparator)
    right = _merge_sort(lines, middle, stop, comparator)
    before = _count_before(lines, right, left, comparator, strict=True)
    behind = _count_before(lines, left, right, comparator, strict=False)
    merged = np.empty((rows, length), np.int64)
    for part, moved in ((left, before), (right, behind)):
        places = np.arange(part.shape[1], dtype=np.int64) + moved
        np.put_along_axis(merged, places, part, axis=1)
    return merged


def _count_before(
    lines: Sequence[Array],
    ordered: NDArray[np.int64],
    probes: NDArray[np.int64],
    comparator: Body,
    *,
    strict: bool,
) -> NDArray[np.int64]:
    """For each probe, how many of ``ordered`` come before it (before or beside, if not strict)."""
    low = np.zeros(probes.shape, np.int64)
    high = np.full(probes.shape, ordered.shape[1], np.int64)
    values = [np.take_along_axis(line, probes, axis=1) for line in lines]
    while bool(np.any(low < high)):
        middle = (low + high) // 2
        at = np.take_along_axis(ordered, np.minimum(middle, ordered.shape[1] - 1), axis=1)
        others = [np.take_along_axis(line, at, axis=1) for line in lines]
        first, second = (others, values) if strict else (values, others)
        pairs = [array for pair in zip(first, second, strict=True) for array in pair]
        less = np.broadcast_to(np.not_equal(comparator(*pairs)[0], False), probes.shape)
        goes_right = less if strict else np.logical_not(less)
        live = low < high
        low = np.where(live & goes_right, middle + 1, low)
        high = np.where(live & np.logical_not(goes_right), middle, high)
    return low


def top_k(operand: Array, k: int, *, largest: bool = True) -> tuple[Array, Array]:
    """The ``k`` greatest elements of the last dimension, and where they stood; ties by position."""
    keys = total_order(operand) if is_float(operand.dtype) else widen(operand)
    if keys.dtype.kind == "b":
        keys = keys.astype(np.int8)
    if largest:
        keys = np.invert(keys)
    order = np.argsort(keys, axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(operand, order, axis=-1), order.astype(np.int32)
