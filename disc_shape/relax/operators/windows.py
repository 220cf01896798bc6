"""Convolutions and pools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.hlo.attributes import i64_array, i64_attr, pairs_attr
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers, ConvLayouts, Layout
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.contraction import out_element
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.movement import tensor_like
from disc_shape.relax.operators.program import Program, combiner
from disc_shape.relax.operators.rows import Call, builds, unranked
from disc_shape.symbolic import Expr, compare, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import TensorType, Type

CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d")
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
        program.require(compare("<=", const(0), count))


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


@builds(*CONVOLUTIONS)
def convolution(call: Call) -> SSAValue:
    """A convolution with a kernel."""
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
    channels, inner = program.dims(value)[data.second], program.dims(kernel)[weight.first]
    groups = call.integer("groups")
    if program.differ(channels, inner * groups):
        raise OperatorError(
            f"the operand has {dim_text(channels)} channels, the kernel takes {dim_text(inner)} in"
            f" {groups} groups"
        )
    strides = repeated(call.integers("strides") or [], count, "strides")
    dilations = repeated(call.integers("dilation") or [], count, "dilations")
    padding = paddings(call.integers("padding") or [], count)
    sizes = [program.dims(value)[axis] for axis in data.spatial]
    window = [program.dims(kernel)[axis] for axis in weight.spatial]
    require_windows(program, sizes, window, strides, dilations, padding)
    properties = {
        "window_strides": i64_array(strides),
        "rhs_dilation": i64_array(dilations),
        "padding": pairs_attr(padding),
        "feature_group_count": i64_attr(groups),
    }
    layouts = ConvLayouts(data, weight, output)
    return convolve(program, value, kernel, layouts, properties, out_element(call, value))


@unranked(*CONVOLUTIONS)
def convolved_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """As many dimensions as the layout has letters."""
    rank = len(str(attributes["out_layout"] or attributes["data_layout"]))
    return tensor_like(operands[0], Shape.of_rank(rank))


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
    return pool(call, value, "maximum", float("-inf") if call.program.is_float(value) else -128)


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


@unranked(*MAX_POOLS, *AVG_POOLS)
def pooled_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """As many dimensions as the layout has letters."""
    first = tensor_like(operands[0], Shape.of_rank(len(str(attributes["layout"]))))
    return first if isinstance(first, TensorType) else operands[0]
