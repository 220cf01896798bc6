"""Facts about sizes in the attributes and operations of front ends, as symbols and predicates."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.frontends.arguments import import_facts


@dataclass(frozen=True)
class ImportShapeFactsPass(ModulePass):
    """
    Convert facts about sizes that front ends attach to a program into symbols and predicates.

    The pass reads torch-mlir's `torch.symbolic_int` and `torch.bind_symbolic_shape`, on builtin
    tensors and on tensors of torch-mlir that a cast connects to builtin ones, and mlir-hlo's
    argument attribute `rt.symbolic_shape`. These facts are promised and not checked, so they are
    marked `{assumed}`; `insert-shape-guards` inserts checks of those about arguments. The
    operations of torch-mlir are removed, the attribute stays. `shape-optimization` starts with the
    same conversion.

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
    and stay operations. A `torch.bind_symbolic_shape` on a tensor that no cast connects to a
    builtin one stays.
    """

    name = "import-shape-facts"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Import the facts; raises `OperationError` where they contradict each other."""
        import_facts(op)
