"""Operations with regions on elements: scatter, reduce, windows, sort."""

from __future__ import annotations

import numpy as np
from peers.arrays import NAN, REFERENCE, XLA, X, choice, floats, grid, numbers, region
from peers.executors import Case, case, type_of

SCATTER = (
    "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],"
    " inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
)
ROWS = np.asarray([[0], [3], [-1], [4], [3]], np.int32)
WINDOWED = (
    "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2],"
    " scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>"
)
BATCHED_SCATTER = (
    "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2],"
    " inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0],"
    " scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"
)
REDUCTIONS: dict[str, Case] = {
    "scatter_batched": case(
        "stablehlo.scatter",
        [X, np.asarray([[[0], [9]], [[-1], [2]], [[1], [1]]], np.int64), floats(3, 2, 5)],
        type_of(X),
        attributes=BATCHED_SCATTER,
        regions=region("add"),
    ),
    # What falls outside is dropped one by one; XLA drops the window that it belongs to.
    "scatter_windows": case(
        "stablehlo.scatter",
        [grid(4, 5), np.asarray([[0, 0], [3, 1], [2, 2], [2, 3], [-1, 0]], np.int32),
         floats(5, 2, 3)],
        "tensor<4x5xf32>",
        attributes=WINDOWED,
        regions=region("multiply"),
        by=REFERENCE,
    ),
    "scatter_two": case(
        "stablehlo.scatter",
        [grid(4, 2), -grid(4, 2), ROWS, floats(5, 2), floats(5, 2)],
        "tensor<4x2xf32>",
        "tensor<4x2xf32>",
        attributes=SCATTER,
        regions="{ ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):"
        " %s = stablehlo.add %a, %c : tensor<f32> %t = stablehlo.maximum %b, %d : tensor<f32>"
        " stablehlo.return %s, %t : tensor<f32>, tensor<f32> }",
    ),
}  # fmt: skip
for name in ("add", "subtract", "maximum", "minimum", "multiply"):
    REDUCTIONS[f"scatter {name}"] = case(
        "stablehlo.scatter",
        [grid(4, 2), ROWS, floats(5, 2)],
        "tensor<4x2xf32>",
        attributes=SCATTER,
        regions=region(name),
    )

MIXED = np.asarray([[3, -1, NAN, 2], [0.0, -0.0, np.inf, -np.inf], [1, 2, 3, 4]], np.float32)
STARTS = {"add": 0.0, "multiply": 1.0, "maximum": -np.inf, "minimum": np.inf}
for name, start in STARTS.items():
    for dims, kind in (("0", "tensor<4xf32>"), ("1", "tensor<3xf32>"), ("0, 1", "tensor<f32>")):
        REDUCTIONS[f"reduce {name} {dims}"] = case(
            "stablehlo.reduce",
            [MIXED, np.float32(start)],
            kind,
            attributes=f"dimensions = array<i64: {dims}>",
            regions=region(name),
        )
    REDUCTIONS[f"reduce {name} nothing"] = case(
        "stablehlo.reduce",
        [floats(0, 3), np.float32(start)],
        "tensor<3xf32>",
        attributes="dimensions = array<i64: 0>",
        regions=region(name),
    )
for name in ("and", "or", "xor", "add", "minimum"):
    REDUCTIONS[f"reduce integers {name}"] = case(
        "stablehlo.reduce",
        [numbers(7, -3, 12, 2**31 - 1).reshape(2, 2), np.int32(5)],
        "tensor<2xi32>",
        attributes="dimensions = array<i64: 1>",
        regions=region(name, "i32"),
    )


def window(
    dims: str, strides: str, base: str, dilation: str, padding: str, result: str, name: str = "add"
) -> Case:
    return case(
        "stablehlo.reduce_window",
        [grid(4, 5), np.float32(STARTS[name])],
        result,
        attributes=f"window_dimensions = array<i64: {dims}>,"
        f" window_strides = array<i64: {strides}>,"
        f" base_dilations = array<i64: {base}>,"
        f" window_dilations = array<i64: {dilation}>,"
        f" padding = dense<{padding}> : tensor<2x2xi64>",
        regions=region(name),
        tolerance=1e-4,
    )


REDUCTIONS |= {
    "window": window("2, 3", "1, 2", "1, 1", "1, 1", "[[1, 0], [1, 1]]", "tensor<4x3xf32>"),
    "window_dilated": window(
        "2, 3", "2, 1", "2, 3", "3, 1", "[[1, 2], [0, 3]]", "tensor<4x14xf32>"
    ),
    "window_negative": window(
        "2, 2", "1, 1", "1, 1", "1, 2", "[[-1, 0], [-1, -1]]", "tensor<2x1xf32>", "maximum"
    ),
    "window_empty": window(
        "5, 2", "1, 1", "1, 1", "1, 1", "[[0, 0], [0, 0]]", "tensor<0x4xf32>", "minimum"
    ),
    "select_and_scatter": case(
        "stablehlo.select_and_scatter",
        [floats(5, 6), floats(2, 3), np.float32(0)],
        "tensor<5x6xf32>",
        attributes="window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>,"
        " padding = dense<0> : tensor<2x2xi64>",
        regions=f"{choice('GE')}, {region('add')}",
    ),
    "select_and_scatter_padded": case(
        "stablehlo.select_and_scatter",
        [np.asarray([3, 3, 1, 3, 3], np.float32), floats(3), np.float32(0)],
        "tensor<5xf32>",
        attributes="window_dimensions = array<i64: 3>, window_strides = array<i64: 2>,"
        " padding = dense<[[1, 1]]> : tensor<1x2xi64>",
        regions=f"{choice('GE')}, {region('add')}",
    ),
    "map": case(
        "stablehlo.map",
        [X, -X],
        type_of(X),
        attributes="dimensions = array<i64: 0, 1, 2>",
        regions=region("multiply"),
    ),
}

SORTED = np.asarray([3, NAN, 0.0, -0.0, -np.inf, 1, np.inf, -NAN, 1], np.float32)
KEYS = numbers(2, 1, 2, 0, 1, 2, 0, 1, 1)
SECOND = ", %c: tensor<i32>, %d: tensor<i32>"
for stable in ("true",):
    for direction in ("LT", "GT"):
        REDUCTIONS[f"sort total {direction}"] = case(
            "stablehlo.sort",
            [SORTED, grid(9, kind=np.int32)],
            "tensor<9xf32>",
            "tensor<9xi32>",
            attributes=f"dimension = 0 : i64, is_stable = {stable}",
            regions=choice(direction, compare="TOTALORDER", more=SECOND),
            by=XLA,
        )
        REDUCTIONS[f"sort keys {direction}"] = case(
            "stablehlo.sort",
            [KEYS, grid(9, kind=np.int32)],
            "tensor<9xi32>",
            "tensor<9xi32>",
            attributes=f"dimension = 0 : i64, is_stable = {stable}",
            regions=choice(direction, "i32", "SIGNED", SECOND),
        )
REDUCTIONS["sort rows"] = case(
    "stablehlo.sort",
    [floats(3, 4, 2)],
    "tensor<3x4x2xf32>",
    attributes="dimension = 1 : i64, is_stable = false",
    regions=choice("LT"),
)
