"""`convert-relay-to-hlo`: a module of Relay as one of HLO."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relay.lowering import convert_module


@dataclass(frozen=True)
class ConvertRelayToHloPass(ModulePass):
    """
    Replaces the functions of Relay by functions of HLO.

    Functions over tensors and tuples are lowered as those of Relax are by `convert-relax-to-hlo`:
    each operator by the HLO form of its row, dimension parameters as the sizes that bind them. What
    is not known to be of its type is checked when the program runs. A dimension over a parameter
    that stands alone in no argument, as in `[2 * @n]`, has an unknown size. Calls that pass
    instances or functions are replaced by the bodies of what they call, and `match` of a known
    constructor by its case, so that data types disappear where all constructors are known.

    ```
    relay.func @main[@n : dim](%x: !relay.tensor<[@n, 4], f32>) -> !relay.tensor<[@n, 4], f32> {
      %0 = relay.call_op "tanh"(%x) : ...
      relay.return %0 : !relay.tensor<[@n, 4], f32>
    }
    =>
    func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %0 = stablehlo.tanh %x : tensor<?x4xf32>
      func.return %0 : tensor<?x4xf32>
    }
    ```

    Limitations: types must be inferred (`relay-infer-types`) and polymorphic functions instantiated
    (`relay-monomorphize`). Data types have no form in HLO: an instance that is left is an error
    that names it. Operators of the program and elements with lanes are refused.
    """

    name = "convert-relay-to-hlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert a module."""
        convert_module(op)
