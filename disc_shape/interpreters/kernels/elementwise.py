"""The elementwise operations of HLO: one table for one operand, one for two."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from disc_shape.interpreters.kernels import floats, integers, special
from disc_shape.interpreters.kernels.arrays import (
    NARROW_FLOATS,
    SMALL_FLOATS,
    SMALL_INTS,
    Array,
    DType,
    KernelError,
    bit_width,
    integer_range,
    is_bool,
    is_complex,
    is_float,
    is_integer,
    narrow,
    same_shapes,
    widen,
)


def _wrapped(function: np.ufunc, lhs: Array, rhs: Array) -> Array:
    return narrow(np.asarray(function(widen(lhs), widen(rhs))), lhs.dtype)


def add(lhs: Array, rhs: Array) -> Array:
    """Sum; of booleans, *or*."""
    return _wrapped(np.logical_or if is_bool(lhs.dtype) else np.add, lhs, rhs)


def subtract(lhs: Array, rhs: Array) -> Array:
    """Difference; of booleans, *exclusive or*."""
    return _wrapped(np.logical_xor if is_bool(lhs.dtype) else np.subtract, lhs, rhs)


def multiply(lhs: Array, rhs: Array) -> Array:
    """Product; of booleans, *and*."""
    return _wrapped(np.logical_and if is_bool(lhs.dtype) else np.multiply, lhs, rhs)


def divide(lhs: Array, rhs: Array) -> Array:
    """Quotient; of integers, rounded toward zero."""
    if is_integer(lhs.dtype):
        return integers.divide(lhs, rhs)
    return _wrapped(np.divide, lhs, rhs)


def remainder(lhs: Array, rhs: Array) -> Array:
    """The remainder of division toward zero; it has the sign of ``lhs``."""
    if is_integer(lhs.dtype):
        return integers.remainder(lhs, rhs)
    return _wrapped(np.fmod, lhs, rhs)


def power(lhs: Array, rhs: Array) -> Array:
    """``lhs`` to the power of ``rhs``."""
    if is_integer(lhs.dtype):
        return integers.power(lhs, rhs)
    if is_bool(lhs.dtype):
        return np.asarray(np.logical_or(lhs, np.logical_not(rhs)))
    # Numpy takes the square root of a number without dimensions for its power of 0.5: NaN for -inf.
    found = _wrapped(np.power, np.atleast_1d(lhs), np.atleast_1d(rhs))
    return found if lhs.shape or rhs.shape else found.reshape(())


def maximum(lhs: Array, rhs: Array) -> Array:
    """The greater one; NaN when either is; -0 is less than 0; complex numbers by their parts."""
    if is_complex(lhs.dtype):
        return np.where(floats.lexicographic_greater(lhs, rhs), lhs, rhs)
    result = _wrapped(np.maximum, lhs, rhs)
    zeros = _zeros(lhs, rhs)
    return result if zeros is None else np.where(zeros, add(lhs, rhs), result)


def minimum(lhs: Array, rhs: Array) -> Array:
    """The smaller one, as `maximum`."""
    if is_complex(lhs.dtype):
        return np.where(floats.lexicographic_greater(rhs, lhs), lhs, rhs)
    result = _wrapped(np.minimum, lhs, rhs)
    zeros = _zeros(lhs, rhs)
    if zeros is None:
        return result
    return np.where(zeros, negate(add(negate(lhs), negate(rhs))), result)


def _zeros(lhs: Array, rhs: Array) -> Array | None:
    """Where both are a float zero, of which numpy takes either; None where that is nowhere."""
    if not is_float(lhs.dtype):
        return None
    zeros = np.equal(lhs, 0) & np.equal(rhs, 0)
    return np.asarray(zeros) if np.any(zeros) else None


def bitwise_and(lhs: Array, rhs: Array) -> Array:
    """Bitwise *and*."""
    return _wrapped(np.bitwise_and, lhs, rhs)


def bitwise_or(lhs: Array, rhs: Array) -> Array:
    """Bitwise *or*."""
    return _wrapped(np.bitwise_or, lhs, rhs)


def bitwise_xor(lhs: Array, rhs: Array) -> Array:
    """Bitwise *exclusive or*."""
    return _wrapped(np.bitwise_xor, lhs, rhs)


def atan2(lhs: Array, rhs: Array) -> Array:
    """The angle of the point with coordinates ``rhs`` and ``lhs``."""
    if is_complex(lhs.dtype):
        root = np.sqrt(np.add(np.multiply(lhs, lhs), np.multiply(rhs, rhs)))
        turned = np.divide(np.add(rhs, np.multiply(1j, lhs)), root)
        return np.asarray(np.multiply(-1j, np.log(turned))).astype(lhs.dtype)
    return _wrapped(np.arctan2, lhs, rhs)


def complex_number(lhs: Array, rhs: Array) -> Array:
    """A complex array from its real and imaginary parts."""
    kind = np.complex64 if lhs.dtype == np.dtype(np.float32) else np.complex128
    result = np.empty(np.broadcast_shapes(lhs.shape, rhs.shape), kind)
    result.real, result.imag = lhs, rhs
    return result


BINARY: dict[str, Callable[[Array, Array], Array]] = {
    "add": add,
    "subtract": subtract,
    "multiply": multiply,
    "divide": divide,
    "remainder": remainder,
    "power": power,
    "maximum": maximum,
    "minimum": minimum,
    "and": bitwise_and,
    "or": bitwise_or,
    "xor": bitwise_xor,
    "atan2": atan2,
    "complex": complex_number,
    "shift_left": integers.shift_left,
    "shift_right_logical": integers.shift_right_logical,
    "shift_right_arithmetic": integers.shift_right_arithmetic,
    "next_after": floats.next_after,
    "mulhi": integers.multiply_high,
    "polygamma": special.polygamma,
    "zeta": special.zeta,
}


def absolute(operand: Array) -> Array:
    """The size of a number; real for complex ones; the least integer stays itself."""
    if is_complex(operand.dtype):
        return np.asarray(np.abs(operand))
    return narrow(np.asarray(np.abs(widen(operand))), operand.dtype)


def negate(operand: Array) -> Array:
    """The negated number; integers wrap."""
    return narrow(np.asarray(np.negative(widen(operand))), operand.dtype)


def logical_not(operand: Array) -> Array:
    """*Not*: logical on booleans, bitwise on integers."""
    if is_bool(operand.dtype):
        return np.asarray(np.logical_not(operand))
    return narrow(np.asarray(np.invert(widen(operand))), operand.dtype)


def sign(operand: Array) -> Array:
    """The sign of a number: -1, 0 or 1, for complex numbers the direction."""
    if is_integer(operand.dtype):
        return narrow(np.asarray(np.sign(widen(operand))), operand.dtype)
    return floats.rounded(floats.sign, operand)


def is_finite(operand: Array) -> Array:
    """Whether numbers are neither infinite nor NaN."""
    return np.asarray(np.isfinite(widen(operand)))


def real(operand: Array) -> Array:
    """The real part."""
    return np.array(np.real(operand)) if is_complex(operand.dtype) else operand


def imag(operand: Array) -> Array:
    """The imaginary part."""
    return np.array(np.imag(operand)) if is_complex(operand.dtype) else np.zeros_like(operand)


def _float(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    def apply(operand: Array) -> Array:
        return floats.rounded(function, operand)

    return apply


UNARY: dict[str, Callable[[Array], Array]] = {
    "abs": absolute,
    "cbrt": _float(floats.cube_root),
    "ceil": _float(np.ceil),
    "cosine": _float(np.cos),
    "count_leading_zeros": integers.count_leading_zeros,
    "erf": _float(floats.erf),
    "erf_inv": _float(floats.erf_inv),
    "erfc": _float(floats.erfc),
    "exponential": _float(np.exp),
    "exponential_minus_one": _float(np.expm1),
    "floor": _float(np.floor),
    "imag": imag,
    "is_finite": is_finite,
    "lgamma": _float(floats.lgamma),
    "log": _float(np.log),
    "log_plus_one": _float(np.log1p),
    "logistic": _float(floats.logistic),
    "negate": negate,
    "not": logical_not,
    "popcnt": integers.popcnt,
    "real": real,
    "round_nearest_afz": _float(floats.round_away_from_zero),
    "round_nearest_even": _float(np.rint),
    "rsqrt": _float(floats.rsqrt),
    "sign": sign,
    "sine": _float(np.sin),
    "sqrt": _float(np.sqrt),
    "tan": _float(np.tan),
    "tanh": _float(np.tanh),
    "acos": _float(np.arccos),
    "acosh": _float(np.arccosh),
    "asin": _float(np.arcsin),
    "asinh": _float(np.arcsinh),
    "atan": _float(np.arctan),
    "atanh": _float(np.arctanh),
    "conj": lambda operand: np.asarray(np.conjugate(operand)),
    "cosh": _float(np.cosh),
    "is_inf": lambda operand: np.asarray(np.isinf(widen(operand))),
    "is_neg_inf": lambda operand: np.asarray(np.equal(widen(operand), -np.inf)),
    "is_pos_inf": lambda operand: np.asarray(np.equal(widen(operand), np.inf)),
    "is_nan": lambda operand: np.asarray(np.isnan(widen(operand))),
    "sinh": _float(np.sinh),
    "bessel_i1e": special.bessel_i1e,
    "digamma": special.digamma,
    "square": lambda operand: multiply(operand, operand),
}


_COMPARISONS: dict[str, np.ufunc] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "LE": np.less_equal,
    "GT": np.greater,
    "GE": np.greater_equal,
}


def total_order(operand: Array) -> Array:
    """Integers in the order of IEEE-754 ``totalOrder``: -NaN < -inf < ... < -0 < +0 < ... < NaN."""
    kind = np.dtype(f"i{operand.dtype.itemsize}")
    bits = np.left_shift(operand.view(kind), 8 * kind.itemsize - bit_width(operand.dtype))
    greatest = np.asarray(np.iinfo(kind).max, kind)
    return np.where(np.less(bits, 0), np.bitwise_xor(bits, greatest), bits)


def compare(lhs: Array, rhs: Array, direction: str, kind: str = "NOTYPE") -> Array:
    """``direction`` is EQ, NE, LT, LE, GT or GE; ``kind`` TOTALORDER orders all floats."""
    function = _COMPARISONS[direction]
    if kind == "TOTALORDER" and is_float(lhs.dtype):
        return np.asarray(function(total_order(lhs), total_order(rhs)))
    if is_complex(lhs.dtype) and direction not in ("EQ", "NE"):
        raise KernelError(f"complex numbers have no order: comparison {direction}")
    return np.asarray(function(widen(lhs), widen(rhs)))


def select(predicate: Array, on_true: Array, on_false: Array) -> Array:
    """Element by element; a rank-0 predicate chooses one operand as a whole."""
    same_shapes((on_true, on_false))
    if predicate.ndim == 0:
        return on_true if bool(predicate) else on_false
    same_shapes((predicate, on_true), "predicate and operands")
    return np.where(predicate, on_true, on_false)


def clamp(least: Array, operand: Array, greatest: Array) -> Array:
    """``min(max(operand, least), greatest)``; bounds of rank 0 hold for all elements."""
    for bound in (least, greatest):
        if bound.ndim:
            same_shapes((bound, operand), "bound and operand")
    return minimum(maximum(operand, least), greatest)


def convert(operand: Array, dtype: DType) -> Array:
    """To another element type: integers wrap, floats saturate to integers (NaN gives 0).

    A complex number loses its imaginary part first; anything but zero is true.
    """
    source = operand.dtype
    if source == dtype:
        return operand
    if is_complex(source) and not is_complex(dtype):
        operand = np.array(np.real(operand))
        source = operand.dtype
    if is_bool(dtype):
        return np.asarray(np.not_equal(widen(operand), 0))
    if is_integer(dtype):
        return _saturated(operand, dtype) if is_float(source) else _wrap(operand, dtype)
    if is_bool(source):
        operand = operand.astype(np.float32)
    if dtype in SMALL_FLOATS and is_integer(source):
        operand = widen(operand).astype(np.float64 if bit_width(source) > 8 else np.float32)
    return narrow(widen(operand), dtype)


def _wrap(operand: Array, dtype: DType) -> Array:
    if dtype in SMALL_INTS:
        return narrow(widen(operand).astype(np.int64), dtype)
    return widen(operand).astype(dtype)


def _saturated(operand: Array, dtype: DType) -> Array:
    least, greatest = integer_range(dtype)
    wide = np.trunc(widen(operand).astype(np.float64))
    low, high = np.less_equal(wide, float(least)), np.greater_equal(wide, float(greatest))
    inside = np.where(low | high | np.isnan(wide), np.zeros_like(wide), wide)
    unsigned = least == 0
    result = inside.astype(np.uint64 if unsigned else np.int64)
    result = np.where(low & np.logical_not(np.isnan(wide)), np.asarray(least, result.dtype), result)
    result = np.where(high, np.asarray(greatest, result.dtype), result)
    return _wrap(result, dtype)


def bitcast(operand: Array, dtype: DType) -> Array:
    """The same bits read as another type; a change of width splits or joins a last dimension."""
    if operand.dtype == dtype:
        return operand
    if any(kind.itemsize * 8 != bit_width(kind) for kind in (operand.dtype, dtype)):
        return _from_bits(_regrouped(_to_bits(operand), bit_width(dtype)), dtype)
    source, target = operand.dtype.itemsize, dtype.itemsize
    operand = np.ascontiguousarray(operand).reshape(operand.shape)
    if source == target:
        return operand.view(dtype)
    if source > target:
        return operand.reshape((*operand.shape, 1)).view(dtype)
    ratio = target // source
    if operand.ndim == 0 or operand.shape[-1] != ratio:
        last = operand.shape[-1] if operand.ndim else 0
        raise KernelError(f"last dimension of bitcast operand is {last}, expected {ratio}")
    return operand.view(dtype).reshape(operand.shape[:-1])


def _to_bits(operand: Array) -> Array:
    """The bits of each element, the lowest one first, along a new last dimension."""
    width = bit_width(operand.dtype)
    if width < 8 and operand.dtype not in NARROW_FLOATS:
        numbers = widen(operand).astype(np.uint64)
    else:
        flat = np.ascontiguousarray(operand).reshape(-1)
        numbers = flat.view(f"u{operand.dtype.itemsize}").reshape(operand.shape).astype(np.uint64)
    places = np.arange(width, dtype=np.uint64)
    return (numbers[..., None] >> places) & np.uint64(1)


def _regrouped(bits: Array, width: int) -> Array:
    """The same bits in groups of another width, which divides the old one or is divided by it."""
    before = bits.shape[-1]
    if before == width:
        return bits
    if before % width == 0:
        return bits.reshape((*bits.shape[:-1], before // width, width))
    last = bits.shape[-2] if bits.ndim > 1 else 0
    if last * before != width:
        raise KernelError(f"last dimension of bitcast operand is {last}, expected {width / before}")
    return bits.reshape((*bits.shape[:-2], width))


def _from_bits(bits: Array, dtype: DType) -> Array:
    """The elements of a type that have these bits."""
    width = bit_width(dtype)
    places = np.arange(width, dtype=np.uint64)
    numbers = np.sum(np.left_shift(bits, places), axis=-1, dtype=np.uint64)
    if is_bool(dtype):
        return np.asarray(np.not_equal(numbers, 0))
    if dtype in SMALL_INTS:
        return _wrap(np.asarray(numbers), dtype)
    return np.asarray(numbers).astype(f"u{dtype.itemsize}").view(dtype)
