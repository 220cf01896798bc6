"""Canonical shape computation: one value per size, one vector per shape."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.rewriting.steps import canonicalize, finish, materialize_sizes, solve


@dataclass(frozen=True)
class ShapeComputationCanonicalizePass(ModulePass):
    """
    Scalarize shape computation and share it: one SSA value per distinct size.

    Shape operands, computed by `shape.shape_of`, `shape.broadcast` or by slices, concatenations and
    reshapes of integer tensors, become one `tensor.from_elements` of shared index values.
    Operations on data and their types do not change.

    Before:

        %0 = shape.shape_of %a : tensor<?x4xf32> -> tensor<2xindex>
        %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = []
            : (tensor<f32>, tensor<2xindex>) -> tensor<?x4xf32>

    After:

        %d = tensor.dim %a, %c0 : tensor<?x4xf32>
        %0 = tensor.from_elements %d, %c4 : tensor<2xindex>
        %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = []
            : (tensor<f32>, tensor<2xindex>) -> tensor<?x4xf32>

    Options:

    - `entry`: the function to work on; all functions with a body when empty.

    Limitations: integers that are also used as data are computed twice, once as data and once as
    a size.
    """

    name = "shape-computation-canonicalize"

    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Canonicalize the shape computation of a module."""
        canonicalize(op)
        solved = solve(op, self.entry, keep_signature=True)
        materialize_sizes(solved)
        finish(solved)
