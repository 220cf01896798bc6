"""dot_general and convolution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import (
    Array,
    DType,
    KernelError,
    is_bool,
    narrow,
    wide_type,
)
from disc_shape.interpreters.kernels.reduction import Window, windows


def _same(
    lhs: Array, rhs: Array, lhs_dims: Sequence[int], rhs_dims: Sequence[int], kind: str
) -> None:
    for left, right in zip(lhs_dims, rhs_dims, strict=True):
        if lhs.shape[left] != rhs.shape[right]:
            raise KernelError(
                f"{kind} dimension {left} of lhs and {right} of rhs differ:"
                f" {lhs.shape[left]} and {rhs.shape[right]}"
            )


def dot_general(
    lhs: Array,
    rhs: Array,
    batching: tuple[Sequence[int], Sequence[int]],
    contracting: tuple[Sequence[int], Sequence[int]],
    dtype: DType,
) -> Array:
    """Result dimensions: batching, then the rest of ``lhs``, then the rest of ``rhs``."""
    _same(lhs, rhs, *batching, "batching")
    _same(lhs, rhs, *contracting, "contracting")
    left = [i for i in range(lhs.ndim) if i not in (*batching[0], *contracting[0])]
    right = [i for i in range(rhs.ndim) if i not in (*batching[1], *contracting[1])]
    batch = tuple(lhs.shape[i] for i in batching[0])
    rows = tuple(lhs.shape[i] for i in left)
    columns = tuple(rhs.shape[i] for i in right)
    depth = math.prod(lhs.shape[i] for i in contracting[0])
    a = np.transpose(lhs, (*batching[0], *left, *contracting[0]))
    b = np.transpose(rhs, (*batching[1], *contracting[1], *right))
    a = a.reshape((math.prod(batch), math.prod(rows), depth))
    b = b.reshape((math.prod(batch), depth, math.prod(columns)))
    # Without contracted dimensions nothing is summed up: a sum would lose the sign of a zero.
    found = _matmul(a, b, dtype) if contracting[0] else _outer(a, b, dtype)
    return found.reshape((*batch, *rows, *columns))


def _outer(a: Array, b: Array, dtype: DType) -> Array:
    """Products of each row and each column, of one element each."""
    wide = wide_type(dtype)
    if is_bool(dtype):
        return np.asarray(np.logical_and(a, b))
    return narrow(np.asarray(np.multiply(a.astype(wide), b.astype(wide))), dtype)


def _matmul(a: Array, b: Array, dtype: DType) -> Array:
    wide = wide_type(dtype)
    if is_bool(dtype):
        counts = np.matmul(a.astype(np.int64), b.astype(np.int64))
        return np.asarray(np.not_equal(counts, 0))
    return narrow(np.asarray(_numeric_matmul(a.astype(wide), b.astype(wide))), dtype)


def einsum(equation: str, operands: Sequence[Array], dtype: DType) -> Array:
    """
    ``stablehlo.einsum`` and ``unary_einsum``; an ellipsis is allowed. A label is one size: numpy
    would let a one stand for any.
    """
    sizes: dict[str, int] = {}
    for labels, operand in zip(equation.partition("->")[0].split(","), operands, strict=True):
        front, _, back = labels.strip().partition("...")
        ends = operand.shape[operand.ndim - len(back) :]
        for label, size in (
            *zip(front, operand.shape, strict=False),
            *zip(back, ends, strict=True),
        ):
            if sizes.setdefault(label, size) != size:
                raise KernelError(f"label {label} of {equation} is {sizes[label]} and {size}")
    wide = wide_type(dtype)
    numeric = cast("list[NDArray[np.number]]", [operand.astype(wide) for operand in operands])
    return narrow(np.asarray(np.einsum(equation, *numeric)), dtype)


def _numeric_matmul(a: Array, b: Array) -> Array:
    return np.matmul(cast("NDArray[np.number]", a), cast("NDArray[np.number]", b))


@dataclass(frozen=True)
class ConvDims:
    """The dimension numbers of a convolution."""

    input_batch: int
    input_feature: int
    input_spatial: tuple[int, ...]
    kernel_input_feature: int
    kernel_output_feature: int
    kernel_spatial: tuple[int, ...]
    output_batch: int
    output_feature: int
    output_spatial: tuple[int, ...]


@dataclass(frozen=True)
class ConvWindow:
    """Strides, padding, dilations and reversal of each spatial dimension."""

    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    lhs_dilation: tuple[int, ...]
    rhs_dilation: tuple[int, ...]
    reversal: tuple[bool, ...]

    @staticmethod
    def of(
        rank: int,
        strides: Sequence[int] = (),
        padding: Sequence[tuple[int, int]] = (),
        lhs_dilation: Sequence[int] = (),
        rhs_dilation: Sequence[int] = (),
        reversal: Sequence[bool] = (),
    ) -> ConvWindow:
        """A window of some rank; parts that are not given have no effect."""
        ones = (1,) * rank
        return ConvWindow(
            tuple(strides) or ones,
            tuple(padding) or ((0, 0),) * rank,
            tuple(lhs_dilation) or ones,
            tuple(rhs_dilation) or ones,
            tuple(reversal) or (False,) * rank,
        )


def convolution(
    lhs: Array,
    rhs: Array,
    dims: ConvDims,
    window: ConvWindow,
    feature_groups: int,
    batch_groups: int,
    dtype: DType,
) -> Array:
    """The sum of products of every window of ``lhs`` with ``rhs``, in groups."""
    image = np.transpose(lhs, (dims.input_batch, dims.input_feature, *dims.input_spatial))
    kernel = np.transpose(
        rhs, (dims.kernel_output_feature, dims.kernel_input_feature, *dims.kernel_spatial)
    )
    flipped = tuple(2 + index for index, flip in enumerate(window.reversal) if flip)
    kernel = np.flip(kernel, flipped)
    _check_groups(image, kernel, feature_groups, batch_groups)
    groups = max(feature_groups, batch_groups)
    split = 1 if feature_groups > 1 else 0
    images = np.split(image, groups, axis=split) if groups > 1 else [image]
    kernels = np.split(kernel, groups, axis=0) if groups > 1 else [kernel]
    parts = [
        _convolve(part, weights, window, dtype)
        for part, weights in zip(images, kernels, strict=True)
    ]
    joined = np.concatenate(parts, axis=1) if groups > 1 else parts[0]
    order = [0] * joined.ndim
    order[dims.output_batch], order[dims.output_feature] = 0, 1
    for index, dimension in enumerate(dims.output_spatial):
        order[dimension] = 2 + index
    return np.transpose(joined, order)


def _check_groups(image: Array, kernel: Array, feature_groups: int, batch_groups: int) -> None:
    if image.shape[1] != kernel.shape[1] * feature_groups:
        raise KernelError(
            f"input feature dimension is {image.shape[1]}, the kernel's {kernel.shape[1]} in"
            f" {feature_groups} groups"
        )
    if image.shape[0] % batch_groups:
        raise KernelError(
            f"input batch dimension {image.shape[0]} is no multiple of {batch_groups} groups"
        )
    if kernel.shape[0] % max(feature_groups, batch_groups):
        raise KernelError(
            f"kernel output feature dimension {kernel.shape[0]} is no multiple of"
            f" {max(feature_groups, batch_groups)} groups"
        )


def _convolve(image: Array, kernel: Array, window: ConvWindow, dtype: DType) -> Array:
    """[batch, in, spatial...] with [out, in, spatial...] to [batch, out, spatial...]."""
    wide = wide_type(dtype)
    rank = kernel.ndim - 2
    sliding = Window(
        (1, 1, *kernel.shape[2:]),
        (1, 1, *window.strides),
        (1, 1, *window.lhs_dilation),
        (1, 1, *window.rhs_dilation),
        ((0, 0), (0, 0), *window.padding),
    )
    if 0 in kernel.shape[2:]:
        raise KernelError("a spatial dimension of the kernel is 0")
    patches = windows(image.astype(wide), sliding, np.zeros((), wide))
    batch, features, *positions = patches.shape[: rank + 2]
    patches = patches.reshape((batch, features, *positions, *kernel.shape[2:]))
    spatial = tuple(range(2, 2 + rank))
    rows = np.transpose(patches, (0, *spatial, 1, *(2 + rank + i for i in range(rank))))
    depth = math.prod(kernel.shape[1:])
    flat = rows.reshape((batch * math.prod(positions), depth))
    weights = kernel.astype(wide).reshape((kernel.shape[0], depth))
    product = narrow(np.asarray(_numeric_matmul(flat, np.transpose(weights))), dtype)
    shaped = product.reshape((batch, *positions, kernel.shape[0]))
    return np.moveaxis(shaped, -1, 1)
