"""What is always simpler: rewrites of `shape` operations that need no analysis.

`simplify(module)` applies them until nothing changes; every operation of the dialect that has some
carries them as a trait too, so that any canonicalizer runs them.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern

from disc_shape.dialects.shape import Shape
from disc_shape.rewriting.shape_dialect import assuming, broadcasts, checks, constants, conversions
from disc_shape.traversal import operations

PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    **dict.fromkeys(Shape.operations, ()),
    **constants.PATTERNS,
    **conversions.PATTERNS,
    **broadcasts.PATTERNS,
    **checks.PATTERNS,
    **assuming.PATTERNS,
}
"""What is tried after folding, for each class of operations in this order."""

FOLD = constants.FoldKnownSizes()


class SimplifyShapeOperation(RewritePattern):
    """Apply the first of the patterns of an operation that matches."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        patterns = PATTERNS.get(type(op))
        for pattern in () if patterns is None else (FOLD, *patterns):
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                return


class ShapeWalker(PatternRewriteWalker):
    """xDSL's walker, which begins with the operations that have patterns only."""

    def _populate_worklist(self, op: Operation | Region | Block) -> None:
        assert isinstance(op, Region)  # `rewrite_module` gives the body.
        for inner in reversed(operations(op)):
            if type(inner) in PATTERNS:
                self._worklist.push(inner)


def simplify(module: ModuleOp) -> bool:
    """Apply the patterns everywhere; whether that changed anything."""
    return ShapeWalker(SimplifyShapeOperation()).rewrite_module(module)
