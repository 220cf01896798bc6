"""Elementwise operations: one result element for each element of the operands.

StableHLO specification, section "Ops". Operand and result have one shape, which is constraint (c1)
of each.
"""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, result_def, traits_def
from xdsl.traits import Pure

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
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import check_has_sign, check_same_type
from disc_shape.dialects.hlo.type_formats import CommonType

INTEGERS = tensor_of(INTEGER)
BITS = tensor_of(BOOLEAN, INTEGER)
REAL = tensor_of(FLOAT, QUANTIZED)
REAL_OR_COMPLEX = tensor_of(FLOAT, COMPLEX, QUANTIZED)
NUMBER = tensor_of(INTEGER, FLOAT, COMPLEX, QUANTIZED)
NUMBER_OR_BOOLEAN = tensor_of(BOOLEAN, INTEGER, FLOAT, COMPLEX, QUANTIZED)


class UnaryOp(HloOp):
    """Applies a function to each element; operand and result have one type.

    (c1) the types of operand and result agree.
    """

    EXAMPLE: ClassVar[str] = "%result = {name} %operand : tensor<?x4xf32>"
    assembly_format = "$operand attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_same_type(self, "operand and result", *self.operand_types, *self.result_types)


class AccurateUnaryOp(UnaryOp):
    """A unary operation with an optional accuracy for its result."""

    operand = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)
    result_accuracy = opt_prop_def(attribute(ResultAccuracyAttr))


class CbrtOp(AccurateUnaryOp):
    """Computes the cubic root of each element."""

    name = "cbrt"


class CeilOp(UnaryOp):
    """Rounds each element up to the nearest integral value."""

    name = "ceil"
    operand = operand_def(REAL)
    result = result_def(REAL)


class CosineOp(AccurateUnaryOp):
    """Computes the cosine of each element."""

    name = "cosine"


class ClzOp(UnaryOp):
    """Counts the leading zero bits of each element.

    Example:
    ```mlir
    %result = stablehlo.count_leading_zeros %operand : tensor<?x4xi32>
    ```
    """

    name = "count_leading_zeros"
    operand = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class ExpOp(AccurateUnaryOp):
    """Computes the exponential of each element."""

    name = "exponential"


class Expm1Op(AccurateUnaryOp):
    """Computes the exponential of each element minus one, accurate near zero."""

    name = "exponential_minus_one"


class FloorOp(UnaryOp):
    """Rounds each element down to the nearest integral value."""

    name = "floor"
    operand = operand_def(REAL)
    result = result_def(REAL)


class LogOp(AccurateUnaryOp):
    """Computes the natural logarithm of each element."""

    name = "log"


class Log1pOp(AccurateUnaryOp):
    """Computes the natural logarithm of one plus each element, accurate near zero."""

    name = "log_plus_one"


class LogisticOp(AccurateUnaryOp):
    """Computes the logistic function `1 / (1 + exp(-x))` of each element."""

    name = "logistic"


class NegOp(UnaryOp):
    """Negates each element."""

    name = "negate"
    operand = operand_def(NUMBER)
    result = result_def(NUMBER)


class NotOp(UnaryOp):
    """Negates each boolean, or inverts the bits of each integer.

    Example:
    ```mlir
    %result = stablehlo.not %operand : tensor<?x4xi1>
    ```
    """

    name = "not"
    operand = operand_def(BITS)
    result = result_def(BITS)


class PopulationCountOp(UnaryOp):
    """Counts the bits of each element that are set.

    Example:
    ```mlir
    %result = stablehlo.popcnt %operand : tensor<?x4xi32>
    ```
    """

    name = "popcnt"
    operand = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class RoundOp(UnaryOp):
    """Rounds each element to the nearest integral value, ties away from zero."""

    name = "round_nearest_afz"
    operand = operand_def(REAL)
    result = result_def(REAL)


class RoundNearestEvenOp(UnaryOp):
    """Rounds each element to the nearest integral value, ties to the even one."""

    name = "round_nearest_even"
    operand = operand_def(REAL)
    result = result_def(REAL)


class RsqrtOp(AccurateUnaryOp):
    """Computes the reciprocal of the square root of each element."""

    name = "rsqrt"


class SignOp(UnaryOp):
    """Computes the sign of each element: -1, 0 or 1, and `x / |x|` for complex numbers."""

    name = "sign"
    operand = operand_def(NUMBER)
    result = result_def(NUMBER)

    def verify_(self) -> None:
        super().verify_()
        check_has_sign(self, self.operand)


class SineOp(AccurateUnaryOp):
    """Computes the sine of each element."""

    name = "sine"


class SqrtOp(AccurateUnaryOp):
    """Computes the square root of each element."""

    name = "sqrt"


class TanOp(AccurateUnaryOp):
    """Computes the tangent of each element."""

    name = "tan"


class TanhOp(AccurateUnaryOp):
    """Computes the hyperbolic tangent of each element."""

    name = "tanh"
