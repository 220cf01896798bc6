"""arith and math, on scalars and on tensors. What MLIR leaves undefined is an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import BINDERS, Binder, Frame, Step, semantics
from disc_shape.interpreters.kernels import elementwise, floats, integers
from disc_shape.interpreters.kernels.arrays import (
    Array,
    DType,
    KernelError,
    integer_range,
    is_bool,
    same_shapes,
    unsigned_type,
    widen,
)
from disc_shape.interpreters.pure import pure, pure_of_each
from disc_shape.interpreters.reading import int_of, required, text_of
from disc_shape.interpreters.semantics.movement import result_dtype
from disc_shape.interpreters.values import constant

Function2 = Callable[[Array, Array], Array]


def unsigned(array: Array) -> Array:
    """The same bits without sign."""
    return array.view(unsigned_type(array.dtype))


def signed(array: Array) -> Array:
    """An ``i1`` read as a signed number: true is -1."""
    return np.negative(array.astype(np.int8)) if is_bool(array.dtype) else array


def _signed2(function: Function2) -> Function2:
    """A function of signed numbers, also on ``i1``."""

    def apply(lhs: Array, rhs: Array) -> Array:
        if is_bool(lhs.dtype):
            return np.not_equal(np.bitwise_and(function(signed(lhs), signed(rhs)), 1), 0)
        return function(lhs, rhs)

    return apply


def _unsigned2(function: Function2) -> Function2:
    """A function of unsigned numbers."""

    def apply(lhs: Array, rhs: Array) -> Array:
        if is_bool(lhs.dtype):
            wide = function(lhs.astype(np.uint8), rhs.astype(np.uint8))
            return np.not_equal(np.bitwise_and(wide, 1), 0)
        return np.asarray(function(unsigned(lhs), unsigned(rhs))).view(lhs.dtype)

    return apply


def _dividing(function: Function2, *, is_signed: bool = True) -> Function2:
    """Division by zero, and of the least number by -1, is undefined behaviour."""

    def apply(lhs: Array, rhs: Array) -> Array:
        if np.any(np.equal(rhs, 0)):
            raise KernelError("division by zero")
        if is_signed and not is_bool(lhs.dtype):
            least, _ = integer_range(lhs.dtype)
            if np.any(np.equal(lhs, least) & np.equal(rhs, -1)):
                raise KernelError(f"division of {least} by -1 overflows")
        return function(lhs, rhs)

    return apply


_BINARY: dict[str, Function2] = {
    "arith.addi": _signed2(elementwise.add),
    "arith.subi": _signed2(elementwise.subtract),
    "arith.muli": _signed2(elementwise.multiply),
    "arith.divsi": _dividing(_signed2(integers.divide)),
    "arith.divui": _dividing(_unsigned2(integers.divide), is_signed=False),
    "arith.floordivsi": _dividing(_signed2(integers.floor_divide)),
    "arith.ceildivsi": _dividing(_signed2(integers.ceil_divide)),
    "arith.ceildivui": _dividing(_unsigned2(integers.ceil_divide), is_signed=False),
    "arith.remsi": _dividing(_signed2(integers.remainder), is_signed=False),
    "arith.remui": _dividing(_unsigned2(integers.remainder), is_signed=False),
    "arith.maxsi": _signed2(elementwise.maximum),
    "arith.maxui": _unsigned2(elementwise.maximum),
    "arith.minsi": _signed2(elementwise.minimum),
    "arith.minui": _unsigned2(elementwise.minimum),
    "arith.andi": elementwise.bitwise_and,
    "arith.ori": elementwise.bitwise_or,
    "arith.xori": elementwise.bitwise_xor,
    "arith.shli": integers.shift_left,
    "arith.shrsi": integers.shift_right_arithmetic,
    "arith.shrui": integers.shift_right_logical,
    "arith.addf": elementwise.add,
    "arith.subf": elementwise.subtract,
    "arith.mulf": elementwise.multiply,
    "arith.divf": elementwise.divide,
    "arith.remf": elementwise.remainder,
    "arith.maximumf": elementwise.maximum,
    "arith.minimumf": elementwise.minimum,
    "arith.maxnumf": lambda a, b: floats.rounded2(np.fmax, a, b),
    "arith.minnumf": lambda a, b: floats.rounded2(np.fmin, a, b),
    "math.atan2": elementwise.atan2,
    "math.copysign": lambda a, b: floats.rounded2(np.copysign, a, b),
    "math.powf": elementwise.power,
    "math.ipowi": integers.power,
    "math.fpowi": lambda a, b: floats.rounded2(np.power, a, b.astype(widen(a).dtype)),
}


def _count_trailing_zeros(operand: Array) -> Array:
    """The zero bits below the lowest one bit: those of ``~x & (x - 1)``."""
    below = np.bitwise_and(np.invert(operand), np.subtract(operand, np.ones_like(operand)))
    return integers.popcnt(np.asarray(below))


def _tested(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    return lambda operand: np.asarray(function(widen(operand)))


def _rounded(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    return lambda operand: floats.rounded(function, operand)


_UNARY: dict[str, Callable[[Array], Array]] = {
    "arith.negf": elementwise.negate,
    "math.absf": elementwise.absolute,
    "math.absi": elementwise.absolute,
    "math.ctlz": integers.count_leading_zeros,
    "math.ctpop": integers.popcnt,
    "math.cttz": _count_trailing_zeros,
    "math.exp2": _rounded(np.exp2),
    "math.isfinite": _tested(np.isfinite),
    "math.isinf": _tested(np.isinf),
    "math.isnan": _tested(np.isnan),
    "math.log10": _rounded(np.log10),
    "math.log2": _rounded(np.log2),
    "math.trunc": _rounded(np.trunc),
    "math.cos": elementwise.UNARY["cosine"],
    "math.exp": elementwise.UNARY["exponential"],
    "math.expm1": elementwise.UNARY["exponential_minus_one"],
    "math.log1p": elementwise.UNARY["log_plus_one"],
    "math.round": elementwise.UNARY["round_nearest_afz"],
    "math.roundeven": elementwise.UNARY["round_nearest_even"],
    "math.sin": elementwise.UNARY["sine"],
} | {
    f"math.{name}": elementwise.UNARY[name]
    for name in (
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "cbrt",
        "ceil",
        "cosh",
        "erf",
        "erfc",
        "floor",
        "log",
        "rsqrt",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
    )
}


def _bind2(function: Function2) -> Binder:
    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if ins[0].shape != ins[1].shape:
            same_shapes(ins)
        return (function(ins[0], ins[1]),)

    return lambda _op: step


def _bind1(function: Callable[[Array], Array]) -> Binder:
    return lambda _op: lambda _frame, ins: (function(ins[0]),)


BINDERS.update({name: _bind2(function) for name, function in _BINARY.items()})
BINDERS.update({name: _bind1(function) for name, function in _UNARY.items()})


@semantics("math.fma")
def bind_fma(_op: Operation) -> Step:
    """Rounded once."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        return (floats.fused_multiply_add(*ins),)

    return step


@semantics("llvm.call_intrinsic")
def bind_intrinsic(op: Operation) -> Step:
    """`llvm.ldexp`, which `expand-math` emits: a float times a power of two, rounded once."""
    name = text_of(op, "intrin")
    if not name.startswith("llvm.ldexp."):
        raise KernelError(f"the intrinsic '{name}' is not supported")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        return (np.ldexp(ins[0], ins[1]),)

    return step


_CMPI: tuple[tuple[str, bool], ...] = (
    ("EQ", True),
    ("NE", True),
    ("LT", True),
    ("LE", True),
    ("GT", True),
    ("GE", True),
    ("LT", False),
    ("LE", False),
    ("GT", False),
    ("GE", False),
)


@semantics("arith.cmpi")
def bind_cmpi(op: Operation) -> Step:
    """The step of `arith.cmpi`."""
    direction, with_sign = _CMPI[int_of(op, "predicate")]
    read = signed if with_sign else unsigned

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        return (elementwise.compare(read(ins[0]), read(ins[1]), direction),)

    return step


_CMPF = ("EQ", "GT", "GE", "LT", "LE", "NE")


@semantics("arith.cmpf")
def bind_cmpf(op: Operation) -> Step:
    """Ordered comparisons are false with a NaN, unordered ones (``u``) true."""
    predicate = int_of(op, "predicate")

    def compare(lhs: Array, rhs: Array) -> Array:
        if predicate in (0, 15):
            return np.full(lhs.shape, predicate == 15)
        unordered = np.isnan(widen(lhs)) | np.isnan(widen(rhs))
        if predicate in (7, 14):
            return unordered if predicate == 14 else np.logical_not(unordered)
        ordered = predicate < 7
        direction = _CMPF[predicate - 1 if ordered else predicate - 8]
        holds = np.not_equal(elementwise.compare(lhs, rhs, direction), False)
        return holds & np.logical_not(unordered) if ordered else holds | unordered

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        return (compare(ins[0], ins[1]),)

    return step


@semantics("arith.select")
def bind_select(_op: Operation) -> Step:
    """The step of `arith.select`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if ins[0].ndim == 0:
            return (ins[1] if bool(ins[0]) else ins[2],)
        same_shapes(ins)
        return (np.where(ins[0], ins[1], ins[2]),)

    return step


def _cast(source: Array, dtype: DType) -> Array:
    """An integer in another type; booleans have the lowest bit."""
    if is_bool(dtype):
        return np.not_equal(np.bitwise_and(source, np.ones_like(source)), 0)
    return elementwise.convert(source, dtype)


pure(
    ("arith.index_cast", "arith.extsi", "arith.trunci", "arith.sitofp"),
    lambda ins, dtype: _cast(signed(ins[0]), dtype),
    result_dtype,
)
pure(
    ("arith.index_castui", "arith.extui", "arith.uitofp"),
    lambda ins, dtype: _cast(unsigned(ins[0]), dtype),
    result_dtype,
)


@semantics("arith.fptoui")
def bind_fptoui(op: Operation) -> Step:
    """The step of `arith.fptoui`."""
    dtype = result_dtype(op)
    wide = unsigned_type(dtype)
    return lambda _frame, ins: (elementwise.convert(ins[0], wide).view(dtype),)


@semantics("arith.addui_extended")
def bind_addui_extended(_op: Operation) -> Step:
    """The step of `arith.addui_extended`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        total = elementwise.add(ins[0], ins[1])
        return total, np.asarray(np.less(unsigned(total), unsigned(ins[0])))

    return step


@semantics("arith.mulsi_extended", "arith.mului_extended")
def bind_extended_product(op: Operation) -> Step:
    """The step of `arith.mulsi_extended` and `arith.mului_extended`."""
    read = signed if op.name == "arith.mulsi_extended" else unsigned

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        low = elementwise.multiply(ins[0], ins[1])
        high = integers.multiply_high(read(ins[0]), read(ins[1]))
        return low, np.asarray(high).view(low.dtype)

    return step


pure("arith.constant", lambda _, value: value, lambda op: constant(required(op, "value")))
pure_of_each(("arith.extf", "arith.truncf", "arith.fptosi"), elementwise.convert, result_dtype)
pure_of_each("arith.bitcast", elementwise.bitcast, result_dtype)
