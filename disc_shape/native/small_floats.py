"""
Floats of 16 bits and less that are their bits: a bf16 and the floats of a byte and less.

Operations on them compute in f32 and round once, to even; what a type cannot hold becomes what the
interpreter makes of it. Elements of fewer than eight bits lie in the lowest bits of a byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.dialects import llvm
from xdsl.dialects.builtin import BFloat16Type, f32, f64, i8, i16, i32
from xdsl.ir import Attribute, SSAValue

from disc_shape.native.emitter import Emitter

MANTISSA_BITS, BIAS = 23, 127
"""Of f32."""
INFINITY, QUIET, NEGATIVE_QUIET = 0x7F800000, 0x7FC00000, 0xFFC00000
"""The bits of infinity and of NaN in f32."""


@dataclass(frozen=True)
class Format:
    """The bits of a type of floats: a sign, an exponent and a mantissa."""

    exponent: int
    mantissa: int
    bias: int
    special: Literal["ieee", "fn", "fnuz", "finite"]
    """
    What there is besides numbers: as in IEEE 754 infinities, and NaN of other mantissas; NaN where
    all bits but the sign are set; NaN in place of a negative zero; nothing.
    """

    @property
    def sign(self) -> int:
        """The bit of the sign."""
        return 1 << (self.exponent + self.mantissa)

    @property
    def limit(self) -> int:
        """The bits, without sign, beyond those of numbers."""
        if self.special == "ieee":
            return ((1 << self.exponent) - 1) << self.mantissa
        return self.sign - 1 if self.special == "fn" else self.sign


FORMATS = {
    "f8E3M4": Format(3, 4, 3, "ieee"),
    "f8E4M3": Format(4, 3, 7, "ieee"),
    "f8E4M3B11FNUZ": Format(4, 3, 11, "fnuz"),
    "f8E4M3FN": Format(4, 3, 7, "fn"),
    "f8E4M3FNUZ": Format(4, 3, 8, "fnuz"),
    "f8E5M2": Format(5, 2, 15, "ieee"),
    "f8E5M2FNUZ": Format(5, 2, 16, "fnuz"),
    "f6E2M3FN": Format(2, 3, 1, "finite"),
    "f6E3M2FN": Format(3, 2, 3, "finite"),
    "f4E2M1FN": Format(2, 1, 1, "finite"),
}
"""By the names of types: those of a byte and less, but for the powers of two of `f8E8M0FNU`."""


def is_bits(type_: Attribute) -> bool:
    """Whether floats of a type are their bits."""
    return isinstance(type_, BFloat16Type) or type_.name in FORMATS


def read(emitter: Emitter, value: SSAValue, type_: Attribute) -> SSAValue:
    """A float as computations take it."""
    if isinstance(type_, BFloat16Type):
        wide = emitter.cast(llvm.ZExtOp, value, i32)
        high = emitter.binary(llvm.ShlOp, wide, emitter.constant(16, i32))
        return emitter.cast(llvm.BitcastOp, high, f32)
    return widened(emitter, value, FORMATS[type_.name]) if is_bits(type_) else value


def written(emitter: Emitter, value: SSAValue, type_: Attribute) -> SSAValue:
    """The result of a computation as a value of a type."""
    if isinstance(type_, BFloat16Type):
        return narrowed_half(emitter, value)
    return narrowed(emitter, value, FORMATS[type_.name]) if is_bits(type_) else value


def widened(emitter: Emitter, value: SSAValue, form: Format) -> SSAValue:
    """A float of a byte or less as an f32."""
    shift = MANTISSA_BITS - form.mantissa
    bits = emitter.cast(llvm.ZExtOp, value, i32)
    size = emitter.binary(llvm.AndOp, bits, emitter.constant(form.sign - 1, i32))
    moved = emitter.binary(llvm.ShlOp, size, emitter.constant(shift, i32))
    offset = emitter.constant((BIAS - form.bias) << MANTISSA_BITS, i32)
    number = emitter.binary(llvm.AddOp, moved, offset)
    least = emitter.constant(2.0 ** (1 - form.bias - form.mantissa), f32)
    scaled = emitter.binary(llvm.FMulOp, emitter.cast(llvm.SIToFPOp, size, f32), least)
    is_small = emitter.compare("ult", size, emitter.constant(1 << form.mantissa, i32))
    number = emitter.select(is_small, emitter.cast(llvm.BitcastOp, scaled, i32), number)
    if form.special in ("ieee", "fn"):
        limit = emitter.constant(form.limit, i32)
        nan = emitter.constant(QUIET, i32)
        if form.special == "ieee":
            is_infinite = emitter.compare("eq", size, limit)
            nan = emitter.select(is_infinite, emitter.constant(INFINITY, i32), nan)
        number = emitter.select(emitter.compare("uge", size, limit), nan, number)
    sign = emitter.binary(llvm.AndOp, bits, emitter.constant(form.sign, i32))
    places = 31 - form.exponent - form.mantissa
    sign = emitter.binary(llvm.ShlOp, sign, emitter.constant(places, i32))
    number = emitter.binary(llvm.OrOp, number, sign)
    if form.special == "fnuz":
        is_nan = emitter.compare("eq", bits, emitter.constant(form.sign, i32))
        number = emitter.select(is_nan, emitter.constant(NEGATIVE_QUIET, i32), number)
    return emitter.cast(llvm.BitcastOp, number, f32)


def narrowed(emitter: Emitter, value: SSAValue, form: Format) -> SSAValue:
    """
    An f32 as a float of a byte or less.

    The least number that a subnormal one is rounded to is the last bit of a number of which adding
    rounds to it. Others are rounded where their bits are cut off.
    """
    shift = MANTISSA_BITS - form.mantissa
    bits = emitter.cast(llvm.BitcastOp, value, i32)
    size = emitter.binary(llvm.AndOp, bits, emitter.constant(0x7FFFFFFF, i32))
    odd = emitter.binary(llvm.LShrOp, size, emitter.constant(shift, i32))
    odd = emitter.binary(llvm.AndOp, odd, emitter.constant(1, i32))
    half = (1 << (shift - 1)) - 1 - ((BIAS - form.bias) << MANTISSA_BITS)
    code = emitter.binary(llvm.AddOp, size, emitter.constant(half, i32))
    code = emitter.binary(llvm.AddOp, code, odd)
    code = emitter.binary(llvm.LShrOp, code, emitter.constant(shift, i32))
    unit = 1 - form.bias - form.mantissa + MANTISSA_BITS
    total = emitter.cast(llvm.BitcastOp, size, f32)
    total = emitter.binary(llvm.FAddOp, total, emitter.constant(2.0**unit, f32))
    small = emitter.cast(llvm.BitcastOp, total, i32)
    less = emitter.constant((unit + BIAS) << MANTISSA_BITS, i32)
    small = emitter.binary(llvm.SubOp, small, less)
    least = emitter.constant((1 - form.bias + BIAS) << MANTISSA_BITS, i32)
    code = emitter.select(emitter.compare("ult", size, least), small, code)
    places = emitter.constant(31 - form.exponent - form.mantissa, i32)
    sign = emitter.binary(llvm.LShrOp, bits, places)
    sign = emitter.binary(llvm.AndOp, sign, emitter.constant(form.sign, i32))
    code = signed(emitter, code, sign, size, form)
    return emitter.cast(llvm.TruncOp, code, i8)


def signed(
    emitter: Emitter, code: SSAValue, sign: SSAValue, size: SSAValue, form: Format
) -> SSAValue:
    """The bits of a float with its sign, where those of NaN and of what is too great are made."""
    is_nan = emitter.compare("ugt", size, emitter.constant(INFINITY, i32))
    if form.special == "fnuz":
        zero = emitter.constant(0, i32)
        sign = emitter.select(emitter.compare("eq", code, zero), zero, sign)
        nan = emitter.constant(form.sign, i32)
        is_number = emitter.compare("ult", code, nan)
        return emitter.select(is_number, emitter.binary(llvm.OrOp, code, sign), nan)
    limit = emitter.constant(form.limit - (form.special == "finite"), i32)
    code = emitter.select(emitter.compare("ult", code, limit), code, limit)
    if form.special == "ieee":
        nan = emitter.constant(form.limit | 1 << (form.mantissa - 1), i32)
        code = emitter.select(is_nan, nan, code)
    elif form.special == "finite":  # A zero of the other sign stands for NaN.
        code = emitter.select(is_nan, emitter.constant(form.sign, i32), code)
    return emitter.binary(llvm.XOrOp, code, sign)


def narrowed_half(emitter: Emitter, value: SSAValue) -> SSAValue:
    """An f32 as a bf16, rounded to even; a NaN stays one."""
    bits = emitter.cast(llvm.BitcastOp, value, i32)
    high = emitter.binary(llvm.LShrOp, bits, emitter.constant(16, i32))
    odd = emitter.binary(llvm.AndOp, high, emitter.constant(1, i32))
    half = emitter.binary(llvm.AddOp, odd, emitter.constant(0x7FFF, i32))
    rounded = emitter.binary(
        llvm.LShrOp, emitter.binary(llvm.AddOp, bits, half), emitter.constant(16, i32)
    )
    sign = emitter.binary(llvm.AndOp, high, emitter.constant(0x8000, i32))
    quiet = emitter.binary(llvm.OrOp, sign, emitter.constant(0x7FC0, i32))
    is_nan = emitter.compare_floats("uno", value, value)
    return emitter.cast(llvm.TruncOp, emitter.select(is_nan, quiet, rounded), i16)


def rounded_to_odd(emitter: Emitter, value: SSAValue) -> SSAValue:
    """
    An f64 as an f32 for a further rounding: toward zero, with the last bit set where that loses
    anything, so that both roundings are as one. LLVM calls a function of its runtime library to
    round f64 to f16 where the processor has no instruction, and a process need not have it.

        %near = llvm.fptrunc %x : f64 to f32            // 1 + 2^-11 of 1 + 2^-11 + 2^-40
        %bits = bits(%near) - (|%near| > |%x|) | (%near != %x)
        => the f32 after 1 + 2^-11, which f16 rounds up; %near is a tie, which it rounds to even
    """
    near = emitter.cast(llvm.FPTruncOp, value, f32)
    back = emitter.cast(llvm.FPExtOp, near, f64)
    above = emitter.compare_floats(
        "ogt",
        emitter.intrinsic("llvm.fabs.f64", [back], f64),
        emitter.intrinsic("llvm.fabs.f64", [value], f64),
    )
    differs = emitter.compare_floats("one", back, value)
    bits = emitter.cast(llvm.BitcastOp, near, i32)
    bits = emitter.binary(llvm.SubOp, bits, emitter.cast(llvm.ZExtOp, above, i32))
    bits = emitter.binary(llvm.OrOp, bits, emitter.cast(llvm.ZExtOp, differs, i32))
    return emitter.cast(llvm.BitcastOp, bits, f32)
