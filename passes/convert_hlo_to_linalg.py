"""`convert-hlo-to-linalg`: HLO operations as linalg, tensor, arith, math, scf and cf."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.linalg_conversion import convert


@dataclass(frozen=True)
class ConvertHloToLinalgPass(ModulePass):
    """
    Converts HLO operations on tensors to linalg, tensor, arith, math, scf and cf.

    ```
    %0 = stablehlo.exponential %x : tensor<?xf32>
    =>
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %1 = tensor.empty(%n) : tensor<?xf32>
    %0 = linalg.generic {...} ins(%x : tensor<?xf32>) outs(%1 : tensor<?xf32>) { ... }
    ```
    """

    name = "convert-hlo-to-linalg"

    only: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the operations of a module."""
        convert(op, self.only)
