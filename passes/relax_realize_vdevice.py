"""`relax-realize-vdevice`: the devices of all values of a Relax module."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relax.devices import realize_devices


@dataclass(frozen=True)
class RelaxRealizeVdevicePass(ModulePass):
    """
    Places the values of a module of Relax that lists devices.

    The devices that types name flow backward, from declared results and casts to what they are
    computed from, then forward, from operands to results (RLX-284, 285). The result of a call is
    that of the function that it calls, global or local: its body is placed too, its parameters
    place the arguments of all its calls, and an argument that its body leaves anywhere is where the
    result is. `hint_on_device` becomes `to_vdevice` where its operand is elsewhere or nowhere, and
    vanishes where it is there already (RLX-344). Two devices for one tensor, or for the result of
    one function at two calls, and operands on two devices, are errors that name both (RLX-282).

    ```
    module attributes {relax.vdevices = ["cuda:0:global"]} {
      relax.func @f(%x: !relax.tensor<[@n], f32, "cuda:0:global">) -> !relax.tensor<[@n], f32> {
        %0 = relax.exp %x : (...) -> !relax.tensor<[@n], f32>
        relax.return %0 : !relax.tensor<[@n], f32>
      }
    }
    =>
    module attributes {relax.vdevices = ["cuda:0:global"]} {
      relax.func @f(%x: !relax.tensor<[@n], f32, "cuda:0:global">)
          -> !relax.tensor<[@n], f32, "cuda:0:global"> {
        %0 = relax.exp %x : (...) -> !relax.tensor<[@n], f32, "cuda:0:global">
        relax.return %0 : !relax.tensor<[@n], f32, "cuda:0:global">
      }
    }
    ```

    Where something is placed, a tensor operand of an operator or of a call of a primitive function
    that is left without a device is a warning, with `strict` an error (RLX-286).

    The module is marked `relax.placed` then: what has been placed forward would place more values
    backward, so a marked module keeps its types, and only hints are looked at.

    Limitations: types are inferred before. An argument does not place its parameter, as a function
    may be called with tensors of several devices, and a cast does not carry a device forward.
    """

    name = "relax-realize-vdevice"

    strict: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Place the values of a module."""
        realize_devices(op, strict=self.strict)
