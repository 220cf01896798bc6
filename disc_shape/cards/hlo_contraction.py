"""Cards of HLO's contractions: `dot_general`, `dot` and convolutions."""

from __future__ import annotations

from xdsl.ir.affine import AffineConstantExpr, AffineConstraintExpr, AffineExpr

from disc_shape.cards import functions
from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import Scalar, Structured
from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.cards.iteration import MULTIPLY_ADD, Extent, IterationSpace
from disc_shape.cards.space_builder import SpaceBuilder, spread
from disc_shape.dialects.hlo.attributes import int_of, ints, pairs
from disc_shape.dialects.hlo.contraction import DotGeneralOp, DotOp
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers

PRODUCT = Scalar(functions.MULTIPLY, functions.AND)
"""What a contraction of no dimensions computes."""


def dot_general_space(op: DotGeneralOp) -> IterationSpace:
    """
    Batching dimensions, free dimensions of both operands, then contracting ones.

        C[b, m, n] += A[b, m, k] * B[b, k, n]

    Without contracting dimensions it multiplies broadcasts.
    """
    numbers = op.dot_dimension_numbers
    assert isinstance(numbers, DotDimensionNumbers)
    builder = SpaceBuilder.over(op)
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
        lhs[left] = rhs[right] = builder.reduce(Extent(op.lhs, left))
    builder.read(0, [lhs[axis] for axis in range(rank_of(op.lhs))])
    builder.read(1, [rhs[axis] for axis in range(rank_of(op.rhs))])
    return builder.finish(MULTIPLY_ADD if contracting or not is_uniform(op) else PRODUCT)


def is_uniform(op: DotGeneralOp) -> bool:
    """True if operands and result have one element type."""
    types = (op.lhs.type, op.rhs.type, op.result.type)
    return len({element_type_of(type) for type in types}) == 1


def dot_space(op: DotOp) -> IterationSpace:
    """The last dimension of the left operand is contracted with the first one of the right."""
    builder = SpaceBuilder.over(op)
    free = rank_of(op.lhs) - 1
    inner = builder.reduce(Extent(op.lhs, free))
    builder.read(0, [*builder.index[:free], inner])
    builder.read(1, [inner, *builder.index[free:]])
    return builder.finish(MULTIPLY_ADD)


def convolution_space(op: ConvolutionOp | DynamicConvOp) -> IterationSpace | None:
    """
    Over the result, then the window and the input features (StableHLO, convolution):

        O[b, x, f] += I[b, x * stride + w * dilation - low, c] * K[w, c, f]

    Zeros fill the padding and the gaps of a dilated input. The kernel of a reversed window is read
    from its end. With groups, `f` decides which features, or which part of the batch, are read.
    """
    builder, layout = SpaceBuilder.over(op), op.dimension_numbers
    rank = len(layout.kernel_spatial_dimensions)
    amounts = paddings(op, rank, builder)
    if amounts is None:
        return None
    strides = ints(op.window_strides) or (1,) * rank
    dilations = ints(op.rhs_dilation) or (1,) * rank
    gaps = ints(op.lhs_dilation) or (1,) * rank
    reversal = ints(op.window_reversal) or (0,) * rank
    image: dict[int, AffineExpr] = {}
    kernel = {
        layout.kernel_output_feature_dimension: builder.index[layout.output_feature_dimension]
    }
    domain: list[AffineConstraintExpr] = []
    for axis, (low, before, after) in enumerate(amounts):
        inner, outer = layout.kernel_spatial_dimensions[axis], layout.input_spatial_dimensions[axis]
        window = builder.reduce(Extent(op.rhs, inner))
        kernel[inner] = builder.size(op.rhs, inner) - 1 - window if reversal[axis] else window
        start = builder.index[layout.output_spatial_dimensions[axis]] * strides[axis]
        place, size = start + window * dilations[axis], builder.size(op.lhs, outer)
        image[outer], conditions = spread(
            place, size, low=low, gap=gaps[axis] - 1, before=before, after=after
        )
        domain += conditions
    if not read_features(op, builder, image, kernel):
        return None
    builder.read(0, [image[axis] for axis in range(rank + 2)], domain or None)
    builder.read(1, [kernel[axis] for axis in range(rank + 2)])
    return builder.finish(MULTIPLY_ADD)


Padded = tuple[AffineExpr | int, bool, bool]
"""The padding before a dimension, and whether places may lie before and after its elements."""


def paddings(
    op: ConvolutionOp | DynamicConvOp, rank: int, builder: SpaceBuilder
) -> list[Padded] | None:
    """The padding of each spatial dimension; None where it is not known."""
    if isinstance(op, ConvolutionOp):
        known = pairs(op.padding) or ((0, 0),) * rank
        return [(low, low > 0, high > 0) for low, high in known]
    found: list[Padded] = []
    for axis in range(rank):
        row = [2 * axis] if rank_of(op.padding) == 1 else [axis, 0]
        low = builder.integer(op.padding, [builder.constant(at) for at in row])
        if low is None:
            return None
        found.append((low, True, True))
    return found


def read_features(
    op: ConvolutionOp | DynamicConvOp,
    builder: SpaceBuilder,
    image: dict[int, AffineExpr],
    kernel: dict[int, AffineExpr],
) -> bool:
    """Add the index along batch and features to those of image and kernel; False if not affine."""
    layout = op.dimension_numbers
    inner = layout.kernel_input_feature_dimension
    feature = kernel[inner] = builder.reduce(Extent(op.rhs, inner))
    batch = builder.index[layout.output_batch_dimension]
    features = first_of_group(op, builder, int_of(op.feature_group_count), Extent(op.rhs, inner))
    batches = first_of_group(
        op,
        builder,
        int_of(op.batch_group_count),
        Extent(op.result, layout.output_batch_dimension),
    )
    if features is None or batches is None:
        return False
    image[layout.input_feature_dimension] = features + feature
    image[layout.input_batch_dimension] = batches + batch
    return True


def first_of_group(
    op: ConvolutionOp | DynamicConvOp, builder: SpaceBuilder, groups: int, size: Extent
) -> AffineExpr | None:
    """
    The first index of the group that an output feature belongs to, along a dimension that has
    `size` for each group; None if it is not affine, as where sizes are unknown.
    """
    if groups == 1:
        return builder.constant(0)
    axis = op.dimension_numbers.output_feature_dimension
    count = builder.size(op.result, axis)
    if not isinstance(count, AffineConstantExpr):
        return None
    each = builder.constant(max(count.value // groups, 1))
    group = builder.quotient(builder.index[axis], each)
    return None if group is None else builder.product(group, builder.size(*size))


register_card(Card(elements=Structured(dot_general_space)), DotGeneralOp)
register_card(Card(elements=Structured(dot_space)), DotOp)
register_card(Card(elements=Structured(convolution_space)), ConvolutionOp)
register_card(
    Card(
        size_operands=lambda op: (op.padding,),
        takes_index_sizes=False,
        elements=Structured(convolution_space),
    ),
    DynamicConvOp,
)
