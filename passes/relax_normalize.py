"""`relax-normalize`: the normal form of Relax."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relax.normalize import normalize_module


@dataclass(frozen=True)
class RelaxNormalizePass(ModulePass):
    """
    Brings a module of Relax into normal form.

    Most of it holds by construction: operands are values, computed in the order of evaluation. What
    is left: a sequence in the place of a value joins the operations around it, adjacent dataflow
    blocks become one and empty ones go (RLX-093, 098), and a primitive function that is given a
    tuple gets its members (RLX-095). A second run changes nothing.

    ```
    %0 = relax.seq {                               %1 = relax.exp %x : (T) -> T
      %1 = relax.exp %x : (T) -> T            =>   %0 = relax.bind %1 : T -> T
      relax.yield %1 : T
    } -> T
    ```

    Limitations: a tuple whose type is not known is not taken apart.
    """

    name = "relax-normalize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Normalize a module."""
        normalize_module(op)
