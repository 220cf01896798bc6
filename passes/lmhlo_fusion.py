"""`lmhlo-fusion`: operations on buffers that become one kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.fusion.kernels import Limits
from disc_shape.lowering.buffer_fusion import fuse_buffers


@dataclass(frozen=True)
class LmhloFusionPass(ModulePass):
    """
    Group operations on buffers into the kernels that they become, as `lmhlo.fusion` regions.

    For programs that arrive on buffers; `hlo-fusion` does the same on tensors, with fewer hazards.
    Values are versions of buffers, what one operation writes into one, and the same planner decides
    which operations join. A kernel stands where its last member stood, and what members read and
    write moves there. So a kernel is not written if, between a member and the last one,

    - something else writes a buffer that the member reads,
    - something else reads or writes a buffer that the kernel writes,

    or if it would write a buffer that a member reads at another index than that of the output.
    Arguments of a function do not overlap; what a loop carries may be any memory. A buffer of which
    another value is a view does not take part, nor do operations that write several buffers. A
    buffer that is returned, yielded, passed to a call or used in a region is read there, and one
    that outlives its block is read at the end. Buffers that are read only inside of a kernel
    disappear with their deallocations, and deallocations of what a kernel reads move after it.

    Before:

        lmhlo.add ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
        lmhlo.tanh ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)

    After:

        lmhlo.fusion ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%b : memref<?xf32>)
            {fusion_kind = #mhlo<fusion_kind kLoop>} ({
        ^bb0(%0: tensor<?xf32>, %1: tensor<?xf32>):
          %2 = stablehlo.add %0, %1 : tensor<?xf32>
          %3 = stablehlo.tanh %2 : tensor<?xf32>
          mhlo.return %3 : tensor<?xf32>
        })

    What a kernel reads lives until its last member, and its outputs are allocated just before it.
    A kernel is written only if it is proved that no more is allocated between its first and its
    last member than at some moment between the two before, so the peak never rises. Otherwise the
    first members stay apart, or become a kernel of their own.

    Options: as for `hlo-fusion`.

    - `members`: the most evaluations of members in one kernel.
    - `inputs`: the most values that one kernel reads.
    - `rows`: whether reductions and what broadcasts their results back become one kernel.
    - `facts`: what decisions may depend on.

    Limitations: a cheap operation whose buffer is read elsewhere as well stays an operation of its
    own. Kernels do not cross the regions of control flow.
    """

    name = "lmhlo-fusion"

    members: int = Limits.members
    inputs: int = Limits.inputs
    rows: bool = True
    facts: Literal["none", "static", "equal", "product", "all"] = "all"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Fuse in every function of a module."""
        limits = Limits(self.members, self.inputs, 1, self.rows)
        fuse_buffers(op, limits, self.facts)
