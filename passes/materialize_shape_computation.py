"""What stage one infers of sizes, as explicit shape computation."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.rewriting.steps import canonicalize, finish, materialize_sizes, solve, tie_sizes


@dataclass(frozen=True)
class MaterializeShapeComputationPass(ModulePass):
    """
    Tie every dynamic value to its sizes, each computed from the sizes of operands.

    Every ranked value with a dynamic size gets a `disc_shape.tie_shape`, and `tensor.dim`,
    `shape.shape_of` and other size arithmetic are resolved recursively through the relation of each
    operation between the sizes of operands and results.

    Before:

        %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>

    After:

        %d0 = tensor.dim %a, %c0 : tensor<?xf32>
        %d1 = tensor.dim %b, %c0 : tensor<?xf32>
        %a1 = disc_shape.tie_shape %a, %d0 : (tensor<?xf32>, index) -> tensor<?xf32>
        %b1 = disc_shape.tie_shape %b, %d1 : (tensor<?xf32>, index) -> tensor<?xf32>
        %d2 = arith.addi %d0, %d1 : index
        %0 = stablehlo.concatenate %a1, %b1, dim = 0
            : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
        %1 = disc_shape.tie_shape %0, %d2 : (tensor<?xf32>, index) -> tensor<?xf32>

    Options:

    - `entry`: the function to work on; all functions with a body when empty.

    Limitations: a value one of whose sizes cannot be computed where it is defined is not tied.
    """

    name = "materialize-shape-computation"

    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Make the shape computation of a module explicit."""
        canonicalize(op)
        solved = solve(op, self.entry, keep_signature=True)
        materialize_sizes(solved, explicit=True)
        tie_sizes(solved)
        finish(solved)
