"""CHLO's functions of one number in terms of StableHLO's.

Each function takes an emitter and the operand, and returns the result. The forms are chosen so that
intermediate results do not overflow where the result does not, and small results keep their digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from xdsl.dialects.builtin import f64
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.class_table import nearest
from disc_shape.decompositions.emitter import Emitter, is_real, tensor, with_element
from disc_shape.decompositions.error_function import erf, erfc
from disc_shape.dialects.hlo import client_elementwise as client
from disc_shape.dialects.hlo import mhlo_elementwise as mhlo
from disc_shape.dialects.hlo.binary import AddOp, Atan2Op, DivOp, MulOp, SubtractOp
from disc_shape.dialects.hlo.conversion import ComplexOp, ImagOp, RealOp
from disc_shape.dialects.hlo.elementwise import (
    Expm1Op,
    ExpOp,
    Log1pOp,
    LogOp,
    NegOp,
    SignOp,
    SqrtOp,
    TanOp,
)
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.narrow import complex_part
from disc_shape.dialects.hlo.op import MHLO

Function = Callable[[Emitter, SSAValue], SSAValue]


def square(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `x * x`:

        %1 = chlo.square %0 : tensor<4xf32>     =>   %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
    """
    return emit.binary(MulOp, x, x)


def conj(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    The conjugate: a real number as it is, a complex one with its imaginary part negated.

        %1 = chlo.conj %0 : tensor<4xcomplex<f32>>
    =>
        %re = stablehlo.real %0 : ...
        %im = stablehlo.imag %0 : ...
        %neg = stablehlo.negate %im : tensor<4xf32>
        %1 = stablehlo.complex %re, %neg : tensor<4xcomplex<f32>>
    """
    part = complex_part(emit.element)
    if part is None:
        return x
    type_ = with_element(emit.type, part)
    real = emit.add(RealOp, (x,), type_)
    imaginary = emit.unary(NegOp, emit.add(ImagOp, (x,), type_))
    return emit.add(ComplexOp, (real, imaginary), emit.type)


def tan(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    The tangent of StableHLO:

        %1 = chlo.tan %0 : tensor<4xf32>     =>   %1 = stablehlo.tan %0 : tensor<4xf32>
    """
    return emit.unary(TanOp, x)


def is_inf(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `|x| == inf`:

        %1 = chlo.is_inf %0 : tensor<4xf32> -> tensor<4xi1>
    =>
        %abs = stablehlo.abs %0 : tensor<4xf32>
        %inf = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
        %1 = stablehlo.compare EQ, %abs, %inf, FLOAT : ...
    """
    return _equals(emit, emit.absolute(x), math.inf)


def is_pos_inf(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `x == inf`:

        %1 = chlo.is_pos_inf %0 : ...     =>   %1 = stablehlo.compare EQ, %0, %inf, FLOAT : ...
    """
    return _equals(emit, x, math.inf)


def is_neg_inf(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `x == -inf`:

        %1 = chlo.is_neg_inf %0 : ...     =>   %1 = stablehlo.compare EQ, %0, %inf, FLOAT : ...
    """
    return _equals(emit, x, -math.inf)


def _equals(emit: Emitter, x: SSAValue, value: float) -> SSAValue:
    return emit.compare("EQ", x, emit.constant(value, tensor(x.type).element_type))


def _half_powers(emit: Emitter, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """`exp(x) / 2` and `exp(-x) / 2`, which overflow no earlier than their sum does."""
    half = emit.constant(math.log(0.5))
    negative = emit.unary(NegOp, x)
    return (
        emit.unary(ExpOp, emit.binary(AddOp, x, half)),
        emit.unary(ExpOp, emit.binary(AddOp, negative, half)),
    )


def cosh(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `exp(x) / 2 + exp(-x) / 2`:

        %1 = chlo.cosh %0 : tensor<4xf32>
    =>
        %up = stablehlo.exponential %plus : tensor<4xf32>          (%plus is %0 + log(0.5))
        %down = stablehlo.exponential %minus : tensor<4xf32>       (%minus is -%0 + log(0.5))
        %1 = stablehlo.add %up, %down : tensor<4xf32>
    """
    return emit.binary(AddOp, *_half_powers(emit, x))


def sinh(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `exp(x) / 2 - exp(-x) / 2`; for real |x| < 1 `(e + e / (e + 1)) / 2` with `e = exp(x) - 1`.

        %1 = chlo.sinh %0 : tensor<4xf32>
    =>
        %large = stablehlo.subtract %up, %down : tensor<4xf32>     (the summands of `cosh`)
        ...
        %1 = stablehlo.select %is_small, %small, %large : ...
    """
    large = emit.binary(SubtractOp, *_half_powers(emit, x))
    if not is_real(x.type):
        return large
    one, half = emit.constant(1.0), emit.constant(0.5)
    less = emit.unary(Expm1Op, x)
    fraction = emit.binary(DivOp, less, emit.binary(AddOp, less, one))
    small = emit.binary(MulOp, half, emit.binary(AddOp, less, fraction))
    return emit.select(emit.compare("LT", emit.absolute(x), one), small, large)


def atan(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `atan2(x, 1)`:

        %1 = chlo.atan %0 : tensor<4xf32>     =>   %1 = stablehlo.atan2 %0, %one : tensor<4xf32>
    """
    return emit.binary(Atan2Op, x, emit.constant(1.0))


def _cosine_of_asin(emit: Emitter, x: SSAValue) -> SSAValue:
    """`sqrt((1 - x) * (1 + x))`"""
    one = emit.constant(1.0)
    product = emit.binary(MulOp, emit.binary(SubtractOp, one, x), emit.binary(AddOp, one, x))
    return emit.unary(SqrtOp, product)


def asin(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `2 * atan2(x, 1 + sqrt(1 - x * x))`:

        %1 = chlo.asin %0 : tensor<4xf32>
    =>
        %half = stablehlo.atan2 %0, %base : tensor<4xf32>
        %1 = stablehlo.multiply %two, %half : tensor<4xf32>
    """
    base = emit.binary(AddOp, emit.constant(1.0), _cosine_of_asin(emit, x))
    return emit.binary(MulOp, emit.constant(2.0), emit.binary(Atan2Op, x, base))


def acos(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `2 * atan2(sqrt(1 - x * x), 1 + x)`, and pi for -1:

        %1 = chlo.acos %0 : tensor<4xf32>
    =>
        %half = stablehlo.atan2 %sine, %base : tensor<4xf32>
        %twice = stablehlo.multiply %two, %half : tensor<4xf32>
        %1 = stablehlo.select %is_minus_one, %pi, %twice : ...
    """
    base = emit.binary(AddOp, emit.constant(1.0), x)
    angle = emit.binary(Atan2Op, _cosine_of_asin(emit, x), base)
    twice = emit.binary(MulOp, emit.constant(2.0), angle)
    return emit.select(_equals(emit, x, -1.0), emit.constant(math.pi), twice)


def asinh(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `log(x + sqrt(x * x + 1))` of |x|, with the sign of x.

        %1 = chlo.asinh %0 : tensor<4xf32>
    =>
        ...
        %1 = stablehlo.multiply %sign, %result : tensor<4xf32>

    Up to 1 it is `log1p(y + y * y / (1 + sqrt(y * y + 1)))`; where the square would overflow it is
    `log(y) + log(2)`.
    """
    one, y = emit.constant(1.0), emit.absolute(x)
    root = emit.unary(SqrtOp, emit.binary(AddOp, emit.binary(MulOp, y, y), one))
    over = emit.binary(DivOp, emit.binary(MulOp, y, y), emit.binary(AddOp, one, root))
    small = emit.unary(Log1pOp, emit.binary(AddOp, y, over))
    middle = emit.unary(LogOp, emit.binary(AddOp, y, root))
    large = emit.binary(AddOp, emit.unary(LogOp, y), emit.constant(math.log(2.0)))
    is_large = emit.compare("GE", y, emit.constant(_root_of_greatest(emit)))
    result = emit.select(is_large, large, middle)
    result = emit.select(emit.compare("LE", y, one), small, result)
    return emit.binary(MulOp, emit.unary(SignOp, x), result)


def acosh(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `log1p(x - 1 + sqrt(x - 1) * sqrt(x + 1))`; for great numbers `log(x) + log(2)`:

        %1 = chlo.acosh %0 : tensor<4xf32>
    =>
        ...
        %1 = stablehlo.select %is_large, %large, %near : ...
    """
    one = emit.constant(1.0)
    below, above = emit.binary(SubtractOp, x, one), emit.binary(AddOp, x, one)
    roots = emit.binary(MulOp, emit.unary(SqrtOp, below), emit.unary(SqrtOp, above))
    near = emit.unary(Log1pOp, emit.binary(AddOp, below, roots))
    large = emit.binary(AddOp, emit.unary(LogOp, x), emit.constant(math.log(2.0)))
    is_large = emit.compare("GE", x, emit.constant(_root_of_greatest(emit)))
    return emit.select(is_large, large, near)


def _root_of_greatest(emit: Emitter) -> float:
    """A number whose square does not overflow, and changes nothing when 1 is added to it."""
    return 1e150 if emit.element == f64 else 1e18


def atanh(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    `(log1p(x) - log1p(-x)) / 2`:

        %1 = chlo.atanh %0 : tensor<4xf32>
    =>
        %up = stablehlo.log_plus_one %0 : tensor<4xf32>
        %minus = stablehlo.negate %0 : tensor<4xf32>
        %down = stablehlo.log_plus_one %minus : tensor<4xf32>
        %difference = stablehlo.subtract %up, %down : tensor<4xf32>
        %1 = stablehlo.multiply %half, %difference : tensor<4xf32>
    """
    difference = emit.binary(
        SubtractOp, emit.unary(Log1pOp, x), emit.unary(Log1pOp, emit.unary(NegOp, x))
    )
    return emit.binary(MulOp, emit.constant(0.5), difference)


PREDICATES: dict[type[Operation], Function] = {
    client.IsInfOp: is_inf,
    client.IsNegInfOp: is_neg_inf,
    client.IsPosInfOp: is_pos_inf,
}
"""Functions of real numbers that give booleans."""

REAL: dict[type[Operation], Function] = {
    client.AcosOp: acos,
    client.AcoshOp: acosh,
    client.AsinOp: asin,
    client.AsinhOp: asinh,
    client.AtanOp: atan,
    client.AtanhOp: atanh,
    client.CoshOp: cosh,
    client.ErfOp: erf,
    client.ErfcOp: erfc,
    client.SinhOp: sinh,
}
"""Functions of real numbers, which are computed in single precision at least."""

ANY: dict[type[Operation], Function] = {
    client.ConjOp: conj,
    client.CoshOp: cosh,
    client.SinhOp: sinh,
    client.SquareOp: square,
    client.TanOp: tan,
}
"""Functions of complex numbers, and those that need no more precision than their operand has."""


OF_MHLO: dict[type[Operation], type[mhlo.MhloUnaryOp]] = {
    client.AcosOp: mhlo.AcosOp,
    client.AcoshOp: mhlo.AcoshOp,
    client.AsinOp: mhlo.AsinOp,
    client.AsinhOp: mhlo.AsinhOp,
    client.AtanhOp: mhlo.AtanhOp,
    client.CoshOp: mhlo.CoshOp,
    client.ErfOp: mhlo.ErfOp,
    client.SinhOp: mhlo.SinhOp,
}
"""Functions of real numbers that MHLO has, which compilers for a target compute at once."""


def is_function(op: Operation) -> bool:
    """Whether an operation is a function of one number that has a decomposition."""
    return any(nearest(table, type(op)) is not None for table in (PREDICATES, REAL, ANY))


def as_mhlo(op: Operation) -> SSAValue | None:
    """
    The result of the operation that MHLO has for a function of real numbers; None where it has
    none.

        %1 = chlo.erf %0 : tensor<?xf32> -> tensor<?xf32>   =>   %1 = mhlo.erf %0 : tensor<?xf32>
    """
    found = nearest(OF_MHLO, type(op))
    if found is None or not is_real(op.operands[0].type):
        return None
    new = final(found, MHLO).create(operands=op.operands, result_types=[op.results[0].type])
    Rewriter.insert_op(new, InsertPoint.before(op))
    return new.results[0]


def decompose_function(op: Operation) -> SSAValue | None:
    """
    Compute a function of one number by simpler ones; None when it has no decomposition.

        %1 = chlo.acos %0 : tensor<?xf16>
    =>
        %2 = stablehlo.convert %0 : (tensor<?xf16>) -> tensor<?xf32>
        ...                                              (`acos`, in single precision)
        %1 = stablehlo.convert %3 : (tensor<?xf32>) -> tensor<?xf16>
    """
    if (predicate := nearest(PREDICATES, type(op))) is not None:
        return predicate(Emitter.before(op, op.operands[0]), op.operands[0])
    real, other = nearest(REAL, type(op)), nearest(ANY, type(op))
    if real is None and other is None:
        return None
    x = op.operands[0]
    emit = Emitter.before(op, x)
    if real is not None and is_real(x.type):
        wide = emit.widened()
        if wide is emit:
            return real(emit, x)
        return emit.convert(real(wide, emit.convert(x, wide.element)), emit.element)
    return None if other is None else other(emit, x)
