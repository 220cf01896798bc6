"""The operations of MLIR's `arith` dialect that xDSL lacks, and the dialect with them added."""

from typing import ClassVar, Self

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, container_of
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from disc_shape.dialects.xdsl_extras.casts import CASTS
from disc_shape.dialects.xdsl_extras.comparisons import CmpfOp, CmpiOp

Value = SSAValue | Operation

FLOAT = container_of(AnyFloat)


@irdl_op_definition
class RemFOp(arith.FloatingPointLikeBinaryOperation):
    """Computes the remainder of a division of floats that is rounded towards zero.

    Example:
    ```mlir
    %2 = arith.remf %0, %1 : f32
    ```
    """

    name = "arith.remf"
    traits = traits_def(Pure())


@irdl_op_definition
class IndexCastUIOp(IRDLOperation):
    """Converts indices to integers or integers to indices; wider ones are zero-extended.

    Constraints:
    (c1) operand and result have compatible shapes.
    (c2) one of operand and result is of indices, the other of integers.

    Example:
    ```mlir
    %1 = arith.index_castui %0 : i32 to index
    ```
    """

    name = "arith.index_castui"

    input = operand_def(arith.signlessIntegerLike)
    result = result_def(arith.signlessIntegerLike)

    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"
    traits = traits_def(Pure())

    def __init__(self, input: Value, result_type: Attribute) -> None:
        super().__init__(operands=[input], result_types=[result_type])

    def verify_(self) -> None:
        if not have_compatible_shape(self.input.type, self.result.type):
            raise VerifyException(
                f"shapes of '{self.name}' differ: {self.input.type} and {self.result.type}"
            )
        source = get_element_type_or_self(self.input.type)
        target = get_element_type_or_self(self.result.type)
        if isinstance(source, IndexType) == isinstance(target, IndexType):
            raise VerifyException(
                f"'{self.name}' is between an index and an integer, got {source} and {target}"
            )


@irdl_op_definition
class SelectOp(arith.SelectOp):
    """Selects one of two values by a condition, or one of each two elements by a tensor of
    conditions.

    xDSL's operation knows one condition only.

    Constraints:
    (c1) values and result have one type.
    (c2) a condition that is no scalar has the shape of the result.

    Example:
    ```mlir
    %3 = arith.select %0, %1, %2 : index
    %7 = arith.select %4, %5, %6 : tensor<?xi1>, tensor<?xf32>
    ```
    """

    name = "arith.select"
    assembly_format = None

    T: ClassVar = VarConstraint("T", AnyAttr())

    cond = operand_def(arith.boolLike)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)

    def verify_(self) -> None:
        cond, result = self.cond.type, self.result.type
        if cond != IntegerType(1) and not have_compatible_shape(cond, result):
            raise VerifyException(f"conditions of '{self.name}' are {cond}, but values {result}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        pos = parser.pos
        type_ = parser.parse_type()
        cond: Attribute = IntegerType(1)
        if parser.parse_optional_punctuation(",") is not None:
            cond, type_ = type_, parser.parse_type()
        made = cls(*parser.resolve_operands(operands, [cond, type_, type_], pos))
        made.attributes |= attributes
        return made

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        if self.cond.type != IntegerType(1):
            printer.print_attribute(self.cond.type)
            printer.print_string(", ")
        printer.print_attribute(self.result.type)


REPLACED = {
    arith.CmpfOp,
    arith.CmpiOp,
    arith.SelectOp,
    *(cast.SCALAR for cast in CASTS),
}

Arith = Dialect(
    "arith",
    [
        *(op for op in arith.Arith.operations if op not in REPLACED),
        *CASTS,
        CmpfOp,
        CmpiOp,
        IndexCastUIOp,
        RemFOp,
        SelectOp,
    ],
    [*arith.Arith.attributes],
    [arith.ArithConstantMaterializationInterface()],
)
"""xDSL's dialect with the operations above. Casts of scalars are xDSL's own all the same."""
