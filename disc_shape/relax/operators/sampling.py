"""Operators that read images between their elements, or in regions: grids, and pools of regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import product
from typing import NamedTuple

from xdsl.dialects.builtin import i64

from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.indexing import Rows, column_of, want_equal
from disc_shape.relax.operators.movement import concatenated
from disc_shape.relax.operators.program import ONE, ZERO
from disc_shape.relax.operators.resizing import neighbours
from disc_shape.relax.operators.rows import Floats, Ints, Sizes, Tensor, builds
from disc_shape.relax.operators.windows import layout_of, positive
from disc_shape.symbolic import Expr, compare, const, maximum

CUBIC_ALPHA = -0.75
"""The sharpness of cubic sampling, as PyTorch has it."""


@builds("image.affine_grid")
def affine_grid(x: Floats, sizes: Sizes, *, align_corners: bool) -> Tensor:
    """
    The places of a grid from -1 to 1, mapped by matrices: (batch, d, d + 1) and d sizes give
    (batch, d, sizes), the last axis first.
    """
    count = len(sizes)
    if count not in (2, 3):
        raise OperatorError(f"{count} sizes, expected 2 or 3")
    x.want_rank(3)
    want_equal([x.sizes[0], const(count), const(count + 1)], x, "the matrices")
    columns = [x.filled(1, sizes)]
    for axis, size in enumerate(sizes):
        index = x.program.iota(sizes, axis, x.element)
        if align_corners:
            text = "one place along an axis cannot be at both corners"
            x.program.want(compare("!=", size, ONE), text)
        steps = index * 2 / (size - 1) if align_corners else (index * 2 + 1) / size
        columns.insert(0, steps + -1)
    grid = concatenated([one.reshape([ONE, *sizes]) for one in columns], 0)
    return x.dot(grid, ([2], [0]))


class Tap(NamedTuple):
    """Elements along one axis that are read: their indices, weights, and whether they are there."""

    place: Tensor
    weight: Tensor | None
    inside: Tensor


def tap(place: Tensor, size: Expr, weight: Tensor | None = None) -> Tap:
    """Elements at places, which are whole numbers; outside of the operand there are none."""
    last = maximum(size - 1, ZERO)
    inside = place.compare("GE", 0).apply("and", place.compare("LE", size - 1))
    return Tap(place.clamped(0, last).convert(i64), weight, inside)


def taps(method: str, place: Tensor, size: Expr, within: Callable[[Tensor], Tensor]) -> list[Tap]:
    """The elements that a method reads around each place, which `within` moves inside."""
    if method == "nearest":
        return [tap(within(place).apply("round_nearest_even"), size)]
    if method == "bilinear":
        return between(within(place), size)
    listed = neighbours(place, CUBIC_ALPHA)
    return [tap(within(one).apply("floor"), size, weight) for one, weight in listed]


def between(place: Tensor, size: Expr) -> list[Tap]:
    """The two elements around each place, weighted by how near they are."""
    return [tap(one, size, weight) for one, weight in neighbours(place, None)]


def sampled(value: Tensor, batch: Tensor, axes: Sequence[Sequence[Tap]]) -> Tensor:
    """Elements of (batch, axes, channels) at the places of all combinations of taps, summed."""
    shape = batch.sizes
    parts: list[Tensor] = []
    for combined in product(*axes):
        part = Rows(value, [batch, *(one.place for one in combined)], shape).taken()
        sizes, dims = part.sizes, range(len(shape))
        inside = reduce(
            lambda one, other: one.apply("and", other), (one.inside for one in combined)
        )
        part = inside.broadcast(sizes, dims).where(part, part.filled(0))
        for one in combined:
            if one.weight is not None:
                weight = one.weight.convert(part.element)
                part = part.apply("multiply", weight.broadcast(sizes, dims))
        parts.append(part)
    return reduce(lambda one, other: one.apply("add", other), parts)


def channels_last(x: Tensor, layout: str) -> tuple[Tensor, list[int]]:
    """A value as (batch, axes, channels), and the order of these that gives the layout again."""
    own = layout_of(layout, "NC", x)
    order = [own.first, *own.spatial, own.second]
    return x.transpose(order), [order.index(at) for at in range(x.rank)]


def reflected(place: Tensor, low: float, size: Expr) -> Tensor:
    """Places turned back at the ends, as often as it takes: `low` and `low + size`."""
    away = (place + -low).apply("abs")
    length = place.scalar(maximum(size, ONE))
    times = (away / length).apply("floor")
    rest = away - times * length
    is_even = times.binary("remainder", 2).compare("EQ", 0)
    return is_even.select(rest, length - rest) + low


def within(padding: str, align_corners: bool, size: Expr, place: Tensor) -> Tensor:
    """Places moved to the elements that stand for those outside."""
    if padding == "zeros":
        return place
    if padding == "reflection":
        low, reach = (0.0, size - 1) if align_corners else (-0.5, size)
        place = reflected(place, low, reach)
    return place.clamped(0, maximum(size - 1, ZERO))


@builds("image.grid_sample")
def grid_sample(
    x: Floats, grid: Floats, *, method: str, layout: str, padding_mode: str, align_corners: bool
) -> Tensor:
    """
    An image at the places of a grid from -1 to 1, which has the last axis first. Outside are zeros,
    the nearest elements inside, or those that the places turned back at the ends have.
    """
    if method not in ("nearest", "bilinear", "bicubic"):
        raise OperatorError(f"the method is '{method}', expected nearest, bilinear or bicubic")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise OperatorError(
            f"the padding is '{padding_mode}', expected zeros, border or reflection"
        )
    value, order = channels_last(x, layout)
    images, *sizes, _ = value.sizes
    grid.want_rank(x.rank)
    shape = [images, *grid.sizes[2:]]
    want_equal([images, const(len(sizes)), *shape[1:]], grid, "the images and the grid")
    axes: list[list[Tap]] = []
    for at, size in enumerate(sizes, 1):
        number = len(sizes) - at
        place = grid.part(1, const(number), const(number + 1)).reshape(shape) + 1
        place = place * (size - 1) * 0.5 if align_corners else place * size * 0.5 + -0.5
        axes.append(taps(method, place, size, partial(within, padding_mode, align_corners, size)))
    return sampled(value, x.program.iota(shape, 0, i64), axes).transpose(order)


def regions(x: Tensor, rois: Tensor, layout: str, sizes: Ints) -> list[int]:
    """How many windows each region has along two axes. Refuses what does not fit."""
    layout_of(layout, "NC", x)
    x.want_rank(4)
    rois.want_rank(2)
    want_equal([rois.sizes[0], const(5)], rois, "the regions")
    return positive(sizes, 2, "sizes")


@builds("vision.roi_align")
def roi_align(
    x: Floats,
    rois: Floats,
    *,
    pooled_size: Ints,
    spatial_scale: float,
    sample_ratio: int,
    aligned: bool,
    layout: str,
    mode: str,
) -> Tensor:
    """The mean or the largest of samples in windows of regions: (image, x, y, x end, y end)."""
    if mode not in ("avg", "max"):
        raise OperatorError(f"the mode is '{mode}', expected avg or max")
    counts = regions(x, rois, layout, pooled_size)
    value, order = channels_last(x, layout)
    number, (_, *sizes, channels) = rois.sizes[0], value.sizes
    if sample_ratio <= 0:
        wanted = [number, *map(const, counts), channels]
        result = x.tensor_type([wanted[at] for at in order])
        raise NoForm("how many samples a window has depends on data", result)
    shape = [number, *(const(count * sample_ratio) for count in counts)]
    axes: list[list[Tap]] = []
    for at, (size, count) in enumerate(zip(sizes, counts, strict=True)):
        start, end = (column_of(rois, one) * spatial_scale for one in (2 - at, 4 - at))
        extent = end - start if aligned else (end - start).binary("maximum", 1)
        index = x.program.iota(shape, at + 1, rois.element) + 0.5
        first, step = (one.broadcast(shape, [0]) for one in (start, extent / count / sample_ratio))
        place = first + index * step
        near = place.compare("GE", -1).apply("and", place.compare("LE", place.scalar(size)))
        pair = between(place.clamped(0, maximum(size - 1, ZERO)), size)
        axes.append([one._replace(inside=one.inside.apply("and", near)) for one in pair])
    batch = column_of(rois, 0).convert(i64).broadcast(shape, [0])
    wide = [number, *(const(one) for count in counts for one in (count, sample_ratio)), channels]
    samples = sampled(value, batch, axes).reshape(wide)
    if mode == "max":
        found = samples.reduce([2, 4], "maximum", float("-inf"))
    else:
        found = samples.reduce([2, 4], "add", 0) / sample_ratio**2
    return found.transpose(order)


@builds("vision.roi_pool")
def roi_pool(
    x: Floats, rois: Floats, *, pooled_size: Ints, spatial_scale: float, layout: str
) -> Tensor:
    """The largest element in windows of regions: (image, x, y, x end, y end); 0 in empty ones."""
    counts = regions(x, rois, layout, pooled_size)
    value, order = channels_last(x, layout)
    found = value.take(column_of(rois, 0).convert(i64), 0)
    filled: list[Tensor] = []
    for at, count in enumerate(counts, 1):
        size = found.sizes[at]
        start, end = (
            (column_of(rois, one) * spatial_scale + 0.5).apply("floor") for one in (3 - at, 5 - at)
        )
        shape = [rois.sizes[0], const(count)]
        step = ((end - start + 1).binary("maximum", 1) / count).broadcast(shape, [0])
        index, first = x.program.iota(shape, 1, rois.element), start.broadcast(shape, [0])
        low = ((index * step).apply("floor") + first).clamped(0, size)
        high = (((index + 1) * step).apply("ceil") + first).clamped(0, size)
        sizes = found.sizes
        wide = [*sizes[:at], const(count), *sizes[at:]]
        place = x.program.iota(wide, at + 1, rois.element)
        inside = place.compare("GE", low.broadcast(wide, [0, at]))
        inside = inside.apply("and", place.compare("LT", high.broadcast(wide, [0, at])))
        spread, none = found.spread(wide, at), found.filled(float("-inf"), wide)
        found = inside.where(spread, none).reduce([at + 1], "maximum", float("-inf"))
        filled.append(low.compare("LT", high))
    for at, one in enumerate(filled, 1):
        found = one.broadcast(found.sizes, [0, at]).where(found, found.filled(0))
    return found.transpose(order)
