"""`hlo-fusion`: operations that become one kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.fusion.fuse import fuse
from disc_shape.fusion.kernels import Limits


@dataclass(frozen=True)
class HloFusionPass(ModulePass):
    """
    Group operations on tensors into the kernels that they become, as `mhlo.fusion` regions.
    """

    name = "hlo-fusion"

    members: int = Limits.members
    inputs: int = Limits.inputs
    copies: int = Limits.copies
    rows: bool = True
    facts: Literal["none", "static", "equal", "product", "all"] = "all"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Fuse in every function of a module."""
        limits = Limits(self.members, self.inputs, self.copies, self.rows)
        fuse(op, limits, self.facts)
