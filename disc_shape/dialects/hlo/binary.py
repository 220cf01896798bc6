"""Binary elementwise operations: one result element for each pair of operand elements.

StableHLO specification, section "Ops".
"""

from typing import ClassVar

from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure

from disc_shape.dialects.hlo.constraints import ANY_TENSOR
from disc_shape.dialects.hlo.elementwise import (
    BITS,
    INTEGERS,
    NUMBER,
    NUMBER_OR_BOOLEAN,
    REAL_OR_COMPLEX,
)
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.scales import check_added
from disc_shape.dialects.hlo.shapes import check_same_shape, check_same_type
from disc_shape.dialects.hlo.type_formats import CommonType


class BinaryOp(HloOp):
    """Applies a function to each pair of elements; operands and result have one type.

    (c1) the types of the operands agree, and the result has that type.
    """

    EXAMPLE: ClassVar[str] = "%result = {name} %lhs, %rhs : tensor<?x4xf32>"
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` custom<CommonType>(type(operands), type(results))"
    )
    custom_directives = (CommonType,)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_same_type(self, "operands", *self.operand_types)
        check_same_type(self, "operands and result", *self.operand_types, *self.result_types)


class BitwiseOp(BinaryOp):
    """A binary operation on booleans, or on the bits of integers."""

    EXAMPLE: ClassVar[str] = "%result = {name} %lhs, %rhs : tensor<?x4xi1>"
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class ShiftOp(BinaryOp):
    """A binary operation on integers."""

    EXAMPLE: ClassVar[str] = "%result = {name} %lhs, %rhs : tensor<?x4xi32>"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class NumberOp(BinaryOp):
    """A binary operation on numbers."""

    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class NumberOrBooleanOp(BinaryOp):
    """A binary operation on numbers or booleans."""

    lhs = operand_def(NUMBER_OR_BOOLEAN)
    rhs = operand_def(NUMBER_OR_BOOLEAN)
    result = result_def(NUMBER_OR_BOOLEAN)


class AddOp(BinaryOp):
    """Adds two elements; computes the disjunction of booleans.

    (c1) types that are not quantized agree, (c2) all types are quantized or none, (c3) the storage
    types agree, (c4) the expressed types agree, (c5) the result has a quantized dimension if and
    only if an operand has one, (c6) a quantized dimension of the left operand is the result's, (c7)
    a quantized dimension of the right operand is the result's.
    """

    name = "add"
    lhs = operand_def(ANY_TENSOR)
    rhs = operand_def(ANY_TENSOR)
    result = result_def(ANY_TENSOR)

    def verify_(self) -> None:
        check_added(self, self.lhs, self.rhs, self.result)
        check_same_shape(self, "operands", *self.operand_types)
        check_same_shape(self, "operands and result", *self.operand_types, *self.result_types)


class AndOp(BitwiseOp):
    """Computes the conjunction of booleans, or of the bits of integers."""

    name = "and"


class Atan2Op(BinaryOp):
    """Computes the angle of the point with the coordinates x = rhs and y = lhs."""

    name = "atan2"
    lhs = operand_def(REAL_OR_COMPLEX)
    rhs = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)


class DivOp(NumberOp):
    """Divides lhs by rhs; the quotient of integers is rounded towards zero."""

    name = "divide"


class MaxOp(NumberOrBooleanOp):
    """Computes the larger of two elements; the disjunction of booleans."""

    name = "maximum"


class MinOp(NumberOrBooleanOp):
    """Computes the smaller of two elements; the conjunction of booleans."""

    name = "minimum"


class MulOp(NumberOrBooleanOp):
    """Multiplies two elements; computes the conjunction of booleans."""

    name = "multiply"


class OrOp(BitwiseOp):
    """Computes the disjunction of booleans, or of the bits of integers."""

    name = "or"


class PowOp(NumberOp):
    """Raises lhs to the power of rhs."""

    name = "power"


class RemOp(NumberOp):
    """Computes the remainder of lhs divided by rhs, with the sign of lhs."""

    name = "remainder"


class ShiftLeftOp(ShiftOp):
    """Shifts the bits of lhs to the left by rhs, filling with zeros."""

    name = "shift_left"


class ShiftRightArithmeticOp(ShiftOp):
    """Shifts the bits of lhs to the right by rhs, filling with the sign bit."""

    name = "shift_right_arithmetic"


class ShiftRightLogicalOp(ShiftOp):
    """Shifts the bits of lhs to the right by rhs, filling with zeros."""

    name = "shift_right_logical"


class SubtractOp(NumberOp):
    """Subtracts rhs from lhs."""

    name = "subtract"


class XorOp(BitwiseOp):
    """Computes the exclusive disjunction of booleans, or of the bits of integers."""

    name = "xor"
