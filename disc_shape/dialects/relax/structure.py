"""Dataflow blocks, branches and sequences: what holds the bindings of a function."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import BranchOp, ValueTerminator, terminated


@irdl_op_definition
class YieldOp(ValueTerminator):
    """
    The result of a branch or of a sequence.

    ```mlir
    relax.yield %0 : !relax.tensor<[@n], f32>
    ```
    """

    name = "relax.yield"


@irdl_op_definition
class OutputOp(IRDLOperation):
    """
    The values of a dataflow block that are visible after it.

    ```mlir
    relax.output %0, %1 : !relax.object, !relax.shape<*>
    ```
    """

    name = "relax.output"
    values = var_operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "($values^ `:` type($values))? attr-dict"

    def __init__(self, values: Sequence[SSAValue]) -> None:
        super().__init__(operands=[values])


@irdl_op_definition
class DataflowOp(IRDLOperation):
    """
    A dataflow block: pure operations only, without branches (RLX-031, 071).

    ```mlir
    %0 = relax.dataflow {
      relax.output %x : !relax.object
    } -> !relax.object
    ```
    """

    name = "relax.dataflow"
    body = region_def("single_block")
    outputs = var_result_def()
    assembly_format = "$body attr-dict (`->` type($outputs)^)?"

    def __init__(self, body: Region, types: Sequence[Attribute]) -> None:
        super().__init__(regions=[body], result_types=[types])

    def verify_(self) -> None:
        output = terminated(self, self.body, "output")
        given = [one.type for one in output.operands]
        if given != [one.type for one in self.outputs]:
            raise VerifyException(
                f"'{self.name}' has results of types {types_text(self.result_types)}, but its"
                f" outputs are of types {types_text(given)}"
            )


def types_text(types: Sequence[Attribute]) -> str:
    """Types for a message."""
    return "(" + ", ".join(map(str, types)) + ")"


@irdl_op_definition
class IfOp(BranchOp):
    """
    A branch: the condition is a boolean scalar, the result the least type above both (RLX-255).

    ```mlir
    %r = relax.if %c : !relax.tensor<[], i1> -> !relax.object {
      relax.yield %x : !relax.object
    } else {
      relax.yield %y : !relax.object
    }
    ```
    """

    name = "relax.if"


@irdl_op_definition
class SeqOp(IRDLOperation):
    """
    A sequence in the place of a value, before normalization (RLX-091, 098).

    ```mlir
    %0 = relax.seq {
      relax.yield %x : !relax.object
    } -> !relax.object
    ```
    """

    name = "relax.seq"
    body = region_def("single_block")
    result = result_def()
    assembly_format = "$body attr-dict `->` type($result)"

    def __init__(self, body: Region, type_: Attribute) -> None:
        super().__init__(regions=[body], result_types=[type_])

    def verify_(self) -> None:
        terminated(self, self.body, "yield")
