"""The trait of the dialect's operations that `rewriting.shape_dialect` simplifies."""

from typing import ClassVar

from disc_shape.dialects.canonicalized import Canonicalized


class Simplified(Canonicalized):
    """Rewrites of shapes and sizes that need no analysis."""

    PATTERN: ClassVar[str] = "disc_shape.rewriting.shape_dialect:SimplifyShapeOperation"
