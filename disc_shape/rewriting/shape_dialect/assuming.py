"""Rewrites of the regions that rely on checks."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, IntegerType, UnregisteredOp
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint
from xdsl.traits import is_side_effect_free

from disc_shape.dialects.shape.constraints import (
    AssumingAllOp,
    AssumingOp,
    AssumingYieldOp,
    CstrBroadcastableOp,
    CstrEqOp,
    CstrRequireOp,
)
from disc_shape.dialects.shape.types import ShapeType, SizeType, WitnessType, is_extent_tensor
from disc_shape.rewriting.shape_dialect.checks import always_holds

CHECKS = (CstrBroadcastableOp, CstrEqOp, CstrRequireOp)


def terminator_of(op: AssumingOp) -> AssumingYieldOp:
    """The operation that gives the results of a region."""
    terminator = op.do_region.block.last_op
    assert isinstance(terminator, AssumingYieldOp)
    return terminator


def inline_body(
    op: AssumingOp, point: InsertPoint, rewriter: PatternRewriter
) -> Sequence[SSAValue]:
    """Move the operations of a region to another position; the values that it yielded."""
    terminator = terminator_of(op)
    values = tuple(terminator.operands)
    rewriter.erase(terminator)
    rewriter.inline_block(op.do_region.block, point)
    return values


def with_body_of(op: AssumingOp, witness: SSAValue, types: Sequence[Attribute]) -> AssumingOp:
    """A region with the body of another one, which loses it."""
    made = AssumingOp(witness, types, Region(op.do_region.detach_block(0)))
    made.attributes.update(op.attributes)
    return made


def is_inside(value: SSAValue, op: AssumingOp) -> bool:
    """Whether a value is defined in a region."""
    block = value.owner if not isinstance(value.owner, Operation) else value.owner.parent
    while block is not None and block is not op.do_region.block:
        parent = block.parent_op()
        block = None if parent is None else parent.parent
    return block is not None


class InlineAssuming(RewritePattern):
    """What relies on a check that holds always is not apart.

    %1 = shape.assuming %true -> (index) {
      %2 = ...
      shape.assuming_yield %2 : index
    }
      =>  %2 = ...
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingOp, rewriter: PatternRewriter) -> None:
        if not always_holds(op.witness):
            return
        rewriter.replace(op, [], inline_body(op, InsertPoint.before(op), rewriter))


class DropUnusedAssumingResults(RewritePattern):
    """A region yields only values that are used.

    %1:2 = shape.assuming %w -> (f32, f32) {      (%1#0 is not used)
      shape.assuming_yield %2, %3 : f32, f32
    }
      =>  %1 = shape.assuming %w -> (f32) {
            shape.assuming_yield %3 : f32
          }
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingOp, rewriter: PatternRewriter) -> None:
        used = [result.first_use is not None for result in op.results_]
        if all(used):
            return
        terminator = terminator_of(op)
        kept = [value for value, is_used in zip(terminator.operands, used, strict=True) if is_used]
        rewriter.replace(terminator, AssumingYieldOp(*kept))
        smaller = with_body_of(op, op.witness, [value.type for value in kept])
        new = iter(smaller.results_)
        rewriter.replace(op, smaller, [next(new) if is_used else None for is_used in used])


class ForwardOuterResults(RewritePattern):
    """A value from outside that a region yields needs no result.

    %1:2 = shape.assuming %w -> (f32, f32) {      (%x is defined before)
      %2 = ...
      shape.assuming_yield %x, %2 : f32, f32
    }
      =>  uses of %1#0 use %x
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingOp, rewriter: PatternRewriter) -> None:
        for result, value in zip(op.results_, terminator_of(op).operands, strict=True):
            if result.first_use is not None and not is_inside(value, op):
                rewriter.replace_all_uses_with(result, value)


class MoveOutOfAssuming(RewritePattern):
    """Sizes and checks that need nothing from a region are computed before it.

    %1 = shape.assuming %w -> (f32) {             (%x and %0 are defined before)
      %2 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
      %w1 = shape.cstr_eq %0, %2 : tensor<1xindex>, tensor<1xindex>
      ...
    }
      =>  %2 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
          %w1 = shape.cstr_eq %0, %2 : tensor<1xindex>, tensor<1xindex>
          %1 = shape.assuming %w -> (f32) {
            ...
          }

    The region runs whenever it is reached, so nothing is computed in vain. A check stays after
    operations that stay, since they may be what proves it; unknown operations prove nothing.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingOp, rewriter: PatternRewriter) -> None:
        first = True
        for inner in list(op.do_region.block.ops):
            moves = computes_sizes(inner) or (first and isinstance(inner, CHECKS))
            if moves and not any(is_inside(operand, op) for operand in inner.operands):
                inner.detach()
                rewriter.insert(inner, InsertPoint.before(op))
                rewriter.notify_op_modified(op)
            elif not isinstance(inner, UnregisteredOp) or inner.regions:
                first = False


def computes_sizes(op: Operation) -> bool:
    """Whether an operation does nothing but compute sizes, shapes or witnesses of checks."""
    return (
        bool(op.results)
        and not op.regions
        and is_side_effect_free(op)
        and all(is_size(result.type) for result in op.results)
    )


def is_size(type_: Attribute) -> bool:
    """Whether values of a type may be sizes or shapes, or say that checks have passed."""
    return is_extent_tensor(type_) or isinstance(
        type_, IndexType | IntegerType | ShapeType | SizeType | WitnessType
    )


def is_within(op: Operation, region: AssumingOp) -> bool:
    """Whether an operation is in a region."""
    parent = op.parent_op()
    while parent is not None and parent is not region:
        parent = parent.parent_op()
    return parent is not None


class MergeNestedAssuming(RewritePattern):
    """A region whose check is made before another region around it relies on both checks there.

    %1 = shape.assuming %w0 -> (f32) {
      %2 = shape.assuming %w1 -> (f32) {          (%w1 is defined before)
        %3 = ...
        shape.assuming_yield %3 : f32
      }
      shape.assuming_yield %2 : f32
    }
      =>  %w = shape.assuming_all %w0, %w1
          %1 = shape.assuming %w -> (f32) {
            %3 = ...
            shape.assuming_yield %3 : f32
          }
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingOp, rewriter: PatternRewriter) -> None:
        for inner in op.do_region.block.ops:
            if isinstance(inner, AssumingOp) and not is_inside(inner.witness, op):
                both = AssumingAllOp(op.witness, inner.witness)
                rewriter.insert(both, InsertPoint.before(op))
                rewriter.replace(inner, [], inline_body(inner, InsertPoint.before(inner), rewriter))
                op.operands[0] = both.result
                rewriter.notify_op_modified(op)
                return


class MergeAdjacentAssuming(RewritePattern):
    """Two regions, one right after the other, are one that relies on both checks.

    %1 = shape.assuming %w0 -> (f32) {
      %2 = ...
      shape.assuming_yield %2 : f32
    }
    %3 = shape.assuming %w1 -> (f32) {
      %4 = "my.op"(%1) ...
      shape.assuming_yield %4 : f32
    }
      =>  %w = shape.assuming_all %w0, %w1
          %1, %3 = shape.assuming %w -> (f32, f32) {
            %2 = ...
            %4 = "my.op"(%2) ...
            shape.assuming_yield %2, %4 : f32, f32
          }
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingOp, rewriter: PatternRewriter) -> None:
        before = op.prev_op
        if not isinstance(before, AssumingOp) or op.witness.owner is before:
            return
        if before.attributes != op.attributes:
            return
        both = AssumingAllOp(before.witness, op.witness)
        rewriter.insert(both, InsertPoint.before(before))
        terminator = terminator_of(before)
        yielded = tuple(terminator.operands)
        for result, value in zip(before.results_, yielded, strict=True):
            result.replace_uses_with_if(value, lambda use: is_within(use.operation, op))
        values = inline_body(op, InsertPoint.before(terminator), rewriter)
        rewriter.replace(terminator, AssumingYieldOp(*yielded, *values))
        types = [*before.result_types, *op.result_types]
        merged = with_body_of(before, both.result, types)
        count = len(before.results_)
        rewriter.insert(merged, InsertPoint.before(before))
        rewriter.replace(op, [], merged.results_[count:])
        rewriter.replace(before, [], merged.results_[:count])


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    AssumingOp: (
        InlineAssuming(),
        ForwardOuterResults(),
        DropUnusedAssumingResults(),
        MoveOutOfAssuming(),
        MergeNestedAssuming(),
        MergeAdjacentAssuming(),
    ),
}
"""The patterns of this module, by the operations that they rewrite."""
