"""The trait of operations that `canonical` simplifies."""

from xdsl.pattern_rewriter import RewritePattern
from xdsl.traits import HasCanonicalizationPatternsTrait


class Simplified(HasCanonicalizationPatternsTrait):
    """See `canonical`."""

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        from disc_shape.dialects.shape.canonical import SimplifyShapeOperation

        return (SimplifyShapeOperation(),)
