"""Relations of MLIR's math dialect: every operation is elementwise."""

from __future__ import annotations

from xdsl.dialects.math import Math

from disc_shape.dialects.xdsl_extras.math import ClassificationOp
from disc_shape.relations.core import RELATIONS
from disc_shape.relations.elementwise import SAME_SHAPE

RELATIONS.register(SAME_SHAPE, *Math.operations, ClassificationOp)
