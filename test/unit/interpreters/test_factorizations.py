"""Factorizations as LAPACK returns them: what they are put together again gives the matrix."""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import pytest
from fuzz.harness import parse
from numpy.typing import NDArray

from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels import factorizations
from disc_shape.interpreters.kernels.arrays import Array, KernelError

Matrix = NDArray[np.complex128]
"""What the type checker takes arrays for; they are of any type of floats or complex numbers."""

SHAPES = [(1, 1), (3, 3), (5, 2), (2, 5), (0, 0), (3, 0), (2, 4, 4), (0, 3, 3), (2, 1, 4, 3)]
SQUARE = [shape for shape in SHAPES if shape[-1] == shape[-2]]
TYPES = [np.float32, np.float64, np.complex64, np.complex128]


def matrix(shape: Sequence[int], dtype: type) -> Matrix:
    """Random numbers; parts are independent."""
    random = np.random.default_rng(7)
    real, imaginary = random.standard_normal((2, *shape))
    numbers = real + 1j * imaginary if np.dtype(dtype).kind == "c" else real
    return cast("Matrix", numbers.astype(dtype))


def numeric(arrays: Sequence[Array]) -> Sequence[Matrix]:
    return cast("Sequence[Matrix]", arrays)


def adjoint(a: Matrix) -> Matrix:
    return np.conjugate(np.swapaxes(a, -1, -2))


def assert_close(found: Matrix, expected: Matrix) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_exchanged_rows_are_the_product_of_triangles(shape: tuple[int, ...], dtype: type) -> None:
    a = matrix(shape, dtype)
    factors, pivots, info = factorizations.getrf(a)
    (triangles,) = numeric([factors])
    steps = min(shape[-2:])
    assert pivots.shape == (*shape[:-2], steps)
    assert not info.any()
    lower = np.tril(triangles, -1)[..., :steps] + np.eye(shape[-2], steps)
    product = lower @ np.triu(triangles)[..., :steps, :]
    exchanged = a.copy()
    for at in np.ndindex(shape[:-2]):
        for step, pivot in enumerate(cast("NDArray[np.int32]", pivots)[at]):
            exchanged[at][[step, pivot - 1]] = exchanged[at][[pivot - 1, step]]
    assert_close(product, exchanged)


def test_a_matrix_without_a_pivot_has_a_status() -> None:
    singular = np.array([[1.0, 2.0], [2.0, 4.0]])
    *_, info = numeric(factorizations.getrf(np.stack([singular, np.eye(2)])))
    assert [bool(one) for one in info] == [True, False]


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_the_factor_of_a_positive_matrix(shape: tuple[int, ...], dtype: type, lower: bool) -> None:
    a = matrix(shape, dtype)
    positive = cast("Matrix", (a @ adjoint(a) + np.eye(shape[-1])).astype(dtype))
    factor, info = numeric(factorizations.potrf(positive, lower=lower))
    triangle, other = (np.tril, np.triu) if lower else (np.triu, np.tril)
    root = triangle(factor)
    assert_close(root @ adjoint(root) if lower else adjoint(root) @ root, positive)
    away = 1 if lower else -1
    np.testing.assert_array_equal(other(factor, away), other(positive, away))
    assert not info.any()


def test_a_matrix_that_is_not_positive_has_a_status() -> None:
    _, info = numeric(factorizations.potrf(np.stack([np.eye(2), -np.eye(2)]), lower=True))
    assert [bool(one) for one in info] == [False, True]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_reflections_multiply_to_the_matrix(shape: tuple[int, ...], dtype: type) -> None:
    a = matrix(shape, dtype)
    reflections, factors = numeric(factorizations.geqrf(a))
    steps = min(shape[-2:])
    (orthogonal,) = numeric([factorizations.orgqr(reflections[..., :steps], factors)])
    assert_close(orthogonal @ np.triu(reflections[..., :steps, :]), a)
    identity = np.zeros((*shape[:-2], steps, steps), np.complex128) + np.eye(steps)
    assert_close(adjoint(orthogonal) @ orthogonal, identity)


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_eigenvectors_of_one_triangle(shape: tuple[int, ...], dtype: type, lower: bool) -> None:
    a = matrix(shape, dtype)
    half = np.tril(a, -1) if lower else np.triu(a, 1)
    diagonal = np.real(a) * np.eye(shape[-1])
    vectors, values, info = numeric(factorizations.syevd(half + diagonal, lower=lower))
    assert_close((half + adjoint(half) + diagonal) @ vectors, vectors * values[..., None, :])
    assert (np.diff(values.real) >= 0).all()
    assert not info.any()


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_singular_vectors_multiply_to_the_matrix(
    shape: tuple[int, ...], dtype: type, full: bool
) -> None:
    a = matrix(shape, dtype)
    values, left, right, info = numeric(factorizations.gesdd(a, full=full))
    steps = min(shape[-2:])
    size = shape[-2] if full else steps
    assert left.shape == (*shape[:-1], size)
    assert_close((left[..., :steps] * values[..., None, :]) @ right[..., :steps, :], a)
    assert not info.any()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_left_and_right_eigenvectors(shape: tuple[int, ...], dtype: type) -> None:
    a = matrix(shape, dtype)
    values, left, right, info = numeric(factorizations.geev(a, left=True))
    assert_close(a @ right, right * values[..., None, :])
    assert_close(adjoint(left) @ a, values[..., None] * adjoint(left))
    assert not info.any()


def test_eigenvalues_of_a_matrix_without_a_basis_of_eigenvectors() -> None:
    block = np.array([[1.0, 1.0], [0.0, 1.0]])
    values, left, right, info = numeric(factorizations.geev(block, left=True))
    np.testing.assert_allclose(values, [1, 1])
    assert_close(block @ right, right * values)
    assert not info.any()
    assert left.shape == (2, 2)


FACTORIZATIONS: dict[str, Callable[[Matrix], Sequence[Array]]] = {
    "eigh": lambda a: factorizations.syevd(a, lower=True),
    "svd": lambda a: factorizations.gesdd(a, full=True),
    "eig": lambda a: factorizations.geev(a, left=True),
}


@pytest.mark.parametrize("name", FACTORIZATIONS)
def test_a_batch_is_one_call_of_numpy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compute = cast("Callable[..., object]", getattr(np.linalg, name))
    calls: list[object] = []

    def counted(*arguments: object, **options: object) -> object:
        calls.append(arguments)
        return compute(*arguments, **options)

    monkeypatch.setattr(np.linalg, name, counted)
    FACTORIZATIONS[name](matrix((3, 50, 4, 4), np.float32))
    assert len(calls) == 1


@pytest.mark.parametrize("name", FACTORIZATIONS)
@pytest.mark.parametrize("dtype", TYPES)
def test_matrices_of_a_batch_have_nothing_to_do_with_each_other(name: str, dtype: type) -> None:
    """One that does not converge has NaN and a status; one without a basis has no left vectors."""
    a = matrix((2, 3, 4, 4), dtype)
    a[0, 1] = np.nan
    a[1, 0] = np.eye(4, k=1)
    a[1, 1] = 0
    together = numeric(FACTORIZATIONS[name](a))
    assert together[-1].shape == (2, 3)
    if name != "eigh":  # LAPACK may return NaN for it without a status.
        np.testing.assert_array_equal(together[-1], [[0, 1, 0], [0, 0, 0]])
    for place in np.ndindex(2, 3):
        for whole, alone in zip(together, numeric(FACTORIZATIONS[name](a[place])), strict=True):
            np.testing.assert_array_equal(whole[place], alone)
    for values in together[:-1]:
        assert np.isfinite(values[0, 0]).all()
        assert np.isfinite(values[1, 2]).all()


@pytest.mark.parametrize("shape", [(2, 3), (4, 3, 2)])
def test_eigenvalues_are_those_of_square_matrices(shape: tuple[int, ...]) -> None:
    a = matrix(shape, np.float64)
    for compute in (
        lambda: factorizations.geev(a, left=False),
        lambda: factorizations.syevd(a, lower=True),
        lambda: factorizations.potrf(a, lower=True),
    ):
        with pytest.raises(KernelError, match="last two dimensions differ"):
            compute()


CALL = """
func.func @main(%a: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>) {{
  %0:2 = stablehlo.custom_call @{target}(%a) {{mhlo.backend_config = {{{options}}}}}
    : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<i32>
}}"""


def test_a_call_has_the_types_of_its_results() -> None:
    program = parse(CALL.format(target="lapack_spotrf_ffi", options="uplo = 76 : ui8"))
    factor, info = run(program, np.array([[4, 9], [2, 5]], np.float32))
    np.testing.assert_array_equal(factor, np.array([[2, 9], [1, 2]], np.float32))
    assert (factor.dtype, info.dtype, info[()]) == (np.float32, np.int32, 0)


@pytest.mark.parametrize("options", ["", 'uplo = "L"', "upper = 76 : ui8"])
def test_a_call_without_an_option_is_refused(options: str) -> None:
    program = parse(CALL.format(target="lapack_spotrf_ffi", options=options))
    with pytest.raises(OperationError, match=r"'stablehlo.custom_call' has no option uplo"):
        run(program, np.eye(2, dtype=np.float32))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("@lapack_sgetrf_ffi(%a) {mhlo.backend_config = {}}", "has 2 results, but getrf has 3"),
        ("@lapack_strsm_ffi(%a) {mhlo.backend_config = {}}", "of trsm has no matrix to work on"),
        ("@lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 88 : ui8}}", "is 88, expected"),
    ],
)
def test_a_call_of_other_operands_or_results_is_refused(call: str, message: str) -> None:
    text = CALL.format(target="T", options="").replace("@T(%a) {mhlo.backend_config = {}}", call)
    with pytest.raises(OperationError, match=f"'stablehlo.custom_call' {message}"):
        run(parse(text), np.eye(2, dtype=np.float32))


def test_a_call_of_operands_of_other_batches_is_refused() -> None:
    text = """
func.func @main(%a: tensor<?x2x2xf64>, %b: tensor<?x2x2xf64>) -> tensor<?x2x2xf64> {
  %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {mhlo.backend_config = {
      side = 76 : ui8, uplo = 76 : ui8, diag = 78 : ui8, trans_x = 78 : ui8}}
    : (tensor<?x2x2xf64>, tensor<?x2x2xf64>) -> tensor<?x2x2xf64>
  return %0 : tensor<?x2x2xf64>
}"""
    eyes = [np.broadcast_to(np.eye(2), (count, 2, 2)) for count in (2, 3)]
    np.testing.assert_array_equal(run(parse(text), eyes[0], eyes[0])[0], eyes[0])
    with pytest.raises(OperationError, match=r"leading sizes of .* differ: \[2\] and \[3\]"):
        run(parse(text), *eyes)
