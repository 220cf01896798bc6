"""Products that write parts of results, and products whose rows two loops can count."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from contraction_programs import DOTS, EPILOGUES, GROUPS, LAYOUTS, convolution_text, products

import disc_shape
from disc_shape.interpreters.kernels.arrays import Array

CONCATENATIONS = {
    "columns": ("?x5xf32", "5x6xf32", "?x6xf32", "?x12xf32", 1, DOTS["rows"][3]),
    "rows": ("?x5xf32", "5x6xf32", "?x6xf32", "?x6xf32", 0, DOTS["rows"][3]),
    "batches": ("?x?x3xf32", "?x?x3xf32", "?x?x?xf32", "?x?x?xf32", 2, DOTS["batches"][3]),
}
"""Types of the operands, the piece and the whole of concatenations of dots, and their dimension."""


@pytest.mark.parametrize("name", CONCATENATIONS)
def test_pieces_of_concatenations(name: str) -> None:
    """Sums are stored where they end up; something is computed of one piece."""
    lhs, rhs, piece, whole, axis, dimensions = CONCATENATIONS[name]
    text = f"""
    func.func @main(%x: tensor<{lhs}>, %w: tensor<{rhs}>) -> tensor<{whole}> {{
      %0 = stablehlo.dot_general %x, %w, {dimensions}
          : (tensor<{lhs}>, tensor<{rhs}>) -> tensor<{piece}>
      %y = stablehlo.negate %x : tensor<{lhs}>
      %1 = stablehlo.dot_general %y, %w, {dimensions}
          : (tensor<{lhs}>, tensor<{rhs}>) -> tensor<{piece}>
      %2 = stablehlo.tanh %1 : tensor<{piece}>
      %3 = stablehlo.concatenate %0, %2, dim = {axis}
          : (tensor<{piece}>, tensor<{piece}>) -> tensor<{whole}>
      return %3 : tensor<{whole}>
    }}
    """
    assert products(text, range(8)) >= 2


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["same", "strides", "transposed", "groups", "one_row"])
def test_windows_in_pieces_of_concatenations(name: str, layout: str) -> None:
    places, features = LAYOUTS[layout][1], GROUPS.get(name, (1, 6))[1]
    piece, whole = (
        "x".join("?" if axis < 3 else str(size) for axis in places)
        for size in (features, 2 * features)
    )
    text = convolution_text(name, layout, EPILOGUES["cheap"])
    joined = f"""%2 = stablehlo.concatenate %0, %1, dim = {places.index(3)}
          : (tensor<{piece}xf32>, tensor<{piece}xf32>) -> tensor<{whole}xf32>
      return %2 : tensor<{whole}xf32>"""
    text = text.replace(f"-> tensor<{piece}xf32> {{", f"-> tensor<{whole}xf32> {{")
    text = text.replace(f"return %1 : tensor<{piece}xf32>", joined)
    assert products(text, range(6)) >= 1


@pytest.mark.parametrize("computed", EPILOGUES)
def test_the_longer_loop_counts_rows(computed: str) -> None:
    """Sequences of batches, which lie the other way round in memory: one product is in a loop."""
    text = f"""
    func.func @main(%x: tensor<?x?x5xf32>, %w: tensor<5x6xf32>) -> tensor<?x?x6xf32> {{
      %y = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x5xf32>) -> tensor<?x?x5xf32>
      %0 = stablehlo.dot_general %y, %w, contracting_dims = [2] x [0]
          : (tensor<?x?x5xf32>, tensor<5x6xf32>) -> tensor<?x?x6xf32>
      {EPILOGUES[computed].replace("OUT", "?x?x6")}
      return %1 : tensor<?x?x6xf32>
    }}
    """
    assert products(text, range(12)) >= 2
    compiled = disc_shape.compile(text, engine="native")
    generator = np.random.default_rng(0)
    w = generator.normal(size=(5, 6)).astype(np.float32)
    program = disc_shape.parse(text)
    for batches in (0, 1, 2, 19):
        for steps in (0, 1, 3, 18):
            x = generator.normal(size=(batches, steps, 5)).astype(np.float32)
            (found,) = cast("tuple[Array]", compiled(x, w))
            assert np.allclose(found, program.run(x, w)[0], rtol=1e-5, atol=1e-5)
