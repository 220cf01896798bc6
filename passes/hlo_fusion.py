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

    Members compute elements: elementwise operations of every kind, comparisons, conversions,
    broadcasts, positions, constants, reshapes, transposes, slices, pads, concatenations, gathers,
    reductions, dots and convolutions. Effects, calls, control flow, random numbers, sorts and
    scatters are kernels of their own, and work on at most 16 integers is none. What may be fused is
    a question about sizes, and *unknown* is no: see the docstring of `disc_shape.fusion`.

    A producer joins the kernel of its readers if all of them are in one. A cheap one, whose
    operands these kernels read anyway but for one, is copied into a few, a broadcast into all;
    functions such as `exponential` or `divide` are neither copied nor evaluated in a larger space.
    Kinds: `kLoop` (elementwise), `kInput` (reductions with their producers), `kOutput` (a dot or
    convolution with elementwise work on its result; transposes, slices and broadcasts of its
    operands are read where they are), `kCustom` (reductions of rows whose results are broadcast
    back along the same rows).

    Run it after `shape-optimization{keep-tie-shape=true}`; `mhlo-to-lmhlo` gives buffers to the
    operands and results of fusions only.

    Before:

        %1 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
        %2 = stablehlo.tanh %1 : tensor<?xf32, [@n]>

    After:

        %2 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
        ^bb0(%a: tensor<?xf32, [@n]>, %b: tensor<?xf32, [@n]>):
          %3 = stablehlo.add %a, %b : tensor<?xf32, [@n]>
          %4 = stablehlo.tanh %3 : tensor<?xf32, [@n]>
          mhlo.return %4 : tensor<?xf32, [@n]>
        }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>

    Options:

    - `members`: the most evaluations of members in one kernel; a member that is read at two places
      counts twice.
    - `inputs`: the most values that one kernel reads.
    - `copies`: the most kernels that a cheap operation, but for broadcasts, is copied into.
    - `rows`: whether reductions and what broadcasts their results back become one kernel.
    - `facts`: what decisions may depend on: `none` of the sizes of two values are known equal: this
      means no fusion; `static` sizes are; `equal` symbols and proofs as well; `product` also
      relates numbers of elements, as reshapes do; `all` (the default) also has axes known to expand
      or not.

    Limitations: fusions do not cross the regions of control flow.
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
