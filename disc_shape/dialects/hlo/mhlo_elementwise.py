"""MHLO's elementwise operations: functions that StableHLO has no operation for."""

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from disc_shape.dialects.hlo.binary import BinaryOp
from disc_shape.dialects.hlo.constraints import FLOAT, tensor_of
from disc_shape.dialects.hlo.elementwise import INTEGERS, REAL_OR_COMPLEX, UnaryOp
from disc_shape.dialects.hlo.op import MHLO


class MhloUnaryOp(UnaryOp):
    """A unary operation of MHLO."""

    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)


class AcosOp(MhloUnaryOp):
    """Computes the inverse cosine of each element."""

    name = "acos"


class AcoshOp(MhloUnaryOp):
    """Computes the inverse hyperbolic cosine of each element."""

    name = "acosh"


class AsinOp(MhloUnaryOp):
    """Computes the inverse sine of each element."""

    name = "asin"


class AsinhOp(MhloUnaryOp):
    """Computes the inverse hyperbolic sine of each element."""

    name = "asinh"


class AtanhOp(MhloUnaryOp):
    """Computes the inverse hyperbolic tangent of each element."""

    name = "atanh"


class CoshOp(MhloUnaryOp):
    """Computes the hyperbolic cosine of each element."""

    name = "cosh"


class SinhOp(MhloUnaryOp):
    """Computes the hyperbolic sine of each element."""

    name = "sinh"


class ErfOp(MhloUnaryOp):
    """Computes the error function of each element."""

    name = "erf"
    operand = operand_def(tensor_of(FLOAT))
    result = result_def(tensor_of(FLOAT))


class MulhiOp(BinaryOp):
    """Computes the upper half of the bits of the product of two integers.

    Example:
    ```mlir
    %result = mhlo.mulhi %lhs, %rhs : tensor<?x4xi32>
    ```
    """

    name = "mulhi"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)
