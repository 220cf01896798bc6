"""Images of other sizes, and pools whose windows follow from the sizes of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from xdsl.dialects.builtin import f32, i64

from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.program import ONE, ZERO
from disc_shape.relax.operators.rows import (
    Call,
    Element,
    Ints,
    Sizes,
    Tensor,
    builds,
)
from disc_shape.relax.operators.windows import laid_out, layout_of, repeated
from disc_shape.symbolic import Expr, const, maximum
from disc_shape.typesystem.types import TensorType

RESIZES = ("image.resize2d", "image.resize3d")
POOLS = ("nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d")
ROUNDING = {
    "": ("floor", 0.0),
    "round": ("round_nearest_even", 0.0),
    "floor": ("floor", 0.0),
    "ceil": ("ceil", 0.0),
    "round_prefer_floor": ("ceil", -0.5),
    "round_prefer_ceil": ("floor", 0.5),
}
"""How a coordinate becomes an index, and what is added to it before."""

Tap = tuple[Tensor, Tensor | None]
"""The indices of elements that are summed, and the weight of each."""


@dataclass(frozen=True)
class Axis:
    """One axis of a resize: where in the operand each element of the result lies."""

    call: Call
    old: Expr
    new: Expr
    result: TensorType
    """The type of the result, also where the resize has no form."""

    def coordinates(self) -> Tensor:
        """The place of each element of the result."""
        index = self.call.program.iota([self.new], 0, f32)
        mode = self.call.attributes["coordinate_transformation_mode"]
        match mode:
            case "half_pixel" | "pytorch_half_pixel":
                place = (index + 0.5) * self.old / self.new + -0.5
                if mode == "half_pixel":
                    return place
                one = self.call.program.size(self.new, f32).compare("LE", 1)
                return one.select(place.scalar(0), place)
            case "asymmetric":
                return index * self.old / self.new
            case "align_corners":
                return index * maximum(self.old - 1, ZERO) / maximum(self.new - 1, ONE)
            case _:
                text = f"coordinates that are transformed by '{mode}' have no form in HLO"
                raise NoForm(text, self.result)

    def inside(self, place: Tensor) -> Tensor:
        """A place as an index of the operand."""
        index = place.convert(i64)
        last = index.scalar(maximum(self.old - 1, ZERO))
        return index.clamped(0, last)

    def taps(self) -> list[Tap]:
        """The indices whose elements are summed, each with its weight."""
        place, method = self.coordinates(), self.call.attributes["method"]
        if method == "nearest_neighbor":
            how = str(self.call.attributes["rounding_method"] or "")
            if how not in ROUNDING:
                raise NoForm(f"the rounding '{how}' has no form in HLO", self.result)
            name, half = ROUNDING[how]
            return [(self.inside((place + half if half else place).apply(name)), None)]
        if method not in ("linear", "cubic"):
            raise NoForm(f"the method '{method}' has no form in HLO", self.result)
        alpha = self.call.real("cubic_alpha") if method == "cubic" else None
        if alpha is not None and self.call.attributes["cubic_exclude"]:
            text = "a cubic resize without the neighbours outside has no form in HLO"
            raise NoForm(text, self.result)
        return [(self.inside(one), weight) for one, weight in neighbours(place, alpha)]


def neighbours(place: Tensor, alpha: float | None) -> list[tuple[Tensor, Tensor]]:
    """
    The two whole numbers around each place, weighted by how near they are; with `alpha` four, by
    Keys' kernel.
    """
    floor = place.apply("floor")
    above = place - floor
    if alpha is None:
        return [(floor, above.scalar(1) - above), (floor + 1, above)]
    return [(floor + offset, cubic_weight(above, offset, alpha)) for offset in (-1, 0, 1, 2)]


def cubic_weight(above: Tensor, offset: int, alpha: float) -> Tensor:
    """The weight of one of four neighbours by Keys' kernel, `above` the place of the second."""
    away = (above + -offset).apply("abs")
    near = (alpha + 2, -(alpha + 3), 0.0, 1.0)
    far = (alpha, -5 * alpha, 8 * alpha, -4 * alpha)
    first, *factors = near if offset in (0, 1) else far
    weight = above.filled(first)
    for factor in factors:
        weight = weight * away + factor
    return weight


@builds(*RESIZES)
def resize(x: Tensor, sizes: Sizes, *, out_dtype: Element | None, call: Call) -> Tensor:
    """An image of another size, axis by axis."""
    axes = layout_of(str(call.attributes["layout"]), "NC", x).spatial
    if len(sizes) != len(axes):
        raise OperatorError(f"{len(sizes)} sizes for {len(axes)} axes")
    exact = call.attributes["method"] == "nearest_neighbor"
    value, element = x if exact else x.convert(f32), out_dtype or x.element
    wanted = dict(zip(axes, sizes, strict=True))
    result = x.tensor_type([wanted.get(at, size) for at, size in enumerate(x.sizes)])
    result = result if out_dtype is None else replace(result, element=str(out_dtype))
    for axis, new in wanted.items():
        value = resized(value, axis, Axis(call, value.sizes[axis], new, result).taps())
    return value.convert(element)


def resized(value: Tensor, axis: int, taps: Sequence[Tap]) -> Tensor:
    """Elements along an axis, weighted and summed."""
    parts: list[Tensor] = []
    for index, weight in taps:
        part = value.take(index, axis)
        if weight is not None:
            part = part.apply("multiply", weight.broadcast(part.sizes, [axis]))
        parts.append(part)
    return reduce(lambda one, other: one.apply("add", other), parts)


@builds(*POOLS)
def adaptive_pool(x: Tensor, *, output_size: Ints | None, layout: str, call: Call) -> Tensor:
    """The mean of each of a given number of windows, which cover the operand."""
    axes, value = layout_of(layout, "NC", x).spatial, x
    counts = [] if output_size is None else repeated(output_size, len(axes), "sizes")
    for axis, count in zip(axes, counts, strict=False):
        value = pooled(value, axis, count)
    return laid_out(value, call)


def pooled(value: Tensor, axis: int, count: int) -> Tensor:
    """The means of windows from floor(i * size / count) to ceil((i + 1) * size / count)."""
    sizes = value.sizes
    wide = [*sizes[:axis], const(count), *sizes[axis:]]
    spread = value.spread(wide, axis)
    window, place = (value.program.iota(wide, at, i64) for at in (axis, axis + 1))
    length = window.scalar(sizes[axis])
    # place >= floor(i * size / count) and place < ceil((i + 1) * size / count), multiplied out.
    start = window * length
    after = start + length
    steps = window.scalar(count)
    first, last = (place + 1) * steps, place * steps
    inside = first.compare("GT", start).apply("and", last.compare("LT", after))
    zeros, ones = value.filled(0, wide), value.filled(1, wide)
    total, number = (
        inside.where(one, zeros).reduce([axis + 1], "add", 0) for one in (spread, ones)
    )
    return total.apply("divide", number)
