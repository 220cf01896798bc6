"""Grids, pools of regions, medians, windows and sequences against numpy."""

from __future__ import annotations

from itertools import product
from math import ceil, floor

import numpy as np
import pytest
from fuzz.harness import context, parse
from unit.relax.test_scattering import computed, floats, forms, program, same

from disc_shape.errors import OperationError
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.relax.running import run_module

ROIS = np.array(
    [[0, 0, 0, 4, 4], [1, 1.5, 0.5, 7, 3], [1, -3, -2, 2, 2], [0, 5, 4, 20, 20], [0, 3, 3, 2, 1]],
    np.float32,
)
"""The image of each region, and where it begins and ends; some stick out, one ends before."""


def read(image: Array, places: tuple[float, ...]) -> float:
    """An element, 0 outside."""
    listed = tuple(map(int, places))
    inside = all(0 <= one < size for one, size in zip(listed, image.shape, strict=True))
    return float(image[listed]) if inside else 0.0


def bilinear(image: Array, places: tuple[float, ...]) -> float:
    """The elements around a place, weighted by how near they are."""
    total = 0.0
    for offsets in product((0, 1), repeat=len(places)):
        weight, near = 1.0, list[float]()
        for place, offset in zip(places, offsets, strict=True):
            above = place - floor(place)
            weight *= above if offset else 1 - above
            near.append(floor(place) + offset)
        total += weight * read(image, tuple(near))
    return total


def turned_back(place: float, low: float, reach: float) -> float:
    """A place reflected at both ends until it lies between them."""
    if reach <= 0:
        return low
    while not low <= place <= low + reach:
        place = 2 * low - place if place < low else 2 * (low + reach) - place
    return place


def grid_sampled(image: Array, grid: Array, method: str, padding: str, corners: bool) -> Array:
    """What a grid reads of an image of (batch, channels, rows, columns)."""
    found = np.zeros((*image.shape[:2], *grid.shape[2:]), np.float32)
    for batch, channel, row, column in np.ndindex(*found.shape):
        places: list[float] = []
        for axis, size in enumerate(image.shape[2:]):
            at = float(grid[batch, 1 - axis, row, column]) + 1
            place = at * (size - 1) / 2 if corners else at * size / 2 - 0.5
            if padding == "reflection":
                ends = (0.0, size - 1) if corners else (-0.5, size)
                place = turned_back(place, *ends)
            places.append(place if padding == "zeros" else min(max(place, 0), size - 1))
        plane = image[batch, channel]
        if method == "nearest":
            found[batch, channel, row, column] = read(plane, tuple(map(round, places)))
        else:
            found[batch, channel, row, column] = bilinear(plane, tuple(places))
    return found


@pytest.mark.parametrize("sizes", [(5, 6), (1, 3)])
@pytest.mark.parametrize("method", ["nearest", "bilinear"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("corners", [False, True])
def test_grid_sample(sizes: tuple[int, int], method: str, padding: str, corners: bool) -> None:
    image, grid = floats(2, 3, *sizes), floats(2, 2, 4, 3)
    flag = str(corners).lower()
    words = f'{{method = "{method}", padding_mode = "{padding}", align_corners = {flag}}}'
    same(
        "image.grid_sample",
        [image, grid],
        grid_sampled(image, grid, method, padding, corners),
        words,
    )


def keys(away: float) -> float:
    """The weight of an element that is so far away, with -0.75 for the sharpness."""
    alpha, x = -0.75, abs(away)
    if x <= 1:
        return (alpha + 2) * x**3 - (alpha + 3) * x**2 + 1
    return alpha * x**3 - 5 * alpha * x**2 + 8 * alpha * x - 4 * alpha


@pytest.mark.parametrize("padding", ["zeros", "border"])
def test_cubic_samples(padding: str) -> None:
    image, grid = floats(1, 1, 5, 6), floats(1, 2, 4, 3)
    found = np.zeros((1, 1, 4, 3), np.float32)
    for row, column in np.ndindex(4, 3):
        y, x = ((float(one) + 1) / 2 for one in grid[0, ::-1, row, column])
        y, x = y * 4, x * 5
        for down, right in product(range(-1, 3), repeat=2):
            near = (floor(y) + down, floor(x) + right)
            if padding == "border":
                near = (min(max(near[0], 0), 4), min(max(near[1], 0), 5))
            weight = keys(y - floor(y) - down) * keys(x - floor(x) - right)
            found[0, 0, row, column] += weight * read(image[0, 0], near)
    words = f'{{method = "bicubic", align_corners = true, padding_mode = "{padding}"}}'
    same("image.grid_sample", [image, grid], found, words)


def test_a_grid_of_no_images() -> None:
    image, grid = floats(0, 3, 4, 4), floats(0, 2, 2, 2)
    same("image.grid_sample", [image, grid], np.zeros((0, 3, 2, 2)))


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("sizes", [(4, 5), (2, 3, 4)])
def test_affine_grid(sizes: tuple[int, ...], corners: bool) -> None:
    matrices, count = floats(2, len(sizes), len(sizes) + 1), len(sizes)
    lines = [
        np.linspace(-1, 1, size) if corners else (2 * np.arange(size) + 1) / size - 1
        for size in sizes
    ]
    grid = np.stack([*reversed(np.meshgrid(*lines, indexing="ij")), np.ones(sizes)])
    flat = grid.reshape(count + 1, -1)
    wanted = np.matmul(matrices, flat).reshape(2, count, *sizes)
    listed = ", ".join(map(str, sizes))
    extra = f"%s = relax.shape [{listed}] // !relax.shape<[{listed}]>"
    words = f"{{align_corners = {str(corners).lower()}}}"
    same("image.affine_grid", [matrices], wanted, words, extra=extra, known=[(1, 2)])


@pytest.mark.parametrize(
    ("sizes", "message"),
    [("1, 4", "one place along an axis cannot be at both corners"), ("4", "1 sizes")],
)
def test_a_grid_that_is_refused(sizes: str, message: str) -> None:
    extra = f"%s = relax.shape [{sizes}] // !relax.shape<[{sizes}]>"
    text = program("image.affine_grid", ["!relax.tensor<[2, 2, 3], f32>"], "", {}, extra)
    with pytest.raises(OperationError, match=message):
        RelaxInferPass().apply(context(), parse(text))


def test_a_grid_of_one_place_stops_the_run() -> None:
    text = """relax.func @main(%x: !relax.tensor<[2, 2, 3], f32>, %s: !relax.shape<[@h, 4]>) {
      %r = relax.image.affine_grid %x, %s
           : (!relax.tensor<[2, 2, 3], f32>, !relax.shape<[@h, 4]>) -> !relax.infer
      relax.return %r : !relax.infer }"""
    module = forms(text)[0]
    with pytest.raises(OperationError, match="one place along an axis cannot be at both corners"):
        run_module(module, [floats(2, 2, 3), ShapeValue([1, 4])])


def test_places_of_more_digits_than_the_image_has() -> None:
    image, grid = floats(1, 2, 5, 6).astype(np.float16), floats(1, 2, 4, 3)
    wanted = grid_sampled(image, grid, "bilinear", "zeros", corners=False)
    module = forms(
        """relax.func @main(%x: !relax.tensor<[1, 2, 5, 6], f16>,
                            %g: !relax.tensor<[1, 2, 4, 3], f32>) {
             %r = relax.image.grid_sample %x, %g
                : (!relax.tensor<[1, 2, 5, 6], f16>, !relax.tensor<[1, 2, 4, 3], f32>)
                -> !relax.infer
             relax.return %r : !relax.infer }"""
    )[0]
    found = computed(module, [image, grid], lowered=False)
    assert found.dtype == np.float16
    np.testing.assert_allclose(found.astype(float), wanted.astype(float), atol=1e-2)


def aligned_pool(image: Array, scale: float, ratio: int, aligned: bool, most: bool) -> Array:
    """The mean or the largest of samples in 2 x 3 windows of each region."""
    found = np.zeros((len(ROIS), image.shape[1], 2, 3), np.float32)
    for at, channel, row, column in np.ndindex(*found.shape):
        batch, left, top, right, bottom = (float(one) for one in ROIS[at])
        axes: list[list[float]] = []
        for start, end, count, place in ((top, bottom, 2, row), (left, right, 3, column)):
            extent = (end - start) * scale
            window = (extent if aligned else max(extent, 1.0)) / count
            steps = [place + (one + 0.5) / ratio for one in range(ratio)]
            axes.append([start * scale + step * window for step in steps])
        plane, samples = image[int(batch), channel], list[float]()
        for places in product(*axes):
            pairs = list(zip(places, plane.shape, strict=True))
            near = tuple(min(max(one, 0), size - 1) for one, size in pairs)
            outside = any(one < -1 or one > size for one, size in pairs)
            samples.append(0.0 if outside else bilinear(plane, near))
        found[at, channel, row, column] = max(samples) if most else np.mean(samples)
    return found


@pytest.mark.parametrize("mode", ["avg", "max"])
@pytest.mark.parametrize("aligned", [False, True])
def test_roi_align(mode: str, aligned: bool) -> None:
    image = floats(2, 3, 6, 8)
    wanted = aligned_pool(image, 0.7, 2, aligned, mode == "max")
    words = (
        f'pooled_size = [2, 3], spatial_scale = 0.7 : f64, mode = "{mode}",'
        f" aligned = {str(aligned).lower()}, sample_ratio = 2"
    )
    same("vision.roi_align", [image, ROIS], wanted, f"{{{words}}}", known=[(), (1,)])
    last = f'{{{words}, layout = "NHWC"}}'
    arrays = [np.moveaxis(image, 1, 3), ROIS]
    same("vision.roi_align", arrays, np.moveaxis(wanted, 1, 3), last, known=[(), (1,)])


def test_roi_pool() -> None:
    image = floats(2, 3, 6, 8)
    found = np.zeros((len(ROIS), 3, 4, 4), np.float32)
    for at, channel, row, column in np.ndindex(*found.shape):
        batch, *ends = (
            floor(float(one) + 0.5) if index else int(one) for index, one in enumerate(ROIS[at])
        )
        slices: list[slice] = []
        for start, end, place, size in ((ends[1], ends[3], row, 6), (ends[0], ends[2], column, 8)):
            window = max(end - start + 1, 1) / 4
            first, last = floor(place * window) + start, ceil((place + 1) * window) + start
            slices.append(slice(min(max(first, 0), size), min(max(last, 0), size)))
        part = image[int(batch), channel][tuple(slices)]
        found[at, channel, row, column] = part.max() if part.size else 0
    words = "{pooled_size = 4, spatial_scale = 1.0 : f64}"
    same("vision.roi_pool", [image, ROIS], found, words, known=[(), (1,)])


@pytest.mark.parametrize("sizes", [(3, 5), (1,), (4, 3), ()])
def test_the_median_of_all(sizes: tuple[int, ...]) -> None:
    values = floats(*sizes)
    wanted = np.sort(values, axis=None)[(values.size - 1) // 2]
    same("median", [values], wanted)
    same("median", [values], wanted.reshape((1,) * len(sizes)), "{keepdims = true}")


@pytest.mark.parametrize("member", [0, 1])
def test_the_median_along_an_axis_and_its_index(member: int) -> None:
    values, kind = floats(3, 4), "!relax.tensor<[@n, @m], f32>"
    modules = forms(
        f"""relax.func @main(%x: {kind}) {{
              %r = relax.median %x {{axis = 1 : i64}} : ({kind}) -> !relax.infer
              %v = relax.get %r[{member}] : !relax.infer
              relax.return %v : !relax.infer }}"""
    )
    order = np.argsort(values, 1)[:, 1]
    wanted = order if member else np.take_along_axis(values, order[:, None], 1)[:, 0]
    for index, module in enumerate(modules):
        np.testing.assert_array_equal(computed(module, [values], lowered=index > 0), wanted)


def test_the_median_of_nothing_stops_the_run() -> None:
    module = forms(program("median", ["!relax.tensor<[@n], f32>"], "", {}, ""))[0]
    with pytest.raises(OperationError, match="there is no element of which one is the middle"):
        computed(module, [floats(0)], lowered=False)


@pytest.mark.parametrize(("axis", "batch"), [(1, 0), (0, 1), (2, 0)])
def test_reverse_sequence(axis: int, batch: int) -> None:
    values = floats(3, 4, 5)
    lengths = np.array([2, 9, -1, 3], np.int32)[: values.shape[batch]]
    wanted = values.copy()
    for at, length in enumerate(lengths):
        count = min(max(int(length), 1), values.shape[axis])
        row = np.moveaxis(wanted, (batch, axis), (0, 1))[at]
        row[:count] = row[:count][::-1].copy()
    words = f"{{seq_axis = {axis} : i64, batch_axis = {batch} : i64}}"
    same("reverse_sequence", [values, lengths], wanted, words)


@pytest.mark.parametrize("size", [1, 2, 7])
@pytest.mark.parametrize("periodic", [False, True])
def test_hamming_window(size: int, periodic: bool) -> None:
    wanted = np.hamming(size + 1)[:size] if periodic and size > 1 else np.hamming(size)
    kinds = (f"{size} : i64", str(periodic).lower(), "0.54 : f64", "0.46 : f64")
    types = (f"i64, {size}", f"i1, {int(periodic)}", "f64", "f64")
    lines = [
        f"%p{at} = relax.prim {kind} // !relax.prim<{type_}>"
        for at, (kind, type_) in enumerate(zip(kinds, types, strict=True))
    ]
    same("hamming_window", [], wanted, "{dtype = f32}", extra="\n".join(lines))


def test_multinomial_from_uniform() -> None:
    rows = np.array([[0.5, 0.25, 0.25], [0, 0, 1]], np.float32)
    sample = np.array([[0], [0.5], [0.74], [0.75], [1], [0]], np.float32)
    listed = np.array([[0], [0], [0], [0], [0], [1]], np.int64)
    wanted = [[0], [1], [1], [2], [2], [2]]
    same("multinomial_from_uniform", [rows, sample, listed], wanted, known=[(), (1,), (1,)])


@pytest.mark.parametrize(
    ("name", "types", "rest", "message"),
    [
        ("median", ["[2], f32"], "{axis = 1 : i64}", "axis 1 is out of range"),
        ("median", ["[2, 0], f32"], "{axis = 1 : i64}", "no element of which one is the middle"),
        ("reverse_sequence", ["[3, 4], f32", "[4], i64"], "", "differs: 3 and 4"),
        ("reverse_sequence", ["[3, 4], f32", "[3], f32"], "", "not integers"),
        ("reverse_sequence", ["[3], f32", "[3], i64"], "", "axis 1 is out of range"),
        ("multinomial_from_uniform", ["[3], f32", "[2, 1], f32", "[2, 1], i64"], "", "rank 1"),
        ("multinomial_from_uniform", ["[3, 2], f32", "[2, 1], f32", "[3, 1], i64"], "", "2 and 3"),
        ("image.grid_sample", ["[1, 2, 3, 4], f32", "[1, 3, 5, 5], f32"], "", "2 and 3"),
        ("image.grid_sample", ["[1, 2, 3, 4], f32", "[2, 2, 5, 5], f32"], "", "1 and 2"),
        ("image.grid_sample", ["[1, 3, 4], f32", "[1, 2, 5, 5], f32"], "", "has rank 3"),
        (
            "image.grid_sample",
            ["[1, 2, 3, 4], f32", "[1, 2, 5, 5], f32"],
            '{method = "linear"}',
            "the method is 'linear'",
        ),
        (
            "image.grid_sample",
            ["[1, 2, 3, 4], f32", "[1, 2, 5, 5], f32"],
            '{padding_mode = "wrap"}',
            "the padding is 'wrap'",
        ),
        (
            "vision.roi_pool",
            ["[1, 2, 3, 4], f32", "[1, 4], f32"],
            "{pooled_size = 2, spatial_scale = 1.0}",
            "5 and 4",
        ),
        (
            "vision.roi_pool",
            ["[1, 2, 3, 4], f32", "[1, 5], f32"],
            "{pooled_size = [2, 0], spatial_scale = 1.0}",
            "one of the sizes is 0, expected 1 or more",
        ),
        (
            "vision.roi_align",
            ["[1, 2, 3, 4], f32", "[1, 5], f32"],
            '{pooled_size = 2, spatial_scale = 1.0, mode = "min"}',
            "the mode is 'min'",
        ),
    ],
)
def test_what_no_run_can_accept(name: str, types: list[str], rest: str, message: str) -> None:
    listed = [f"!relax.tensor<{one}>" for one in types]
    with pytest.raises(OperationError, match=message):
        RelaxInferPass().apply(context(), parse(program(name, listed, rest, {}, "")))


def test_samples_as_many_as_data_says_are_typed_and_not_lowered() -> None:
    types = ["!relax.tensor<[@b, @c, @h, @w], f32>", "!relax.tensor<[@r, 5], f32>"]
    words = "{pooled_size = [2, 3], spatial_scale = 1.0}"
    module = parse(program("vision.roi_align", types, words, {}, ""))
    RelaxInferPass().apply(context(), module)
    assert "-> !relax.tensor<[@r, @c, 2, 3], f32>" in str(module)
    with pytest.raises(OperationError, match="how many samples a window has depends on data"):
        ConvertRelaxToHloPass().apply(context(), module)


@pytest.mark.parametrize("size", [0, -1])
def test_a_window_without_elements(size: int) -> None:
    lines = [
        f"%n = relax.prim {size} : i64 // !relax.prim<i64, {size}>",
        "%p = relax.prim true // !relax.prim<i1, 1>",
        "%a = relax.prim 0.5 : f64 // !relax.prim<f64>",
        "%b = relax.prim 0.5 : f64 // !relax.prim<f64>",
    ]
    text = program("hamming_window", [], "{dtype = f32}", {}, "\n".join(lines))
    with pytest.raises(OperationError, match=f"the window has {size} elements, expected 1 or more"):
        RelaxInferPass().apply(context(), parse(text))
