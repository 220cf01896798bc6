"""Relations of operations that slide a window over a tensor: convolution, pooling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, Operation

from disc_shape.dialects.hlo.attributes import int_of, ints, pairs
from disc_shape.dialects.hlo.convolution import AnyConvolution, ConvolutionOp, DynamicConvOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp, SelectAndScatterOp
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.integers import ONE, ZERO
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr, compare, const, maximum


@dataclass(frozen=True)
class Window:
    """A window along one dimension."""

    size: Expr
    stride: Expr = ONE
    before: Expr = ZERO
    after: Expr = ZERO
    base_dilation: Expr = ONE
    dilation: Expr = ONE

    def positions(self, size: Expr) -> Expr:
        """
        How many windows fit into a dimension of `size`.

        Sizes of windows, strides and dilations are positive. A window that does not fit into the
        padded dimension leaves none.
        """
        extent = (self.size - 1) * self.dilation + 1
        return maximum(0, (self.padded(size) - extent) // self.stride + 1)

    def padded(self, size: Expr) -> Expr:
        """A dimension of `size` with gaps and padding; it must not be negative."""
        spread = size
        if self.base_dilation is not ONE:
            # A dimension without elements has no gaps: this is 0 for size 0, never 1 - dilation.
            spread = maximum(0, (size - 1) * self.base_dilation + 1)
        return self.before + spread + self.after


def windows(
    sizes: Sequence[Expr],
    strides: Sequence[Expr],
    padding: Sequence[Expr],
    base_dilations: Sequence[Expr] = (),
    dilations: Sequence[Expr] = (),
) -> list[Window]:
    """Windows along several dimensions; empty lists stand for ones, an empty padding for zeros."""
    count = len(sizes)
    ones, zeros = [ONE] * count, [ZERO] * count
    return [
        Window(*numbers)
        for numbers in zip(
            sizes,
            strides or ones,
            padding[::2] or zeros,
            padding[1::2] or zeros,
            base_dilations or ones,
            dilations or ones,
            strict=True,
        )
    ]


def numbers(attr: Attribute | None) -> list[Expr]:
    """The integers of an attribute as expressions."""
    return [const(number) for number in ints(attr)]


def edges(attr: Attribute | None) -> list[Expr]:
    """The padding before and after each dimension, one after the other."""
    return [const(number) for pair in pairs(attr) for number in pair]


# convolution


def convolve(op: AnyConvolution, padding: Sequence[Expr] | None, state: RelationState) -> bool:
    """
    State the sizes of a convolution whose padding is known, or not.

    Its constraints: sizes of batch and features split evenly into groups, the kernel takes the
    features of one group.
    """
    layout = op.dimension_numbers
    lhs, rhs = state.dims(op.lhs), state.dims(op.rhs)
    features, batches = int_of(op.feature_group_count), int_of(op.batch_group_count)
    batch = lhs[layout.input_batch_dimension]
    kernel_output = rhs[layout.kernel_output_feature_dimension]
    why = f"feature groups of '{op.name}'"
    kernel_input = rhs[layout.kernel_input_feature_dimension]
    state.equal(lhs[layout.input_feature_dimension], kernel_input * features, op, why)
    for what, size, count in (
        ("input batch", batch, batches),
        ("kernel output feature", kernel_output, batches),
        ("kernel output feature", kernel_output, features),
    ):
        if count > 1:
            why = f"{what} size of '{op.name}' is divided into {count} groups"
            state.assume(compare("==", size % count, 0), op, why)
    kernel = [rhs[index] for index in layout.kernel_spatial_dimensions]
    for index, size in enumerate(kernel):
        state.at_most(ONE, size, op, f"spatial size {index} of '{op.name}' kernel is positive")
    result: list[Expr | None] = [None] * len(lhs)
    result[layout.output_batch_dimension] = batch // batches
    result[layout.output_feature_dimension] = kernel_output
    if padding is not None:
        found = windows(
            kernel,
            numbers(op.window_strides),
            padding,
            numbers(op.lhs_dilation),
            numbers(op.rhs_dilation),
        )
        for window, source, target in zip(
            found, layout.input_spatial_dimensions, layout.output_spatial_dimensions, strict=True
        ):
            result[target] = window.positions(lhs[source])
            why = f"dimension {source} of '{op.name}' is not negative with its padding"
            state.at_most(ZERO, window.padded(lhs[source]), op, why)
    state.define_all(op.result, result, op, f"window positions of '{op.name}'")
    return True


@relation("ConvWindow", "StableHLO, convolution (c10), (c11), (c14) to (c16), (c25)", ConvolutionOp)
def convolution(op: ConvolutionOp, state: RelationState) -> bool:
    """
    A spatial size of the result is the number of window positions; features and batches divide into
    groups.
    """
    return convolve(op, edges(op.padding), state)


@relation(
    "ConvWindow",
    "StableHLO, dynamic_conv (c10), (c11), (c14) to (c16), (c25)",
    DynamicConvOp,
)
def dynamic_conv(op: DynamicConvOp, state: RelationState) -> bool:
    """Like `convolution`, with the padding that an operand holds."""
    return convolve(op, state.elements(op.padding), state)


# pooling


def reduce_windows(
    op: Operation, count: int, found: Sequence[Window], state: RelationState
) -> None:
    """State the sizes of results that reduce windows of the first `count` operands."""
    inputs = op.operands[:count]
    same_shape(inputs, op, state)
    sizes = [
        window.positions(size) for window, size in zip(found, state.dims(inputs[0]), strict=True)
    ]
    for result in op.results:
        state.define_all(result, sizes, op, f"window positions of '{op.name}'")


@relation("ReduceWindow", "StableHLO, reduce_window (c2), (c15), (c16)", ReduceWindowOp)
def reduce_window(op: ReduceWindowOp, state: RelationState) -> bool:
    """A size of the result is the number of window positions."""
    found = windows(
        numbers(op.window_dimensions),
        numbers(op.window_strides),
        edges(op.padding),
        numbers(op.base_dilations),
        numbers(op.window_dilations),
    )
    reduce_windows(op, len(op.inputs), found, state)
    return True


@relation("SelectAndScatter", "StableHLO, select_and_scatter (c2), (c11)", SelectAndScatterOp)
def select_and_scatter(op: SelectAndScatterOp, state: RelationState) -> bool:
    """
    The result has the shape of the operand; a size of the source is the number of window positions.
    """
    sizes = state.dims(op.operand)
    result = op.results[0]
    state.define_all(result, sizes, op, f"'{op.name}' keeps the shape of its operand")
    found = windows(
        numbers(op.window_dimensions) or [ONE] * len(sizes),
        numbers(op.window_strides),
        edges(op.padding),
    )
    positions = [window.positions(size) for window, size in zip(found, sizes, strict=True)]
    state.define_all(op.source, positions, op, f"window positions of '{op.name}'")
    return True


def dynamic_reduce_window(op: Operation, state: RelationState) -> bool:
    """
    `custom_call @stablehlo.dynamic_reduce_window`: n inputs, n initial values, then sizes,
    strides, base dilations and dilations of the window, and its padding as rows of two.
    """
    count = len(op.results)
    attributes = [state.elements(value) for value in op.operands[2 * count :]]
    known = [items for items in attributes if items is not None]
    if len(known) != 5:
        return True
    sizes, strides, base_dilations, dilations, padding = known
    for items in (sizes, strides, base_dilations, dilations):
        for index, item in enumerate(items):
            why = f"window of '{op.name}' has a positive size and step in dimension {index}"
            state.at_most(ONE, item, op, why)
    found = windows(sizes, strides, padding, base_dilations, dilations)
    reduce_windows(op, count, found, state)
    return True
