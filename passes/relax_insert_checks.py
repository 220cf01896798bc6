"""`relax-insert-checks`: the checks of types in a Relax module as operations."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relax.checks import insert_checks


@dataclass(frozen=True)
class RelaxInsertChecksPass(ModulePass):
    """
    Makes the checks of a module of Relax operations.

    Without it, functions check their arguments on entry and their results on return, casts and
    annotations their values (RLX-190). With it, `relax.check` operations do: those of parameters in
    order after all symbols of the signature are bound (RLX-191), that of a cast after it, those of
    annotations and results only where they are not implied. What has its checks written is marked
    `relax.unchecked` and only binds symbols.

    ```
    relax.func @f(%x: !relax.tensor<[@m * @n], f32>, %y: !relax.tensor<[@m, @n], f32>) -> ... {
      ...
    }
    =>
    relax.func @f(%x: !relax.tensor<[@m * @n], f32>, %y: !relax.tensor<[@m, @n], f32>) -> ...
        attributes {relax.unchecked} {
      relax.check %x : ... is !relax.tensor<[@m * @n], f32> {what = "argument 0 of @f"}
      relax.check %y : ... is !relax.tensor<[@m, @n], f32> {what = "argument 1 of @f"}
      ...
    }
    ```

    Limitations: types are inferred before. The results of external functions are compared with
    their types by the calls themselves, and promised ranges by the functions.
    """

    name = "relax-insert-checks"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Insert the checks of a module."""
        insert_checks(op)
