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

    A *group* is a set of values of a block with corresponding dimensions: those that elementwise
    operations, concatenations, pads, slices, updates, windows and reversals connect, dimension by
    dimension, those that transposes connect in another order, and those that a reduction connects,
    whose results have the dimensions that it keeps. All values of a group get one layout, an order
    of the dimensions of the group. Transposes inside disappear; where a value enters or leaves the
    group in another order there is one at the border. Dots and convolutions take and give other
    orders by their dimension numbers (a dot as long as the dimensions that it keeps stay in their
    order), broadcasts and transposes too, in an order of their operand and of their result that
    need not agree; splat constants and positions have no order.

    Groups are chosen first without reductions, so that values before and after one may differ, then
    with them. The layout chosen writes the fewest bytes at the border. A group stays as it is
    unless there are fewer transposes than before and they are proved to write no more bytes, at all
    sizes, or as many and not proved to write as much.

    Run it after `shape-optimization` and before `hlo-fusion`. Elements are computed as before but
    for the order in which reductions and dots add.

    Before:

        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
        %2 = stablehlo.tanh %1 : tensor<?x?xf32>
        %3 = stablehlo.dot_general %2, %w, contracting_dims = [0] x [0] : ...

    After:

        %2 = stablehlo.tanh %0 : tensor<?x?xf32>
        %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : ...

    Limitations: the results of a reduction may be larger than its operand, if a size that it
    reduces is 0: a transpose moves past it only where that size is known not to be. Groups do not
    cross regions of control flow, and reshapes end them.
    """

    name = "hlo-layout"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Choose layouts in every function of a module."""
        choose_layouts(op)
