"""Convolutions and pools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeVar

from xdsl.ir import Attribute

from disc_shape.dialects.hlo.attributes import i64_array, i64_attr, pairs_attr
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers, ConvLayouts, Layout
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relax.operators.bodies import combiner
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import ONE, ZERO, Program
from disc_shape.relax.operators.reduction import start_of
from disc_shape.relax.operators.rows import Call, Element, Ints, Same, Tensor, builds
from disc_shape.symbolic import Expr, compare, const, minimum

CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d")
TRANSPOSED = ("nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose")
MAX_POOLS = ("nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d")
AVG_POOLS = ("nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d")
SPATIAL = "DHW"
T = TypeVar("T")

Padding = Sequence[tuple[int, int]]


def layout_of(text: str, letters: str = "NC", value: Tensor | None = None) -> Layout:
    """
    Where a layout such as NCHW has its two special dimensions and the others; a value in it has its
    rank.
    """
    spatial = [letter for letter in SPATIAL if letter in text]
    if sorted(text) != sorted([*letters, *spatial]):
        raise OperatorError(f"layout '{text}' is none of {letters} and the axes {SPATIAL}")
    first, second = (text.index(letter) for letter in letters)
    layout = Layout(first, second, tuple(text.index(letter) for letter in spatial))
    if value is not None:
        value.want_rank(layout.rank)
    return layout


def laid_out(value: Tensor, call: Call) -> Tensor:
    """A result in the layout `layout` as one in `out_layout`, if there is one."""
    old, new = (str(call.attributes[name] or "") for name in ("layout", "out_layout"))
    if new in ("", old):
        return value
    if sorted(old) != sorted(new):
        raise OperatorError(f"layout '{new}' has not the axes of layout '{old}'")
    return value.transpose([old.index(letter) for letter in new])


def on_axes(layout: Layout, values: Sequence[T], other: T) -> list[T]:
    """One value for each dimension: those of the axes, and another one for batch and channels."""
    found = [other] * layout.rank
    for axis, value in zip(layout.spatial, values, strict=True):
        found[axis] = value
    return found


def repeated(values: Sequence[int], count: int, what: str) -> list[int]:
    """One number for each axis; one stands for all."""
    if len(values) not in (1, count):
        raise OperatorError(f"{len(values)} {what} for {count} axes")
    return list(values) * count if len(values) == 1 else list(values)


def positive(values: Sequence[int], count: int, what: str) -> list[int]:
    """One number for each axis, each 1 or more."""
    found = repeated(values, count, what)
    if min(found, default=1) < 1:
        raise OperatorError(f"one of the {what} is {min(found)}, expected 1 or more")
    return found


@dataclass(frozen=True)
class Steps:
    """How windows move along each axis, and what is added before and after it."""

    strides: Sequence[int]
    dilations: Sequence[int]
    padding: Padding

    @staticmethod
    def of(call: Call, count: int) -> Steps:
        """What a call says. Raises `OperatorError` for numbers that do not fit."""
        strides = positive(call.integers("strides"), count, "strides")
        dilations = positive(call.integers("dilation"), count, "dilations")
        listed = call.integers("padding")
        if len(listed) != 2 * count:
            listed = 2 * repeated(listed, count, "paddings")
        return Steps(strides, dilations, list(zip(listed[:count], listed[count:], strict=True)))

    def require_windows(
        self, program: Program, sizes: Sequence[Expr], window: Sequence[Expr]
    ) -> None:
        """The number of windows along each axis is not negative."""
        for at, size in enumerate(sizes):
            reach = (window[at] - 1) * self.dilations[at] + 1
            count = (size + sum(self.padding[at]) - reach) // self.strides[at] + 1
            program.require(compare("<=", ZERO, count), f"no window fits along axis {at}")


@dataclass(frozen=True)
class Convolution:
    """The operands and attributes that all convolutions have."""

    value: Tensor
    kernel: Tensor
    layouts: ConvLayouts
    steps: Steps
    groups: int
    element: Attribute

    @staticmethod
    def of(call: Call, value: Tensor, kernel: Tensor, element: Attribute | None) -> Convolution:
        """What a call says. Raises `OperatorError` for layouts and numbers that do not fit."""
        text = str(call.attributes["data_layout"])
        data = layout_of(text, "NC", value)
        weight = layout_of(str(call.attributes["kernel_layout"]), "IO", kernel)
        output = layout_of(str(call.attributes["out_layout"] or text))
        count = len(data.spatial)
        if not len(weight.spatial) == len(output.spatial) == count:
            raise OperatorError("layouts differ in their axes")
        layouts, steps = ConvLayouts(data, weight, output), Steps.of(call, count)
        (groups,) = positive([call.integer("groups")], 1, "groups")
        return Convolution(value, kernel, layouts, steps, groups, element or value.element)

    @property
    def window(self) -> list[Expr]:
        """The sizes of the kernel along the axes."""
        return [self.kernel.sizes[axis] for axis in self.layouts.kernel.spatial]

    def want_channels(self, groups: int, text: str = "") -> tuple[Expr, Expr]:
        """Refuse channels other than those that the kernel takes in groups; both."""
        channels = self.value.sizes[self.layouts.input.second]
        inner = self.kernel.sizes[self.layouts.kernel.first]
        if self.value.program.differ(channels, inner * groups):
            raise OperatorError(
                f"the operand has {dim_text(channels)} channels, the kernel takes {dim_text(inner)}"
                + text
            )
        return channels, inner

    def apply(
        self, value: Tensor, kernel: Tensor, strides: Sequence[int], padding: Padding
    ) -> Tensor:
        """Windows of a value times a kernel, summed."""
        return value.apply(
            "convolution",
            kernel,
            element=self.element,
            dimension_numbers=final_attribute(ConvDimensionNumbers, STABLEHLO)(self.layouts),
            batch_group_count=i64_attr(1),
            window_strides=i64_array(strides),
            rhs_dilation=i64_array(self.steps.dilations),
            padding=pairs_attr(padding),
            feature_group_count=i64_attr(self.groups),
        )


@builds(*CONVOLUTIONS)
def convolution(x: Tensor, kernel: Same, *, out_dtype: Element | None, call: Call) -> Tensor:
    """A convolution with a kernel."""
    own = Convolution.of(call, x, kernel, out_dtype)
    own.want_channels(own.groups, f" in {own.groups} groups")
    sizes = [x.sizes[axis] for axis in own.layouts.input.spatial]
    own.steps.require_windows(x.program, sizes, own.window)
    return own.apply(x, kernel, own.steps.strides, own.steps.padding)


@builds(*TRANSPOSED)
def transposed_convolution(
    x: Tensor, kernel: Same, *, output_padding: Ints, out_dtype: Element | None, call: Call
) -> Tensor:
    """
    The gradient of a convolution: strides apart, the elements of the operand are convolved with
    the kernel turned around.
    """
    own = Convolution.of(call, x, kernel, out_dtype)
    channels = compare("==", *own.want_channels(1))
    x.program.require(channels, "the channels of the operand are not those that the kernel takes")
    data, weight, steps = own.layouts.input, own.layouts.kernel, own.steps
    more = repeated(output_padding, len(data.spatial), "output paddings")
    low: list[Expr] = [ZERO] * data.rank
    high: list[Expr] = [ZERO] * data.rank
    between, sizes = [0] * data.rank, list(x.sizes)
    for at, axis in enumerate(data.spatial):
        if more[at] and more[at] >= steps.strides[at]:
            raise OperatorError(
                f"the output padding {more[at]} is not below the stride {steps.strides[at]}"
            )
        reach = (own.window[at] - 1) * steps.dilations[at]
        low[axis] = reach - steps.padding[at][0]
        high[axis] = reach - steps.padding[at][1] + more[at]
        between[axis] = steps.strides[at] - 1
        # There is one place less between elements than there are elements, also where are none.
        sizes[axis] = (sizes[axis] - 1) * steps.strides[at] + 1 + low[axis] + high[axis]
        high[axis] += (minimum(x.sizes[axis], ONE) - 1) * between[axis]
    spread, turned = x.pad(0, low, high, between), kernel.reverse(weight.spatial)
    x.program.state.set_dims(spread.value, sizes)
    if own.groups != 1:
        turned = regrouped(turned, weight, own.groups)
    count = len(data.spatial)
    plain = Steps([1] * count, steps.dilations, [(0, 0)] * count)
    plain.require_windows(x.program, [sizes[axis] for axis in data.spatial], own.window)
    return own.apply(spread, turned, plain.strides, plain.padding)


def regrouped(kernel: Tensor, layout: Layout, groups: int) -> Tensor:
    """A kernel of [groups * i, o] channels as one of [i, groups * o]."""
    sizes, inner, outer = list(kernel.sizes), layout.first, layout.second
    split = sizes[inner] // groups
    wide = kernel.reshape([*sizes[:inner], const(groups), split, *sizes[inner + 1 :]])
    # Where each dimension of the kernel is now, and the groups before those of the result.
    order = [at if at < inner else at + 1 for at in range(len(sizes))]
    order.insert(outer, inner)
    sizes[inner], sizes[outer] = split, sizes[outer] * groups
    return wide.transpose(order).reshape(sizes)


@dataclass(frozen=True)
class Pool:
    """The windows of a pool along each axis of its layout."""

    layout: Layout
    sizes: Sequence[int]
    steps: Steps
    beyond: Sequence[int]
    """
    How far the last window may stick out after what is added, with `ceil_mode`: it begins in the
    operand or before it.
    """

    @staticmethod
    def of(call: Call, value: Tensor) -> Pool:
        """What a call says. Raises `OperatorError` where no window fits."""
        layout = layout_of(str(call.attributes["layout"]), "NC", value)
        sizes = positive(call.integers("pool_size"), len(layout.spatial), "sizes")
        steps, beyond = Steps.of(call, len(sizes)), [0] * len(sizes)
        if call.attributes["ceil_mode"]:
            reaches = ((size - 1) * by for size, by in zip(sizes, steps.dilations, strict=True))
            for at, (reach, stride) in enumerate(zip(reaches, steps.strides, strict=True)):
                beyond[at] = max(min(stride - 1, reach - steps.padding[at][1]), 0)
        own = Pool(layout, sizes, steps, beyond)
        axes = [value.sizes[axis] for axis in layout.spatial]
        around = Steps(steps.strides, steps.dilations, own.padding)
        around.require_windows(value.program, axes, [const(one) for one in sizes])
        return own

    @property
    def padding(self) -> Padding:
        """How many places there are before and after the operand."""
        pairs = zip(self.steps.padding, self.beyond, strict=True)
        return [(low, high + more) for (low, high), more in pairs]

    def combined(self, value: Tensor, name: str, start: float, padding: Padding) -> Tensor:
        """Windows combined by `name`, a binary operation."""
        own = self.layout
        return value.apply(
            "reduce_window",
            value.scalar(start),
            body=combiner(name, value.element),
            window_dimensions=i64_array(on_axes(own, self.sizes, 1)),
            window_strides=i64_array(on_axes(own, self.steps.strides, 1)),
            window_dilations=i64_array(on_axes(own, self.steps.dilations, 1)),
            padding=pairs_attr(on_axes(own, padding, (0, 0))),
        )

    def counts(self, value: Tensor, *, padded: bool) -> Tensor | int:
        """How many elements each window has, those that are added counted or not; 1 for none."""
        if not any(self.beyond) and (padded or not any(map(sum, self.steps.padding))):
            return prod(self.sizes)
        ones = value.filled(1)
        if not padded:
            return self.combined(ones, "add", 0, self.padding).binary("maximum", 1)
        sides = zip(*on_axes(self.layout, self.steps.padding, (0, 0)), strict=True)
        low, high = ([const(one) for one in side] for side in sides)
        return self.combined(ones.pad(1, low, high), "add", 0, [(0, one) for one in self.beyond])


@builds(*MAX_POOLS)
def max_pool(x: Tensor, *, call: Call) -> Tensor:
    """The largest element of each window."""
    own, (name, start) = Pool.of(call, x), start_of("max", x.element)
    return laid_out(own.combined(x, name, start, own.padding), call)


@builds(*AVG_POOLS)
def avg_pool(x: Tensor, *, count_include_pad: bool, call: Call) -> Tensor:
    """The mean of each window, of the elements inside the operand or of those around it too."""
    own = Pool.of(call, x)
    total, counts = own.combined(x, "add", 0, own.padding), own.counts(x, padded=count_include_pad)
    found = total / counts if isinstance(counts, int) else total.apply("divide", counts)
    return laid_out(found, call)
