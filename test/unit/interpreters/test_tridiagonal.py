"""Systems with three diagonals, against numpy's solutions of whole matrices."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

import disc_shape
from disc_shape.interpreters.kernels.arrays import KernelError
from disc_shape.interpreters.kernels.tridiagonal import gtsv

Numbers = NDArray[np.complex128]

EPSILONS = {
    np.dtype(one).name: float(np.finfo(part).eps)
    for one, part in [
        (np.float32, np.float32),
        (np.float64, np.float64),
        (np.complex64, np.float32),
        (np.complex128, np.float64),
    ]
}
TYPES = [np.float32, np.float64, np.complex64, np.complex128]
CALL = """
func.func @main(%l: tensor<?xf32>, %d: tensor<?xf32>, %u: tensor<?xf32>, %b: tensor<?x2xf32>)
    -> (tensor<?x2xf32>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%l, %d, %u, %b) {mhlo.backend_config = {}}
      : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x2xf32>)
      -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x2xf32>, tensor<i32>)
  return %0#3, %0#4 : tensor<?x2xf32>, tensor<i32>
}
"""


def system(rows: int, dtype: type, seed: int, batch: tuple[int, ...] = ()) -> list[Numbers]:
    """Three diagonals and two right sides."""
    random = np.random.default_rng(seed)
    numbers = [random.normal(size=(2, *batch, rows)) for _ in range(3)]
    numbers.append(random.normal(size=(2, *batch, rows, 2)))
    complex_ = np.dtype(dtype).kind == "c"
    found = [(one[0] + (1j * one[1] if complex_ else 0)).astype(dtype) for one in numbers]
    return cast("list[Numbers]", found)


def whole(lower: Numbers, diagonal: Numbers, upper: Numbers) -> Numbers:
    """The matrix of three diagonals."""
    return np.diag(lower[1:], -1) + np.diag(diagonal) + np.diag(upper[:-1], 1)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("rows", [1, 2, 3, 4, 9])
def test_solutions(rows: int, dtype: type) -> None:
    for seed in range(5):
        given = system(rows, dtype, seed)
        *results, info = gtsv(*given)
        second, main, first, found = cast("list[Numbers]", results)
        matrix = whole(*given[:3])
        expected = np.linalg.solve(matrix.astype(np.complex128), given[3])
        scale = np.linalg.cond(matrix) * EPSILONS[np.dtype(dtype).name]
        np.testing.assert_allclose(
            found, expected, rtol=0, atol=20 * scale * np.abs(expected).max()
        )
        assert info == 0
        determinant = abs(np.prod(main))
        assert abs(determinant - abs(np.linalg.det(matrix))) < 1e-3 * max(1, determinant)
        assert found.dtype == second.dtype == first.dtype == dtype


def test_rows_without_a_pivot_have_a_status() -> None:
    ones, zeros, right = np.ones((4, 3)), np.zeros((4, 3)), np.ones((4, 3, 1))
    diagonal = np.array([[1.0, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0]])
    *_, info = gtsv(zeros, diagonal, zeros, right)
    assert list(np.asarray(info)) == [0, 1, 2, 3]
    *_, solution, info = gtsv(ones[:1], np.array([[0.0, 1, 1]]), ones[:1], right[:1])
    assert np.allclose(solution[0, :, 0], [0, 1, 0])
    assert not info.any()


def test_no_rows_and_no_matrices() -> None:
    for batch, rows in (((), 0), ((0,), 3), ((2,), 0)):
        *results, info = gtsv(*system(rows, np.float32, 0, batch))
        assert results[3].shape == (*batch, rows, 2)
        assert info.shape == batch
        assert not info.any()


def test_diagonals_of_other_sizes_are_refused() -> None:
    lower, diagonal, upper, right = system(4, np.float32, 0)
    with pytest.raises(KernelError, match="a diagonal has the sizes"):
        gtsv(lower[1:], diagonal, upper, right)


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_calls(rows: int) -> None:
    given = system(rows, np.float32, rows)
    given[1] += 4
    found, info = disc_shape.parse(CALL).run(*given)
    expected = np.linalg.solve(whole(*given[:3]), given[3])
    assert np.allclose(cast("Numbers", found), expected, rtol=1e-4, atol=1e-5)
    assert info == 0
