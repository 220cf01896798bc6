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
    order = _merge_sort(flat, comparator)
    sorted_lines = [np.take_along_axis(line, order, axis=1).reshape(shape) for line in flat]
    return [np.moveaxis(line, -1, dimension) for line in sorted_lines]


def _merge_sort(lines: Sequence[Array], comparator: Body) -> NDArray[np.int64]:
    """
    Merge runs of one element into runs twice as long, all of one length at once. Positions after
    the end of a line pad it to a power of two, and come last. The result holds every position once,
    even where a comparator orders nothing, as that of floats does for NaN.
    """
    rows, length = lines[0].shape
    padded = 1 << (length - 1).bit_length()
    order = np.tile(np.arange(padded, dtype=np.int64), (rows, 1))
    width = 1
    while width < padded:
        halves = order.reshape(rows, -1, 2, width)
        left, right = halves[:, :, 0], halves[:, :, 1]
        before = np.maximum.accumulate(_count_before(lines, right, left, comparator), axis=2)
        is_left = np.zeros((rows, left.shape[1], 2 * width), np.bool_)
        np.put_along_axis(is_left, np.arange(width) + before, values=True, axis=2)
        merged = np.empty(is_left.shape, np.int64)
        merged[is_left], merged[np.logical_not(is_left)] = left.ravel(), right.ravel()
        order, width = merged.reshape(rows, padded), 2 * width
    return order[:, :length]


def _elements(line: Array, places: NDArray[np.int64]) -> Array:
    """The elements of each row at some positions; after its end the last one."""
    rows, length = line.shape
    inside = np.minimum(places, length - 1).reshape(rows, -1)
    return np.take_along_axis(line, inside, axis=1).reshape(places.shape)


def _count_before(
    lines: Sequence[Array],
    ordered: NDArray[np.int64],
    probes: NDArray[np.int64],
    comparator: Body,
) -> NDArray[np.int64]:
    """
    For each probe, how many of the ordered run beside it come before it. Runs are in the last
    dimension.
    """
    length, width = lines[0].shape[1], ordered.shape[2]
    low = np.zeros(probes.shape, np.int64)
    high = np.full(probes.shape, width, np.int64)
    values, beyond = [_elements(line, probes) for line in lines], probes >= length
    for _ in range(width.bit_length()):
        middle = (low + high) // 2
        at = np.take_along_axis(ordered, np.minimum(middle, width - 1), axis=2)
        others = [_elements(line, at) for line in lines]
        pairs = [array for pair in zip(others, values, strict=True) for array in pair]
        less = (at < length) & (beyond | np.not_equal(comparator(*pairs)[0], False))
        live = low < high
        low = np.where(live & less, middle + 1, low)
        high = np.where(live & np.logical_not(less), middle, high)
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
