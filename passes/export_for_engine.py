"""`export-for-engine`: programs in the form that an engine takes."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.exporting.engines import EngineName, export_for_engine
from disc_shape.guards.operations import check_operations


@dataclass(frozen=True)
class ExportForEnginePass(ModulePass):
    """
    Writes an optimized program in the form that an engine takes; runs after `shape-optimization`.

    - `engine=iree`: what `iree-compile` takes, once for all sizes: the operations that IREE's own
      conversion of StableHLO rejects or computes wrongly are converted to linalg, the others are
      as `export-stablehlo{flavor=index}` writes them. Programs with unsigned integers are
      converted as a whole. Convolutions of unknown sizes are contractions of patches. Checks of
      sizes come first; after them facts about sizes of arguments are stated, unless control flow
      yields tensors of unknown sizes. Loops carry nothing that no iteration changes.
    - `engine=xla`: `export-stablehlo`, what XLA refines when it knows the sizes, and JAX reads.
    - `engine=mlir`: `convert-hlo-to-linalg` of all operations, for MLIR without StableHLO.

    CHLO is decomposed for the first and the last. To infer facts about the decompositions, run
    `chlo-legalize-to-stablehlo` before `shape-optimization`.

    ```
    %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32, [@a, @b]>, tensor<1xindex>) -> ...
    =>
    %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
    ```

    ```
    cf.assert %even, "n is odd"
    =>
    cf.assert %even, "n is odd"
    %1 = util.assume.int %n<udiv = 2> : index
    %2 = flow.tensor.tie_shape %x : tensor<?x?xf32>{%m, %1}
    ```

    What operations demand of sizes, and neither facts about arguments nor checks of the program
    imply, is checked before them: that a broadcast which may or may not expand fits, that sizes
    which are data do.

    ```
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : ...
    =>
    cf.assert %0, "dimension 0 of 'stablehlo.dynamic_broadcast_in_dim' operand is 1 or ..."
    ```

    Limitations: facts about sizes of arguments are checked by `disc_shape.compile`, not in the
    text. An operation without a form for the engine is an error.
    """

    name = "export-for-engine"

    engine: EngineName = "iree"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Check what no call checks, and export a module."""
        check_operations(op)
        export_for_engine(op, self.engine)
