"""Convolutions and pools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.hlo.attributes import i64_array, i64_attr, pairs_attr
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers, ConvLayouts, Layout
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relax.operators.contraction import out_element
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Program, combiner
from disc_shape.relax.operators.quantizing import limits
from disc_shape.relax.operators.rows import Call, builds
from disc_shape.symbolic import Expr, compare, const

CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d")
TRANSPOSED = ("nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose")
MAX_POOLS = ("nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d")
AVG_POOLS = ("nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d")
SPATIAL = "DHW"


def layout_of(text: str, letters: str) -> Layout:
    """Where a layout such as NCHW has its two special dimensions and the others."""
    spatial = [letter for letter in SPATIAL if letter in text]
    if sorted(text) != sorted([*letters, *spatial]):
        raise OperatorError(f"layout '{text}' is none of {letters} and the axes {SPATIAL}")
    first, second = (text.index(letter) for letter in letters)
    return Layout(first, second, tuple(text.index(letter) for letter in spatial))


def repeated(values: Sequence[int], count: int, what: str) -> list[int]:
    """One number for each axis; one stands for all."""
    if len(values) not in (1, count):
        raise OperatorError(f"{len(values)} {what} for {count} axes")
    return list(values) * count if len(values) == 1 else list(values)


def paddings(values: Sequence[int], count: int) -> list[tuple[int, int]]:
    """What is added before and after each axis: one number, one for each axis, or two."""
    if len(values) == 2 * count:
        return [(values[at], values[at + count]) for at in range(count)]
    return [(one, one) for one in repeated(values, count, "paddings")]


def require_windows(
    program: Program,
    sizes: Sequence[Expr],
    window: Sequence[Expr],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: Sequence[tuple[int, int]],
) -> None:
    """The number of windows along each axis is not negative."""
    for at, size in enumerate(sizes):
        reach = (window[at] - 1) * dilations[at] + 1
        count = (size + sum(padding[at]) - reach) // strides[at] + 1
        program.require(compare("<=", const(0), count), f"no window fits along axis {at}")


def convolve(
    program: Program,
    value: SSAValue,
    kernel: SSAValue,
    layouts: ConvLayouts,
    properties: Mapping[str, Attribute],
    element: Attribute,
) -> SSAValue:
    """Windows of a value times a kernel, summed."""
    numbers = final_attribute(ConvDimensionNumbers, STABLEHLO)(layouts)
    words = {"dimension_numbers": numbers, "batch_group_count": i64_attr(1), **properties}
    return program.add(
        "stablehlo.convolution", [value, kernel], program.rank(value), element, words
    )


@dataclass(frozen=True)
class Windows:
    """The operands and attributes that all convolutions have."""

    layouts: ConvLayouts
    strides: Sequence[int]
    dilations: Sequence[int]
    padding: Sequence[tuple[int, int]]

    @staticmethod
    def of(call: Call) -> Windows:
        """What a call says. Raises `OperatorError` for layouts and numbers that do not fit."""
        program, value, kernel = call.program, call.tensor(0), call.tensor(1)
        program.want_equal_elements([value, kernel])
        text = call.word("data_layout") or ""
        data = layout_of(text, "NC")
        weight = layout_of(call.word("kernel_layout") or "", "IO")
        output = layout_of(call.word("out_layout") or text, "NC")
        for index, (one, layout) in enumerate(((value, data), (kernel, weight))):
            program.want_rank(one, layout.rank, f"operand {index}")
        count = len(data.spatial)
        if not len(weight.spatial) == len(output.spatial) == count:
            raise OperatorError("layouts differ in their axes")
        return Windows(
            ConvLayouts(data, weight, output),
            repeated(call.integers("strides") or [], count, "strides"),
            repeated(call.integers("dilation") or [], count, "dilations"),
            paddings(call.integers("padding") or [], count),
        )

    def channels(self, call: Call) -> tuple[Expr, Expr]:
        """The channels of the operand, and those of which the kernel speaks."""
        program = call.program
        data, weight = self.layouts.input, self.layouts.kernel
        channels = program.dims(call.tensor(0))[data.second]
        return channels, program.dims(call.tensor(1))[weight.first]

    def properties(
        self, strides: Sequence[int], padding: Sequence[tuple[int, int]], groups: int
    ) -> dict[str, Attribute]:
        """Attributes of the operation of HLO."""
        return {
            "window_strides": i64_array(strides),
            "rhs_dilation": i64_array(self.dilations),
            "padding": pairs_attr(padding),
            "feature_group_count": i64_attr(groups),
        }


@builds(*CONVOLUTIONS)
def convolution(call: Call) -> SSAValue:
    """A convolution with a kernel."""
    program, value, kernel, own = call.program, call.tensor(0), call.tensor(1), Windows.of(call)
    (channels, inner), groups = own.channels(call), call.integer("groups")
    if program.differ(channels, inner * groups):
        raise OperatorError(
            f"the operand has {dim_text(channels)} channels, the kernel takes {dim_text(inner)} in"
            f" {groups} groups"
        )
    sizes = [program.dims(value)[axis] for axis in own.layouts.input.spatial]
    window = [program.dims(kernel)[axis] for axis in own.layouts.kernel.spatial]
    require_windows(program, sizes, window, own.strides, own.dilations, own.padding)
    properties = own.properties(own.strides, own.padding, groups)
    return convolve(program, value, kernel, own.layouts, properties, out_element(call, value))


@builds(*TRANSPOSED)
def transposed_convolution(call: Call) -> SSAValue:
    """
    The gradient of a convolution: strides apart, the elements of the operand are convolved with
    the kernel turned around.
    """
    program, value, kernel, own = call.program, call.tensor(0), call.tensor(1), Windows.of(call)
    channels, inner = own.channels(call)
    if program.differ(channels, inner):
        raise OperatorError(
            f"the operand has {dim_text(channels)} channels, the kernel takes {dim_text(inner)}"
        )
    text = "the channels of the operand are not those that the kernel takes"
    program.require(compare("==", channels, inner), text)
    data, weight = own.layouts.input, own.layouts.kernel
    more = repeated(call.integers("output_padding") or [], len(data.spatial), "output paddings")
    low: list[Expr] = [const(0)] * data.rank
    high: list[Expr] = [const(0)] * data.rank
    between = [0] * data.rank
    for at, axis in enumerate(data.spatial):
        if more[at] and more[at] >= own.strides[at]:
            raise OperatorError(
                f"the output padding {more[at]} is not below the stride {own.strides[at]}"
            )
        reach = (program.dims(kernel)[weight.spatial[at]] - 1) * own.dilations[at]
        low[axis] = reach - own.padding[at][0]
        high[axis] = reach - own.padding[at][1] + more[at]
        between[axis] = own.strides[at] - 1
    zero = program.constant(0, program.element(value))
    spread = program.pad(value, zero, low, high, between)
    turned, groups = program.reverse(kernel, weight.spatial), call.integer("groups")
    grouped = turned if groups == 1 else regrouped(program, turned, weight, groups)
    ones = [1] * len(data.spatial)
    properties = own.properties(ones, [(0, 0)] * len(ones), groups)
    return convolve(program, spread, grouped, own.layouts, properties, out_element(call, value))


def regrouped(program: Program, kernel: SSAValue, layout: Layout, groups: int) -> SSAValue:
    """A kernel of [groups * i, o] channels as one of [i, groups * o]."""
    sizes = list(program.dims(kernel))
    inner, outer = layout.first, layout.second
    split = sizes[inner] // groups
    wide = [*sizes[:inner], const(groups), split, *sizes[inner + 1 :]]
    apart = program.reshape(kernel, wide)
    # Where each dimension of the kernel is now, and the groups before those of the result.
    places = [at if at < inner else at + 1 for at in range(len(sizes))]
    order = list(places)
    order.insert(outer, inner)
    turned = program.transpose(apart, order)
    sizes[inner], sizes[outer] = split, sizes[outer] * groups
    return program.reshape(turned, sizes)


def combine_windows(
    program: Program,
    value: SSAValue,
    name: str,
    start: complex,
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: Sequence[tuple[int, int]],
) -> SSAValue:
    """The elements of each window combined by `name`."""
    element = program.element(value)
    return program.add(
        "stablehlo.reduce_window",
        [value, program.constant(start, element)],
        program.rank(value),
        None,
        {
            "window_dimensions": i64_array(window),
            "window_strides": i64_array(strides),
            "window_dilations": i64_array(dilations),
            "padding": pairs_attr(padding),
        },
        [combiner(name, element)],
    )


def pool(call: Call, value: SSAValue, name: str, start: float) -> SSAValue:
    """Windows combined along the axes of the layout; with `ceil_mode` the last may stick out."""
    layout = layout_of(call.word("layout") or "", "NC")
    program, count = call.program, len(layout.spatial)
    program.want_rank(value, layout.rank, "operand 0")
    sizes = repeated(call.integers("pool_size") or [], count, "sizes")
    strides = repeated(call.integers("strides") or [], count, "strides")
    dilations = repeated(call.integers("dilation") or [], count, "dilations")
    padding = paddings(call.integers("padding") or [], count)
    if call.flag("ceil_mode"):
        padding = [
            (low, high + step - 1) for (low, high), step in zip(padding, strides, strict=True)
        ]
    own = [program.dims(value)[axis] for axis in layout.spatial]
    require_windows(program, own, [const(one) for one in sizes], strides, dilations, padding)
    window, steps, apart = ([1] * layout.rank for _ in range(3))
    around = [(0, 0)] * layout.rank
    for at, axis in enumerate(layout.spatial):
        window[axis], steps[axis], apart[axis] = sizes[at], strides[at], dilations[at]
        around[axis] = padding[at]
    return combine_windows(program, value, name, start, window, steps, apart, around)


@builds(*MAX_POOLS)
def max_pool(call: Call) -> SSAValue:
    """The largest element of each window."""
    value = call.tensor(0)
    bounds = limits(call.program.element(value))
    return pool(call, value, "maximum", float("-inf") if bounds is None else bounds[0])


@builds(*AVG_POOLS)
def avg_pool(call: Call) -> SSAValue:
    """The mean of each window, of the elements inside the operand or of all."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    total = pool(call, value, "add", 0)
    if call.flag("count_include_pad"):
        sizes = call.integers("pool_size") or [1]
        layout = layout_of(call.word("layout") or "", "NC")
        count = 1.0
        for size in repeated(sizes, len(layout.spatial), "sizes"):
            count *= size
        return program.binary("divide", total, program.constant(count, program.element(value)))
    ones = program.full(1, program.dims(value), program.element(value))
    return program.add("stablehlo.divide", [total, pool(call, ones, "add", 0)], program.rank(value))
