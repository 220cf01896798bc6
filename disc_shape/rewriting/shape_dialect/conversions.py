"""Rewrites of conversions between shapes, extent tensors, sizes and indices."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import IndexType, IntegerType, TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from disc_shape.dialects.shape.conversions import FromExtentTensorOp, ToExtentTensorOp
from disc_shape.dialects.shape.shapes import ShapeOfOp
from disc_shape.dialects.shape.sizes import IndexToSizeOp, SizeToIndexOp
from disc_shape.dialects.xdsl_extras.casts import IndexCastOp
from disc_shape.rewriting.shape_dialect.known import replace_by


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


class ForwardConvertedSize(RewritePattern):
    """A size converted there and back, or to its own type, is what it was.

    %1 = shape.size_to_index %0 : !shape.size
    %2 = shape.index_to_size %1
      =>  %0
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, SizeToIndexOp | IndexToSizeOp):
            return
        source, type_ = op.arg, op.result.type
        inner = source.owner
        if source.type == type_:
            rewriter.replace(op, [], [source])
        elif isinstance(inner, SizeToIndexOp | IndexToSizeOp) and inner.arg.type == type_:
            rewriter.replace(op, [], [inner.arg])


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


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    ToExtentTensorOp: (ForwardExtentTensor(),),
    SizeToIndexOp: (ForwardConvertedSize(),),
    IndexToSizeOp: (ForwardConvertedSize(),),
    ShapeOfOp: (ForwardReshapedShape(), ForwardCastShape()),
}
"""The patterns of this module, by the operations that they rewrite."""
