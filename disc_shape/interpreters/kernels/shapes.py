"""Operations that move elements and compute none: broadcast, reshape, slice, pad, iota, ..."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from disc_shape.interpreters.kernels.arrays import (
    Array,
    DType,
    KernelError,
    index_array,
    is_bool,
    is_complex,
    narrow,
    wide_type,
)


def target_shape(sizes: Array, what: str = "shape operand") -> tuple[int, ...]:
    """A shape operand as a shape: no negative size."""
    shape = tuple(int(size) for size in index_array(sizes).tolist())
    for index, size in enumerate(shape):
        if size < 0:
            raise KernelError(f"dimension {index} of {what} is negative: {size}")
    return shape


def broadcast_in_dim(operand: Array, shape: Sequence[int], dimensions: Sequence[int]) -> Array:
    """Operand dimension i becomes result dimension ``dimensions[i]``: equal sizes, or size 1."""
    placed = [1] * len(shape)
    if len(dimensions) != operand.ndim:
        raise KernelError(
            f"{len(dimensions)} broadcast dimensions given for operand of rank {operand.ndim}"
        )
    for index, (size, dimension) in enumerate(zip(operand.shape, dimensions, strict=True)):
        if size not in (1, shape[dimension]):
            raise KernelError(
                f"operand dimension {index} of size {size} does not broadcast to result"
                f" dimension {dimension} of size {shape[dimension]}"
            )
        placed[dimension] = size
    order = sorted(range(operand.ndim), key=lambda index: dimensions[index])
    moved = np.transpose(operand, order).reshape(placed)
    return np.broadcast_to(moved, tuple(shape))


def broadcast(operand: Array, sizes: Sequence[int]) -> Array:
    """New dimensions in front (HLO's old ``broadcast``)."""
    return np.broadcast_to(operand, (*sizes, *operand.shape))


def reshape(operand: Array, shape: Sequence[int]) -> Array:
    """The elements in row-major order in another shape."""
    if math.prod(shape) != operand.size:
        raise KernelError(
            f"operand of shape {shape_text(operand.shape)} has {operand.size} elements, result of"
            f" shape {shape_text(shape)} has {math.prod(shape)}"
        )
    return operand.reshape(tuple(shape))


def shape_text(shape: Sequence[int]) -> str:
    """A shape in a message."""
    return "[" + ", ".join(map(str, shape)) + "]"


def reshape_target(elements: int, sizes: Array) -> Array:
    """``mhlo.compute_reshape_shape``: a single -1 becomes the quotient by the other sizes."""
    known = [int(size) for size in index_array(sizes).tolist()]
    product = math.prod(size for size in known if size != -1)
    if known.count(-1) > 1:
        raise KernelError(f"target shape {shape_text(known)} leaves more than one size open")
    if -1 in known and product == 0:
        raise KernelError(f"-1 in target shape {shape_text(known)} could be any size")
    rest = elements // product if product else 0
    return np.asarray([rest if size == -1 else size for size in known]).astype(sizes.dtype)


def is_reshapable(elements: int, sizes: Array) -> bool:
    """``mhlo.cstr_reshapable``: does ``elements`` fit the target, with at most one -1?"""
    known = [int(size) for size in index_array(sizes).tolist()]
    open_sizes = sum(size == -1 for size in known)
    product = math.prod(size for size in known if size != -1)
    if open_sizes > 1 or any(size < -1 for size in known):
        return False
    if open_sizes:
        return product != 0 and elements % product == 0
    return product == elements


def concatenate(inputs: Sequence[Array], dimension: int) -> Array:
    """Arrays joined along a dimension."""
    first = inputs[0].shape
    for position, array in enumerate(inputs):
        for index, (lhs, rhs) in enumerate(zip(first, array.shape, strict=True)):
            if index != dimension and lhs != rhs:
                raise KernelError(
                    f"dimension {index} of operands 0 and {position} differ: {lhs} and {rhs}"
                )
    return np.concatenate(list(inputs), axis=dimension)


def iota(shape: Sequence[int], dimension: int, dtype: DType) -> Array:
    """Each element is its own index in ``dimension``; integers wrap."""
    count = np.arange(shape[dimension], dtype=np.int64)
    if is_bool(dtype):
        line: Array = np.not_equal(count, 0)
    elif is_complex(dtype):
        line = count.astype(dtype)
    else:
        line = narrow(count.astype(wide_type(dtype)), dtype)
    around = [1] * len(shape)
    around[dimension] = shape[dimension]
    return np.broadcast_to(line.reshape(around), tuple(shape))


def transpose(operand: Array, permutation: Sequence[int]) -> Array:
    """The array with its dimensions permuted."""
    return np.transpose(operand, tuple(permutation))


def reverse(operand: Array, dimensions: Sequence[int]) -> Array:
    """The array reversed along some dimensions."""
    return np.flip(operand, tuple(dimensions))


def static_slice(
    operand: Array, start: Sequence[int], limit: Sequence[int], strides: Sequence[int]
) -> Array:
    """Elements ``start``, ``start + stride``, ... below ``limit``."""
    if not len(start) == len(limit) == len(strides) == operand.ndim:
        raise KernelError(
            f"slice bounds of {len(start)}, {len(limit)} and {len(strides)} dimensions given for"
            f" operand of rank {operand.ndim}"
        )
    for index, size in enumerate(operand.shape):
        if not 0 <= start[index] <= limit[index] <= size:
            raise KernelError(
                f"slice [{start[index]}:{limit[index]}] of dimension {index} is outside its"
                f" size {size}"
            )
        if strides[index] < 1:
            raise KernelError(f"stride of dimension {index} is {strides[index]}, expected >= 1")
    return operand[tuple(map(slice, start, limit, strides))]


def clamped_starts(
    operand: Array, starts: Sequence[Array], sizes: Sequence[int]
) -> tuple[int, ...]:
    """Start indices moved so that the whole slice lies inside the operand."""
    result: list[int] = []
    for index, (size, start) in enumerate(zip(sizes, starts, strict=True)):
        if size > operand.shape[index]:
            raise KernelError(
                f"slice of size {size} in dimension {index} is greater than the operand's"
                f" {operand.shape[index]}"
            )
        result.append(max(0, min(int(start), operand.shape[index] - size)))
    return tuple(result)


def dynamic_slice(operand: Array, starts: Sequence[Array], sizes: Sequence[int]) -> Array:
    """A slice whose start is clamped, so that it fits."""
    begin = clamped_starts(operand, starts, sizes)
    return operand[tuple(slice(at, at + size) for at, size in zip(begin, sizes, strict=True))]


def dynamic_update_slice(operand: Array, update: Array, starts: Sequence[Array]) -> Array:
    """The operand with an update at a start that is clamped, so that it fits."""
    begin = clamped_starts(operand, starts, update.shape)
    result = operand.copy()
    where = tuple(slice(at, at + size) for at, size in zip(begin, update.shape, strict=True))
    result[where] = update
    return result


def pad(
    operand: Array,
    value: Array,
    low: Sequence[int],
    high: Sequence[int],
    interior: Sequence[int],
) -> Array:
    """``value`` around and between elements; negative edge padding removes elements."""
    if not len(low) == len(high) == len(interior) == operand.ndim:
        raise KernelError(
            f"padding of {len(low)}, {len(high)} and {len(interior)} dimensions given for"
            f" operand of rank {operand.ndim}"
        )
    shape: list[int] = []
    for index, size in enumerate(operand.shape):
        if interior[index] < 0:
            raise KernelError(f"interior padding of dimension {index} is {interior[index]}")
        spread = size + max(size - 1, 0) * interior[index]
        padded = spread + low[index] + high[index]
        if padded < 0:
            raise KernelError(
                f"padding of {low[index]} and {high[index]} makes dimension {index} negative:"
                f" {padded}"
            )
        shape.append(padded)
    result = np.full(tuple(shape), value, operand.dtype)
    source: list[slice] = []
    target: list[slice] = []
    for index, size in enumerate(operand.shape):
        step = interior[index] + 1
        first = max(0, -(low[index] // step)) if low[index] < 0 else 0
        last = min(size, (shape[index] - low[index] + step - 1) // step)
        if last <= first:
            return result
        source.append(slice(first, last))
        target.append(slice(low[index] + first * step, low[index] + (last - 1) * step + 1, step))
    result[tuple(target)] = operand[tuple(source)]
    return result


def broadcast_shapes(shapes: Sequence[Array]) -> Array:
    """The shape that all operands broadcast to (``shape.broadcast``): right-aligned, 1 expands."""
    rank = max((shape.shape[0] for shape in shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        offset = rank - shape.shape[0]
        for index, size in enumerate(index_array(shape).tolist(), start=offset):
            if result[index] == 1:
                result[index] = int(size)
            elif size not in (1, result[index]):
                raise KernelError(
                    f"dimension {index} of operands does not broadcast: {result[index]} and {size}"
                )
    return np.asarray(result, np.int64)
