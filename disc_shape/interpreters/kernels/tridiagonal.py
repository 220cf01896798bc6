"""Systems of equations whose matrices have three diagonals, batched over leading dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from disc_shape.interpreters.kernels.arrays import Array, KernelError

Numbers = NDArray[np.float64]
"""What numpy's functions are said to take; any floats or complex numbers are given."""


def gtsv(lower: Array, diagonal: Array, upper: Array, right: Array) -> Sequence[Array]:
    """
    What LAPACK's `gtsv` leaves in its operands, and `info`: the diagonals of the triangular factor
    (the second one above, the main one, the first one above), and the solution. Row `i` of a matrix
    is `lower[i], diagonal[i], upper[i]`.
    """
    batch, rows = right.shape[:-2], right.shape[-2]
    for one in (lower, diagonal, upper):
        if one.shape != (*batch, rows):
            raise KernelError(f"a diagonal has the sizes {one.shape}, expected {(*batch, rows)}")
    results = [one.copy() for one in (lower, diagonal, upper, right)]
    info = np.zeros(batch, np.int32)
    if rows:
        for at in np.ndindex(batch):
            parts = cast("Sequence[Numbers]", [one[at] for one in results])
            info[at] = solve(*parts)
    return *results, info


def solve(lower: Numbers, diagonal: Numbers, upper: Numbers, right: Numbers) -> int:
    """
    Solve one system in place, exchanging a row with the next one where that has the greater
    element. The result is zero, or the number of the first row without a pivot.
    """
    last = len(diagonal) - 1
    for row in range(last):
        below = lower[row + 1]
        lower[row] = 0
        if size_of(diagonal[row]) >= size_of(below):
            if diagonal[row] == 0:
                return row + 1
            factor = below / diagonal[row]
            diagonal[row + 1] -= factor * upper[row]
            right[row + 1] -= factor * right[row]
            continue
        factor = diagonal[row] / below
        diagonal[row], beside = below, diagonal[row + 1]
        diagonal[row + 1] = upper[row] - factor * beside
        upper[row] = beside
        if row + 1 < last:
            lower[row] = upper[row + 1]
            upper[row + 1] = -factor * upper[row + 1]
        exchanged = right[row].copy()
        right[row] = right[row + 1]
        right[row + 1] = exchanged - factor * right[row]
    if diagonal[last] == 0:
        return last + 1
    for row in range(last, -1, -1):
        if row < last:
            right[row] -= upper[row] * right[row + 1]
        if row + 1 < last:
            right[row] -= lower[row] * right[row + 2]
        right[row] /= diagonal[row]
    return 0


def size_of(number: np.float64) -> float:
    """The size of a number as LAPACK compares it: the sum of those of its parts."""
    return abs(number.real) + abs(number.imag)
