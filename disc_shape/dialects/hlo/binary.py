"""Binary elementwise operations: one result element for each pair of operand elements.

StableHLO specification, section "Ops".
"""

from xdsl.irdl import operand_def, result_def

from disc_shape.dialects.hlo.constraints import ANY_TENSOR
from disc_shape.dialects.hlo.elementwise import (
    BITS,
    INTEGERS,
    NUMBER,
    NUMBER_OR_BOOLEAN,
    REAL_OR_COMPLEX,
)
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.scales import check_added
from disc_shape.dialects.hlo.shapes import check_same_shape, check_same_type
from disc_shape.dialects.hlo.type_formats import CommonType


class BinaryOp(PureHloOp):
    """Applies a function to each pair of elements; operands and result have one type.

    (c1) the types of the operands agree, and the result has that type.
    """

    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<CommonType>(type(operands), type(results))"
    )
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        check_same_type(self, "operands", *self.operand_types)
        check_same_type(self, "operands and result", *self.operand_types, *self.result_types)


class AddOp(BinaryOp):
    """Adds two elements; computes the disjunction of booleans.

    (c1) types that are not quantized agree, (c2) all types are quantized or none, (c3) the storage
    types agree, (c4) the expressed types agree, (c5) the result has a quantized dimension if and
    only if an operand has one, (c6) a quantized dimension of the left operand is the result's, (c7)
    a quantized dimension of the right operand is the result's.

    Example:
    ```mlir
    %result = stablehlo.add %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "add"
    lhs = operand_def(ANY_TENSOR)
    rhs = operand_def(ANY_TENSOR)
    result = result_def(ANY_TENSOR)

    def verify_(self) -> None:
        check_added(self, self.lhs, self.rhs, self.result)
        check_same_shape(self, "operands", *self.operand_types)
        check_same_shape(self, "operands and result", *self.operand_types, *self.result_types)


class AndOp(BinaryOp):
    """Computes the conjunction of booleans, or of the bits of integers.

    Example:
    ```mlir
    %result = stablehlo.and %lhs, %rhs : tensor<?x4xi1>
    ```
    """

    name = "and"
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class Atan2Op(BinaryOp):
    """Computes the angle of the point with the coordinates x = rhs and y = lhs.

    Example:
    ```mlir
    %result = stablehlo.atan2 %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "atan2"
    lhs = operand_def(REAL_OR_COMPLEX)
    rhs = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)


class DivOp(BinaryOp):
    """Divides lhs by rhs; the quotient of integers is rounded towards zero.

    Example:
    ```mlir
    %result = stablehlo.divide %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "divide"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class MaxOp(BinaryOp):
    """Computes the larger of two elements; the disjunction of booleans.

    Example:
    ```mlir
    %result = stablehlo.maximum %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "maximum"
    lhs = operand_def(NUMBER_OR_BOOLEAN)
    rhs = operand_def(NUMBER_OR_BOOLEAN)
    result = result_def(NUMBER_OR_BOOLEAN)


class MinOp(BinaryOp):
    """Computes the smaller of two elements; the conjunction of booleans.

    Example:
    ```mlir
    %result = stablehlo.minimum %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "minimum"
    lhs = operand_def(NUMBER_OR_BOOLEAN)
    rhs = operand_def(NUMBER_OR_BOOLEAN)
    result = result_def(NUMBER_OR_BOOLEAN)


class MulOp(BinaryOp):
    """Multiplies two elements; computes the conjunction of booleans.

    Example:
    ```mlir
    %result = stablehlo.multiply %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "multiply"
    lhs = operand_def(NUMBER_OR_BOOLEAN)
    rhs = operand_def(NUMBER_OR_BOOLEAN)
    result = result_def(NUMBER_OR_BOOLEAN)


class OrOp(BinaryOp):
    """Computes the disjunction of booleans, or of the bits of integers.

    Example:
    ```mlir
    %result = stablehlo.or %lhs, %rhs : tensor<?x4xi1>
    ```
    """

    name = "or"
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class PowOp(BinaryOp):
    """Raises lhs to the power of rhs.

    Example:
    ```mlir
    %result = stablehlo.power %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "power"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class RemOp(BinaryOp):
    """Computes the remainder of lhs divided by rhs, with the sign of lhs.

    Example:
    ```mlir
    %result = stablehlo.remainder %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "remainder"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class ShiftLeftOp(BinaryOp):
    """Shifts the bits of lhs to the left by rhs, filling with zeros.

    Example:
    ```mlir
    %result = stablehlo.shift_left %lhs, %rhs : tensor<?x4xi32>
    ```
    """

    name = "shift_left"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class ShiftRightArithmeticOp(BinaryOp):
    """Shifts the bits of lhs to the right by rhs, filling with the sign bit.

    Example:
    ```mlir
    %result = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<?x4xi32>
    ```
    """

    name = "shift_right_arithmetic"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class ShiftRightLogicalOp(BinaryOp):
    """Shifts the bits of lhs to the right by rhs, filling with zeros.

    Example:
    ```mlir
    %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<?x4xi32>
    ```
    """

    name = "shift_right_logical"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class SubtractOp(BinaryOp):
    """Subtracts rhs from lhs.

    Example:
    ```mlir
    %result = stablehlo.subtract %lhs, %rhs : tensor<?x4xf32>
    ```
    """

    name = "subtract"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class XorOp(BinaryOp):
    """Computes the exclusive disjunction of booleans, or of the bits of integers.

    Example:
    ```mlir
    %result = stablehlo.xor %lhs, %rhs : tensor<?x4xi1>
    ```
    """

    name = "xor"
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)
