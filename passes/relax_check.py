"""`relax-check`: all criteria of a well-formed Relax module."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relax.criteria import check_module


@dataclass(frozen=True)
class RelaxCheckPass(ModulePass):
    """
    Checks that a module of Relax is well-formed, and changes nothing.

    Each error ends in the rule that is broken: types that do not fit (RLX-259, 262, 264, 266 to
    270), effects in pure functions and dataflow blocks (RLX-070 to 079), recursion there (RLX-117),
    the normal form (RLX-091, 093), linkage (RLX-122, 123). Types may be given or left out. The
    verifiers have checked symbols, ranks and devices before.

    ```
    main.mlir:4:8: error: relax.call: argument 0 of @f does not fit: !relax.shape<*> for
      !relax.tensor<[@n], f32> [RLX-268]
    ```

    Limitations: what is only possible is a warning (RLX-149); it is checked when the program runs.
    """

    name = "relax-check"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Check a module."""
        check_module(op)
