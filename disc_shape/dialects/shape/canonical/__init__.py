"""What is always simpler: rewrites of `shape` operations that need no analysis.

`simplify(module)` applies them until nothing changes; every operation of the dialect that has some
carries them as a trait too, so that any canonicalizer runs them.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern

from disc_shape.dialects.shape.canonical import assuming, broadcasts, checks, constants, conversions

PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    **constants.PATTERNS,
    **conversions.PATTERNS,
    **broadcasts.PATTERNS,
    **checks.PATTERNS,
    **assuming.PATTERNS,
}
"""The patterns of each class of operations, in the order in which they are tried."""


class SimplifyShapeOperation(RewritePattern):
    """Apply the first of the patterns of an operation that matches."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        for pattern in PATTERNS.get(type(op), ()):
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                return


def simplify(module: ModuleOp) -> bool:
    """Apply the patterns everywhere; whether that changed anything."""
    return PatternRewriteWalker(SimplifyShapeOperation()).rewrite_module(module)
