"""Rewrites of operations on shapes and sizes that are known."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from xdsl.dialects import arith
from xdsl.dialects.builtin import BoolAttr, ShapedType, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from disc_shape.dialects.shape.canonical.known import (
    constant_extents,
    constant_size,
    known_sizes,
    size_constant,
)
from disc_shape.dialects.shape.queries import DimOp, GetExtentOp, NumElementsOp, RankOp
from disc_shape.dialects.shape.shapes import (
    ConcatOp,
    ConstShapeOp,
    ShapeEqOp,
    ShapeOfOp,
    SplitAtOp,
)
from disc_shape.dialects.shape.sizes import (
    AddOp,
    DivOp,
    ExtremumOp,
    MaxOp,
    MinOp,
    MulOp,
    SizeBinaryOp,
)

ARITHMETIC: dict[type[Operation], Callable[[int, int], int | None]] = {
    AddOp: lambda lhs, rhs: lhs + rhs,
    MulOp: lambda lhs, rhs: lhs * rhs,
    DivOp: lambda lhs, rhs: None if rhs == 0 else lhs // rhs,
    MaxOp: max,
    MinOp: min,
}
LIMIT = 2**63
"""A number that an index cannot hold any more."""


class FoldStaticShapeOf(RewritePattern):
    """The shape of a value of static type is a constant.

    %1 = shape.shape_of %0 : tensor<2x3xf32> -> tensor<2xindex>
      =>  %1 = shape.const_shape [2, 3] : tensor<2xindex>
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShapeOfOp, rewriter: PatternRewriter) -> None:
        type_ = op.arg.type
        if isinstance(type_, ShapedType) and type_.has_static_shape():
            rewriter.replace(op, ConstShapeOp(type_.get_shape(), op.result.type))


class FoldConcat(RewritePattern):
    """Constant shapes joined are a constant shape.

    %2 = shape.concat %c0, %c1 : !shape.shape, !shape.shape -> !shape.shape   ([0, 1] and [2])
      =>  %2 = shape.const_shape [0, 1, 2] : !shape.shape
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConcatOp, rewriter: PatternRewriter) -> None:
        lhs, rhs = constant_extents(op.lhs), constant_extents(op.rhs)
        if lhs is not None and rhs is not None:
            rewriter.replace(op, ConstShapeOp(lhs + rhs, op.results[0].type))


class FoldSplitAt(RewritePattern):
    """A constant shape cut at a constant place in it gives two constant shapes.

    %1, %2 = "shape.split_at"(%c, %k)   ([2, 3, 4] at 2)
      =>  %1 = shape.const_shape [2, 3] : !shape.shape
          %2 = shape.const_shape [4] : !shape.shape
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SplitAtOp, rewriter: PatternRewriter) -> None:
        sizes, place = constant_extents(op.operand), constant_size(op.index)
        if sizes is None or place is None or not -len(sizes) <= place <= len(sizes):
            return
        at = place + len(sizes) if place < 0 else place
        head = ConstShapeOp(sizes[:at], op.head.type)
        tail = ConstShapeOp(sizes[at:], op.tail.type)
        rewriter.replace(op, [head, tail], [head.result, tail.result])


class FoldNumElements(RewritePattern):
    """The product of constant sizes is a constant.

    %1 = shape.num_elements %c : !shape.shape -> !shape.size   ([4, 5])
      =>  %1 = shape.const_size 20
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: NumElementsOp, rewriter: PatternRewriter) -> None:
        sizes = constant_extents(op.shape)
        if sizes is not None and (count := prod(sizes)) < LIMIT:
            rewriter.replace(op, size_constant(count, op.result.type))


class FoldRank(RewritePattern):
    """A rank that follows from the shape or its defining operation is a constant.

    %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<?xindex>
    %2 = shape.rank %1 : tensor<?xindex> -> index
      =>  %2 = arith.constant 2 : index
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: RankOp, rewriter: PatternRewriter) -> None:
        sizes = known_sizes(op.shape)
        if sizes is not None:
            rewriter.replace(op, size_constant(len(sizes), op.rank.type))


class FoldGetExtent(RewritePattern):
    """A size of a constant shape is a constant; a size of the shape of a value is the value's.

    %1 = shape.get_extent %c, %k : tensor<3xindex>, index -> index   ([4, 5, 6] at 1)
      =>  %1 = arith.constant 5 : index

    %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
    %2 = shape.get_extent %1, %k : tensor<2xindex>, index -> index
      =>  %2 = shape.dim %0, %k : tensor<?x?xf32>, index -> index
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GetExtentOp, rewriter: PatternRewriter) -> None:
        place, sizes = constant_size(op.dim), known_sizes(op.shape)
        if place is not None and sizes is not None and 0 <= place < len(sizes):
            size = sizes[place]
            if size is not None:
                rewriter.replace(op, size_constant(size, op.extent.type))
                return
        source = op.shape.owner
        if isinstance(source, ShapeOfOp) and isinstance(source.arg.type, TensorType):
            rewriter.replace(op, DimOp(source.arg, op.dim, op.extent.type))


class FoldStaticDim(RewritePattern):
    """A static size is a constant.

    %1 = shape.dim %0, %k : tensor<?x4xf32>, index -> index   (dimension 1)
      =>  %1 = arith.constant 4 : index
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DimOp, rewriter: PatternRewriter) -> None:
        place, type_ = constant_size(op.index), op.value.type
        if place is None or not isinstance(type_, ShapedType):
            return
        sizes = type_.get_shape()
        if 0 <= place < len(sizes) and sizes[place] >= 0:
            rewriter.replace(op, size_constant(sizes[place], op.extent.type))


class FoldSizeArithmetic(RewritePattern):
    """Arithmetic on constant sizes gives a constant; a size with itself is its own extreme.

    %2 = shape.mul %c2, %c3 : !shape.size, index -> !shape.size
      =>  %2 = shape.const_size 6
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, SizeBinaryOp | ExtremumOp):
            return
        lhs, rhs = op.operands
        if isinstance(op, ExtremumOp) and lhs is rhs:
            rewriter.replace(op, [], [lhs])
            return
        left, right = constant_size(lhs), constant_size(rhs)
        if left is None or right is None:
            return
        value = ARITHMETIC[type(op)](left, right)
        if value is not None and -LIMIT <= value < LIMIT:
            rewriter.replace(op, size_constant(value, op.results[0].type))


class FoldShapeEq(RewritePattern):
    """Constant shapes compare when the program is compiled.

    %2 = shape.shape_eq %c0, %c1 : !shape.shape, tensor<2xindex>   ([1, 2] and [1, 2])
      =>  %2 = arith.constant true
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShapeEqOp, rewriter: PatternRewriter) -> None:
        result = equal_shapes(op.shapes)
        if result is not None:
            rewriter.replace(op, arith.ConstantOp(BoolAttr.from_bool(result)))


def equal_shapes(shapes: tuple[SSAValue, ...]) -> bool | None:
    """Whether shapes are one shape, when that is known."""
    if len(set(shapes)) <= 1:
        return True
    sizes = [constant_extents(shape) for shape in shapes]
    return None if None in sizes else len(set(sizes)) == 1


class MakeConstantShape(RewritePattern):
    """A constant tensor that is read as a shape is a constant shape.

    %0 = arith.constant dense<[4, 5]> : tensor<2xindex>
    %1 = shape.from_extent_tensor %0 : tensor<2xindex>
      =>  %1 = shape.const_shape [4, 5] : !shape.shape
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        sizes = constant_extents(op.operands[0])
        if sizes is not None:
            rewriter.replace(op, ConstShapeOp(sizes, op.results[0].type))


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    ShapeOfOp: (FoldStaticShapeOf(),),
    ConcatOp: (FoldConcat(),),
    SplitAtOp: (FoldSplitAt(),),
    NumElementsOp: (FoldNumElements(),),
    RankOp: (FoldRank(),),
    GetExtentOp: (FoldGetExtent(),),
    DimOp: (FoldStaticDim(),),
    ShapeEqOp: (FoldShapeEq(),),
    **{cls: (FoldSizeArithmetic(),) for cls in ARITHMETIC},
}
"""The patterns of this module, by the operations that they rewrite."""
