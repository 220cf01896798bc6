"""The trait of operations that any canonicalizer simplifies by `rewriting.shape_dialect`."""

from typing import cast

from xdsl.pattern_rewriter import RewritePattern
from xdsl.traits import HasCanonicalizationPatternsTrait

from disc_shape.lazy import load


class Simplified(HasCanonicalizationPatternsTrait):
    """
    Rewrites of shapes and sizes that need no analysis. They are above the dialect, and loaded when
    they are asked for.
    """

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """The one pattern that tries those of an operation's class."""
        pattern = load("disc_shape.rewriting.shape_dialect:SimplifyShapeOperation")
        return (cast("type[RewritePattern]", pattern)(),)
