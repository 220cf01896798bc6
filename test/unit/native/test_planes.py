"""Depthwise convolutions of small images: a plane with its padding at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
import pytest
from xdsl.dialects.memref import AllocOp

pytest.importorskip("llvmlite")

from contraction_programs import LOOPS
from native_targets import AVX2, code_for

import disc_shape
from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.contractions_planes import CAPACITY, MOST_PLACES, MOST_TAPS
from disc_shape.native.vectorized import vectorized
from disc_shape.program import Program


@dataclass(frozen=True)
class Case:
    """A depthwise convolution, and the sizes of its image."""

    image: tuple[int | str, int | str] = (5, 9)
    taps: tuple[int, int] = (3, 3)
    strides: tuple[int, int] = (1, 1)
    padding: tuple[int, int, int, int] = (1, 1, 1, 1)
    dilation: tuple[int, int] = (1, 1)
    multiplier: int = 1
    batches: str = "?"
    layout: str = "bf01"
    """The dimensions of the image in memory."""

    def ordered(self, batches: str, height: int | str, width: int | str) -> list[str]:
        """The sizes of an image as they are in memory."""
        sizes = {"b": batches, "f": 3, "0": height, "1": width}
        return [str(sizes[one]) for one in self.layout]

    def results(self, sizes: tuple[int, int]) -> tuple[int, int]:
        """The sizes of the result for those of an image."""
        reach = [(taps - 1) * by + 1 for taps, by in zip(self.taps, self.dilation, strict=True)]
        low, high = self.padding[::2], self.padding[1::2]
        found = [
            (size + low[axis] + high[axis] - reach[axis]) // self.strides[axis] + 1
            for axis, size in enumerate(sizes)
        ]
        return found[0], found[1]

    def text(self, computed: str = "%r = stablehlo.tanh %0 : OUT") -> str:
        """The program."""
        top, bottom, left, right = self.padding
        is_known = all(isinstance(one, int) for one in self.image)
        given = cast("tuple[int, int]", self.image if is_known else (5, 9))
        results = self.results(given) if is_known else ("?", "?")
        features = 3 * self.multiplier
        image = f"tensor<{'x'.join(self.ordered(self.batches, *self.image))}xf32>"
        kernel = f"tensor<{features}x1x{self.taps[0]}x{self.taps[1]}xf32>"
        out = f"tensor<{self.batches}x{features}x{results[0]}x{results[1]}xf32>"
        return f"""
        func.func @main(%x: {image}, %w: {kernel}, %y: {out}) -> {out} {{
          %0 = stablehlo.convolution(%x, %w)
              dim_numbers = [{", ".join(self.layout)}]x[o, i, 0, 1]->[b, f, 0, 1],
              window = {{stride = {[*self.strides]}, pad = [[{top}, {bottom}], [{left}, {right}]],
                rhs_dilate = {[*self.dilation]}}}
              {{batch_group_count = 1 : i64, feature_group_count = 3 : i64}}
              : ({image}, {kernel}) -> {out}
          {computed.replace("OUT", out)}
          return %r : {out}
        }}
        """

    def arrays(self, batches: int, sizes: tuple[int, int] | None = None) -> list[Array]:
        """Arguments."""
        height, width = sizes or cast("tuple[int, int]", self.image)
        random = np.random.default_rng(height * 100 + width)
        features = 3 * self.multiplier
        shapes = (
            tuple(map(int, self.ordered(str(batches), height, width))),
            (features, 1, *self.taps),
            (batches, features, *self.results((height, width))),
        )
        return [random.standard_normal(shape).astype(np.float32) for shape in shapes]


def lowered(program: Program) -> Program:
    """Loops with products."""
    return program.optimize().lower(f"hlo-fusion,{LOOPS},convert-contractions")


def has_planes(text: str) -> bool:
    """Whether planes are copied: to memory of one dimension."""
    module = lowered(disc_shape.parse(text)).module
    kinds = [op.memref.type for op in module.walk() if isinstance(op, AllocOp)]
    return any(len(one.get_shape()) == 1 for one in kinds)


def compare(text: str, given: list[list[Array]]) -> None:
    """Compare the results of machine code, and once of checked loops, with the interpreter's."""
    program, compiled = disc_shape.parse(text), disc_shape.compile(text, engine="native")
    assert not any("interpreter" in str(one) for one in compiled.kernels)
    module = lowered(program).module
    for number, arrays in enumerate(given):
        (expected,) = program.run(*arrays)
        memory = np.full(expected.shape, np.nan, expected.dtype)  # All of it is to be written.
        results = [*cast("tuple[Array]", compiled(*arrays, out=memory))]
        if number == 1:
            results += check(module, *arrays).results
        for one in results:
            assert one.shape == expected.shape
            assert np.allclose(one, expected, rtol=1e-5, atol=1e-5)


PLANES = [
    Case(),
    Case(taps=(5, 5), padding=(2, 2, 2, 2)),
    Case(taps=(7, 7), padding=(3, 3, 3, 3), image=(4, 14)),
    Case(taps=(2, 4), padding=(0, 1, 3, 0)),
    Case(taps=(3, 3), padding=(0, 0, 0, 0), image=(6, 12)),
    Case(image=(7, 7), taps=(5, 5), padding=(2, 2, 2, 2)),
    Case(taps=(3, 3), padding=(-1, 2, 2, -1), image=(6, 12)),
    Case(taps=(2, 2), padding=(4, 4, 9, 9), image=(2, 3)),
    Case(taps=(3, 2), dilation=(2, 3), padding=(2, 2, 2, 1)),
    Case(multiplier=2),
    Case(layout="b01f"),
    Case(layout="0b1f", taps=(5, 3), padding=(2, 1, 1, 1), image=(7, 4)),
    Case(layout="b01f", image=("?", "?"), taps=(3, 2), dilation=(2, 3), padding=(2, 2, 3, 3)),
    Case(batches="2", image=(3, MOST_PLACES)),
    Case(batches="2", image=(CAPACITY // 50, 50), taps=(5, 3), padding=(2, 1, 1, 1)),
    Case(image=("?", 9)),
    Case(image=(5, "?")),
    Case(image=("?", "?")),
    Case(image=("?", "?"), taps=(5, 7), padding=(2, 2, 3, 3)),
    Case(image=("?", "?"), taps=(2, 3), padding=(0, 0, 0, 0)),
    Case(image=("?", "?"), taps=(3, 3), padding=(-1, 2, 2, -1)),
    Case(image=("?", "?"), taps=(3, 2), dilation=(2, 3), padding=(2, 2, 3, 3)),
]
OTHERS = [
    Case(image=(1, 9), padding=(1, 1, 0, 0)),
    Case(image=("?", "?"), taps=(3, 1), padding=(1, 1, 0, 0)),
    Case(image=(2, 1)),
    Case(layout="bf10"),
    Case(taps=(1, 1), padding=(0, 0, 0, 0)),
    Case(strides=(2, 1)),
    Case(strides=(1, 2), image=(5, 19)),
    Case(image=(3, MOST_PLACES + 1)),
    Case(image=(3, 30), taps=(1, MOST_TAPS + 1), padding=(0, 0, 8, 8)),
]
"""One line or place or tap, windows that move by several places, long lines, many taps."""


@pytest.mark.parametrize("case", PLANES, ids=str)
def test_planes(case: Case) -> None:
    text = case.text()
    assert has_planes(text)
    sizes = [case.image]
    if "?" in case.image:
        given = [(9, 7), (2, 4), (1, 2), (6, MOST_PLACES), (3, MOST_PLACES + 9), (400, 40), (0, 5)]
        height, width = case.image
        sizes = [
            (one if height == "?" else height, other if width == "?" else width)
            for one, other in given
        ]
    legal = [cast("tuple[int, int]", one) for one in sizes]
    legal = [one for one in legal if min(case.results(one)) >= 0]
    batches = (2, 2) if case.batches == "2" else (1, 3, 0)
    compare(text, [case.arrays(each, one) for each in batches for one in legal])


@pytest.mark.parametrize("case", OTHERS, ids=str)
def test_other_windows(case: Case) -> None:
    text = case.text()
    assert not has_planes(text)
    height, width = (7 if one == "?" else int(one) for one in case.image)
    compare(text, [case.arrays(batches, (height, width)) for batches in (1, 2)])


@pytest.mark.parametrize(
    "computed",
    [
        "%r = stablehlo.add %0, %y : OUT",
        "%i = stablehlo.iota dim = 3 : tensor<2x3x5x9xf32>\\n%r = stablehlo.multiply %0, %i : OUT",
        "%1 = stablehlo.reverse %y, dims = [2, 3] : OUT\\n%r = stablehlo.multiply %0, %1 : OUT",
        "%r = stablehlo.multiply %0, %0 : OUT",
    ],
    ids=["the same place", "the number of the place", "another place", "the sum twice"],
)
def test_what_is_computed_of_sums(computed: str) -> None:
    case = Case(batches="2")
    text = case.text(computed.replace("\\n", "\n"))
    assert has_planes(text)
    compare(text, [case.arrays(2)] * 2)


@pytest.mark.parametrize("special", [np.nan, np.inf])
def test_padding_is_multiplied(special: float) -> None:
    """A zero of the padding and a number that is not finite make NaN, as StableHLO says."""
    case = Case()
    text = case.text("%r = stablehlo.negate %0 : OUT")
    image, kernel, other = case.arrays(1)
    kernel[:, :, 0, 1] = special
    (expected,) = disc_shape.parse(text).run(image, kernel, other)
    (found,) = disc_shape.compile(text, engine="native").run(image, kernel, other)
    assert np.isnan(expected).any()
    assert np.array_equal(np.isnan(found), np.isnan(expected))
    assert np.array_equal(np.isinf(found), np.isinf(expected))


def test_loops_over_planes_are_vectorized() -> None:
    program = disc_shape.parse(Case(image=(14, 14), taps=(5, 5), padding=(2, 2, 2, 2)).text())
    found = vectorized(code_for(AVX2, program.optimize()), "kernel_0")
    assert found.is_vectorized
    assert found.vector_loops >= 3  # Copies, the first line of the window, the others.


@pytest.mark.parametrize("image", [(5, 14), ("?", "?")], ids=str)
def test_doubles_and_tested_indices(image: tuple[int | str, int | str]) -> None:
    """Indices are tested against the memory of planes as well."""
    case = Case(image=image, taps=(5, 5), padding=(2, 2, 2, 2))
    text = case.text().replace("f32", "f64")
    compiled = disc_shape.compile(text, engine="native", checked=True)
    assert not any("interpreter" in str(one) for one in compiled.kernels)
    for batches in (0, 2):
        given = [one.astype(np.float64) for one in case.arrays(batches, (5, 14))]
        (expected,) = disc_shape.parse(text).run(*given)
        assert np.allclose(compiled.run(*given)[0], expected, rtol=1e-12, atol=1e-12)
