"""The operations of MLIR's `math` dialect that xDSL lacks, and the dialect with them added."""

from typing import cast

from xdsl.dialects import math
from xdsl.dialects.arith import FastMathFlagsAttr, boolLike
from xdsl.dialects.builtin import AnyFloat, IntegerType, TensorType, VectorType, container_of
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

Value = SSAValue | Operation

FLOAT = container_of(AnyFloat)


def boolean_like(type_: Attribute) -> Attribute:
    """`i1`, in the shape of `type_`."""
    if isinstance(type_, TensorType):
        tensor = cast("TensorType[Attribute]", type_)
        return TensorType(IntegerType(1), tensor.shape, tensor.encoding)
    if isinstance(type_, VectorType):
        vector = cast("VectorType[Attribute]", type_)
        return VectorType(IntegerType(1), vector.shape, vector.scalable_dims)
    return IntegerType(1)


@irdl_custom_directive
class FloatsType(CustomDirective):
    """The type of the operand, which gives that of the result."""

    operand: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        type_ = parser.parse_type()
        state.operand_types[:] = [(type_,)]
        state.result_types[:] = [(boolean_like(type_),)]

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_attribute(op.operands[0].type)


class ClassificationOp(IRDLOperation):
    """Tests each float for a property.

    Constraints:
    (c1) the result is a boolean for each element of the operand.
    """

    operand = operand_def(FLOAT)
    result = result_def(boolLike)
    fastmath = prop_def(FastMathFlagsAttr, default_value=FastMathFlagsAttr("none"))

    assembly_format = (
        "$operand (`fastmath` `` $fastmath^)? attr-dict"
        " `:` custom<FloatsType>(type($operand), type($result))"
    )
    custom_directives = (FloatsType,)
    traits = traits_def(Pure())

    def __init__(self, operand: Value) -> None:
        operand = SSAValue.get(operand)
        super().__init__(operands=[operand], result_types=[boolean_like(operand.type)])

    def verify_(self) -> None:
        expected = boolean_like(self.operands[0].type)
        if self.results[0].type != expected:
            raise VerifyException(
                f"result of '{self.name}' must be {expected}, got {self.results[0].type}"
            )


@irdl_op_definition
class IsFiniteOp(ClassificationOp):
    """Tests whether each float is finite: neither infinite nor NaN.

    Example:
    ```mlir
    %result = math.isfinite %operand : tensor<?x4xf32>
    ```
    """

    name = "math.isfinite"


@irdl_op_definition
class IsInfOp(ClassificationOp):
    """Tests whether each float is infinite.

    Example:
    ```mlir
    %result = math.isinf %operand : tensor<?x4xf32>
    ```
    """

    name = "math.isinf"


@irdl_op_definition
class IsNaNOp(ClassificationOp):
    """Tests whether each float is NaN.

    Example:
    ```mlir
    %result = math.isnan %operand : tensor<?x4xf32>
    ```
    """

    name = "math.isnan"


Math = Dialect(
    "math",
    [
        *math.Math.operations,
        IsFiniteOp,
        IsInfOp,
        IsNaNOp,
    ],
    [*math.Math.attributes],
)
"""xDSL's dialect with the operations above: its own classes stay what they are."""
