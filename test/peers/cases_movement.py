"""Operations that move elements: broadcasts, slices, pads, gathers."""

from __future__ import annotations

import numpy as np
from peers.arrays import REFERENCE, XLA, X, floats, grid, numbers
from peers.executors import Case, case, tensor, type_of

MOVEMENT: dict[str, Case] = {
    "broadcast_in_dim": case(
        "stablehlo.broadcast_in_dim",
        [grid(1, 3)],
        "tensor<2x3x4xf32>",
        attributes="broadcast_dimensions = array<i64: 0, 1>",
    ),
    "broadcast": case(
        "stablehlo.broadcast",
        [grid(3)],
        "tensor<2x3xf32>",
        attributes="broadcast_sizes = array<i64: 2>",
        by=XLA,
    ),
    "dynamic_broadcast_in_dim": case(
        "stablehlo.dynamic_broadcast_in_dim",
        [grid(1, 3), numbers(2, 5, 3)],
        "tensor<2x5x3xf32>",
        attributes="broadcast_dimensions = array<i64: 1, 2>",
        by=REFERENCE,
    ),
    "concatenate": case(
        "stablehlo.concatenate",
        [grid(2, 3), floats(2, 0), grid(2, 1)],
        "tensor<2x4xf32>",
        attributes="dimension = 1 : i64",
    ),
    "reshape": case("stablehlo.reshape", [X], "tensor<5x12xf32>"),
    "dynamic_reshape": case(
        "stablehlo.dynamic_reshape", [X, numbers(5, 12)], "tensor<5x12xf32>", by=REFERENCE
    ),
    "transpose": case(
        "stablehlo.transpose",
        [X],
        "tensor<5x3x4xf32>",
        attributes="permutation = array<i64: 2, 0, 1>",
    ),
    "reverse": case(
        "stablehlo.reverse", [X], type_of(X), attributes="dimensions = array<i64: 0, 2>"
    ),
    "iota": case("stablehlo.iota", [], "tensor<3x4xf32>", attributes="iota_dimension = 1 : i64"),
    "iota_of_bytes": case(
        "stablehlo.iota", [], "tensor<300xui8>", attributes="iota_dimension = 0 : i64"
    ),
    "iota_of_bf16": case(
        "stablehlo.iota", [], "tensor<300xbf16>", attributes="iota_dimension = 0 : i64"
    ),
    "dynamic_iota": case(
        "stablehlo.dynamic_iota",
        [numbers(3, 4)],
        "tensor<3x4xi32>",
        attributes="iota_dimension = 0 : i64",
        by=REFERENCE,
    ),
    "slice": case(
        "stablehlo.slice",
        [X],
        "tensor<2x0x2xf32>",
        attributes="start_indices = array<i64: 1, 2, 0>, limit_indices = array<i64: 3, 2, 4>,"
        " strides = array<i64: 1, 3, 3>",
    ),
    "get_dimension_size": case(
        "stablehlo.get_dimension_size", [X], "tensor<i32>", attributes="dimension = 1 : i64"
    ),
    "bitcast_wider": case(
        "stablehlo.bitcast_convert", [grid(3, 2, kind=np.int16)], "tensor<3xi32>"
    ),
    "bitcast_narrower": case("stablehlo.bitcast_convert", [floats(3)], "tensor<3x4xui8>"),
    "select": case("stablehlo.select", [X > 30, X, -X], type_of(X)),
    "select_by_scalar": case("stablehlo.select", [np.asarray(False), X, -X], type_of(X)),
    "optimization_barrier": case("stablehlo.optimization_barrier", [X], type_of(X)),
    "torch_index_select": case(
        "stablehlo.torch_index_select",
        [X, numbers(3, 0, 1)],
        "tensor<3x3x5xf32>",
        attributes="dim = 1 : i64, batch_dims = 0 : i64",
        by=XLA,
    ),
}

for low, high, inner in ((1, 2, 0), (-1, -1, 0), (2, -1, 2), (-2, 3, 1), (-3, -2, 3)):
    size = low + high + 4 + 3 * inner
    attributes = (
        f"edge_padding_low = array<i64: {low}>, edge_padding_high = array<i64: {high}>,"
        f" interior_padding = array<i64: {inner}>"
    )
    MOVEMENT[f"pad {low} {high} {inner}"] = case(
        "stablehlo.pad",
        [grid(4), np.float32(7)],
        tensor("f32", size),
        attributes=attributes,
    )
    MOVEMENT[f"dynamic_pad {low} {high} {inner}"] = case(
        "stablehlo.dynamic_pad",
        [grid(4), np.float32(7), numbers(low), numbers(high), numbers(inner)],
        tensor("f32", size),
        by=REFERENCE,
    )

for start in (-5, 0, 2, 9):
    for kind in (np.int32, np.int64, np.int8, np.uint8):
        if start < 0 and kind is np.uint8:
            continue
        at = [np.asarray(start, kind), np.asarray(1, kind)]
        MOVEMENT[f"dynamic_slice {start} {np.dtype(kind)}"] = case(
            "stablehlo.dynamic_slice",
            [grid(4, 5), *at],
            "tensor<2x3xf32>",
            attributes="slice_sizes = array<i64: 2, 3>",
        )
        MOVEMENT[f"dynamic_update_slice {start} {np.dtype(kind)}"] = case(
            "stablehlo.dynamic_update_slice",
            [grid(4, 5), -floats(2, 3), *at],
            "tensor<4x5xf32>",
        )

HALVES = np.asarray(
    [0, 1, 127, -128, 256, 257, 259, -385, 513, 514, 518, -32768, 2**24 + 1, -(2**31)]
)
for kind in (np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64):
    MOVEMENT[f"convert {np.dtype(kind)} to bf16"] = case(
        "stablehlo.convert", [HALVES.astype(kind)], tensor("bf16", len(HALVES))
    )

GATHER = (
    "dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [],"
    " start_index_map = [1, 0], index_vector_dim = 1>,"
)
OUTSIDE = np.asarray([[0, 0], [-3, 2], [9, 9], [2, -1], [3, 1]], np.int32)
BATCHED = (
    "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1],"
    " operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1],"
    " index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 5>"
)
MOVEMENT |= {
    "gather": case(
        "stablehlo.gather",
        [grid(4, 5), OUTSIDE],
        "tensor<5x2x3xf32>",
        attributes=f"{GATHER} slice_sizes = array<i64: 2, 3>, indices_are_sorted = false",
    ),
    "gather_unsigned": case(
        "stablehlo.gather",
        [grid(4, 5), OUTSIDE.astype(np.uint32)],
        "tensor<5x2x3xf32>",
        attributes=f"{GATHER} slice_sizes = array<i64: 2, 3>",
        by=XLA,  # The reference interpreter takes large indices for negative ones.
    ),
    "gather_batched": case(
        "stablehlo.gather",
        [X, np.asarray([[[0], [9]], [[-1], [2]], [[1], [3]]], np.int64)],
        "tensor<3x2x5xf32>",
        attributes=BATCHED,
    ),
    "dynamic_gather": case(
        "stablehlo.dynamic_gather",
        [grid(4, 5), OUTSIDE, numbers(2, 3)],
        "tensor<5x2x3xf32>",
        attributes=f"{GATHER} indices_are_sorted = false",
        by=REFERENCE,
    ),
}
