"""Rewrites of broadcasts of shapes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import BoolAttr, StringAttr, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from disc_shape.dialects.disc_shape import get_symbols
from disc_shape.dialects.shape.constraints import ConstWitnessOp, CstrBroadcastableOp
from disc_shape.dialects.shape.shapes import BroadcastOp, ConstShapeOp, IsBroadcastableOp, extents
from disc_shape.locations import fuse
from disc_shape.rewriting.shape_dialect.known import (
    Sizes,
    constant_extents,
    is_dynamic,
    known_sizes,
    replace_by,
    set_operands,
    unique,
)


def without_idle(values: Sequence[SSAValue]) -> list[SSAValue]:
    """
    The different shapes among `values`, less those of rank 0 and those that another one has in it:
    they broadcast with whatever the others broadcast with, and change no result.
    """
    kept = [value for value in unique(values) if known_sizes(value) != ()]
    for value in tuple(reversed(kept)):
        if any(is_part(value, other) for other in kept if other is not value):
            kept.remove(value)
    return kept


def is_part(value: SSAValue, other: SSAValue) -> bool:
    """Whether each size of a shape is known to be 1, or that of another shape there."""
    sizes, others = known_sizes(value), known_sizes(other)
    if sizes is None or others is None or len(sizes) > len(others):
        return False
    pairs = zip(reversed(sizes), reversed(others), strict=False)
    return all(size == 1 or (size is not None and size == there) for size, there in pairs)


def broadcast_sizes(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The shape to which shapes broadcast; None when they do not."""
    result: list[int] = []
    for axis in range(max((len(shape) for shape in shapes), default=0)):
        sizes = {shape[-1 - axis] for shape in shapes if axis < len(shape)} - {1}
        if len(sizes) > 1:
            return None
        result.append(sizes.pop() if sizes else 1)
    return tuple(reversed(result))


def surely_broadcast(shapes: Sequence[Sizes | None]) -> bool:
    """Whether shapes broadcast whatever the unknown sizes are."""
    if len(shapes) <= 1:
        return True
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return False
    for axis in range(max(len(shape) for shape in known)):
        sizes = [shape[-1 - axis] for shape in known if axis < len(shape)]
        stretched = [size for size in sizes if size != 1]
        if len(set(stretched)) > 1 or (stretched.count(None) > 1):
            return False
    return True


class FoldConstantBroadcast(RewritePattern):
    """Constant shapes broadcast when the program is compiled.

    %2 = shape.broadcast %c0, %c1 : !shape.shape, !shape.shape -> !shape.shape   ([1, 2], [7, 1])
      =>  %2 = shape.const_shape [7, 2] : !shape.shape
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BroadcastOp, rewriter: PatternRewriter) -> None:
        constants: list[tuple[int, ...]] = []
        others: list[SSAValue] = []
        for shape in unique(op.shapes):
            sizes = constant_extents(shape)
            others.append(shape) if sizes is None else constants.append(sizes)
        result = broadcast_sizes(constants) if constants else None
        if result is None or (len(constants) == 1 and others):
            return
        if not others:
            rewriter.replace(op, ConstShapeOp(result, op.result.type))
            return
        constant = ConstShapeOp(result)
        rewriter.insert(constant)
        set_operands(op, [*others, constant.result], rewriter)


class DropNeutralShapes(RewritePattern):
    """What is there twice, has rank 0 or is known to be a part of another changes no broadcast.

    %3 = shape.broadcast %0, %1, %0, %c : ...   (%0 is [?, 4], %c is [4] or [1, 1])
      =>  %3 = shape.broadcast %0, %1 : ...
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BroadcastOp, rewriter: PatternRewriter) -> None:
        kept = without_idle(op.shapes)
        if not kept:
            if op.shapes:
                rewriter.replace(op, ConstShapeOp((), op.result.type))
        elif len(kept) == 1:
            replace_by(op, kept[0], rewriter)
        elif len(kept) < len(op.shapes):
            set_operands(op, kept, rewriter)


class ReadThroughCasts(RewritePattern):
    """A cast that forgets the length of an extent tensor is not needed; one that names it stays.

    %1 = tensor.cast %0 : tensor<2xindex> to tensor<?xindex>
    %3 = shape.broadcast %1, %2 : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
      =>  %3 = shape.broadcast %0, %2 : tensor<2xindex>, tensor<3xindex> -> tensor<?xindex>
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        changed = False
        for place, shape in enumerate(op.operands):
            made = shape.owner
            if not isinstance(made, tensor.CastOp) or not is_dynamic(shape.type):
                continue
            if get_symbols(shape.type) is None or not is_dynamic(made.source.type):
                op.operands[place] = made.source
                changed = True
        if changed:
            rewriter.notify_op_modified(op)


class ConcretizeBroadcast(RewritePattern):
    """The broadcast of shapes of known ranks has a known rank.

    %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<3xindex> -> tensor<?xindex>
      =>  %3 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>
          %2 = tensor.cast %3 : tensor<3xindex> to tensor<?xindex>
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BroadcastOp, rewriter: PatternRewriter) -> None:
        if not is_dynamic(op.result.type):
            return
        ranks: list[int] = []
        for shape in op.shapes:
            sizes = known_sizes(shape)
            if sizes is None or not isinstance(shape.type, TensorType):
                return
            ranks.append(len(sizes))
        message = op.error.data if isinstance(op.error, StringAttr) else None
        exact = BroadcastOp(op.shapes, extents(max(ranks, default=0)), message)
        rewriter.insert(exact)
        replace_by(op, exact.result, rewriter)


class FoldIsBroadcastable(RewritePattern):
    """Whether shapes broadcast is known when at most one differs, or when their sizes are known.

    %2 = shape.is_broadcastable %0, %0 : tensor<?xindex>, tensor<?xindex>
      =>  %2 = arith.constant true
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: IsBroadcastableOp, rewriter: PatternRewriter) -> None:
        kept = without_idle(op.shapes)
        if surely_broadcast([known_sizes(shape) for shape in kept]):
            rewriter.replace(op, arith.ConstantOp(BoolAttr.from_bool(True)))
        elif len(kept) < len(op.shapes):
            set_operands(op, kept, rewriter)


class DischargeBroadcastable(RewritePattern):
    """A check that cannot fail is not made.

    %w = shape.cstr_broadcastable %0, %0 : tensor<?xindex>, tensor<?xindex>
      =>  %w = shape.const_witness true
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CstrBroadcastableOp, rewriter: PatternRewriter) -> None:
        kept = without_idle(op.shapes)
        if surely_broadcast([known_sizes(shape) for shape in kept]):
            rewriter.replace(op, ConstWitnessOp(passing=True))
        elif len(kept) < len(op.shapes):
            set_operands(op, kept, rewriter)


class FlattenBroadcastOperand(RewritePattern):
    """A check whether a broadcast broadcasts with others checks all shapes that it is made of.

    %2 = shape.broadcast %0, %1 : ...
    %w = shape.cstr_broadcastable %2, %3 : ...
      =>  %w = shape.cstr_broadcastable %0, %1, %3 : ...
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CstrBroadcastableOp, rewriter: PatternRewriter) -> None:
        shapes: list[SSAValue] = []
        for shape in op.shapes:
            made = shape.owner
            parts = made.shapes if isinstance(made, BroadcastOp) and made.error is None else ()
            shapes.extend(parts or [shape])
        if tuple(shapes) != tuple(op.shapes):
            set_operands(op, shapes, rewriter)


class ShareBroadcastable(RewritePattern):
    """A check of shapes of unknown rank that an earlier operation makes is made once.

    %w0 = shape.cstr_broadcastable %0, %1 : tensor<?xindex>, tensor<?xindex>
    %w1 = shape.cstr_broadcastable %1, %0 : tensor<?xindex>, tensor<?xindex>
      =>  uses of %w1 use %w0
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CstrBroadcastableOp, rewriter: PatternRewriter) -> None:
        # The analysis proves the second of two checks of known rank.
        if not op.shapes or all(known_sizes(shape) is not None for shape in op.shapes):
            return
        for use in op.shapes[0].uses:
            other = use.operation
            if not isinstance(other, CstrBroadcastableOp) or set(other.shapes) != set(op.shapes):
                continue
            around = None if other.parent is None else other.parent.find_ancestor_op_in_block(op)
            if around is not None and other.is_before_in_block(around):
                fuse(other, op)
                rewriter.replace(op, [], [other.result])
                return


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    BroadcastOp: (
        DropNeutralShapes(),
        FoldConstantBroadcast(),
        ReadThroughCasts(),
        ConcretizeBroadcast(),
    ),
    IsBroadcastableOp: (ReadThroughCasts(), FoldIsBroadcastable()),
    CstrBroadcastableOp: (
        ReadThroughCasts(),
        FlattenBroadcastOperand(),
        DischargeBroadcastable(),
        ShareBroadcastable(),
    ),
}
"""The patterns of this module, by the operations that they rewrite."""
