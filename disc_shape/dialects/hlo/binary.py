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
    """Two operands and a result of one type.

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
    """Sum; disjunction of booleans.

    (c1) types that are not quantized agree, (c2) all types are quantized or none, (c3) the storage
    types agree, (c4) the expressed types agree, (c5) the result has a quantized dimension if and
    only if an operand has one, (c6) a quantized dimension of the left operand is the result's,
    (c7) a quantized dimension of the right operand is the result's.
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
    """Conjunction of booleans or of the bits of integers."""

    name = "and"
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class Atan2Op(BinaryOp):
    """The angle of the point with these coordinates."""

    name = "atan2"
    lhs = operand_def(REAL_OR_COMPLEX)
    rhs = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)


class DivOp(BinaryOp):
    """Quotient, of integers towards zero."""

    name = "divide"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class MaxOp(BinaryOp):
    """The greater one; disjunction of booleans."""

    name = "maximum"
    lhs = operand_def(NUMBER_OR_BOOLEAN)
    rhs = operand_def(NUMBER_OR_BOOLEAN)
    result = result_def(NUMBER_OR_BOOLEAN)


class MinOp(BinaryOp):
    """The smaller one; conjunction of booleans."""

    name = "minimum"
    lhs = operand_def(NUMBER_OR_BOOLEAN)
    rhs = operand_def(NUMBER_OR_BOOLEAN)
    result = result_def(NUMBER_OR_BOOLEAN)


class MulOp(BinaryOp):
    """Product; conjunction of booleans."""

    name = "multiply"
    lhs = operand_def(NUMBER_OR_BOOLEAN)
    rhs = operand_def(NUMBER_OR_BOOLEAN)
    result = result_def(NUMBER_OR_BOOLEAN)


class OrOp(BinaryOp):
    """Disjunction of booleans or of the bits of integers."""

    name = "or"
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class PowOp(BinaryOp):
    """The first one raised to the second one."""

    name = "power"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class RemOp(BinaryOp):
    """Remainder of the division, with the sign of the dividend."""

    name = "remainder"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class ShiftLeftOp(BinaryOp):
    """The bits moved to the left."""

    name = "shift_left"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class ShiftRightArithmeticOp(BinaryOp):
    """The bits moved to the right, the sign kept."""

    name = "shift_right_arithmetic"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class ShiftRightLogicalOp(BinaryOp):
    """The bits moved to the right, zeros filled in."""

    name = "shift_right_logical"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class SubtractOp(BinaryOp):
    """Difference."""

    name = "subtract"
    lhs = operand_def(NUMBER)
    rhs = operand_def(NUMBER)
    result = result_def(NUMBER)


class XorOp(BinaryOp):
    """Exclusive disjunction of booleans or of the bits of integers."""

    name = "xor"
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)
