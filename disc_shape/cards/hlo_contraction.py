"""Cards of HLO's contractions: `dot_general`, `dot` and convolutions."""

from __future__ import annotations

from xdsl.ir.affine import AffineExpr

from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Structured
from disc_shape.cards.indices import rank_of
from disc_shape.cards.iteration import MULTIPLY_ADD, IterationSpace, SpaceBuilder
from disc_shape.dialects.hlo.attributes import int_of, ints, pairs
from disc_shape.dialects.hlo.contraction import DotGeneralOp, DotOp
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers


def dot_general_space(op: DotGeneralOp) -> IterationSpace:
    """
    Batching dimensions, free dimensions of both operands, then contracting ones.

        C[b, m, n] += A[b, m, k] * B[b, k, n]
    """
    numbers = op.dot_dimension_numbers
    assert isinstance(numbers, DotDimensionNumbers)
    builder = SpaceBuilder.over(op.result)
    lhs: dict[int, AffineExpr] = {}
    rhs: dict[int, AffineExpr] = {}
    dims = iter(builder.index)
    batching = zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True)
    for left, right in batching:
        lhs[left] = rhs[right] = next(dims)
    contracting = list(
        zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True)
    )
    for axis in range(rank_of(op.lhs)):
        if axis not in lhs and axis not in numbers.lhs_contracting_dimensions:
            lhs[axis] = next(dims)
    for axis in range(rank_of(op.rhs)):
        if axis not in rhs and axis not in numbers.rhs_contracting_dimensions:
            rhs[axis] = next(dims)
    for left, right in contracting:
        lhs[left] = rhs[right] = builder.reduce(op.lhs, left)
    builder.read(0, [lhs[axis] for axis in range(rank_of(op.lhs))])
    builder.read(1, [rhs[axis] for axis in range(rank_of(op.rhs))])
    return builder.finish(MULTIPLY_ADD)


def dot_space(op: DotOp) -> IterationSpace:
    """The last dimension of the left operand is contracted with the first one of the right."""
    builder = SpaceBuilder.over(op.result)
    free = rank_of(op.lhs) - 1
    inner = builder.reduce(op.lhs, free)
    builder.read(0, [*builder.index[:free], inner])
    builder.read(1, [inner, *builder.index[free:]])
    return builder.finish(MULTIPLY_ADD)


def convolution_space(op: ConvolutionOp) -> IterationSpace | None:
    """
    Over the result, then the window and the input features (StableHLO, convolution):

        O[b, x, f] += I[b, x * stride + w * dilation - low, c] * K[w, c, f]

    Grouped convolutions, reversed windows and dilated inputs have no affine maps here.
    """
    groups = int_of(op.feature_group_count), int_of(op.batch_group_count)
    rank = len(op.dimension_numbers.kernel_spatial_dimensions)
    if groups != (1, 1) or any(ints(op.window_reversal)):
        return None
    if any(size != 1 for size in ints(op.lhs_dilation)):
        return None
    layout, builder = op.dimension_numbers, SpaceBuilder.over(op.result)
    strides = ints(op.window_strides) or (1,) * rank
    dilations = ints(op.rhs_dilation) or (1,) * rank
    padding = pairs(op.padding) or ((0, 0),) * rank
    image: dict[int, AffineExpr] = {
        layout.input_batch_dimension: builder.index[layout.output_batch_dimension]
    }
    kernel: dict[int, AffineExpr] = {
        layout.kernel_output_feature_dimension: builder.index[layout.output_feature_dimension]
    }
    for axis in range(rank):
        window = builder.reduce(op.rhs, layout.kernel_spatial_dimensions[axis])
        kernel[layout.kernel_spatial_dimensions[axis]] = window
        start = builder.index[layout.output_spatial_dimensions[axis]] * strides[axis]
        image[layout.input_spatial_dimensions[axis]] = (
            start + window * dilations[axis] - padding[axis][0]
        )
    feature = builder.reduce(op.rhs, layout.kernel_input_feature_dimension)
    kernel[layout.kernel_input_feature_dimension] = feature
    image[layout.input_feature_dimension] = feature
    padded = any(edge != 0 for pair in padding for edge in pair)
    builder.read(0, [image[axis] for axis in range(rank + 2)], may_be_outside=padded)
    builder.read(1, [kernel[axis] for axis in range(rank + 2)])
    return builder.finish(MULTIPLY_ADD)


register_card(Card(elements=Structured(dot_general_space)), DotGeneralOp)
register_card(Card(elements=Structured(dot_space)), DotOp)
register_card(Card(elements=Structured(convolution_space)), ConvolutionOp)
register_card(Card(size_operands=lambda op: (op.padding,), takes_index_sizes=False), DynamicConvOp)
