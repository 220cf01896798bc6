"""Factorizations of matrices as LAPACK returns them, batched over leading dimensions.

Each function takes arrays of shape `[..., m, n]`. `info` is 0 for a matrix that was factored, and
positive for one that could not be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import Array, KernelError, is_complex
from disc_shape.interpreters.kernels.linear import cholesky

Matrix = NDArray[np.float64]
"""What numpy's functions are said to take; any floats or complex numbers are given."""


def statuses(failed: Sequence[bool], batch: tuple[int, ...]) -> Array:
    """`info` for each matrix of a batch."""
    return np.asarray(failed, np.int32).reshape(batch)


def stacked(a: Array) -> Sequence[Matrix]:
    """The matrices of a batch, one after the other."""
    batch = int(np.prod(a.shape[:-2]))
    return cast("Sequence[Matrix]", a.reshape((batch, *a.shape[-2:])))


def side_of(a: Array) -> int:
    """The size of square matrices; KernelError for others."""
    rows, columns = a.shape[-2:]
    if rows != columns:
        raise KernelError(f"last two dimensions differ: {rows} and {columns}")
    return rows


def each(
    compute: Callable[[Matrix], Sequence[Array]], a: Array, *shapes: tuple[int, ...]
) -> Sequence[Array]:
    """
    What `compute` returns for each matrix, as arrays of these shapes per matrix, and `info`. A
    matrix for which numpy's iteration does not converge gives NaN.

    `compute` takes a batch, and is called once: many small matrices take a tenth of the time that
    they take one by one. A batch in which a matrix does not converge is computed matrix by matrix.
    """
    batch = a.shape[:-2]
    try:
        found = list(compute(cast("Matrix", a)))
    except np.linalg.LinAlgError:
        return one_by_one(compute, a, shapes)
    return [*found, np.zeros(batch, np.int32)]


def one_by_one(
    compute: Callable[[Matrix], Sequence[Array]], a: Array, shapes: Sequence[tuple[int, ...]]
) -> Sequence[Array]:
    """The same as `each` by one call for each matrix, of which some may not converge."""
    batch = a.shape[:-2]
    found: list[Sequence[Array]] = []
    failed: list[bool] = []
    for matrix in stacked(a):
        try:
            found.append(compute(matrix))
            failed.append(False)
        except np.linalg.LinAlgError:
            found.append([np.full(shape, np.nan) for shape in shapes])
            failed.append(True)
    parts: list[Array] = []
    for index, shape in enumerate(shapes):
        column = [one[index] for one in found]
        parts.append(np.reshape(np.asarray(column), (*batch, *shape)))
    return [*parts, statuses(failed, batch)]


def potrf(a: Array, *, lower: bool) -> Sequence[Array]:
    """The triangular factor beside the other triangle of `a`, and `info`."""
    factor = cholesky(a, lower=lower)
    other = np.triu(a, 1) if lower else np.tril(a, -1)
    failed = [bool(np.isnan(one).any()) for one in stacked(factor)]
    return np.add(factor, other), statuses(failed, a.shape[:-2])


def getrf(a: Array) -> Sequence[Array]:
    """L below the diagonal and U, the rows exchanged at each step, counted from 1, and `info`."""
    batch, (rows, columns) = a.shape[:-2], a.shape[-2:]
    steps = min(rows, columns)
    factors = np.array(a).reshape((-1, rows, columns) if a.size else (0, rows, columns))
    count = int(np.prod(batch))
    pivots = np.tile(np.arange(1, steps + 1, dtype=np.int32), (count, 1))
    failed = [False] * count
    for at, factor in enumerate(cast("Sequence[Matrix]", factors)):
        for step in range(steps):
            size = magnitude(factor[step:, step])
            pivot = step + int(np.argmax(size))
            pivots[at, step] = pivot + 1
            factor[[step, pivot]] = factor[[pivot, step]]
            if factor[step, step] == 0:
                failed[at] = True
                continue
            factor[step + 1 :, step] /= factor[step, step]
            below, right = factor[step + 1 :, step], factor[step, step + 1 :]
            factor[step + 1 :, step + 1 :] -= np.multiply.outer(below, right)
    return factors.reshape(a.shape), pivots.reshape((*batch, steps)), statuses(failed, batch)


def magnitude(column: Matrix) -> Matrix:
    """What LAPACK compares to choose a pivot: the sum of the parts of a complex number."""
    return np.abs(column.real) + np.abs(column.imag) if is_complex(column.dtype) else abs(column)


def geqrf(a: Array) -> Sequence[Array]:
    """R, with the vectors of Householder's reflections below the diagonal, and their factors."""
    rows, columns = a.shape[-2:]
    steps = min(rows, columns)
    if not a.size:
        return a, np.zeros((*a.shape[:-2], steps), a.dtype)
    reflections, factors = np.linalg.qr(cast("Matrix", a), mode="raw")
    return np.swapaxes(reflections, -1, -2).astype(a.dtype), np.asarray(factors).astype(a.dtype)


def orgqr(a: Array, factors: Array) -> Array:
    """The first columns of the product of the reflections that `geqrf` returns."""
    rows, columns = a.shape[-2:]
    if factors.shape[-1] > min(rows, columns):
        raise KernelError(f"{factors.shape[-1]} reflections of {rows} rows, {columns} columns")
    result = np.broadcast_to(np.eye(rows, columns, dtype=a.dtype), a.shape).copy()
    for step in reversed(range(factors.shape[-1])):
        vector = np.array(a[..., step])
        vector[..., :step] = 0
        vector[..., step] = 1
        product = np.matmul(np.conjugate(vector)[..., None, :], result)
        factor = factors[..., step, None, None]
        result -= np.multiply(factor, np.multiply(vector[..., :, None], product))
    return result


def syevd(a: Array, *, lower: bool) -> Sequence[Array]:
    """Eigenvectors as columns, ascending eigenvalues, and `info`; one triangle is read."""
    size = side_of(a)

    def compute(matrices: Matrix) -> Sequence[Array]:
        values, vectors = np.linalg.eigh(matrices, "L" if lower else "U")
        return vectors, values

    return each(compute, a, (size, size), (size,))


def gesdd(a: Array, *, full: bool) -> Sequence[Array]:
    """Descending singular values, left vectors as columns, right ones as rows, and `info`."""
    rows, columns = a.shape[-2:]
    count = min(rows, columns)
    left, right = (rows, columns) if full else (count, count)

    def compute(matrices: Matrix) -> Sequence[Array]:
        vectors, values, others = np.linalg.svd(matrices, full_matrices=full)
        return values, vectors, others

    return each(compute, a, (count,), (rows, left), (right, columns))


def geev(a: Array, *, left: bool) -> Sequence[Array]:
    """
    Eigenvalues, left and right eigenvectors as columns, all complex, and `info`. Left ones are NaN
    where the right ones are no basis, and zeros if they are not asked for.
    """
    size = side_of(a)

    def compute(matrices: Matrix) -> Sequence[Array]:
        values, right = np.linalg.eig(matrices)
        return values, dual(right) if left else np.zeros_like(right), right

    return each(compute, a, (size,), (size, size), (size, size))


def dual(bases: Matrix) -> Array:
    """Columns of length 1 of which each is orthogonal to all columns of a basis but one."""
    try:
        found = np.conjugate(np.swapaxes(np.linalg.inv(bases), -1, -2))
    except np.linalg.LinAlgError:
        if bases.ndim == 2:
            return np.full_like(bases, np.nan)
        return np.reshape(np.asarray([dual(basis) for basis in stacked(bases)]), bases.shape)
    return found / np.linalg.norm(found, axis=-2, keepdims=True)
