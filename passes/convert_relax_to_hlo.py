"""`convert-relax-to-hlo`: a module of Relax as one of HLO."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relax.lowering import convert_module


@dataclass(frozen=True)
class ConvertRelaxToHloPass(ModulePass):
    """
    Replaces the functions of Relax by functions of HLO.

    Each operator becomes the HLO form by which it is typed. Tuples become several values, shapes
    vectors of indices, scalars tensors of rank 0. A symbol names the size that binds it; each
    other size that a parameter, a cast or a result writes is checked, and a failing check shows
    both sizes (RLX-039, 182, 191). Calls of local functions are replaced by their bodies, those of
    external and primitive functions by custom calls, which list the operands that they write.

    ```
    relax.func @main(%x: !relax.tensor<[@n, 4], f32>, %y: !relax.tensor<[@n], f32>)
        -> !relax.tensor<[4, @n], f32> {
      %0 = relax.permute_dims %x : (!relax.tensor<[@n, 4], f32>) -> !relax.tensor<[4, @n], f32>
      ...
    }
    =>
    func.func @main(%x: tensor<?x4xf32, [@n, unit]>, %y: tensor<?xf32>) -> tensor<4x?xf32> {
      ...
      stablehlo.custom_call @shape_assertion(%same, %size, %n) ...
      %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
      ...
    }
    ```

    Limitations: types must be inferred (`relax-infer`). Objects, external functions as values,
    function values that escape, recursive local functions, parameters and results of unknown rank,
    calls that write their arguments, and operators whose sizes depend on data are refused. The
    symbols of a function that others call get new names.
    """

    name = "convert-relax-to-hlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert a module."""
        convert_module(op)
