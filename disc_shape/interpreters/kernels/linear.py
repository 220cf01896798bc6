"""Fourier transforms, Cholesky factors and triangular systems, batched over leading dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import Array, DType, KernelError, is_complex

_COMPLEX_OF: dict[DType, DType] = {
    np.dtype(np.float32): np.dtype(np.complex64),
    np.dtype(np.float64): np.dtype(np.complex128),
}
_REAL_OF: dict[DType, DType] = {value: key for key, value in _COMPLEX_OF.items()}


def fft(operand: Array, kind: str, lengths: Sequence[int]) -> Array:
    """FFT, IFFT, RFFT or IRFFT over the last ``len(lengths)`` dimensions."""
    axes = tuple(range(operand.ndim - len(lengths), operand.ndim))
    for axis, length in zip(axes, lengths, strict=True):
        last = axis == operand.ndim - 1
        expected = length // 2 + 1 if kind == "IRFFT" and last else length
        if operand.shape[axis] != expected:
            raise KernelError(
                f"dimension {axis} of the operand of {kind} is {operand.shape[axis]}, expected"
                f" {expected}"
            )
    if 0 in operand.shape or 0 in lengths:
        shape = list(operand.shape)
        if kind in ("RFFT", "IRFFT"):
            shape[-1] = lengths[-1] // 2 + 1 if kind == "RFFT" else lengths[-1]
        return np.zeros(tuple(shape), _fft_type(operand.dtype, kind))
    numeric = cast("NDArray[np.complex128]", operand)
    if kind == "FFT":
        result = np.fft.fftn(numeric, axes=axes)
    elif kind == "IFFT":
        result = np.fft.ifftn(numeric, axes=axes)
    elif kind == "RFFT":
        result = np.fft.rfftn(cast("NDArray[np.float64]", operand), axes=axes)
    else:
        result = np.fft.irfftn(numeric, s=tuple(lengths), axes=axes)
    return np.asarray(result).astype(_fft_type(operand.dtype, kind), copy=False)


def _fft_type(dtype: DType, kind: str) -> DType:
    if kind == "RFFT":
        return _COMPLEX_OF[dtype]
    return _REAL_OF[dtype] if kind == "IRFFT" else dtype


def cholesky(operand: Array, *, lower: bool) -> Array:
    """The triangular factor; only one triangle is read. NaN where there is no factor."""
    size = operand.shape[-1]
    if operand.shape[-2] != size:
        raise KernelError(f"last two dimensions differ: {operand.shape[-2]} and {size}")
    stack = operand.reshape((-1, size, size)) if operand.size else operand
    if not lower:
        stack = np.conjugate(np.swapaxes(stack, -1, -2))
    result = np.zeros_like(stack)
    for at in range(stack.shape[0] if stack.ndim == 3 and stack.size else 0):
        one = np.tril(stack[at])
        whole = one + np.conjugate(np.transpose(np.tril(one, -1)))
        if is_complex(operand.dtype):
            np.fill_diagonal(whole, np.real(np.diagonal(one)))
        try:
            result[at] = np.linalg.cholesky(cast("NDArray[np.float64]", whole))
        except np.linalg.LinAlgError:
            result[at] = np.nan
        if np.isnan(result[at]).any():  # Some libraries go on after a pivot that is NaN.
            result[at] = np.nan
    if not lower:
        result = np.conjugate(np.swapaxes(result, -1, -2))
    return result.reshape(operand.shape)


def triangular_solve(
    a: Array, b: Array, *, left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: str
) -> Array:
    """``op(a) x = b`` (or ``x op(a) = b``) by substitution; the other triangle is not read."""
    matrix = np.tril(a) if lower else np.triu(a)
    size = a.shape[-1]
    side = -2 if left_side else -1
    if a.shape[-2] != size:
        raise KernelError(f"last two dimensions of a differ: {a.shape[-2]} and {size}")
    if b.shape[side] != size:
        raise KernelError(f"dimension {b.ndim + side} of b is {b.shape[side]}, a's is {size}")
    for index, (left, right) in enumerate(zip(a.shape[:-2], b.shape[:-2], strict=True)):
        if left != right:
            raise KernelError(f"dimension {index} of operands differ: {left} and {right}")
    if transpose_a in ("TRANSPOSE", "ADJOINT"):
        matrix, lower = np.swapaxes(matrix, -1, -2), not lower
    if transpose_a == "ADJOINT":
        matrix = np.conjugate(matrix)
    if not left_side:
        matrix, lower = np.swapaxes(matrix, -1, -2), not lower
        b = np.swapaxes(b, -1, -2)
    result = np.array(b)
    for step in range(size):
        row = step if lower else size - 1 - step
        known = slice(0, row) if lower else slice(row + 1, size)
        done = np.multiply(matrix[..., row, known, None], result[..., known, :])
        value = np.subtract(result[..., row, :], np.sum(done, axis=-2))
        if not unit_diagonal:
            value = np.divide(value, matrix[..., row, row, None])
        result[..., row, :] = value
    return result if left_side else np.swapaxes(result, -1, -2)
