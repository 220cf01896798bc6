"""The error function by rational approximations.

The three pairs of polynomials are those of W. J. Cody, "Rational Chebyshev approximations for the
error function", Mathematics of Computation 23 (1969): for |x| up to 15/32, up to 4, and beyond.
They are exact to the last digits of double precision.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from disc_shape.decompositions.emitter import Emitter
from disc_shape.dialects.hlo.binary import AddOp, DivOp, MinOp, MulOp, SubtractOp
from disc_shape.dialects.hlo.elementwise import ExpOp, FloorOp, NegOp, SignOp

SMALL = 0.46875
MIDDLE = 4.0
GREATEST = 28.0
"""From here on 1 minus the error function is smaller than the smallest double."""

INVERSE_ROOT_PI = 5.6418958354775628695e-1

SMALL_OVER = (
    1.85777706184603153e-1,
    3.16112374387056560e0,
    1.13864154151050156e2,
    3.77485237685302021e2,
    3.20937758913846947e3,
)
SMALL_UNDER = (
    1.0,
    2.36012909523441209e1,
    2.44024637934444173e2,
    1.28261652607737228e3,
    2.84423683343917062e3,
)
MIDDLE_OVER = (
    2.15311535474403846e-8,
    5.64188496988670089e-1,
    8.88314979438837594e0,
    6.61191906371416295e1,
    2.98635138197400131e2,
    8.81952221241769090e2,
    1.71204761263407058e3,
    2.05107837782607147e3,
    1.23033935479799725e3,
)
MIDDLE_UNDER = (
    1.0,
    1.57449261107098347e1,
    1.17693950891312499e2,
    5.37181101862009858e2,
    1.62138957456669019e3,
    3.29079923573345963e3,
    4.36261909014324716e3,
    3.43936767414372164e3,
    1.23033935480374942e3,
)
LARGE_OVER = (
    1.63153871373020978e-2,
    3.05326634961232344e-1,
    3.60344899949804439e-1,
    1.25781726111229246e-1,
    1.60837851487422766e-2,
    6.58749161529837803e-4,
)
LARGE_UNDER = (
    1.0,
    2.56852019228982242e0,
    1.87295284992346725e0,
    5.27905102951428412e-1,
    6.05183413124413191e-2,
    2.33520497626869185e-3,
)
"""Coefficients, those of the highest powers first."""


def erf(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    The error function; beyond small numbers it is 1 minus its complement:

        %1 = chlo.erf %0 : tensor<4xf32>
    =>
        %rest = stablehlo.subtract %one, %complement : tensor<4xf32>
        %outer = stablehlo.multiply %sign, %rest : tensor<4xf32>
        %1 = stablehlo.select %is_small, %near_zero, %outer : ...
    """
    one = emit.constant(1.0)
    rest = emit.binary(SubtractOp, one, complement(emit, x))
    outer = emit.binary(MulOp, emit.unary(SignOp, x), rest)
    is_small = emit.compare("LE", emit.absolute(x), emit.constant(SMALL))
    return emit.select(is_small, near_zero(emit, x), outer)


def erfc(emit: Emitter, x: SSAValue) -> SSAValue:
    """
    1 minus the error function, with all its digits where it is small:

        %1 = chlo.erfc %0 : tensor<4xf32>
    =>
        %inner = stablehlo.subtract %one, %near_zero : tensor<4xf32>
        %1 = stablehlo.select %is_small, %inner, %outer : ...
    """
    one, two = emit.constant(1.0), emit.constant(2.0)
    rest = complement(emit, x)
    is_negative = emit.compare("LT", x, emit.constant(0.0))
    outer = emit.select(is_negative, emit.binary(SubtractOp, two, rest), rest)
    is_small = emit.compare("LE", emit.absolute(x), emit.constant(SMALL))
    inner = emit.binary(SubtractOp, one, near_zero(emit, x))
    return emit.select(is_small, inner, outer)


def near_zero(emit: Emitter, x: SSAValue) -> SSAValue:
    """The error function of small numbers."""
    return emit.binary(MulOp, x, ratio(emit, emit.binary(MulOp, x, x), SMALL_OVER, SMALL_UNDER))


def complement(emit: Emitter, x: SSAValue) -> SSAValue:
    """1 minus the error function of |x|, for numbers that are not small."""
    y = emit.binary(MinOp, emit.absolute(x), emit.constant(GREATEST))
    middle = ratio(emit, y, MIDDLE_OVER, MIDDLE_UNDER)
    inverse = emit.binary(DivOp, emit.constant(1.0), emit.binary(MulOp, y, y))
    tail = emit.binary(MulOp, inverse, ratio(emit, inverse, LARGE_OVER, LARGE_UNDER))
    tail = emit.binary(SubtractOp, emit.constant(INVERSE_ROOT_PI), tail)
    large = emit.binary(DivOp, tail, y)
    is_large = emit.compare("GT", y, emit.constant(MIDDLE))
    return emit.binary(MulOp, bell(emit, y), emit.select(is_large, large, middle))


def bell(emit: Emitter, y: SSAValue) -> SSAValue:
    """`exp(-y * y)`, where the square of a few leading bits of y is exact and split off."""
    sixteen = emit.constant(16.0)
    head = emit.binary(DivOp, emit.unary(FloorOp, emit.binary(MulOp, y, sixteen)), sixteen)
    rest = emit.binary(MulOp, emit.binary(SubtractOp, y, head), emit.binary(AddOp, y, head))
    return emit.binary(
        MulOp,
        emit.unary(ExpOp, emit.unary(NegOp, emit.binary(MulOp, head, head))),
        emit.unary(ExpOp, emit.unary(NegOp, rest)),
    )


def ratio(emit: Emitter, x: SSAValue, over: Sequence[float], under: Sequence[float]) -> SSAValue:
    """A quotient of two polynomials."""
    return emit.binary(DivOp, polynomial(emit, x, over), polynomial(emit, x, under))


def polynomial(emit: Emitter, x: SSAValue, coefficients: Sequence[float]) -> SSAValue:
    """A polynomial by Horner's rule."""
    first, *others = coefficients
    result = x if first == 1.0 else emit.binary(MulOp, emit.constant(first), x)
    for index, coefficient in enumerate(others):
        if index:
            result = emit.binary(MulOp, result, x)
        result = emit.binary(AddOp, result, emit.constant(coefficient))
    return result
