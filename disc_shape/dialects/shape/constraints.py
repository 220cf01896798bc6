"""Constraints, and the regions that run only when they hold.

A `cstr_*` operation checks something when the program runs; its witness orders what relies on the
check after it. Checks have effects: no pass may drop one.
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, IntegerType, StringAttr, i1
from xdsl.dialects.utils import AbstractYieldOperation
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    Commutative,
    ConstantLike,
    HasParent,
    IsTerminator,
    Pure,
    RecursiveMemoryEffect,
    SingleBlockImplicitTerminator,
    ensure_terminator,
)
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.shape.simplified import Simplified
from disc_shape.dialects.shape.types import ANY_SHAPE, WitnessType

Value = SSAValue | Operation


class CstrShapesOp(IRDLOperation):
    """A check of shapes."""

    shapes = var_operand_def(ANY_SHAPE)
    result = result_def(WitnessType())

    assembly_format = "$shapes attr-dict `:` type($shapes)"
    traits = traits_def(Simplified(), Commutative())

    LEAST: ClassVar[int]
    """How many shapes there must be."""

    def __init__(self, *shapes: Value) -> None:
        super().__init__(operands=[shapes], result_types=[WitnessType()])

    def verify_(self) -> None:
        if len(self.shapes) < self.LEAST:
            raise VerifyException(
                f"'{self.name}' needs at least {self.LEAST} shapes, got {len(self.shapes)}"
            )


@irdl_op_definition
class CstrBroadcastableOp(CstrShapesOp):
    """Checks that the operands broadcast to one shape.

    Constraints:
    (c1) there are at least two.

    Example:
    ```mlir
    %w = shape.cstr_broadcastable %0, %1 : tensor<3xindex>, tensor<1xindex>
    ```
    """

    name = "shape.cstr_broadcastable"
    LEAST: ClassVar[int] = 2


@irdl_op_definition
class CstrEqOp(CstrShapesOp):
    """Checks that all operands are the same shape.

    Constraints:
    (c1) there is at least one.

    Example:
    ```mlir
    %w = shape.cstr_eq %0, %1 : tensor<3xindex>, !shape.shape
    ```
    """

    name = "shape.cstr_eq"
    LEAST: ClassVar[int] = 1


@irdl_op_definition
class CstrRequireOp(IRDLOperation):
    """Checks a condition; the message says what failed.

    Example:
    ```mlir
    %w = shape.cstr_require %0, "sizes must be even"
    ```
    """

    name = "shape.cstr_require"

    pred = operand_def(i1)
    msg = prop_def(StringAttr)
    result = result_def(WitnessType())

    assembly_format = "$pred `,` $msg attr-dict"
    traits = traits_def(Simplified())

    def __init__(self, pred: Value, msg: str) -> None:
        super().__init__(
            operands=[pred], properties={"msg": StringAttr(msg)}, result_types=[WitnessType()]
        )


@irdl_op_definition
class ConstWitnessOp(IRDLOperation):
    """Produces a witness of a check whose outcome is known.

    Example:
    ```mlir
    %w = shape.const_witness true
    ```
    """

    name = "shape.const_witness"

    passing = prop_def(IntegerAttr.constr(IntegerType(1)))
    result = result_def(WitnessType())

    assembly_format = "$passing attr-dict"
    traits = traits_def(Pure(), ConstantLike())

    def __init__(self, passing: bool) -> None:
        super().__init__(
            properties={"passing": BoolAttr.from_bool(passing)}, result_types=[WitnessType()]
        )

    @property
    def holds(self) -> bool:
        """Whether the check passes."""
        return self.passing.value.data != 0


@irdl_op_definition
class AssumingAllOp(IRDLOperation):
    """Combines several witnesses into one.

    Constraints:
    (c1) there is at least one.

    Example:
    ```mlir
    %w = shape.assuming_all %0, %1
    ```
    """

    name = "shape.assuming_all"

    inputs = var_operand_def(WitnessType())
    result = result_def(WitnessType())

    assembly_format = "$inputs attr-dict"
    traits = traits_def(Simplified(), Pure(), Commutative())

    def __init__(self, *inputs: Value) -> None:
        super().__init__(operands=[inputs], result_types=[WitnessType()])

    def verify_(self) -> None:
        if not self.inputs:
            raise VerifyException(f"'{self.name}' needs at least 1 witness, got 0")


@irdl_op_definition
class AssumingYieldOp(AbstractYieldOperation[Attribute]):
    """Ends the region of `shape.assuming` and returns its results.

    Constraints:
    (c1) its operands have the types of the results of the operation around it.

    Example:
    ```mlir
    %1 = shape.assuming %w -> (tensor<?xf32>) {
      shape.assuming_yield %0 : tensor<?xf32>
    }
    ```
    """

    name = "shape.assuming_yield"

    traits = lazy_traits_def(lambda: (IsTerminator(), Pure(), HasParent(AssumingOp)))

    def verify_(self) -> None:
        parent = self.parent_op()
        if parent is not None and tuple(self.operand_types) != tuple(parent.result_types):
            got = ", ".join(map(str, self.operand_types))
            wanted = ", ".join(map(str, parent.result_types))
            raise VerifyException(f"'{self.name}' gives ({got}), but its parent ({wanted})")


@irdl_op_definition
class AssumingOp(IRDLOperation):
    """Runs its region, whose operations rely on the constraint of a witness.

    Example:
    ```mlir
    %1 = shape.assuming %w -> (tensor<?xf32>) {
      shape.assuming_yield %0 : tensor<?xf32>
    }
    ```
    """

    name = "shape.assuming"

    witness = operand_def(WitnessType())
    do_region = region_def("single_block")
    results_ = var_result_def()

    traits = traits_def(
        Simplified(), RecursiveMemoryEffect(), SingleBlockImplicitTerminator(AssumingYieldOp)
    )

    def __init__(
        self, witness: Value, result_types: Sequence[Attribute], body: Region | None = None
    ) -> None:
        region = Region(Block()) if body is None else body
        super().__init__(operands=[witness], result_types=[result_types], regions=[region])

    @classmethod
    def parse(cls, parser: Parser) -> "AssumingOp":
        witness = parser.parse_operand(WitnessType())
        results = parse_optional_arrow_types(parser)
        body = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        op = cls(witness, results, body)
        if not results:
            ensure_terminator(op, SingleBlockImplicitTerminator(AssumingYieldOp))
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.witness)
        if self.results_:
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.results_.types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(
            self.do_region,
            print_entry_block_args=False,
            print_block_terminators=bool(self.results_),
        )
        printer.print_op_attributes(self.attributes)


def parse_optional_arrow_types(parser: Parser) -> Sequence[Attribute]:
    """`-> type`, `-> (type, ...)` or nothing."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return [parser.parse_type()] if types is None else types
