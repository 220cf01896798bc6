"""Rewrites of conversions between shapes, extent tensors, sizes and indices."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import IndexType, IntegerType, TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from disc_shape.dialects.shape.canonical.constants import (
    PATTERNS as CONSTANT_PATTERNS,
)
from disc_shape.dialects.shape.canonical.constants import (
    MakeConstantShape,
)
from disc_shape.dialects.shape.canonical.known import (
    constant_size,
    replace_by,
    size_constant,
)
from disc_shape.dialects.shape.conversions import (
    FromExtentsOp,
    FromExtentTensorOp,
    ToExtentTensorOp,
)
from disc_shape.dialects.shape.shapes import AnyOp, ConstShapeOp, ShapeOfOp
from disc_shape.dialects.shape.sizes import IndexToSizeOp, SizeToIndexOp
from disc_shape.dialects.xdsl_extras.casts import IndexCastOp


class FoldFromExtents(RewritePattern):
    """The shape of constant sizes is a constant.

    %2 = shape.from_extents %c3, %c5 : index, !shape.size
      =>  %2 = shape.const_shape [3, 5] : !shape.shape
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: FromExtentsOp, rewriter: PatternRewriter) -> None:
        sizes: list[int] = []
        for extent in op.extents:
            size = constant_size(extent)
            if size is None:
                return
            sizes.append(size)
        rewriter.replace(op, ConstShapeOp(sizes, op.shape.type))


class ForwardExtentTensor(RewritePattern):
    """An extent tensor made a shape and back, or converted to itself, is that extent tensor.

    %1 = shape.from_extent_tensor %0 : tensor<?xindex>
    %2 = shape.to_extent_tensor %1 : !shape.shape -> tensor<?xindex>
      =>  %0
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ToExtentTensorOp, rewriter: PatternRewriter) -> None:
        source = op.input
        if isinstance(source.owner, FromExtentTensorOp):
            source = source.owner.input
        if source.type == op.result.type:
            rewriter.replace(op, [], [source])


class ConvertConstantSize(RewritePattern):
    """A constant converted is a constant; converted there and back is what it was.

    %1 = shape.index_to_size %c : index   (123)
      =>  %1 = shape.const_size 123

    %1 = shape.size_to_index %0 : !shape.size
    %2 = shape.index_to_size %1
      =>  %0
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, SizeToIndexOp | IndexToSizeOp):
            return
        source, type_ = op.arg, op.result.type
        if source.type == type_:
            rewriter.replace(op, [], [source])
        elif (size := constant_size(source)) is not None:
            rewriter.replace(op, size_constant(size, type_))
        elif (
            isinstance(source.owner, SizeToIndexOp | IndexToSizeOp)
            and source.owner.arg.type == type_
        ):
            rewriter.replace(op, [], [source.owner.arg])


class ForwardReshapedShape(RewritePattern):
    """The shape of a reshaped tensor is what it was reshaped to.

    %1 = tensor.reshape %0(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
    %2 = shape.shape_of %1 : tensor<*xf32> -> tensor<?xindex>
      =>  %s
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShapeOfOp, rewriter: PatternRewriter) -> None:
        made, wanted = op.arg.owner, op.result.type
        if not isinstance(made, tensor.ReshapeOp) or not isinstance(wanted, TensorType):
            return
        shape = made.shape
        type_ = cast("TensorType[Attribute]", shape.type)
        if isinstance(type_.element_type, IndexType):
            replace_by(op, shape, rewriter)
        elif isinstance(type_.element_type, IntegerType):
            indices = TensorType(IndexType(), type_.get_shape())
            cast_op = IndexCastOp(shape, indices)
            rewriter.insert(cast_op)
            replace_by(op, cast_op.result, rewriter)


class ForwardCastShape(RewritePattern):
    """A cast changes no size: the shape is that of what was cast, when its type says more.

    %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<*xf32>
    %2 = shape.shape_of %1 : tensor<*xf32> -> tensor<?xindex>
      =>  %2 = shape.shape_of %0 : tensor<?x4xf32> -> tensor<?xindex>
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShapeOfOp, rewriter: PatternRewriter) -> None:
        made = op.arg.owner
        if (
            isinstance(made, tensor.CastOp)
            and isinstance(made.source.type, TensorType)
            and isinstance(op.arg.type, UnrankedTensorType)
        ):
            rewriter.replace(op, ShapeOfOp(made.source, op.result.type))


class TakeConstantOfAny(RewritePattern):
    """Any of the operands will do, a constant is best.

    %2 = shape.any %c, %0 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
      =>  %c
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AnyOp, rewriter: PatternRewriter) -> None:
        for value in op.inputs:
            if isinstance(value.owner, ConstShapeOp) and value.type == op.result.type:
                rewriter.replace(op, [], [value])
                return


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    FromExtentsOp: (FoldFromExtents(),),
    FromExtentTensorOp: (MakeConstantShape(),),
    ToExtentTensorOp: (MakeConstantShape(), ForwardExtentTensor()),
    SizeToIndexOp: (ConvertConstantSize(),),
    IndexToSizeOp: (ConvertConstantSize(),),
    ShapeOfOp: (
        *CONSTANT_PATTERNS[ShapeOfOp],
        ForwardReshapedShape(),
        ForwardCastShape(),
    ),
    AnyOp: (TakeConstantOfAny(),),
}
"""The patterns of this module, by the operations that they rewrite."""
