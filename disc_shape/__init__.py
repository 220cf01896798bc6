"""Dynamic shapes for xDSL: every relation between a program's dimensions, written into the IR.

    from disc_shape import ShapeAnalysis, optimize_shapes, register_dialects

    register_dialects(context)          # mhlo, stablehlo, shape, disc_shape, ...
    optimize_shapes(module)             # the pass `shape-optimization`
    ShapeAnalysis(module).dims(value)   # the analysis by itself

Importing the package imports nothing else, so that `disc_shape.symbolic` stays usable as a plain
library; the names above are loaded when they are first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from disc_shape.analysis.module import ShapeAnalysis
    from disc_shape.dialects import register as register_dialects
    from disc_shape.passes.shape_optimization import optimize_shapes

__all__ = ["ShapeAnalysis", "optimize_shapes", "register_dialects"]

_LAZY = {
    "ShapeAnalysis": "disc_shape.analysis.module:ShapeAnalysis",
    "optimize_shapes": "disc_shape.passes.shape_optimization:optimize_shapes",
    "register_dialects": "disc_shape.dialects:register",
}


def __getattr__(name: str) -> object:
    from disc_shape.lazy import load

    if name in _LAZY:
        return load(_LAZY[name])
    raise AttributeError(f"module 'disc_shape' has no attribute '{name}'")
