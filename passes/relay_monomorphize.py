"""`relay-monomorphize`: a copy of each polymorphic function for each of its instantiations."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relay.monomorphize import monomorphize


@dataclass(frozen=True)
class RelayMonomorphizePass(ModulePass):
    """
    Replaces polymorphic functions of Relay by private copies, one for each instantiation.

    What functions without type parameters call is copied with the type arguments of the call, and
    so is what the copies call. A copy is named by its type arguments. Dimension parameters for
    which a caller's own dimensions stand remain; so do functions that have only such. A polymorphic
    function that nothing instantiates is left out, with a warning that names it if it is public.

    ```
    %0 = relay.call @plus[[10, 10]](%a, %b) : ...
    =>
    relay.func private @plus_10_10(%p: !relay.tensor<[10, 10], f32>, ...) { ... }
    %0 = relay.call @plus_10_10(%a, %b) : ...
    ```

    Limitations: types must be inferred (`relay-infer-types`). A recursive function that needs ever
    new instances is an error that shows them. A polymorphic local function that is a value or calls
    itself at other types stays as it is.
    """

    name = "relay-monomorphize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Instantiate the functions of a module."""
        monomorphize(op)
