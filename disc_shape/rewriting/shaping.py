"""Rewrites of ties, linearized and delinearized indices that need no analysis."""

from collections.abc import Iterable, Sequence

from xdsl.dialects import tensor
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IndexType, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from disc_shape.dialects.disc_shape.shaping import DelinearizeOp, LinearizeOp, TieShapeOp
from disc_shape.dialects.xdsl_extras.constants import constant_int


def same_size(lhs: SSAValue, rhs: SSAValue) -> bool:
    """Whether two sizes are one value or equal constants."""
    if lhs is rhs:
        return True
    size = constant_int(lhs)
    return size is not None and size == constant_int(rhs)


def same_sizes(lhs: Sequence[SSAValue], rhs: Sequence[SSAValue]) -> bool:
    """Whether two spaces have the same sizes, axis by axis."""
    return len(lhs) == len(rhs) and all(map(same_size, lhs, rhs))


def is_size_of(size: SSAValue, value: SSAValue, axis: int, static: int) -> bool:
    """Whether `size` is dimension `axis` of `value` itself: its `tensor.dim` or its static size."""
    if static >= 0 and constant_int(size) == static:
        return True
    owner = size.owner
    return (
        isinstance(owner, tensor.DimOp)
        and owner.source is value
        and constant_int(owner.index) == axis
    )


class ForwardTiedSizes(RewritePattern):
    """The sizes of a tied value are those tied to it.

    %1 = disc_shape.tie_shape %0, %d0, %d1
    %2 = tensor.dim %1, %c1                    =>  %d1
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TieShapeOp, rewriter: PatternRewriter) -> None:
        for use in tuple(op.result.uses):
            dim = use.operation
            if not isinstance(dim, tensor.DimOp):
                continue
            axis = constant_int(dim.index)
            if axis is not None and 0 <= axis < len(op.dims):
                rewriter.replace(dim, [], [op.dims[axis]])


class DropTrivialTieShape(RewritePattern):
    """A tie_shape with the sizes of its operand is redundant; one with attributes is kept.

    %d0 = tensor.dim %0, %c0
    %1 = disc_shape.tie_shape %0, %d0          =>  %0
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: TieShapeOp, rewriter: PatternRewriter) -> None:
        type_ = op.value.type
        if op.attributes or not isinstance(type_, TensorType):
            return
        sizes = enumerate(zip(op.dims, type_.get_shape(), strict=True))
        if all(is_size_of(size, op.value, axis, static) for axis, (size, static) in sizes):
            rewriter.replace(op, [], [op.value])


class CancelLinearizeOfDelinearize(RewritePattern):
    """%i, %j = delinearize %p in [%a, %b];  linearize [%i, %j] in [%a, %b]  =>  %p"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: LinearizeOp, rewriter: PatternRewriter) -> None:
        inner = op.indices[0].owner if op.indices else None
        if (
            isinstance(inner, DelinearizeOp)
            and tuple(op.indices) == tuple(inner.indices)
            and same_sizes(op.sizes, inner.sizes)
        ):
            rewriter.replace(op, [], [inner.position])


class CancelDelinearizeOfLinearize(RewritePattern):
    """%p = linearize [%i, %j] in [%a, %b];  delinearize %p in [%a, %b]  =>  %i, %j"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DelinearizeOp, rewriter: PatternRewriter) -> None:
        inner = op.position.owner
        if isinstance(inner, LinearizeOp) and same_sizes(op.sizes, inner.sizes):
            rewriter.replace(op, [], tuple(inner.indices))


class DropUnitAxesOfLinearize(RewritePattern):
    """linearize [%i, %j] in [%c1, %b]  =>  linearize [%j] in [%b]"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: LinearizeOp, rewriter: PatternRewriter) -> None:
        kept = [
            (index, size)
            for index, size in zip(op.indices, op.sizes, strict=True)
            if constant_int(size) != 1
        ]
        if len(kept) == len(op.sizes):
            return
        rewriter.replace(op, LinearizeOp([index for index, _ in kept], [size for _, size in kept]))


class DropUnitAxesOfDelinearize(RewritePattern):
    """%i, %j = delinearize %p in [%c1, %b]  =>  %i = 0; %j = delinearize %p in [%b]"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DelinearizeOp, rewriter: PatternRewriter) -> None:
        kept = [size for size in op.sizes if constant_int(size) != 1]
        if len(kept) == len(op.sizes):
            return
        zero = ConstantOp.from_int_and_width(0, IndexType())
        inner = DelinearizeOp(op.position, kept)
        indices = iter(inner.indices)
        results = [zero.result if constant_int(size) == 1 else next(indices) for size in op.sizes]
        rewriter.replace(op, [zero, inner] if kept else [zero], results)


class ForwardLinearizeOfOneAxis(RewritePattern):
    """linearize [%i] in [%a]  =>  %i, and linearize [] in []  =>  0"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: LinearizeOp, rewriter: PatternRewriter) -> None:
        if len(op.indices) == 1:
            rewriter.replace(op, [], [op.indices[0]])
        elif not op.indices:
            rewriter.replace(op, ConstantOp.from_int_and_width(0, IndexType()))


class ForwardDelinearizeOfOneAxis(RewritePattern):
    """%i = delinearize %p in [%a]  =>  %p"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DelinearizeOp, rewriter: PatternRewriter) -> None:
        if len(op.sizes) == 1:
            rewriter.replace(op, [], [op.position])


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    TieShapeOp: (ForwardTiedSizes(), DropTrivialTieShape()),
    LinearizeOp: (
        CancelLinearizeOfDelinearize(),
        DropUnitAxesOfLinearize(),
        ForwardLinearizeOfOneAxis(),
    ),
    DelinearizeOp: (
        CancelDelinearizeOfLinearize(),
        DropUnitAxesOfDelinearize(),
        ForwardDelinearizeOfOneAxis(),
    ),
}
"""The patterns of each class of operations, in the order in which they are tried."""


class SimplifyShaping(RewritePattern):
    """Apply the first of the patterns of an operation that matches."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        apply_first(PATTERNS.get(type(op), ()), op, rewriter)


def apply_first(
    patterns: Iterable[RewritePattern], op: Operation, rewriter: PatternRewriter
) -> None:
    """Apply the first of some patterns that matches."""
    for pattern in patterns:
        pattern.match_and_rewrite(op, rewriter)
        if rewriter.has_done_action:
            return
