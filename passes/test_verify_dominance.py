"""`test-verify-dominance`: SSA dominance, which xDSL's verifier does not check."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.analysis.dominance import verify_dominance


@dataclass(frozen=True)
class VerifyDominancePass(ModulePass):
    """
    Checks that every value is defined before it is used.

    A use must come after the definition in the same block, in a block that the defining block
    dominates, or in a region nested in one of these. The body of a module is a graph region, and
    so may be that of an operation of an unknown dialect: operations directly in such a body may
    refer forward. Unreachable blocks are not checked.
    The module is not changed.

    ```
    %1 = arith.addi %0, %0 : i32    // error: operand 0 of 'arith.addi' (%0) is used before ...
    %0 = arith.constant 1 : i32
    ```

    Limitations: the time is linear in operations and uses; for branches the dominator tree is
    made by the iterative method, which is near-linear on graphs that programs have.
    """

    name = "test-verify-dominance"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Check a module; raises an error at the first use that is not dominated."""
        verify_dominance(op)
