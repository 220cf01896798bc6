"""Dynamic shapes for xDSL: every relation between a program's dimensions, written into the IR.

    program = disc_shape.load("model.mlir").optimize()
    program.symbols, program.facts(), program.explain("s % 4 == 0")

and for pipelines of one's own:

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
    from disc_shape.engines.callables import Compiled
    from disc_shape.engines.compiled import compile_program as compile
    from disc_shape.engines.errors import EngineError
    from disc_shape.engines.jit import jit
    from disc_shape.frontends.jax_functions import from_jax
    from disc_shape.frontends.torch_modules import from_torch
    from disc_shape.interpreters.errors import GuardError
    from disc_shape.loading import load
    from disc_shape.memory.text import memory_plan
    from disc_shape.passes.shape_optimization import optimize_shapes
    from disc_shape.program import Program, ProgramError, parse

__all__ = [
    "Compiled",
    "EngineError",
    "GuardError",
    "Program",
    "ProgramError",
    "ShapeAnalysis",
    "compile",
    "from_jax",
    "from_torch",
    "jit",
    "load",
    "memory_plan",
    "optimize_shapes",
    "parse",
    "register_dialects",
]

_LAZY = {
    "Compiled": "disc_shape.engines.callables:Compiled",
    "EngineError": "disc_shape.engines.errors:EngineError",
    "GuardError": "disc_shape.interpreters.errors:GuardError",
    "compile": "disc_shape.engines.compiled:compile_program",
    "from_jax": "disc_shape.frontends.jax_functions:from_jax",
    "from_torch": "disc_shape.frontends.torch_modules:from_torch",
    "jit": "disc_shape.engines.jit:jit",
    "memory_plan": "disc_shape.memory.text:memory_plan",
    "Program": "disc_shape.program:Program",
    "ProgramError": "disc_shape.program:ProgramError",
    "load": "disc_shape.loading:load",
    "parse": "disc_shape.program:parse",
    "ShapeAnalysis": "disc_shape.analysis.module:ShapeAnalysis",
    "optimize_shapes": "disc_shape.passes.shape_optimization:optimize_shapes",
    "register_dialects": "disc_shape.dialects:register",
}


def __getattr__(name: str) -> object:
    from disc_shape.lazy import load as load_lazily

    if name in _LAZY:
        try:
            return load_lazily(_LAZY[name])
        except ModuleNotFoundError as error:
            if error.name not in ("ml_dtypes", "numpy"):
                raise
            from disc_shape.engines.errors import MissingPackageError

            raise MissingPackageError(error.name, "run") from error
    raise AttributeError(f"module 'disc_shape' has no attribute '{name}'")
