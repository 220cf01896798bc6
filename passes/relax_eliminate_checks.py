"""`relax-eliminate-checks`: drops checks of types in a Relax module that always succeed."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.relax.checks import eliminate_checks


@dataclass(frozen=True)
class RelaxEliminateChecksPass(ModulePass):
    """
    Removes the `relax.check` operations that always succeed (RLX-182, 194).

    A check goes where the type of its value implies it. The type of a parameter implies nothing for
    the check that establishes it: that one goes if the function is private and each call passes a
    value that fits. A cast that neither checks nor binds becomes an alias.

    ```
    %y = relax.match_cast %x : !relax.tensor<[3, @n], f32> to !relax.tensor<[?, ?], f32>
      {relax.unchecked}
    relax.check %x : !relax.tensor<[3, @n], f32> is !relax.tensor<[?, ?], f32> {what = "the value"}
    =>
    %y = relax.bind %x {relax.unchecked} : !relax.tensor<[3, @n], f32> -> !relax.tensor<[?, ?], f32>
    ```

    With `everything`, all checks go (RLX-293): arguments that do not fit run on. What binds symbols
    stays, and refuses what it cannot bind.

    Limitations: `relax-insert-checks` runs before. The checks of the parameters of local and of
    recursive functions stay.
    """

    name = "relax-eliminate-checks"
    everything: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Remove the checks of a module."""
        eliminate_checks(op, everything=self.everything)
