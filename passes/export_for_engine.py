"""`export-for-engine`: programs in the form that an engine takes."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.exporting.engines import EngineName, export_for_engine


@dataclass(frozen=True)
class ExportForEnginePass(ModulePass):
    """
    Writes an optimized program in the form that an engine takes; runs after `shape-optimization`.

    - `engine=iree`: what `iree-compile` takes, once for all sizes: the operations that IREE's own
      conversion of StableHLO rejects or computes wrongly are converted to linalg, the others are
      as `export-stablehlo{flavor=index}` writes them. Programs with unsigned integers are
      converted as a whole.
    - `engine=xla`: `export-stablehlo`, what XLA refines when it knows the sizes, and JAX reads.
    - `engine=mlir`: `convert-hlo-to-linalg` of all operations, for MLIR without StableHLO.

    CHLO is decomposed for the first and the last. To infer facts about the decompositions, run
    `chlo-legalize-to-stablehlo` before `shape-optimization`.

    ```
    %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32, [@a, @b]>, tensor<1xindex>) -> ...
    =>
    %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
    ```

    Limitations: an operation without a form for the engine is an error.
    """

    name = "export-for-engine"

    engine: EngineName = "iree"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Export a module."""
        export_for_engine(op, self.engine)
