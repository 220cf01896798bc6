"""Programs with sums of products, and a comparison of what machine code makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.dialects.func import CallOp

import disc_shape
from disc_shape.interpreters import check, random_inputs
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.contractions import convert_contractions

DOTS = {
    "rows": ("?x5xf32", "5x?xf32", "?x?xf32", "contracting_dims = [1] x [0]"),
    "columns": ("5x?xf64", "?x5xf64", "?x?xf64", "contracting_dims = [0] x [1]"),
    "batches": (
        *("?x?x3xf32", "?x?x3xf32", "?x?x?xf32"),
        "batching_dims = [0] x [0], contracting_dims = [2] x [2]",
    ),
    "batches_inside": (
        *("?x?x3x2xf32", "3x?x?x2xf32", "2x?x?x?x?xf32"),
        "batching_dims = [3] x [3], contracting_dims = [2] x [0]",
    ),
    "small_batches": (
        *("?x4x8xf32", "?x8x8xf32", "?x4x8xf32"),
        "batching_dims = [0] x [0], contracting_dims = [2] x [1]",
    ),
    "batches_not_as_small": (
        *("?x5x8xf64", "?x8x8xf64", "?x5x8xf64"),
        "batching_dims = [0] x [0], contracting_dims = [2] x [2]",
    ),
    "two_contracted": ("?x4x3xf32", "3x4x?xf32", "?x?xf32", "contracting_dims = [1, 2] x [1, 0]"),
    "outer": ("?xf32", "?xf32", "?x?xf32", ""),
    "vector": ("?x?xf32", "?xf32", "?xf32", "contracting_dims = [1] x [0]"),
    "row": ("?xf32", "?x?xf32", "?xf32", "contracting_dims = [0] x [0]"),
    "inner": ("?xf32", "?xf32", "f32", "contracting_dims = [0] x [0]"),
}
"""Types of the operands and the result of dots, and their dimensions."""


def dot_text(name: str) -> str:
    """The program of a dot."""
    lhs, rhs, out, dimensions = DOTS[name]
    attributes = f", {dimensions}" if dimensions else ", contracting_dims = [] x []"
    return f"""
    func.func @main(%x: tensor<{lhs}>, %w: tensor<{rhs}>) -> tensor<{out}> {{
      %0 = stablehlo.dot_general %x, %w{attributes}
          : (tensor<{lhs}>, tensor<{rhs}>) -> tensor<{out}>
      return %0 : tensor<{out}>
    }}
    """


CONVOLUTIONS = {
    "same": "window = {pad = [[1, 1], [1, 1]]}",
    "valid": "window = {}",
    "strides": "window = {stride = [2, 3], pad = [[1, 0], [2, 1]]}",
    "dilated": "window = {pad = [[2, 2], [1, 3]], rhs_dilate = [2, 2]}",
    "transposed": "window = {pad = [[1, 2], [2, 2]], lhs_dilate = [2, 3]}",
    "transposed_far": "window = {pad = [[5, -1], [-2, 9]], lhs_dilate = [3, 2]}",
    "transposed_and_dilated": (
        "window = {pad = [[0, 3], [1, 2]], lhs_dilate = [2, 2], rhs_dilate = [3, 2]}"
    ),
    "transposed_with_strides": (
        "window = {stride = [3, 2], pad = [[1, 2], [2, 2]], lhs_dilate = [2, 3]}"
    ),
    "groups": "window = {pad = [[1, 1], [0, 0]]}",
    "small_groups": "window = {}",
    "groups_of_four": "window = {stride = [1, 2], pad = [[1, 1], [2, 0]]}",
    "depthwise": "window = {stride = [2, 1], pad = [[1, 1], [1, 2]], rhs_dilate = [1, 2]}",
    "depthwise_with_gaps": "window = {pad = [[1, 1], [1, 2]], lhs_dilate = [2, 2]}",
    "many_features": "window = {pad = [[1, 1], [1, 0]]}",
    "one_row": "window = {pad = [[0, 0], [40, 3]]}",
    "one_tap": "window = {pad = [[1, 1], [2, 0]]}",
    "one_tap_with_gaps": "window = {lhs_dilate = [2, 1]}",
    "one_tap_with_both": "window = {stride = [1, 2], pad = [[0, 1], [-1, 2]], lhs_dilate = [1, 3]}",
    "one_tap_with_strides": "window = {stride = [2, 3], pad = [[1, 2], [0, 1]]}",
    "one_tap_dilated": "window = {pad = [[1, 0], [3, 3]], rhs_dilate = [2, 3]}",
    "one_tap_of_less": "window = {stride = [2, 1], pad = [[-1, 0], [0, -2]]}",
}
"""Windows of convolutions."""

GROUPS = {
    "groups": (2, 32),
    "small_groups": (2, 6),
    "groups_of_four": (2, 8),
    "depthwise": (4, 8),
    "depthwise_with_gaps": (4, 4),
    "many_features": (1, 64),
}
"""The groups of features, and the features of the result."""

LAYOUTS = {
    "nhwc": ("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", (0, 1, 2, 3), (0, 1, 2, 3)),
    "nchw": ("[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", (0, 3, 1, 2), (3, 2, 0, 1)),
}
"""Layouts, and the permutations from the first one of the operand and the window."""


def convolution_text(name: str, layout: str, computed: str = "") -> str:
    """The program of a convolution of 4 features, of which something may be computed."""
    numbers, places, taps = LAYOUTS[layout]
    groups, features = GROUPS.get(name, (1, 6))
    taps_of = [1, 1] if name.startswith("one_tap") else [3, 2]
    window = [*taps_of, 4 // groups, features]
    lhs = "x".join("?" if axis < 3 else "4" for axis in places)
    rhs = "x".join(str(window[axis]) for axis in taps)
    out = "x".join("?" if axis < 3 else str(features) for axis in places)
    return f"""
    func.func @main(%x: tensor<{lhs}xf32>, %w: tensor<{rhs}xf32>) -> tensor<{out}xf32> {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = {numbers}, {CONVOLUTIONS[name]}
          {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}}
          : (tensor<{lhs}xf32>, tensor<{rhs}xf32>) -> tensor<{out}xf32>
      {computed.replace("OUT", out)}
      return %{1 if computed else 0} : tensor<{out}xf32>
    }}
    """


EPILOGUES = {
    "exponential": "%1 = stablehlo.exponential %0 : tensor<OUTxf32>",
    "tanh": """
      %2 = stablehlo.tanh %0 : tensor<OUTxf32>
      %1 = stablehlo.subtract %2, %0 : tensor<OUTxf32>
    """,
    "cheap": "%1 = stablehlo.negate %0 : tensor<OUTxf32>",
}


LOOPS = "mhlo-to-lmhlo,lmhlo-to-loops,deallocate-buffers"


def products(text: str, seeds: range) -> int:
    """The products of a program, after its results have been compared."""
    program = disc_shape.parse(text).optimize()
    compiled = disc_shape.compile(text, engine="native")
    module = program.lower(f"hlo-fusion,{LOOPS}").module
    convert_contractions(module)
    module.verify()
    given = [random_inputs(program.module, seed=seed) for seed in seeds]
    smallest = min(given, key=lambda arrays: sum(one.size for one in arrays))
    for arrays in given:
        (expected,) = program.run(*arrays)
        memory = np.full(expected.shape, np.nan, expected.dtype)  # All of it is to be written.
        results = [*cast("Sequence[Array]", compiled(*arrays, out=memory))]
        if arrays is smallest:  # Interpreted loops take time.
            results += check(module, *arrays).results
        for one in results:
            assert one.shape == expected.shape
            assert np.allclose(one, expected, rtol=1e-5, atol=1e-5), [x.shape for x in arrays]
    return sum(isinstance(op, CallOp) for op in module.walk())
