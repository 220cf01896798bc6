"""`find-cumulative-reductions`: reductions of masked rows are cumulative."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.lowering.cumulative import find_cumulative_reductions


class FindCumulativeReductionsPass(ModulePass):
    """
    Reduce each dimension once, where a program reduces, for each place, the elements up to it.

    A sum, product, maximum or minimum of rows that are all one tensor, and of which a comparison of
    places leaves out the elements after (or before) the place of the row, is a window that grows
    along the dimension: `stablehlo.dynamic_reduce_window`, which `lmhlo-to-loops` makes one loop.
    Symbols show that rows are as many as elements. This is how `disc_shape.from_torch` writes
    `cumsum` and its like, and what masks of `tril` often mean.

    Before:

        %0 = stablehlo.compare LE, %j, %i, SIGNED : ... -> tensor<?x?xi1, [@n, @n]>
        %1 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1] : ... -> tensor<?x?xf32>
        %2 = stablehlo.select %0, %1, %zeros : ...
        %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : ...

    After:

        %3 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %one, %one,
            %one, %padding) {called_computations = [@cumulative_0]} : ... -> tensor<?xf32, [@n]>

    Limitations: elements that are left out are the neutral element and the initial value, and the
    dimensions of rows follow each other.
    """

    name = "find-cumulative-reductions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Replace reductions in every function of a module."""
        find_cumulative_reductions(op)
