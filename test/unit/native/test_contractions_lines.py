"""Convolutions of images with features first: products of several lines of the result at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
import pytest
from xdsl.dialects.memref import CollapseShapeOp

pytest.importorskip("llvmlite")

from contraction_programs import LOOPS

import disc_shape
from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.contractions_patches import PLACES

OUT = "tensor<?x5xHxWxf32>"
EPILOGUES = {
    "the sum": "%r = stablehlo.negate %0 : OUT",
    "the same place": """
      %1 = stablehlo.add %0, %y : OUT
      %r = stablehlo.exponential %1 : OUT
    """,
    "a number of each feature": """
      %1 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [1]
          : (tensor<5xf32>, tensor<4xi32>) -> OUT
      %r = stablehlo.add %0, %1 : OUT
    """,
}
"""What reads lines as they lie, if any."""
PLACED = {
    "a number of each column": """
      %1 = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [3]
          : (tensor<Wxf32>, tensor<4xi32>) -> OUT
      %r = stablehlo.multiply %0, %1 : OUT
    """,
    "the number of the line": """
      %1 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<4xi32>) -> OUT
      %r = stablehlo.multiply %0, %1 : OUT
    """,
    "another place": """
      %1 = stablehlo.reverse %y, dims = [2] : OUT
      %r = stablehlo.add %0, %1 : OUT
    """,
}
"""What depends on the place itself."""


@dataclass(frozen=True)
class Window:
    """A window of an image."""

    taps: tuple[int, int] = (3, 3)
    strides: tuple[int, int] = (1, 1)
    padding: tuple[int, int, int, int] = (1, 1, 1, 1)
    dilation: tuple[int, int] = (1, 1)

    def size(self, axis: int, given: int) -> int:
        """A size of the result, for one of the operand."""
        low, high = self.padding[2 * axis : 2 * axis + 2]
        reach = (self.taps[axis] - 1) * self.dilation[axis] + 1
        return max(0, (given + low + high - reach) // self.strides[axis] + 1)

    def text(self, sizes: tuple[str, str], results: tuple[str, str], computed: str) -> str:
        """The program of a convolution of which something is computed."""
        top, bottom, left, right = self.padding
        image = f"tensor<?x3x{sizes[0]}x{sizes[1]}xf32>"
        kernel = f"tensor<5x3x{self.taps[0]}x{self.taps[1]}xf32>"
        out = OUT.replace("H", results[0]).replace("W", results[1])
        body = computed.replace("OUT", out).replace("Wxf32", f"{results[1]}xf32")
        return f"""
        func.func @main(%x: {image}, %w: {kernel}, %y: {out}, %b: tensor<5xf32>,
            %c: tensor<{results[1]}xf32>) -> {out} {{
          %s0 = shape.shape_of %y : {out} -> tensor<4xindex>
          %s = arith.index_cast %s0 : tensor<4xindex> to tensor<4xi32>
          %0 = stablehlo.convolution(%x, %w)
              dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
              window = {{stride = {[*self.strides]}, pad = [[{top}, {bottom}], [{left}, {right}]],
                rhs_dilate = {[*self.dilation]}}}
              {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
              : ({image}, {kernel}) -> {out}
          {body}
          return %r : {out}
        }}
        """

    def arrays(self, batches: int, height: int, width: int) -> list[Array]:
        """Arguments."""
        random = np.random.default_rng(height * 1000 + width)
        out = batches, 5, self.size(0, height), self.size(1, width)
        shapes = (batches, 3, height, width), (5, 3, *self.taps), out, (5,), (out[3],)
        return [random.standard_normal(shape).astype(np.float32) for shape in shapes]


def has_lines(text: str) -> bool:
    """Whether something is computed of the sums of several lines at once."""
    program = disc_shape.parse(text).optimize()
    module = program.lower(f"hlo-fusion,{LOOPS},convert-contractions").module
    return any(isinstance(op, CollapseShapeOp) for op in module.walk())


def compare(text: str, given: list[list[Array]], *, checked: bool = False) -> None:
    """Compare the results of machine code, and of checked loops, with those of the interpreter."""
    program, compiled = disc_shape.parse(text), disc_shape.compile(text, engine="native")
    assert not any("interpreter" in str(one) for one in compiled.kernels)
    for arrays in given:
        (expected,) = program.run(*arrays)
        memory = np.full(expected.shape, np.nan, expected.dtype)  # All of it is to be written.
        results = [*cast("tuple[Array]", compiled(*arrays, out=memory))]
        if checked:
            module = program.optimize().lower(f"hlo-fusion,{LOOPS},convert-contractions").module
            results += check(module, *arrays).results
        for one in results:
            assert one.shape == expected.shape
            assert np.allclose(one, expected, rtol=1e-4, atol=1e-4)


STATIC = {
    "several lines": (7, 5),
    "one place": (1, 1),
    "lines that are not all together": (61, 9),
    "the longest lines": (3, PLACES // 2),
    "longer lines": (3, PLACES // 2 + 1),
    "more than one part": (2, PLACES + 3),
}


@pytest.mark.parametrize("sizes", STATIC.values(), ids=STATIC)
@pytest.mark.parametrize("computed", EPILOGUES)
def test_lines_of_known_sizes(computed: str, sizes: tuple[int, int]) -> None:
    window = Window()
    known = str(sizes[0]), str(sizes[1])
    text = window.text(known, known, EPILOGUES[computed])
    assert has_lines(text) == (1 < sizes[1] <= PLACES // 2)
    compare(text, [window.arrays(batches, *sizes) for batches in (0, 1, 2)])


@pytest.mark.parametrize("computed", [*EPILOGUES, *PLACED])
def test_lines_of_any_sizes(computed: str) -> None:
    """Where they are short, products have several; others are computed in parts."""
    window, epilogue = Window(), {**EPILOGUES, **PLACED}[computed]
    text = window.text(("?", "?"), ("?", "?"), epilogue)
    assert has_lines(text) == (computed in EPILOGUES)
    sizes = [(0, 4), (4, 0), (1, 1), (7, 5), (61, 9), (2, 128), (2, 129), (1, PLACES + 3)]
    compare(text, [window.arrays(2, *one) for one in sizes])
    compare(text, [window.arrays(1, 2, 3)], checked=True)


@pytest.mark.parametrize("computed", PLACED)
def test_what_depends_on_the_place_has_lines_of_its_own(computed: str) -> None:
    window = Window()
    text = window.text(("7", "5"), ("7", "5"), PLACED[computed])
    assert not has_lines(text)
    compare(text, [window.arrays(2, 7, 5)], checked=True)


WINDOWS = [
    Window(strides=(2, 2)),
    Window(strides=(3, 2), padding=(0, 1, 2, 0)),
    Window(taps=(5, 2), padding=(4, 4, 1, 1)),
    Window(taps=(1, 7), padding=(0, 0, 3, 3)),
    Window(taps=(2, 3), dilation=(2, 3), padding=(2, 2, 3, 3)),
    Window(taps=(2, 2), padding=(9, 9, 9, 9)),
    Window(taps=(3, 3), padding=(0, 0, 0, 0)),
    Window(taps=(3, 3), padding=(-1, 2, 2, -1)),
]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_windows(window: Window) -> None:
    """Also taps that lie outside of the image for whole lines, for known and other sizes."""
    computed = EPILOGUES["the same place"]
    for height, width in ((6, 7), (3, 40), (9, 1)):
        results = window.size(0, height), window.size(1, width)
        if 0 in results:
            continue
        text = window.text((str(height), str(width)), (str(results[0]), str(results[1])), computed)
        compare(text, [window.arrays(2, height, width)])
    sizes = [(6, 7), (3, 40), (9, 3), (2, 300)]
    legal = [one for one in sizes if 0 not in map(window.size, (0, 1), one)]
    compare(
        window.text(("?", "?"), ("?", "?"), computed), [window.arrays(1, *one) for one in legal]
    )


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("sizes", [("7", "5"), ("?", "?")], ids=str)
def test_doubles_and_tested_indices(sizes: tuple[str, str], checked: bool) -> None:
    window = Window(strides=(2, 1))
    results = ("4", "5") if sizes[0] == "7" else sizes
    text = window.text(sizes, results, EPILOGUES["the same place"]).replace("f32", "f64")
    compiled = disc_shape.compile(text, engine="native", checked=checked)
    assert not any("interpreter" in str(one) for one in compiled.kernels)
    for batches in (0, 2):
        given = [one.astype(np.float64) for one in window.arrays(batches, 7, 5)]
        (expected,) = disc_shape.parse(text).run(*given)
        assert np.allclose(compiled.run(*given)[0], expected, rtol=1e-12, atol=1e-12)


SHUFFLED = """
func.func @main(%x: tensor<?x8x?x?xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<?x3x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = tensor.dim %x, %c0 : tensor<?x8x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x8x?x?xf32>
  %v = tensor.dim %x, %c3 : tensor<?x8x?x?xf32>
  %s = tensor.from_elements %b, %c2, %c2, %c2, %h, %v : tensor<6xindex>
  %0 = stablehlo.dynamic_reshape %x, %s
      : (tensor<?x8x?x?xf32>, tensor<6xindex>) -> tensor<?x2x2x2x?x?xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1, 4, 2, 5, 3]
      : (tensor<?x2x2x2x?x?xf32>) -> tensor<?x2x?x2x?x2xf32>
  %h2 = arith.muli %h, %c2 : index
  %v2 = arith.muli %v, %c2 : index
  %t = tensor.from_elements %b, %c2, %h2, %v2 : tensor<4xindex>
  %2 = stablehlo.dynamic_reshape %1, %t
      : (tensor<?x2x?x2x?x2xf32>, tensor<4xindex>) -> tensor<?x2x?x?xf32>
  %3 = stablehlo.convolution(%2, %w)
      dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<?x2x?x?xf32>, tensor<3x2x3x3xf32>) -> tensor<?x3x?x?xf32>
  return %3 : tensor<?x3x?x?xf32>
}
"""
"""A convolution after a pixel shuffle: what it reads lies in steps that are no multiples."""


def test_code_that_is_given_up_is_erased() -> None:
    """Half of a branch was left, which used values outside of it: a `ValueError` of xDSL."""
    run, reference = (disc_shape.compile(SHUFFLED, engine=one) for one in ("native", "reference"))
    random = np.random.default_rng(0)
    for b, h, w in ((1, 1, 1), (2, 3, 5), (1, 40, 9), (2, 0, 3)):
        x = random.normal(size=(b, 8, h, w)).astype(np.float32)
        weight = random.normal(size=(3, 2, 3, 3)).astype(np.float32)
        (found,), (expected,) = run.run(x, weight), reference.run(x, weight)
        assert np.allclose(np.asarray(found), np.asarray(expected), atol=1e-4)
