"""Operations made of others: scan, ragged products, computations that are waited for."""

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import run


@pytest.mark.parametrize("prefix", ["mhlo", "chlo"])
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("size", [0, 1, 4])
def test_scan(prefix: str, backwards: bool, size: int) -> None:
    """A running sum along the second dimension."""
    word = str(backwards).lower()
    text = f"""
func.func @main(%x: tensor<2x?xf32>, %z: tensor<2xf32>) -> (tensor<2x?xf32>, tensor<2xf32>) {{
  %y, %s = {prefix}.scan(%x) inits (%z) dimension=1 attributes {{is_reverse = {word}}} {{
  ^bb0(%a: tensor<2xf32>, %c: tensor<2xf32>):
    %t = stablehlo.add %a, %c : tensor<2xf32>
    stablehlo.return %t, %t : tensor<2xf32>, tensor<2xf32>
  }} : (tensor<2x?xf32>, tensor<2xf32>) -> (tensor<2x?xf32>, tensor<2xf32>)
  return %y, %s : tensor<2x?xf32>, tensor<2xf32>
}}"""
    x = np.arange(2 * size, dtype=np.float32).reshape(2, size)
    sums, last = run(parse(text), x, np.ones(2, np.float32))
    expected = np.cumsum(x[:, ::-1], 1)[:, ::-1] if backwards else np.cumsum(x, 1)
    np.testing.assert_array_equal(sums, expected + 1)
    np.testing.assert_array_equal(last, x.sum(1) + 1)


def ragged(dims: str, lhs: str, rhs: str, result: str) -> str:
    return f"""
func.func @main(%a: tensor<{lhs}>, %b: tensor<{rhs}>, %g: tensor<3xi64>) -> tensor<{result}> {{
  %r = "chlo.ragged_dot"(%a, %b, %g) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<{dims}>}}
    : (tensor<{lhs}>, tensor<{rhs}>, tensor<3xi64>) -> tensor<{result}>
  return %r : tensor<{result}>
}}"""


RNG = np.random.default_rng(0)


@pytest.mark.parametrize("groups", [(2, 0, 3), (1, 1, 1), (0, 0, 0), (5, 0, 0)])
def test_ragged_rows(groups: tuple[int, ...]) -> None:
    """Each row is multiplied by its group's matrix; rows after the last group give zero."""
    dims = (
        "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],"
        " lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
    )
    a, b = RNG.normal(size=(5, 4)).astype(np.float32), RNG.normal(size=(3, 4, 2)).astype(np.float32)
    expected = np.zeros((5, 2), np.float32)
    start = 0
    for index, size in enumerate(groups):
        expected[start : start + size] = a[start : start + size] @ b[index]
        start += size
    module = parse(ragged(dims, "5x4xf32", "3x4x2xf32", "5x2xf32"))
    found = run(module, a, b, np.asarray(groups))[0]
    np.testing.assert_allclose(found.astype(np.float64), expected, rtol=1e-5, atol=1e-6)


def test_ragged_sums() -> None:
    """A product for each group of the rows that are summed over; others never count."""
    dims = (
        "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0],"
        " lhs_ragged_dimensions = [0], rhs_group_dimensions = []"
    )
    a, b = RNG.normal(size=(5, 4)).astype(np.float32), RNG.normal(size=(5, 2)).astype(np.float32)
    b[4] = np.inf
    module = parse(ragged(dims, "5x4xf32", "5x2xf32", "3x4x2xf32"))
    expected = [a[:2].T @ b[:2], np.zeros((4, 2)), a[2:4].T @ b[2:4]]
    found = run(module, a, b, np.asarray([2, 0, 2]))[0]
    np.testing.assert_allclose(found.astype(np.float64), expected, rtol=1e-5, atol=1e-6)


def test_asynchronous() -> None:
    text = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<?xf32>):
    %n = stablehlo.slice %a [1:2] : (tensor<?xf32>) -> tensor<1xf32>
    stablehlo.return %n : tensor<1xf32>
  }) : (tensor<?xf32>) -> !stablehlo.future<tensor<1xf32>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<1xf32>>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}"""
    np.testing.assert_array_equal(run(parse(text), np.arange(3, dtype=np.float32))[0], [1])


def test_group_sizes_by_batch_are_refused() -> None:
    dims = (
        "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],"
        " lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
    )
    text = ragged(dims, "5x4xf32", "3x4x2xf32", "5x2xf32").replace("3xi64", "1x3xi64")
    with pytest.raises(OperationError, match="group sizes of rank 2 are not supported"):
        run(
            parse(text),
            np.ones((5, 4), np.float32),
            np.ones((3, 4, 2), np.float32),
            np.ones((1, 3), np.int64),
        )
