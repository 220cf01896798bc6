"""`export-stablehlo`: programs as XLA and IREE take them."""

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.exporting.export import export_stablehlo


@dataclass(frozen=True)
class ExportStablehloPass(ModulePass):
    """
    Writes an optimized program as engines take it, the last pass on tensors.

    Symbols and predicates are removed, the shape dialect is lowered, and every guard stays, with
    its message, where it was.

    Options:

    - `flavor=stablehlo`: nothing but StableHLO, CHLO where it was, and func. Sizes are `i64` and
      `i32` tensors computed from `get_dimension_size`, guards are `shape_assertion` custom calls,
      and a `real_dynamic_slice` of known sizes is a `dynamic_slice`. XLA refines this form once the
      sizes of the arguments are known; a program that came from JAX goes back to it.
    - `flavor=index`: StableHLO with tensor, arith and cf. Sizes are scalars of type `index`, put
      together where an operation takes a shape, and guards are `cf.assert`.

    ```
    %0 = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
    %1 = arith.muli %0, %c4 : index
    %2 = tensor.from_elements %1 : tensor<1xindex>
    =>
    %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.multiply %1, %c : tensor<i64>
    %3 = stablehlo.reshape %2 : (tensor<i64>) -> tensor<1xi64>
    ```

    Limitations: control flow of scf and operations of mhlo have no form in it and are errors.
    Shapes of unknown rank are errors too.
    """

    name = "export-stablehlo"

    flavor: Literal["stablehlo", "index"] = "stablehlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Export a module."""
        export_stablehlo(op, self.flavor)
