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


UNARY_EXAMPLE = "%result = {name} %operand : tensor<?x4xf32> -> tensor<?x4xf32>"
UNARY_FORMAT = "$operand attr-dict `:` type($operand) `->` type($result)"


class ClientUnaryOp(UnaryOp):
    """One operand and a result of its type, complex or not."""

    EXAMPLE: ClassVar[str] = UNARY_EXAMPLE
    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(REAL_OR_COMPLEX)
    result = result_def(REAL_OR_COMPLEX)
    assembly_format = UNARY_FORMAT


class RealUnaryOp(UnaryOp):
    """One operand and a result of its type, not complex."""

    EXAMPLE: ClassVar[str] = UNARY_EXAMPLE
    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = UNARY_FORMAT


class AcosOp(ClientUnaryOp):
    """Computes the inverse cosine of each element."""

    name = "acos"


class AcoshOp(ClientUnaryOp):
    """Computes the inverse hyperbolic cosine of each element."""

    name = "acosh"


class AsinAcosKernelOp(ClientUnaryOp):
    """Computes the intermediate values from which `asin` and `acos` of complex numbers follow.

    Example:
    ```mlir
    %result = chlo._asin_acos_kernel %operand : tensor<?x4xcomplex<f32>> -> tensor<?x4xcomplex<f32>>
    ```
    """

    name = "_asin_acos_kernel"


class AsinOp(ClientUnaryOp):
    """Computes the inverse sine of each element."""

    name = "asin"


class AsinhOp(ClientUnaryOp):
    """Computes the inverse hyperbolic sine of each element."""

    name = "asinh"


class AtanOp(ClientUnaryOp):
    """Computes the inverse tangent of each element."""

    name = "atan"


class AtanhOp(ClientUnaryOp):
    """Computes the inverse hyperbolic tangent of each element."""

    name = "atanh"


class BesselI1eOp(ClientUnaryOp):
    """Computes the modified Bessel function of the first kind of order 1, times `exp(-|x|)`."""

    name = "bessel_i1e"


class ConjOp(ClientUnaryOp):
    """Computes the complex conjugate of each element.

    Example:
    ```mlir
    %result = chlo.conj %operand : tensor<?x4xcomplex<f32>> -> tensor<?x4xcomplex<f32>>
    ```
    """

    name = "conj"


class CoshOp(ClientUnaryOp):
    """Computes the hyperbolic cosine of each element."""

    name = "cosh"


class DigammaOp(RealUnaryOp):
    """Computes the derivative of the logarithm of the gamma function of each element."""

    name = "digamma"


class ErfOp(RealUnaryOp):
    """Computes the error function of each element."""

    name = "erf"


class ErfInvOp(RealUnaryOp):
    """Computes the inverse of the error function of each element."""

    name = "erf_inv"


class ErfcOp(RealUnaryOp):
    """Computes the complementary error function `1 - erf(x)` of each element."""

    name = "erfc"


class LgammaOp(RealUnaryOp):
    """Computes the logarithm of the absolute value of the gamma function of each element."""

    name = "lgamma"


class SinhOp(ClientUnaryOp):
    """Computes the hyperbolic sine of each element."""

    name = "sinh"


class SquareOp(ClientUnaryOp):
    """Multiplies each element with itself."""

    name = "square"


class TanOp(ClientUnaryOp):
    """Computes the tangent of each element."""

    name = "tan"


class IsInfinityOp(PureHloOp):
    """Tests each element for an infinity.

    (c1) the shapes of operand and result agree.
    """

    EXAMPLE: ClassVar[str] = "%result = {name} %operand : tensor<?x4xf32> -> tensor<?x4xi1>"
    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    operand = operand_def(FLOATS)
    result = result_def(PREDICATE)
    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"

    def verify_(self) -> None:
        check_same_shape(self, "operand and result", self.operand.type, self.result.type)


class IsInfOp(IsInfinityOp):
    """Tests whether each element is plus or minus infinity."""

    name = "is_inf"


class IsNegInfOp(IsInfinityOp):
    """Tests whether each element is minus infinity."""

    name = "is_neg_inf"


class IsPosInfOp(IsInfinityOp):
    """Tests whether each element is plus infinity."""

    name = "is_pos_inf"


class ClientBinaryOp(BinaryOp):
    """Two operands and a result of one type."""

    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)


class MulhiOp(ClientBinaryOp):
    """Computes the upper half of the bits of the product of two integers.

    Example:
    ```mlir
    %result = chlo.mulhi %lhs, %rhs : tensor<?x4xi32>, tensor<?x4xi32> -> tensor<?x4xi32>
    ```
    """

    name = "mulhi"
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


class NextAfterOp(ClientBinaryOp):
    """Computes the floating-point number next to x in the direction of y.

    Example:
    ```mlir
    %result = chlo.next_after %x, %y : tensor<?x4xf32>, tensor<?x4xf32> -> tensor<?x4xf32>
    ```
    """

    name = "next_after"
    x = operand_def(FLOATS)
    y = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)"


class PolygammaOp(ClientBinaryOp):
    """Computes the n-th derivative of the digamma function at x.

    Example:
    ```mlir
    %result = chlo.polygamma %n, %x : tensor<?x4xf32>, tensor<?x4xf32> -> tensor<?x4xf32>
    ```
    """

    name = "polygamma"
    n = operand_def(FLOATS)
    x = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)"


class ZetaOp(ClientBinaryOp):
    """Computes the Hurwitz zeta function: the sum of `(q + k) ** -x` over all `k >= 0`.

    Example:
    ```mlir
    %result = chlo.zeta %x, %q : tensor<?x4xf32>, tensor<?x4xf32> -> tensor<?x4xf32>
    ```
    """

    name = "zeta"
    x = operand_def(FLOATS)
    q = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)"
