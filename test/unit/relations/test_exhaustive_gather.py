"""All small shapes of gathers, scatters and index selections."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]


def gather(dims: str, slices: str, operand: str, indices: str, result: str) -> tuple[str, str, str]:
    """Arguments, body and result of a gather."""
    before, where, after = (
        f"tensor<{operand}xf32>",
        f"tensor<{indices}xi64>",
        f"tensor<{result}xf32>",
    )
    body = (
        f'%2 = "stablehlo.gather"(%0, %1) <{{dimension_numbers = #stablehlo.gather<{dims}>, '
        f"slice_sizes = array<i64: {slices}>}}> : ({before}, {where}) -> {after}\n"
        f"return %2 : {after}"
    )
    return f"%0: {before}, %1: {where}", body, after


def test_gather_rows(exhaust: Exhaust) -> None:
    dims = "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
    exhaust(*gather(dims + "index_vector_dim = 1", "1, 2", "?x?", "?x?", "?x2"))


def test_gather_without_index_vectors(exhaust: Exhaust) -> None:
    dims = "offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], "
    exhaust(*gather(dims + "index_vector_dim = 2", "2, 1", "?x?", "?x?", "2x?x?"))


def test_gather_in_batches(exhaust: Exhaust) -> None:
    dims = (
        "offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
        "start_index_map = [1], index_vector_dim = 1"
    )
    exhaust(*gather(dims, "1, 1", "?x?", "?x1", "?x1"))


def test_gather_of_several_dimensions(exhaust: Exhaust) -> None:
    dims = "offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 0"
    exhaust(*gather(dims, "2, 0", "?x?", "?x?", "2x?x0"))


def test_dynamic_gather(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x1xi64>, %2: tensor<2xi64>",
        """%3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<
            offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
            index_vector_dim = 1>}>
            : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<2xi64>) -> tensor<?x?xf32>
        return %3 : tensor<?x?xf32>""",
        "tensor<?x?xf32>",
        # What is read from an empty dimension is unspecified.
        values={2: (-1, 1, 2, 3)},
    )


ADD = """{
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %z : tensor<f32>
}"""


@pytest.mark.parametrize("vector", [1, 0])
def test_scatter(exhaust: Exhaust, vector: int) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xi64>, %2: tensor<?x?xf32>",
        f"""%3 = "stablehlo.scatter"(%0, %1, %2) <{{
            scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
              inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
              index_vector_dim = {vector}>}}> ({ADD})
            : (tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32>) -> tensor<?x?xf32>
        return %3 : tensor<?x?xf32>""",
        "tensor<?x?xf32>",
        sizes=(0, 1, 2),
    )


def test_scatter_in_batches(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x1xi64>, %2: tensor<?x?xf32>",
        f"""%3 = "stablehlo.scatter"(%0, %1, %2) <{{
            scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
              input_batching_dims = [0], scatter_indices_batching_dims = [0],
              scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}}> ({ADD})
            : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<?x?xf32>) -> tensor<?x?xf32>
        return %3 : tensor<?x?xf32>""",
        "tensor<?x?xf32>",
        sizes=(0, 1, 2),
    )


def test_torch_index_select(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?x?xf32>, %1: tensor<?x?xi64>",
        """%2 = "stablehlo.torch_index_select"(%0, %1) <{dim = 1 : i64, batch_dims = 1 : i64}>
            : (tensor<?x?x?xf32>, tensor<?x?xi64>) -> tensor<?x?x?xf32>
        return %2 : tensor<?x?x?xf32>""",
        "tensor<?x?x?xf32>",
        sizes=(0, 2, 3),
    )
