"""The results of the analysis, written into the IR and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.analysis.front_end_names import take_front_end_names
from disc_shape.rewriting.steps import finish, materialize_sizes, solve, write_graph, write_types


@dataclass(frozen=True)
class SaveShapeConstraintsPass(ModulePass):
    """
    Write the results of the shape analysis: refined types, symbols, and the constraint graph.

    Operations on data stay; shape computation is shared as by `shape-computation-canonicalize`.

    Before:

        func.func @main(%0: tensor<?xf32>, %1: tensor<?xf32>) -> tensor<?xf32> {
          %2 = stablehlo.add %0, %1 : tensor<?xf32>
          return %2 : tensor<?xf32>
        }

    After:

        func.func @main(%0: tensor<?xf32, [@S0]>, %1: tensor<?xf32, [@S0]>)
            -> tensor<?xf32, [@S0]> {
          %2 = stablehlo.add %0, %1 : tensor<?xf32, [@S0]>
          return %2 : tensor<?xf32, [@S0]>
        }
        disc_shape.SymbolDim @S0

    Options:

    - `entry`: the function to work on; all functions with a body when empty.
    - `keep-signature`: leave the types of function arguments and results as they are, and cast at
      the boundary.

    Limitations: those of `shape-optimization`.
    """

    name = "save-shape-constraints"

    entry: str = ""
    keep_signature: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Annotate a module."""
        solved = solve(
            op,
            self.entry,
            keep_signature=self.keep_signature,
            front_end_names=take_front_end_names(op),
        )
        materialize_sizes(solved)
        write_types(solved)
        write_graph(solved)
        finish(solved)
