"""`find-top-k`: the first elements of sorted rows are selected."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.lowering.top_k import find_top_k


class FindTopKPass(ModulePass):
    """
    Select the greatest elements of rows, where a program sorts all and reads the first few.

    A stable sort of rows by their elements alone, in a total order with the greatest first, that
    moves the places of elements along, becomes `mhlo.topk` if at most 256 elements of each row are
    read. So does `chlo.top_k` of as few. This is what JAX exports of `jax.lax.top_k`. Loops keep a
    list of the greatest elements so far, and most others are compared with the last one of it only.

    So do calls of `ApproxTopK` along the last dimension (`jax.lax.approx_max_k`, `approx_min_k`),
    which may select any elements that are about the first ones: these are the first ones in the
    total order, in which 0 is greater than -0.

    Before:

        %1:2 = "stablehlo.sort"(%0, %iota) ({ ... stablehlo.compare GT, %a, %b, TOTALORDER ... })
        %2 = stablehlo.real_dynamic_slice %1#0, %zeros, %limits, %ones : ... -> tensor<?x8xf32>
        %3 = stablehlo.real_dynamic_slice %1#1, %zeros, %limits, %ones : ... -> tensor<?x8xi32>

    After:

        %2, %3 = mhlo.topk(%0, k = 8) : tensor<?x?xf32> -> (tensor<?x8xf32>, tensor<?x8xi32>)

    Limitations: places are 32-bit integers, and their number is known.
    """

    name = "find-top-k"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Replace sorts in every function of a module."""
        find_top_k(op)
