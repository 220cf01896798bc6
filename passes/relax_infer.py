"""`relax-infer`: the types of all values of a Relax module."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relax.criteria import infer_types


@dataclass(frozen=True)
class RelaxInferPass(ModulePass):
    """
    Writes the type of each value of a module of Relax.

    The type of an operation follows from its operands (RLX-250 to 271): operators by the relations
    of the HLO that they stand for, calls by the callee's type instantiated with the arguments,
    branches by the least type above both. Where a type is written it is compared and kept, also
    when it is wider (RLX-259); `!relax.infer` and missing results are replaced. What may not fit is
    a warning, what cannot fit an error; all errors are reported.

    ```
    relax.func @f(%x: !relax.tensor<[@n, 1], f32>, %y: !relax.tensor<[1, @m], f32>) {
      %0 = relax.add %x, %y : (...) -> !relax.infer
      relax.return %0 : !relax.infer
    }
    =>
    relax.func @f(%x: ..., %y: ...) -> !relax.tensor<[@n, @m], f32> {
      %0 = relax.add %x, %y : (...) -> !relax.tensor<[@n, @m], f32>
      relax.return %0 : !relax.tensor<[@n, @m], f32>
    }
    ```

    With `refine`, a derived type takes the place of a wider one that is written: of use for types
    that another compiler has inferred. A function's promised ranges of symbols
    (`tir_var_lower_bound`, `tir_var_upper_bound`) hold in it: they are compared when it is called.

    Limitations: a recursive function needs a declared result (RLX-118).
    """

    name = "relax-infer"

    refine: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Infer the types of a module."""
        infer_types(op, refines=self.refine)
