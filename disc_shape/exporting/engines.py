"""What each engine takes: the passes that turn an optimized program into it."""

from __future__ import annotations

from typing import Literal

from xdsl.dialects.builtin import ModuleOp

from disc_shape.decompositions.legalize import legalize_chlo
from disc_shape.exporting.export import export_stablehlo

EngineName = Literal["iree", "xla", "mlir"]


def export_for_engine(module: ModuleOp, engine: EngineName) -> None:
    """Write an optimized module as an engine takes it; `OperationError` when it has no form."""
    if engine == "xla":
        export_stablehlo(module, "stablehlo")
        return
    legalize_chlo(module)
    export_stablehlo(module, "index")
