"""`hlo-layout`: one order of dimensions for each group of values."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.layout.apply import choose_layouts


@dataclass(frozen=True)
class HloLayoutPass(ModulePass):
    """
    Store groups of values in one order of dimensions, so that few transposes move few bytes.

    A *group* is a set of values of a block whose shapes are equal up to a permutation: those that
    elementwise operations, concatenations, pads, slices and reversals connect, dimension by
    dimension, and those that transposes connect in another order. All values of a group get one
    layout, the order of one of them. Transposes inside disappear; where a value enters or leaves
    the group in another order there is one at the border. Dots and convolutions take and give other
    orders by their dimension numbers (a dot as long as the dimensions that it keeps stay in their
    order), reductions, broadcasts and transposes too; splat constants and positions have no order.

    The layout chosen moves the fewest bytes at the border. A group stays as it is unless there are
    fewer transposes than before and they are proved to move no more bytes, at all sizes.

    Run it after `shape-optimization` and before `hlo-fusion`. Elements are computed as before but
    for the order in which reductions and dots add.

    Before:

        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
        %2 = stablehlo.tanh %1 : tensor<?x?xf32>
        %3 = stablehlo.dot_general %2, %w, contracting_dims = [0] x [0] : ...

    After:

        %2 = stablehlo.tanh %0 : tensor<?x?xf32>
        %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : ...

    Limitations: groups do not cross regions of control flow, and reshapes end them.
    """

    name = "hlo-layout"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Choose layouts in every function of a module."""
        choose_layouts(op)
