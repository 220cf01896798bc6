"""Operations whose rewrites any canonicalizer runs."""

from typing import ClassVar, cast

from xdsl.pattern_rewriter import RewritePattern
from xdsl.traits import HasCanonicalizationPatternsTrait

from disc_shape.lazy import load


class Canonicalized(HasCanonicalizationPatternsTrait):
    """
    The trait of operations that `PATTERN` simplifies: a pattern of `rewriting`, named by text as
    `lazy.load` takes it, for the rewrites of a dialect are above it and loaded when asked for.
    """

    PATTERN: ClassVar[str]

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """The one pattern that tries those of an operation's class."""
        return (cast("type[RewritePattern]", load(cls.PATTERN))(),)
