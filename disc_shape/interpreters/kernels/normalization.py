"""Batch normalisation: inference, training and gradient."""

from __future__ import annotations

import numpy as np

from disc_shape.interpreters.kernels.arrays import Array, KernelError, narrow, widen


def _along(feature: Array, rank: int, dimension: int) -> Array:
    around = [1] * rank
    around[dimension] = feature.shape[0]
    return widen(feature).reshape(around)


def _check(operand: Array, dimension: int, **vectors: Array) -> None:
    for name, vector in vectors.items():
        if vector.shape != (operand.shape[dimension],):
            raise KernelError(
                f"dimension 0 of {name} and dimension {dimension} of operand differ:"
                f" {vector.shape[0]} and {operand.shape[dimension]}"
            )


def _other_axes(operand: Array, dimension: int) -> tuple[int, ...]:
    return tuple(index for index in range(operand.ndim) if index != dimension)


def batch_norm_inference(
    operand: Array,
    scale: Array,
    offset: Array,
    mean: Array,
    variance: Array,
    epsilon: float,
    dimension: int,
) -> Array:
    """``scale * (operand - mean) / sqrt(variance + epsilon) + offset``, per feature."""
    _check(operand, dimension, scale=scale, offset=offset, mean=mean, variance=variance)
    rank = operand.ndim
    deviation = np.sqrt(np.add(_along(variance, rank, dimension), np.float32(epsilon)))
    centred = np.subtract(widen(operand), _along(mean, rank, dimension))
    scaled = np.multiply(_along(scale, rank, dimension), np.divide(centred, deviation))
    return narrow(np.asarray(np.add(scaled, _along(offset, rank, dimension))), operand.dtype)


def batch_norm_training(
    operand: Array, scale: Array, offset: Array, epsilon: float, dimension: int
) -> tuple[Array, Array, Array]:
    """The normalised operand, the batch mean and the batch variance."""
    _check(operand, dimension, scale=scale, offset=offset)
    axes, wide = _other_axes(operand, dimension), widen(operand)
    count = operand.size // max(operand.shape[dimension], 1)
    mean = np.divide(np.sum(wide, axis=axes), np.asarray(count, wide.dtype))
    centred = np.subtract(wide, _along(np.asarray(mean), operand.ndim, dimension))
    squares = np.sum(np.multiply(centred, centred), axis=axes)
    variance = np.divide(squares, np.asarray(count, wide.dtype))
    mean, variance = (
        narrow(np.asarray(mean), scale.dtype),
        narrow(np.asarray(variance), scale.dtype),
    )
    output = batch_norm_inference(operand, scale, offset, mean, variance, epsilon, dimension)
    return output, mean, variance


def batch_norm_grad(
    operand: Array,
    scale: Array,
    mean: Array,
    variance: Array,
    grad_output: Array,
    epsilon: float,
    dimension: int,
) -> tuple[Array, Array, Array]:
    """Gradients with respect to operand, scale and offset (specification, ``batch_norm_grad``)."""
    _check(operand, dimension, scale=scale, mean=mean, variance=variance)
    rank, axes = operand.ndim, _other_axes(operand, dimension)
    count = np.float32(operand.size / max(operand.shape[dimension], 1))
    grad = widen(grad_output)
    centred = np.subtract(widen(operand), _along(mean, rank, dimension))
    spread = np.add(_along(variance, rank, dimension), np.float32(epsilon))
    grad_offset = np.sum(grad, axis=axes)
    products = np.sum(np.multiply(grad, centred), axis=axes)
    root = np.sqrt(np.add(widen(variance), np.float32(epsilon)))
    grad_scale = np.divide(products, root)
    first = np.multiply(count, grad)
    second = np.subtract(first, _along(np.asarray(grad_offset), rank, dimension))
    third = np.divide(np.multiply(centred, _along(np.asarray(products), rank, dimension)), spread)
    factor = np.divide(np.divide(_along(scale, rank, dimension), np.sqrt(spread)), count)
    grad_operand = np.multiply(factor, np.subtract(second, third))
    return (
        narrow(np.asarray(grad_operand), operand.dtype),
        narrow(np.asarray(grad_scale), scale.dtype),
        narrow(np.asarray(grad_offset), scale.dtype),
    )
