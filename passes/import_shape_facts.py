"""What other compilers say of sizes, written as symbols and predicates."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.frontends.arguments import import_facts


@dataclass(frozen=True)
class ImportShapeFactsPass(ModulePass):
    """
    Turn what front ends say of sizes in their own terms into symbols and predicates.

    Read are torch-mlir's `torch.symbolic_int` and `torch.bind_symbolic_shape`, on builtin tensors
    and on torch-mlir's own where a cast ties them to builtin ones, and mlir-hlo's argument
    attribute `rt.symbolic_shape`. All of it is promised and nothing is checked, so it is marked
    `{assumed}`; `insert-shape-guards` makes checks of what speaks of arguments. The operations of
    torch-mlir go, the attribute stays. `shape-optimization` does the same first.

    Before:

        func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
          %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
          torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0, s0 * 2)> : tensor<?x?xf32>
          return %x : tensor<?x?xf32>
        }

    After:

        func.func @main(%x: tensor<?x?xf32, [@s0, @S1]>) -> tensor<?x?xf32, [@s0, @S1]> {
          return %x : tensor<?x?xf32, [@s0, @S1]>
        }
        func.func @shape_constraint_graph() {
          ...
          disc_shape.tie_predicate "d0 >= 2"(%s0) {assumed}
          disc_shape.tie_predicate "d0 <= 64"(%s0) {assumed}
          disc_shape.tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 * 2)>(%s0) {assumed}
        }

    Limitations: JAX's `shape_assertion` and the `shape.cstr_*` operations are checks of the program
    and stay operations. What torch-mlir says of tensors that no builtin tensor stands for stays.
    """

    name = "import-shape-facts"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Import the facts; raises `OperationError` where they contradict each other."""
        import_facts(op)
