"""Transposes in tiles, at the sizes where tiles end, against numpy."""

from __future__ import annotations

from itertools import product
from typing import cast

import numpy as np
import pytest

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.transposes import COLUMNS, ROWS

pytest.importorskip("llvmlite")

SIZES = sorted(
    {0, 1, 2, *(at + more for at in (ROWS, COLUMNS) for more in (-1, 0, 1)), 2 * COLUMNS + 3}
)


def transposing(permutation: tuple[int, int, int], element: str) -> Compiled:
    """A program that adds a transposed array to another one, and a row of it."""
    dims = ", ".join(map(str, permutation))
    kind = f"tensor<?x?x?x{element}>"
    text = f"""
    func.func @main(%x: {kind}, %y: {kind}) -> {kind} {{
      %0 = stablehlo.transpose %x, dims = [{dims}] : ({kind}) -> {kind}
      %1 = stablehlo.add %0, %y : {kind}
      %2 = stablehlo.multiply %1, %1 : {kind}
      func.return %2 : {kind}
    }}
    """
    return disc_shape.compile(text, engine="native")


@pytest.mark.parametrize(("element", "dtype"), [("f32", np.float32), ("i8", np.int8)])
@pytest.mark.parametrize("permutation", [(0, 2, 1), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_transposes(
    permutation: tuple[int, int, int], element: str, dtype: type[np.float32 | np.int8]
) -> None:
    run = transposing(permutation, element)
    rng = np.random.default_rng(0)
    for first, rows, columns in product((1, 2), SIZES, SIZES):
        x: Array = rng.integers(-9, 9, (first, rows, columns)).astype(dtype)
        moved: Array = x.transpose(permutation)
        y: Array = rng.integers(-9, 9, moved.shape).astype(dtype)
        (found,) = cast("tuple[Array]", run(x, y))
        total = moved + y
        assert np.array_equal(found, total * total), x.shape
