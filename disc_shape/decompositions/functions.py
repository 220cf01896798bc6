"""CHLO's functions of one number in terms of StableHLO's.

Each function gets an emitter and the operand, and gives the result. The forms are chosen so that
nothing overflows before the result does, and so that small results keep their digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from xdsl.dialects.builtin import f64
from xdsl.ir import Operation, SSAValue

from disc_shape.decompositions.emitter import Emitter, is_real, tensor, with_element
from disc_shape.decompositions.error_function import erf, erfc
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
from disc_shape.dialects.hlo.narrow import complex_part

Function = Callable[[Emitter, SSAValue], SSAValue]


def square(emit: Emitter, x: SSAValue) -> SSAValue:
    """`x * x`"""
    return emit.binary(MulOp, x, x)


def conj(emit: Emitter, x: SSAValue) -> SSAValue:
    """The number itself when it is real, else the one with the other imaginary part."""
    part = complex_part(emit.element)
    if part is None:
        return x
    type_ = with_element(emit.type, part)
    real = emit.add(RealOp, (x,), type_)
    imaginary = emit.unary(NegOp, emit.add(ImagOp, (x,), type_))
    return emit.add(ComplexOp, (real, imaginary), emit.type)


def tan(emit: Emitter, x: SSAValue) -> SSAValue:
    """StableHLO has the tangent by now."""
    return emit.unary(TanOp, x)


def is_inf(emit: Emitter, x: SSAValue) -> SSAValue:
    """`|x| == inf`"""
    return _equals(emit, emit.absolute(x), math.inf)


def is_pos_inf(emit: Emitter, x: SSAValue) -> SSAValue:
    """`x == inf`"""
    return _equals(emit, x, math.inf)


def is_neg_inf(emit: Emitter, x: SSAValue) -> SSAValue:
    """`x == -inf`"""
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
    """`exp(x) / 2 + exp(-x) / 2`"""
    return emit.binary(AddOp, *_half_powers(emit, x))


def sinh(emit: Emitter, x: SSAValue) -> SSAValue:
    """`exp(x) / 2 - exp(-x) / 2`.

    For real |x| < 1 it is `(e + e / (e + 1)) / 2` with `e = exp(x) - 1`.
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
    """`atan2(x, 1)`"""
    return emit.binary(Atan2Op, x, emit.constant(1.0))


def _cosine_of_asin(emit: Emitter, x: SSAValue) -> SSAValue:
    """`sqrt((1 - x) * (1 + x))`"""
    one = emit.constant(1.0)
    product = emit.binary(MulOp, emit.binary(SubtractOp, one, x), emit.binary(AddOp, one, x))
    return emit.unary(SqrtOp, product)


def asin(emit: Emitter, x: SSAValue) -> SSAValue:
    """`2 * atan2(x, 1 + sqrt(1 - x * x))`"""
    base = emit.binary(AddOp, emit.constant(1.0), _cosine_of_asin(emit, x))
    return emit.binary(MulOp, emit.constant(2.0), emit.binary(Atan2Op, x, base))


def acos(emit: Emitter, x: SSAValue) -> SSAValue:
    """`2 * atan2(sqrt(1 - x * x), 1 + x)`, and pi for -1."""
    base = emit.binary(AddOp, emit.constant(1.0), x)
    angle = emit.binary(Atan2Op, _cosine_of_asin(emit, x), base)
    twice = emit.binary(MulOp, emit.constant(2.0), angle)
    return emit.select(_equals(emit, x, -1.0), emit.constant(math.pi), twice)


def asinh(emit: Emitter, x: SSAValue) -> SSAValue:
    """`log(x + sqrt(x * x + 1))` of |x|, with the sign of x.

    Up to 1 it is `log1p(y + y * y / (1 + sqrt(y * y + 1)))`, beyond where the square would
    overflow it is `log(y) + log(2)`.
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
    """`log1p(x - 1 + sqrt(x - 1) * sqrt(x + 1))`, and `log(x) + log(2)` for great numbers."""
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
    """`(log1p(x) - log1p(-x)) / 2`"""
    difference = emit.binary(
        SubtractOp, emit.unary(Log1pOp, x), emit.unary(Log1pOp, emit.unary(NegOp, x))
    )
    return emit.binary(MulOp, emit.constant(0.5), difference)


PREDICATES: dict[str, Function] = {
    "is_inf": is_inf,
    "is_neg_inf": is_neg_inf,
    "is_pos_inf": is_pos_inf,
}
"""Functions of real numbers that give booleans."""

REAL: dict[str, Function] = {
    "acos": acos,
    "acosh": acosh,
    "asin": asin,
    "asinh": asinh,
    "atan": atan,
    "atanh": atanh,
    "cosh": cosh,
    "erf": erf,
    "erfc": erfc,
    "sinh": sinh,
}
"""Functions of real numbers, which are computed in single precision at least."""

ANY: dict[str, Function] = {
    "conj": conj,
    "cosh": cosh,
    "sinh": sinh,
    "square": square,
    "tan": tan,
}
"""Functions of complex numbers, and those that need no more precision than their operand has."""


def function_of(op: Operation) -> SSAValue | None:
    """The result of a function of one number, None when it is made of nothing simpler."""
    name = op.name.partition(".")[2]
    if (predicate := PREDICATES.get(name)) is not None:
        return predicate(Emitter.before(op, op.operands[0]), op.operands[0])
    real, other = REAL.get(name), ANY.get(name)
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
