"""Convolutions as contractions of patches, on IREE and by the reference semantics."""

import numpy as np
import pytest

import disc_shape
from disc_shape.interpreters import run

LAYOUTS = {
    "nhwc": ("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", "?x?x?x3", "3x2x3x5", "?x?x?x5"),
    "ohwi": ("[b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f]", "?x?x?x3", "5x3x2x3", "?x?x?x5"),
    "nchw": ("[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", "?x3x?x?", "5x3x3x2", "?x5x?x?"),
    "fwhn": ("[f, 1, 0, b]x[o, i, 0, 1]->[f, 1, 0, b]", "3x?x?x?", "5x3x3x2", "5x?x?x?"),
    "mixed": ("[b, f, 0, 1]x[1, i, 0, o]->[b, 0, f, 1]", "?x3x?x?", "2x3x3x5", "?x?x5x?"),
}
WINDOWS = {
    "plain": "",
    "strides": "stride = [2, 1], pad = [[1, 1], [0, 2]]",
    "dilated": "pad = [[2, 1], [1, 0]], lhs_dilate = [2, 1], rhs_dilate = [1, 2]",
    "reversed": "pad = [[1, 1], [1, 1]], reverse = [true, false]",
}
SIZES = ((2, 7, 6), (1, 3, 2), (3, 2, 1), (0, 5, 4), (2, 1, 9))
"""Batches and places; of the third and last the window is larger than the image."""


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_patches(layout: str, window: str) -> None:
    numbers, image, kernel, result = LAYOUTS[layout]
    program = disc_shape.parse(f"""
      func.func @main(%x: tensor<{image}xf32>, %k: tensor<{kernel}xf32>) -> tensor<{result}xf32> {{
        %0 = stablehlo.convolution(%x, %k) dim_numbers = {numbers},
          window = {{{WINDOWS[window]}}}
          {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
          : (tensor<{image}xf32>, tensor<{kernel}xf32>) -> tensor<{result}xf32>
        return %0 : tensor<{result}xf32>
      }}
    """)
    compiled = disc_shape.compile(program, engine="iree")
    assert "tensor.collapse_shape" in compiled.text
    random = np.random.default_rng(0)
    weights = random.standard_normal([int(d) for d in kernel.split("x")], np.float32)
    for sizes in SIZES:
        given = iter(sizes)
        shape = [next(given) if d == "?" else int(d) for d in image.split("x")]
        array = random.standard_normal(shape, np.float32)
        (expected,) = run(program.module, array, weights)
        (found,) = compiled.run(array, weights)
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)
