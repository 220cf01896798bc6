"""From tensors to buffers: `mhlo-to-lmhlo`."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.lowering.module import lower_module


@dataclass(frozen=True)
class MhloToLmhloPass(ModulePass):
    """
    Replace tensors by buffers.
    """

    name = "mhlo-to-lmhlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Lower a module; raises `OperationError` at what has no form on buffers."""
        lower_module(op)
