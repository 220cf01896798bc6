"""gather and scatter, by the index arithmetic of the StableHLO specification, vectorised."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import SMALL_INTS, Array, Body, KernelError, index_array
from disc_shape.interpreters.kernels.floats import told_apart


@dataclass(frozen=True)
class GatherDims:
    """The dimension numbers of a gather."""

    offset_dims: tuple[int, ...]
    collapsed_slice_dims: tuple[int, ...]
    operand_batching_dims: tuple[int, ...]
    start_indices_batching_dims: tuple[int, ...]
    start_index_map: tuple[int, ...]
    index_vector_dim: int


@dataclass(frozen=True)
class ScatterDims:
    """The dimension numbers of a scatter."""

    update_window_dims: tuple[int, ...]
    inserted_window_dims: tuple[int, ...]
    input_batching_dims: tuple[int, ...]
    scatter_indices_batching_dims: tuple[int, ...]
    scatter_dims_to_operand_dims: tuple[int, ...]
    index_vector_dim: int


def _index_vectors(indices: Array, index_vector_dim: int) -> NDArray[np.int64]:
    """The index vectors, moved to the last dimension."""
    wide = index_array(indices)
    if index_vector_dim == wide.ndim:
        return wide[..., None]
    return np.moveaxis(wide, index_vector_dim, -1)


def _check_indices(
    shape: Sequence[int],
    indices: Array,
    index_vector_dim: int,
    length: int,
    batching: Sequence[tuple[int, int]],
) -> None:
    """Index vectors have ``length`` elements, and batching dimensions are equal in pairs."""
    sizes = np.shape(indices)
    if index_vector_dim < len(sizes) and sizes[index_vector_dim] != length:
        raise KernelError(f"index vectors have {sizes[index_vector_dim]} elements, not {length}")
    for left, right in batching:
        if shape[left] != sizes[right]:
            raise KernelError(
                f"batching dimension {left} is {shape[left]}, {right} of indices is {sizes[right]}"
            )


def _position(shape: Sequence[int], dimension: int) -> NDArray[np.int64]:
    """Each element's index in one dimension, broadcastable to ``shape``."""
    around = [1] * len(shape)
    around[dimension] = shape[dimension]
    return np.arange(shape[dimension], dtype=np.int64).reshape(around)


def _batch_dimension(dimension: int, index_vector_dim: int) -> int:
    return dimension if dimension < index_vector_dim else dimension - 1


def gather(
    operand: Array, start_indices: Array, dims: GatherDims, slice_sizes: Sequence[int]
) -> Array:
    """One slice of the operand per index vector; starts are clamped so that the slice fits."""
    for index, (size, slice_size) in enumerate(zip(operand.shape, slice_sizes, strict=True)):
        if not 0 <= slice_size <= size:
            raise KernelError(
                f"slice size {slice_size} of dimension {index} is outside the operand's {size}"
            )
        if slice_size > 1 and index in (*dims.collapsed_slice_dims, *dims.operand_batching_dims):
            raise KernelError(f"slice size of collapsed dimension {index} is {slice_size}")
    batching = tuple(zip(dims.operand_batching_dims, dims.start_indices_batching_dims, strict=True))
    length = len(dims.start_index_map)
    _check_indices(operand.shape, start_indices, dims.index_vector_dim, length, batching)
    vectors = _index_vectors(start_indices, dims.index_vector_dim)
    batch_shape = vectors.shape[:-1]
    dropped = {*dims.collapsed_slice_dims, *dims.operand_batching_dims}
    kept = [index for index in range(operand.ndim) if index not in dropped]
    rank = len(batch_shape) + len(kept)
    where: list[NDArray[np.int64]] = []
    for index, size in enumerate(operand.shape):
        base = np.zeros((1,) * len(batch_shape), np.int64)
        if index in dims.start_index_map:
            start = vectors[..., dims.start_index_map.index(index)]
            base = np.clip(start, 0, size - slice_sizes[index])
        elif index in dims.operand_batching_dims:
            source = dims.start_indices_batching_dims[dims.operand_batching_dims.index(index)]
            base = _position(batch_shape, _batch_dimension(source, dims.index_vector_dim))
        base = base.reshape(base.shape + (1,) * len(kept))
        if index in kept:
            window = [1] * rank
            window[len(batch_shape) + kept.index(index)] = slice_sizes[index]
            base = base + np.arange(slice_sizes[index], dtype=np.int64).reshape(window)
        where.append(base)
    shape = (*batch_shape, *(slice_sizes[index] for index in kept))
    if 0 in shape:
        taken: Array = np.zeros(shape, operand.dtype)
    else:
        for index in sorted(dropped):
            if slice_sizes[index] == 0:
                raise KernelError(f"slice size of collapsed dimension {index} is 0, not 1")
        taken = np.broadcast_to(operand[tuple(where)], shape)
    return np.transpose(taken, _gather_order(rank, dims.offset_dims, len(batch_shape)))


def _gather_order(rank: int, offset_dims: Sequence[int], batches: int) -> list[int]:
    """The source of each result dimension, if batch dimensions come before offsets."""
    order = [0] * rank
    batch = iter(range(batches))
    offset = iter(range(batches, rank))
    for dimension in range(rank):
        order[dimension] = next(offset) if dimension in offset_dims else next(batch)
    return order


def scatter(
    inputs: Sequence[Array],
    indices: Array,
    updates: Sequence[Array],
    dims: ScatterDims,
    body: Body,
    ufunc: np.ufunc | None = None,
) -> list[Array]:
    """Combine each update with the element at its index; updates outside are ignored."""
    targets, valid = _scatter_targets(inputs[0].shape, indices, updates[0].shape, dims)
    return scatter_flat(inputs, targets[valid], [u[valid] for u in updates], body, ufunc)


def _scatter_targets(
    shape: Sequence[int], indices: Array, update_shape: Sequence[int], dims: ScatterDims
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """For each update, the flat index of its target and whether that lies inside."""
    pairs = zip(dims.input_batching_dims, dims.scatter_indices_batching_dims, strict=True)
    length = len(dims.scatter_dims_to_operand_dims)
    _check_indices(shape, indices, dims.index_vector_dim, length, tuple(pairs))
    vectors = _index_vectors(indices, dims.index_vector_dim)
    batch_shape = vectors.shape[:-1]
    rank = len(update_shape)
    scatter_dims = [index for index in range(rank) if index not in dims.update_window_dims]
    for position, (dimension, size) in enumerate(zip(scatter_dims, batch_shape, strict=True)):
        if update_shape[dimension] != size:
            raise KernelError(
                f"dimension {dimension} of updates is {update_shape[dimension]}, dimension"
                f" {position} of indices without the index vector is {size}"
            )
    skipped = {*dims.inserted_window_dims, *dims.input_batching_dims}
    windows = [index for index in range(len(shape)) if index not in skipped]
    target = np.zeros(tuple(update_shape), np.int64)
    valid = np.ones(tuple(update_shape), np.bool_)

    def spread(array: NDArray[np.int64]) -> NDArray[np.int64]:
        """From batch dimensions to the updates' scatter dimensions."""
        around = [1] * rank
        for dimension, size in zip(scatter_dims, array.shape, strict=True):
            around[dimension] = size
        return array.reshape(around)

    for index, size in enumerate(shape):
        at = np.zeros((1,) * rank, np.int64)
        if index in dims.scatter_dims_to_operand_dims:
            at = spread(vectors[..., dims.scatter_dims_to_operand_dims.index(index)])
        elif index in dims.input_batching_dims:
            source = dims.scatter_indices_batching_dims[dims.input_batching_dims.index(index)]
            at = spread(_position(batch_shape, _batch_dimension(source, dims.index_vector_dim)))
        if index in windows:
            window = dims.update_window_dims[windows.index(index)]
            if update_shape[window] > size:
                raise KernelError(
                    f"dimension {window} of updates is {update_shape[window]}, greater than"
                    f" dimension {index} of inputs: {size}"
                )
            at = at + _position(update_shape, window)
        valid &= (at >= 0) & (at < size)
        target = target * size + np.clip(at, 0, max(size - 1, 0))
    return target, valid


def scatter_flat(
    inputs: Sequence[Array],
    targets: NDArray[np.int64],
    updates: Sequence[Array],
    body: Body,
    ufunc: np.ufunc | None,
) -> list[Array]:
    """Combine updates, in order, with the elements of ``inputs`` at flat indices ``targets``."""
    results = [np.array(array).reshape(-1) for array in inputs]
    shape = inputs[0].shape
    ufunc = told_apart(ufunc, inputs[0], updates[0])
    if ufunc is not None and inputs[0].dtype not in SMALL_INTS:
        getattr(ufunc, "at")(results[0], targets, updates[0])
        return [results[0].reshape(shape)]
    order = np.argsort(targets, kind="stable")
    grouped = targets[order]
    first = np.ones(grouped.shape, np.bool_)
    first[1:] = grouped[1:] != grouped[:-1]
    starts = np.flatnonzero(first)
    lengths = np.diff(np.append(starts, grouped.size))
    for turn in range(int(lengths.max(initial=0))):
        chosen = starts[lengths > turn] + turn
        at = grouped[chosen]
        new = body(*(r[at] for r in results), *(u[order[chosen]] for u in updates))
        for result, value in zip(results, new, strict=True):
            result[at] = value
    return [result.reshape(shape) for result in results]


def torch_index_select(operand: Array, index: Array, dim: int, batch_dims: int) -> Array:
    """``take`` along ``dim``, the leading ``batch_dims`` dimensions of both running together."""
    where: list[NDArray[np.int64]] = []
    rank = index.ndim + operand.ndim - 1 - batch_dims
    size = operand.shape[dim]
    for dimension in range(operand.ndim):
        if dimension == dim:
            around = (1,) * (dim - batch_dims)
            after = (1,) * (operand.ndim - dim - 1)
            lead, rest = index.shape[:batch_dims], index.shape[batch_dims:]
            clipped = np.clip(index_array(index), 0, max(size - 1, 0))
            where.append(np.reshape(clipped, (*lead, *around, *rest, *after)))
            continue
        at = dimension if dimension < dim else dimension + index.ndim - batch_dims - 1
        line = [1] * rank
        line[at] = operand.shape[dimension]
        where.append(np.arange(operand.shape[dimension], dtype=np.int64).reshape(line))
    if math.prod(operand.shape) == 0:
        return np.zeros(np.broadcast_shapes(*(w.shape for w in where)), operand.dtype)
    return operand[tuple(where)]
