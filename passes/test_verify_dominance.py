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
    dominates, or in a region nested in such a place. The body of a module is no sequence, nor is
    that of an operation of a dialect that this project does not follow: operations directly in
    such a body may refer forward. Blocks that nothing reaches are not checked.
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
        verify_dominance(op)
