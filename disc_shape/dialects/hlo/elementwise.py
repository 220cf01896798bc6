"""Elementwise operations: one result element for each element of the operands.

StableHLO specification, section "Ops". Operand and result have one shape, which is constraint (c1)
of each.
"""

from xdsl.irdl import operand_def, opt_prop_def, result_def

from disc_shape.dialects.hlo.constraints import (
    BOOLEAN,
    COMPLEX,
    FLOAT,
    INTEGER,
    QUANTIZED,
    attribute,
    tensor_of,
)
from disc_shape.dialects.hlo.numbers import ResultAccuracyAttr
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.shapes import check_has_sign, check_same_type
from disc_shape.dialects.hlo.type_formats import CommonType

INTEGERS = tensor_of(INTEGER)
BITS = tensor_of(BOOLEAN, INTEGER)
REAL = tensor_of(FLOAT, QUANTIZED)
REAL_OR_COMPLEX = tensor_of(FLOAT, COMPLEX, QUANTIZED)
NUMBER = tensor_of(INTEGER, FLOAT, COMPLEX, QUANTIZED)
NUMBER_OR_BOOLEAN = tensor_of(BOOLEAN, INTEGER, FLOAT, COMPLEX, QUANTIZED)
ORDERED = tensor_of(BOOLEAN, INTEGER, FLOAT, QUANTIZED)


class UnaryOp(PureHloOp):
    """One operand and a result of its type.

    (c1) the types of operand and result agree.
    """

    assembly_format = "$operand attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        check_same_type(self, "operand and result", *self.operand_types, *self.result_types)


class AccurateUnaryOp(UnaryOp):
    """A unary operation that can be asked for a certain accuracy."""

    operand = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)
    result_accuracy = opt_prop_def(attribute(ResultAccuracyAttr))


class CbrtOp(AccurateUnaryOp):
    """The cubic root."""

    name = "cbrt"


class CeilOp(UnaryOp):
    """The smallest integral value that is not less."""

    name = "ceil"
    operand = operand_def(REAL)
    result = result_def(REAL)


class CosineOp(AccurateUnaryOp):
    """The cosine."""

    name = "cosine"


class ClzOp(UnaryOp):
    """The number of leading zero bits."""

    name = "count_leading_zeros"
    operand = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class ExpOp(AccurateUnaryOp):
    """The exponential function."""

    name = "exponential"


class Expm1Op(AccurateUnaryOp):
    """The exponential function less one, exact near zero."""

    name = "exponential_minus_one"


class FloorOp(UnaryOp):
    """The largest integral value that is not greater."""

    name = "floor"
    operand = operand_def(REAL)
    result = result_def(REAL)


class LogOp(AccurateUnaryOp):
    """The natural logarithm."""

    name = "log"


class Log1pOp(AccurateUnaryOp):
    """The natural logarithm of one more, exact near zero."""

    name = "log_plus_one"


class LogisticOp(AccurateUnaryOp):
    """The logistic function."""

    name = "logistic"


class NegOp(UnaryOp):
    """The number with the other sign."""

    name = "negate"
    operand = operand_def(NUMBER)
    result = result_def(NUMBER)


class NotOp(UnaryOp):
    """The complement of booleans or of the bits of integers."""

    name = "not"
    operand = operand_def(BITS)
    result = result_def(BITS)


class PopulationCountOp(UnaryOp):
    """The number of bits that are set."""

    name = "popcnt"
    operand = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class RoundOp(UnaryOp):
    """The nearest integral value, ties away from zero."""

    name = "round_nearest_afz"
    operand = operand_def(REAL)
    result = result_def(REAL)


class RoundNearestEvenOp(UnaryOp):
    """The nearest integral value, ties to the even one."""

    name = "round_nearest_even"
    operand = operand_def(REAL)
    result = result_def(REAL)


class RsqrtOp(AccurateUnaryOp):
    """The reciprocal of the square root."""

    name = "rsqrt"


class SignOp(UnaryOp):
    """The sign, as -1, 0 or 1."""

    name = "sign"
    operand = operand_def(NUMBER)
    result = result_def(NUMBER)

    def verify_(self) -> None:
        super().verify_()
        check_has_sign(self, self.operand)


class SineOp(AccurateUnaryOp):
    """The sine."""

    name = "sine"


class SqrtOp(AccurateUnaryOp):
    """The square root."""

    name = "sqrt"


class TanOp(AccurateUnaryOp):
    """The tangent."""

    name = "tan"


class TanhOp(AccurateUnaryOp):
    """The hyperbolic tangent."""

    name = "tanh"
