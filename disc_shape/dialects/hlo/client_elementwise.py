"""CHLO's elementwise operations: functions that StableHLO has no operation for.

CHLO is what clients such as JAX and PyTorch emit beside StableHLO. Their operations print the types
of operands and results.
"""

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from disc_shape.dialects.hlo.binary import BinaryOp
from disc_shape.dialects.hlo.constraints import FLOAT, PREDICATE, tensor_of
from disc_shape.dialects.hlo.elementwise import INTEGERS, REAL_OR_COMPLEX, UnaryOp
from disc_shape.dialects.hlo.op import CHLO, PureHloOp
from disc_shape.dialects.hlo.shapes import check_same_shape

FLOATS = tensor_of(FLOAT)


class ClientUnaryOp(UnaryOp):
    """One operand and a result of its type, complex or not."""

    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)
    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"


class RealUnaryOp(ClientUnaryOp):
    """One operand and a result of its type, not complex."""

    operand = operand_def(FLOATS)
    result = result_def(FLOATS)


class AcosOp(ClientUnaryOp):
    """The inverse of the cosine."""

    name = "acos"


class AcoshOp(ClientUnaryOp):
    """The inverse of the hyperbolic cosine."""

    name = "acosh"


class AsinAcosKernelOp(ClientUnaryOp):
    """What `asin` and `acos` of complex numbers share."""

    name = "_asin_acos_kernel"


class AsinOp(ClientUnaryOp):
    """The inverse of the sine."""

    name = "asin"


class AsinhOp(ClientUnaryOp):
    """The inverse of the hyperbolic sine."""

    name = "asinh"


class AtanOp(ClientUnaryOp):
    """The inverse of the tangent."""

    name = "atan"


class AtanhOp(ClientUnaryOp):
    """The inverse of the hyperbolic tangent."""

    name = "atanh"


class BesselI1eOp(ClientUnaryOp):
    """The modified Bessel function of the first kind of order 1, scaled by `exp(-|x|)`."""

    name = "bessel_i1e"


class ConjOp(ClientUnaryOp):
    """The conjugate complex number."""

    name = "conj"


class CoshOp(ClientUnaryOp):
    """The hyperbolic cosine."""

    name = "cosh"


class DigammaOp(RealUnaryOp):
    """The derivative of the logarithm of the gamma function."""

    name = "digamma"


class ErfOp(RealUnaryOp):
    """The error function."""

    name = "erf"


class ErfInvOp(RealUnaryOp):
    """The inverse of the error function."""

    name = "erf_inv"


class ErfcOp(RealUnaryOp):
    """One less the error function."""

    name = "erfc"


class LgammaOp(RealUnaryOp):
    """The logarithm of the absolute value of the gamma function."""

    name = "lgamma"


class SinhOp(ClientUnaryOp):
    """The hyperbolic sine."""

    name = "sinh"


class SquareOp(ClientUnaryOp):
    """The product of a number with itself."""

    name = "square"


class TanOp(ClientUnaryOp):
    """The tangent."""

    name = "tan"


class IsInfinityOp(PureHloOp):
    """Which elements are infinite.

    (c1) the shapes of operand and result agree.
    """

    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(FLOATS)
    result = result_def(PREDICATE)
    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"

    def verify_(self) -> None:
        check_same_shape(self, "operand and result", self.operand.type, self.result.type)


class IsInfOp(IsInfinityOp):
    """Which elements are infinite, of either sign."""

    name = "is_inf"


class IsNegInfOp(IsInfinityOp):
    """Which elements are minus infinity."""

    name = "is_neg_inf"


class IsPosInfOp(IsInfinityOp):
    """Which elements are plus infinity."""

    name = "is_pos_inf"


class ClientBinaryOp(BinaryOp):
    """Two operands and a result of one type."""

    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)


class MulhiOp(ClientBinaryOp):
    """The upper half of the bits of a product."""

    name = "mulhi"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


class NextAfterOp(ClientBinaryOp):
    """The number next to x on the way to y."""

    name = "next_after"
    x = operand_def(FLOATS)
    y = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)"


class PolygammaOp(ClientBinaryOp):
    """The n-th derivative of the digamma function at x."""

    name = "polygamma"
    n = operand_def(FLOATS)
    x = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)"


class ZetaOp(ClientBinaryOp):
    """The Hurwitz zeta function."""

    name = "zeta"
    x = operand_def(FLOATS)
    q = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)"
