"""What each engine takes: the steps that turn an optimized program into it."""

from __future__ import annotations

from typing import Literal

from xdsl.dialects.builtin import ModuleOp

from disc_shape.decompositions.legalize import legalize_chlo
from disc_shape.exporting.export import export_stablehlo
from disc_shape.linalg_conversion import convert

EngineName = Literal["iree", "xla", "mlir"]

REJECTED_BY_IREE = (
    "composite",
    "convolution",
    "custom_call",
    "dot_general",
    "dynamic_broadcast_in_dim",
    "dynamic_conv",
    "dynamic_gather",
    "dynamic_pad",
    "dynamic_reshape",
    "dynamic_update_slice",
    "gather",
    "reduce_window",
    "scatter",
)
"""
The operations that IREE's own conversion of StableHLO rejects or computes wrongly where sizes are
dynamic.
"""


def export_for_engine(module: ModuleOp, engine: EngineName) -> None:
    """
    Write an optimized module as an engine takes it; `OperationError` for an operation that has no
    form in it.
    """
    if engine == "xla":
        export_stablehlo(module, "stablehlo")
        return
    legalize_chlo(module)
    if engine == "mlir":
        convert(module)
        return
    convert(module, REJECTED_BY_IREE)
    export_stablehlo(module, "index")
