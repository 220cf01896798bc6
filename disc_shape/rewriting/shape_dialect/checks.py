"""Rewrites of checks."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from disc_shape.dialects.shape import Shape
from disc_shape.dialects.shape.constraints import (
    AssumingAllOp,
    ConstWitnessOp,
    CstrBroadcastableOp,
    CstrEqOp,
    CstrRequireOp,
)
from disc_shape.locations import fuse
from disc_shape.rewriting.shape_dialect.broadcasts import ReadThroughCasts
from disc_shape.rewriting.shape_dialect.constants import equal_shapes
from disc_shape.rewriting.shape_dialect.known import set_operands, unique


class DischargeEqual(RewritePattern):
    """One shape, or constant shapes of equal sizes, are equal.

    %w = shape.cstr_eq %0, %0 : !shape.shape, !shape.shape
      =>  %w = shape.const_witness true
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CstrEqOp, rewriter: PatternRewriter) -> None:
        if equal_shapes(op.shapes):
            rewriter.replace(op, ConstWitnessOp(passing=True))


class DischargeRequired(RewritePattern):
    """A constant that is true is true.

    %w = shape.cstr_require %true, "msg"
      =>  %w = shape.const_witness true
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CstrRequireOp, rewriter: PatternRewriter) -> None:
        made = op.pred.owner
        if (
            isinstance(made, arith.ConstantOp)
            and isinstance(made.value, IntegerAttr)
            and made.value.value.data != 0
        ):
            rewriter.replace(op, ConstWitnessOp(passing=True))


def always_holds(witness: SSAValue) -> bool:
    """Whether a witness is the constant that holds."""
    return isinstance(witness.owner, ConstWitnessOp) and witness.owner.holds


class FlattenAssumingAll(RewritePattern):
    """All of a list of checks: nested lists in one, each check once, no constants, no list of one.

    %2 = shape.assuming_all %0, %1
    %4 = shape.assuming_all %2, %3, %true, %3
      =>  %4 = shape.assuming_all %0, %1, %3
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingAllOp, rewriter: PatternRewriter) -> None:
        listed: list[SSAValue] = []
        for witness in op.inputs:
            inner = witness.owner
            listed.extend(inner.inputs if isinstance(inner, AssumingAllOp) else [witness])
        kept = [witness for witness in unique(listed) if not always_holds(witness)]
        if not kept:
            rewriter.replace(op, ConstWitnessOp(passing=True))
        elif len(kept) == 1:
            rewriter.replace(op, [], [kept[0]])
        elif kept != list(op.inputs):
            set_operands(op, kept, rewriter)


class MergeEqualChecks(RewritePattern):
    """Checks of equality that share shapes are one check.

    %0 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
    %1 = shape.cstr_eq %b, %c : !shape.shape, !shape.shape
    %2 = shape.assuming_all %0, %1
      =>  %2 = shape.cstr_eq %a, %b, %c : !shape.shape, !shape.shape, !shape.shape
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingAllOp, rewriter: PatternRewriter) -> None:
        shapes: list[SSAValue] = []
        checks: list[CstrEqOp] = []
        for witness in op.inputs:
            check = witness.owner
            if not isinstance(check, CstrEqOp) or not can_move(check, op):
                return
            if shapes and not set(shapes) & set(check.shapes):
                return
            shapes.extend(check.shapes)
            checks.append(check)
        last = checks[0]
        for check in checks:
            last = check if last.is_before_in_block(check) else last
        set_operands(last, unique(shapes), rewriter)
        rewriter.replace(op, [], [last.result])
        for check in checks:
            if check is not last:
                fuse(last, check)
                rewriter.erase(check)


def can_move(check: Operation, user: Operation) -> bool:
    """Whether a check may as well be made at its only user: nothing in between can rely on it."""
    (witness,) = check.results
    if check.parent is not user.parent or any(use.operation is not user for use in witness.uses):
        return False
    between = check.next_op
    while between is not None and between is not user:
        if not between.dialect_name() == Shape.name and not isinstance(between, arith.ConstantOp):
            return False
        between = between.next_op
    return between is user


class DropWeakerChecks(RewritePattern):
    """A check of some shapes is part of a check of more of them.

    %0 = shape.cstr_broadcastable %a, %b : ...
    %1 = shape.cstr_broadcastable %a, %b, %c : ...
    %2 = shape.assuming_all %0, %1
      =>  %1
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumingAllOp, rewriter: PatternRewriter) -> None:
        checks = [w.owner for w in op.inputs if isinstance(w.owner, CstrBroadcastableOp)]
        for weaker in checks:
            shapes = set(weaker.shapes)
            if can_move(weaker, op) and any(
                shapes < set(other.shapes) and other.parent is op.parent for other in checks
            ):
                kept = [witness for witness in op.inputs if witness is not weaker.result]
                set_operands(op, kept, rewriter)
                rewriter.erase(weaker)
                return


PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    CstrEqOp: (ReadThroughCasts(), DischargeEqual()),
    CstrRequireOp: (DischargeRequired(),),
    AssumingAllOp: (FlattenAssumingAll(), MergeEqualChecks(), DropWeakerChecks()),
}
"""The patterns of this module, by the operations that they rewrite."""
