"""Dots and convolutions as products of matrices: natively and interpreted, the same results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from xdsl.dialects import scf
from xdsl.dialects.func import CallOp
from xdsl.dialects.memref import ReinterpretCastOp

import disc_shape
from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.lowering.writer import constant_of
from disc_shape.native.contractions import convert_contractions
from disc_shape.native.contractions_patches import PLACES, pitch_of

pytest.importorskip("llvmlite")

from contraction_programs import (
    CONVOLUTIONS,
    DOTS,
    EPILOGUES,
    GROUPS,
    LAYOUTS,
    LOOPS,
    convolution_text,
    dot_text,
    products,
)
from native_targets import AVX2, code_for

from disc_shape.native.vectorized import vectorized


@pytest.mark.parametrize("name", DOTS)
def test_dots(name: str) -> None:
    """
    Two loops of a sum make three calls: two for the rows that are not those of the first iteration.
    Batches of products of up to 256 factors make none.
    """
    expected = {"outer": 0, "inner": 0, "small_batches": 0, "two_contracted": 3}
    assert products(dot_text(name), range(4)) == expected.get(name, 1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolutions(name: str, layout: str) -> None:
    """
    Windows of few features in groups are loops where features come last. With one loop of taps the
    first one writes, and the rows that it does not write are zero, if there are any; with two, all
    rows are zero first. Where patches are copied, one product is all, of some lines or of a part of
    one; where there is one tap of a part, rows or columns of the image are rows of the product, as
    there are more.
    """
    merges = layout == "nhwc" and name in MERGED
    whole = layout == "nchw" and name == "one_tap_of_less"
    expected = 0 if name in AS_LOOPS[layout] else 3 if merges else 1 if whole else 2
    assert products(convolution_text(name, layout), range(4)) == expected


@pytest.mark.parametrize("layout", LAYOUTS)
def test_neighbours_of_the_result_are_columns(layout: str) -> None:
    """Also where the bounds of the window depend on what lies side by side."""
    module = parse(convolution_text("same", layout))
    apply(f"{LOOPS},convert-contractions", module, context())
    calls = [op for op in module.walk() if isinstance(op, CallOp)]
    assert calls
    for op in calls:
        view = op.operands[2].owner
        assert isinstance(view, ReinterpretCastOp)
        assert constant_of(view.strides[1]) == 1


def views(text: str) -> list[list[ReinterpretCastOp]]:
    """The matrices of each product of a program that has a sum."""
    module = parse(text)
    apply(f"{LOOPS},convert-contractions", module, context())
    found: list[list[ReinterpretCastOp]] = []
    for op in module.walk():
        if isinstance(op, CallOp):
            matrices = [cast("ReinterpretCastOp", one.owner) for one in op.operands[:3]]
            if constant_of(matrices[0].sizes[1]) != 0:
                found.append(matrices)
    return found


GRADIENTS = {
    "nhwc": ("?x?x?x4", "?x?x?x6", "3x2x4x6", "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]"),
    "nchw": ("?x4x?x?", "?x6x?x?", "6x4x3x2", "[f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1]"),
}
"""Operand, gradient of the result, and window of a convolution, and the numbers of the gradient."""


def gradient_text(layout: str) -> str:
    """The program of the gradient of a window: batches and places are added up."""
    lhs, rhs, out, numbers = GRADIENTS[layout]
    return f"""
    func.func @main(%x: tensor<{lhs}xf32>, %g: tensor<{rhs}xf32>) -> tensor<{out}xf32> {{
      %0 = stablehlo.convolution(%x, %g) dim_numbers = {numbers},
          window = {{pad = [[1, 1], [0, 1]]}}
          {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
          : (tensor<{lhs}xf32>, tensor<{rhs}xf32>) -> tensor<{out}xf32>
      return %0 : tensor<{out}xf32>
    }}
    """


@pytest.mark.parametrize("layout", LAYOUTS)
def test_gradients_of_windows(layout: str) -> None:
    assert products(gradient_text(layout), range(6)) == 2


def test_gradients_of_windows_are_summed_along_neighbours() -> None:
    """Into memory whose neighbours are columns, where those of the result are not."""
    (found,) = views(gradient_text("nchw"))
    lhs, rhs, out = found
    assert constant_of(lhs.strides[1]) == constant_of(rhs.strides[0]) == 1
    assert constant_of(out.strides[1]) == 1
    (found,) = views(gradient_text("nhwc"))
    lhs, rhs, out = found
    assert (constant_of(lhs.strides[1]), constant_of(rhs.strides[0])) == (4, 6)
    assert constant_of(out.strides[1]) == 1


def test_windows_that_are_read_often_are_copied_in_the_order_of_reading() -> None:
    """Features of the operand are neighbours in the copy, not places."""
    many = convolution_text("many_features", "nchw").replace("x4x", "x4000x")
    (found,) = views(many)
    assert constant_of(found[0].strides[1]) == 1
    few = convolution_text("transposed", "nchw").replace("6x", "4x")
    (found,) = views(few)
    assert constant_of(found[0].strides[1]) == 6  # The window is too small to be worth a copy.


@pytest.mark.parametrize("name", ["same", "strides", "dilated", "valid"])
def test_few_terms_of_neighbours_are_copied(name: str) -> None:
    """All taps are terms of one product, of the window where it lies and of patches."""
    text = convolution_text(name, "nchw")
    of_lines, of_parts = views(text)
    for lhs, rhs, _ in (of_lines, of_parts):
        assert constant_of(lhs.sizes[1]) == 24
        assert [constant_of(one) for one in lhs.strides] == [24, 1]
        assert [constant_of(one) for one in rhs.strides] == [pitch_of(PLACES), 1]
    sizes = [(1, 3, 2), (2, 5, PLACES + 3), (1, 2, 2 * PLACES + 1)]
    program, compiled = disc_shape.parse(text), disc_shape.compile(text, engine="native")
    rng = np.random.default_rng(0)
    kernel = rng.normal(size=(6, 4, 3, 2)).astype(np.float32)
    for batches, rows, columns in sizes:
        image = rng.normal(size=(batches, 4, rows + 2, columns + 2)).astype(np.float32)
        (expected,) = program.run(image, kernel)
        (result,) = cast("tuple[Array]", compiled(image, kernel))
        assert np.allclose(result, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["same", "strides", "transposed", "groups", "depthwise"])
@pytest.mark.parametrize("special", [np.nan, np.inf])
def test_taps_in_padding_are_left_out(special: float, name: str, layout: str) -> None:
    """
    A product of a zero of the padding, or between the elements of a dilated operand, and a number
    that is not finite is NaN to the interpreter, and nothing here: a difference that is documented.
    Patches have those zeros.
    """
    text = convolution_text(name, layout)
    program, compiled = disc_shape.parse(text), disc_shape.compile(text, engine="native")
    _, places, taps = LAYOUTS[layout]
    groups, features = GROUPS.get(name, (1, 6))
    rng = np.random.default_rng(0)
    x = rng.uniform(1, 2, [(2, 4, 5, 4)[axis] for axis in places]).astype(np.float32)
    w = rng.uniform(1, 2, [(3, 2, 4 // groups, features)[axis] for axis in taps])
    w = w.astype(np.float32)
    tap = np.zeros((3, 2, 4 // groups, features), bool)
    tap[0, 1] = True
    tap = tap.transpose(taps)
    ones = np.ones(x.shape, np.float32)
    (count,) = program.run(ones, tap.astype(np.float32))  # The elements that are read by it.
    read = count.astype(np.float64)
    (others,) = program.run(x, np.where(tap, np.float32(0), w))
    (strict,) = program.run(x, np.where(tap, np.float32(special), w))
    (found,) = cast("tuple[Array]", compiled(x, np.where(tap, np.float32(special), w)))
    assert 0 < np.count_nonzero(read) < read.size
    assert np.array_equal(np.isnan(strict), (read == 0) | np.isnan(special))
    of_patches = layout == "nchw" and name in OF_PATCHES
    expected = strict if of_patches else np.where(read != 0, special, others)
    assert np.allclose(found, expected, rtol=1e-5, equal_nan=True)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("computed", EPILOGUES)
@pytest.mark.parametrize("name", [one for one in CONVOLUTIONS if one.startswith("one_tap")])
def test_windows_of_one_tap_with_epilogues(name: str, computed: str, layout: str) -> None:
    """Something is computed also of the rows that no tap reads, which are zero."""
    text = convolution_text(name, layout, EPILOGUES[computed])
    whole = layout == "nchw" and name == "one_tap_of_less"
    assert products(text, range(6)) == (2 if whole else 4)


MERGED = ("same", "valid", "strides", "many_features", "one_row")
"""Convolutions of which taps and features are one inner dimension."""
SMALL_GROUPS = ("small_groups", "groups_of_four")
OF_PATCHES = ("same", "valid", "strides", "dilated", "many_features", "groups", *SMALL_GROUPS)
"""Windows of which patches are copied where features come first: those without gaps."""

AS_LOOPS = {
    "nhwc": (*SMALL_GROUPS, "depthwise", "depthwise_with_gaps"),
    "nchw": ("depthwise", "depthwise_with_gaps"),
}
"""Convolutions that are no products."""


def grouped_text(layout: str, per_group: int, features: int) -> str:
    """The program of a convolution of groups, of which something is computed."""
    numbers, places, taps = LAYOUTS[layout]
    window = [3, 2, per_group, features]
    shape = "x".join("?" if axis < 3 else str(features) for axis in places)
    rhs = "x".join(str(window[axis]) for axis in taps)
    return f"""
    func.func @main(%x: tensor<{shape}xf32>, %w: tensor<{rhs}xf32>) -> tensor<{shape}xf32> {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = {numbers},
          window = {{pad = [[1, 1], [1, 0]]}}
          {{batch_group_count = 1 : i64, feature_group_count = {features // per_group} : i64}}
          : (tensor<{shape}xf32>, tensor<{rhs}xf32>) -> tensor<{shape}xf32>
      %1 = stablehlo.tanh %0 : tensor<{shape}xf32>
      return %1 : tensor<{shape}xf32>
    }}
    """


@pytest.mark.parametrize(("per_group", "features"), [(2, 16), (3, 9), (8, 16), (16, 32)])
def test_groups_of_patches(per_group: int, features: int) -> None:
    """Where features come first, groups of any size are products, of lines and of parts."""
    assert products(grouped_text("nchw", per_group, features), range(6)) >= 2


@pytest.mark.parametrize(
    ("layout", "per_group", "features"),
    [("nchw", 1, 16), *(("nhwc", *one) for one in ((1, 16), (2, 16), (3, 9), (8, 16)))],
)
def test_sums_over_few_features_run_over_neighbours(
    layout: str, per_group: int, features: int
) -> None:
    """No loop carries a sum, and the innermost loops are over vectors."""
    text = grouped_text(layout, per_group, features)
    program = disc_shape.parse(text).optimize()
    module = program.lower(f"hlo-fusion,{LOOPS}").module
    convert_contractions(module)
    module.verify()
    assert not any(op.results for op in module.walk() if isinstance(op, scf.ForOp))
    compiled = disc_shape.compile(text, engine="native")
    assert [str(one).split(":")[0] for one in compiled.kernels] == ["kernel_0"]
    code = code_for(AVX2, program)
    found = vectorized(code, "kernel_0")
    # Two vectors of a short row need no loop.
    assert found.is_vectorized or (not found.loops and "fmul <8 x float>" in code)
    rng = np.random.default_rng(0)
    _, places, taps = LAYOUTS[layout]
    for sizes in ((2, 5, 19), (1, 1, 1), (0, 2, 3), (1, 3, 0)):
        whole = [*sizes, features]
        x = rng.standard_normal([whole[axis] for axis in places]).astype(np.float32)
        window = [3, 2, per_group, features]
        w = rng.standard_normal([window[axis] for axis in taps]).astype(np.float32)
        (expected,) = program.run(x, w)
        small = [*check(module, x, w).results] if max(sizes) < 4 else []
        for one in [*cast("Sequence[Array]", compiled(x, w)), *small]:
            assert np.allclose(one, expected, rtol=1e-5, atol=1e-5)
