"""Folds operations of the shape dialect whose sizes are known, by the rules of their cards."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import BoolAttr, ShapedType, TensorType
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.traits import ConstantLike

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Scalar
from disc_shape.cards.listing import Items, Listing
from disc_shape.dialects.shape.queries import DimOp, GetExtentOp
from disc_shape.dialects.shape.shapes import ConstShapeOp, ShapeEqOp, ShapeOfOp
from disc_shape.dialects.shape.sizes import ExtremumOp, MaxOp, MinOp
from disc_shape.dialects.shape.types import EXTENTS, SHAPE, kind_of
from disc_shape.rewriting.shape_dialect.known import (
    constant_extents,
    constant_size,
    known_sizes,
    size_constant,
    static_sizes,
)

LIMIT = 2**63
"""A number that an index cannot hold any more."""


class KnownSizes:
    """The sizes that constants and types give: a reader of rules that give lists."""

    def items(self, value: SSAValue) -> Items[int] | None:
        """What is known of the sizes that a value holds."""
        if kind_of(value.type) in (SHAPE, EXTENTS):
            return known_sizes(value)
        return (constant_size(value),)

    def rank(self, value: SSAValue) -> int | None:
        """The rank of a value."""
        return len(value.type.get_shape()) if isinstance(value.type, ShapedType) else None

    def size(self, value: SSAValue, axis: int) -> int | None:
        """A static size."""
        assert isinstance(value.type, ShapedType)
        (size,) = static_sizes(value.type.get_shape()[axis : axis + 1])
        return size

    def number(self, value: SSAValue) -> int | None:
        """A constant."""
        return constant_size(value)

    def constant(self, number: int) -> int:
        """The number itself."""
        return number

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[int]) -> int | None:
        """A function of sizes; None for a number that no index holds."""
        fold = scalar.function.fold
        number = None if fold is None else fold(*operands)
        return number if number is not None and -LIMIT <= number < LIMIT else None


class FoldKnownSizes(RewritePattern):
    """Sizes that are known are constants.

    %1 = shape.shape_of %0 : tensor<2x3xf32> -> tensor<2xindex>
      =>  %1 = shape.const_shape [2, 3] : tensor<2xindex>

    %2 = shape.mul %c2, %c3 : !shape.size, index -> !shape.size
      =>  %2 = shape.const_size 6

    %1, %2 = "shape.split_at"(%c, %k)   ([2, 3, 4] at 2)
      =>  %1 = shape.const_shape [2, 3] : !shape.shape
          %2 = shape.const_shape [4] : !shape.shape
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        rule = elements_of(op)
        if not isinstance(rule, Listing) or op.has_trait(ConstantLike):
            return
        made: list[Operation] = []
        for result, items in zip(op.results, rule.lists(op, KnownSizes()), strict=True):
            known = [item for item in items or () if item is not None]
            if items is None or len(known) < len(items):
                return
            made.append(constant_of(result, known))
        rewriter.replace(op, made, [one.results[0] for one in made])


def constant_of(result: OpResult, sizes: Sequence[int]) -> Operation:
    """The constant that a result is."""
    if kind_of(result.type) in (SHAPE, EXTENTS):
        return ConstShapeOp(sizes, result.type)
    return size_constant(sizes[0], result.type)


class ReadSizeOfValue(RewritePattern):
    """A size of the shape of a value is the value's.

    %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
    %2 = shape.get_extent %1, %k : tensor<2xindex>, index -> index
      =>  %2 = shape.dim %0, %k : tensor<?x?xf32>, index -> index
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GetExtentOp, rewriter: PatternRewriter) -> None:
        source = op.shape.owner
        if isinstance(source, ShapeOfOp) and isinstance(source.arg.type, TensorType):
            rewriter.replace(op, DimOp(source.arg, op.dim, op.extent.type))


class DropIdleExtremum(RewritePattern):
    """The greater or smaller one of a size and itself is that size.

    %1 = shape.max %0, %0 : !shape.size, !shape.size -> !shape.size
      =>  %0
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if isinstance(op, ExtremumOp) and op.lhs is op.rhs:
            rewriter.replace(op, [], [op.lhs])


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


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    GetExtentOp: (ReadSizeOfValue(),),
    MaxOp: (DropIdleExtremum(),),
    MinOp: (DropIdleExtremum(),),
    ShapeEqOp: (FoldShapeEq(),),
}
"""The patterns of this module beside `FoldKnownSizes`, by the operations that they rewrite."""
