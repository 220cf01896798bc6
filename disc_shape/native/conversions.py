"""
Conversions between scalars.

Integers wrap, floats saturate to integers and NaN gives 0, and rounding is to even.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    Float16Type,
    Float64Type,
    f32,
    f64,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.dialects.xdsl_extras.arith import IndexCastUIOp
from disc_shape.native.emitter import Emitter
from disc_shape.native.floating import suffix
from disc_shape.native.integers import width_of
from disc_shape.native.memrefs import scalar_type
from disc_shape.native.small_floats import is_bits, read, rounded_to_odd, written

Conversion = Callable[[Emitter, SSAValue, Attribute, Attribute], SSAValue]
"""Emits the conversion of a scalar from one type of the program to another."""


def resized(kind: type[Operation]) -> Conversion:
    """An integer of another width; a wider one is extended by `kind`."""

    def emit(emitter: Emitter, value: SSAValue, _from: Attribute, to: Attribute) -> SSAValue:
        target = scalar_type(to)
        before, after = width_of(value), integer_width(target)
        assert after is not None
        if before == after:
            return value
        return emitter.cast(llvm.TruncOp if after < before else kind, value, target)

    return emit


def float_to_float(emitter: Emitter, value: SSAValue, source: Attribute, to: Attribute) -> SSAValue:
    """A float in another type."""
    value = read(emitter, value, source)
    before, after = value.type, f32 if is_bits(to) else to
    assert isinstance(before, AnyFloat)
    assert isinstance(after, AnyFloat)
    assert isinstance(to, AnyFloat)
    if before.bitwidth < after.bitwidth:
        value = emitter.cast(llvm.FPExtOp, value, after)
    elif before.bitwidth > after.bitwidth:
        if isinstance(source, Float64Type) and to.bitwidth < f32.bitwidth:
            value = rounded_to_odd(emitter, value)
        if value.type != after:
            value = emitter.cast(llvm.FPTruncOp, value, after)
    return written(emitter, value, to)


def float_to_integer(*, signed: bool) -> Conversion:
    """
    A float rounded toward zero, saturated; NaN gives 0. LLVM's intrinsic for that is no instruction
    on vectors, but one that converts whole numbers is.

        %inside = %low <= %x < %high
        %n = llvm.lrint(llvm.trunc(%inside ? %x : 0)) : f32 to i32
        => %x < %low ? the least integer : %high <= %x ? the greatest one : %n
    """

    def emit(emitter: Emitter, value: SSAValue, source: Attribute, to: Attribute) -> SSAValue:
        value, target = read(emitter, value, source), scalar_type(to)
        width = integer_width(target)
        assert width is not None
        if width == 64 and not signed:
            name = f"llvm.fptoui.sat.i64.{suffix(value.type)}"
            return emitter.intrinsic(name, [value], target)
        if isinstance(source, Float16Type):  # It may not hold the bounds.
            value = emitter.cast(llvm.FPExtOp, value, f32)
        type_, name = value.type, suffix(value.type)
        least = -1 << (width - 1) if signed else 0
        greatest = least + (1 << width) - 1
        low, high = (emitter.constant(float(one), type_) for one in (least, greatest + 1))
        is_less = emitter.compare_floats("olt", value, low)
        is_greater = emitter.compare_floats("oge", value, high)
        is_inside = emitter.both(
            emitter.compare_floats("oge", value, low), emitter.compare_floats("olt", value, high)
        )
        safe = emitter.select(is_inside, value, emitter.constant(0.0, type_))
        whole = emitter.intrinsic(f"llvm.trunc.{name}", [safe], type_)
        rounded, wide = ("lrint", i32) if greatest < 1 << 31 else ("llrint", i64)
        found = emitter.intrinsic(f"llvm.{rounded}.{wide}.{name}", [whole], wide)
        if wide != target:
            found = emitter.cast(llvm.TruncOp, found, target)
        found = emitter.select(is_greater, emitter.constant(greatest, target), found)
        return emitter.select(is_less, emitter.constant(least, target), found)

    return emit


def signed_to_float(emitter: Emitter, value: SSAValue, _from: Attribute, to: Attribute) -> SSAValue:
    """A signed integer as a float; what is its bits by way of f64 when the integer is wide."""
    kind = to
    if is_bits(to):
        kind = f32 if width_of(value) <= 16 else f64
    return float_to_float(emitter, emitter.cast(llvm.SIToFPOp, value, kind), kind, to)


def unsigned_to_float(
    emitter: Emitter, value: SSAValue, source: Attribute, to: Attribute
) -> SSAValue:
    """
    An unsigned integer as a float: as a wider signed one, or by its halves. Of 64 bits, a number
    beyond the signed ones is halved with its last bit kept, so that it is rounded once.
    """
    width = width_of(value)
    if width < 64:
        wide = emitter.cast(llvm.ZExtOp, value, i32 if width < 32 else i64)
        return signed_to_float(emitter, wide, source, to)
    one, zero = emitter.constant(1, i64), emitter.constant(0, i64)
    low = emitter.binary(llvm.AndOp, value, one)
    half = emitter.binary(llvm.OrOp, emitter.binary(llvm.LShrOp, value, one), low)
    large = emitter.compare("slt", value, zero)
    kind = f64 if is_bits(to) else to
    small = emitter.cast(llvm.SIToFPOp, emitter.select(large, half, value), kind)
    found = emitter.select(large, emitter.binary(llvm.FAddOp, small, small), small)
    return float_to_float(emitter, found, kind, to)


def bitcast(emitter: Emitter, value: SSAValue, source: Attribute, to: Attribute) -> SSAValue:
    """The same bits; those of fewer than eight lie in a byte where they are a float."""
    target = scalar_type(to)
    before, after = integer_width(value.type), integer_width(target)
    if before is not None and after is not None:
        return resized(llvm.ZExtOp)(emitter, value, source, to)
    return emitter.cast(llvm.BitcastOp, value, target)


CONVERSIONS: dict[type[Operation], Conversion] = {
    arith.IndexCastOp: resized(llvm.SExtOp),
    arith.ExtSIOp: resized(llvm.SExtOp),
    arith.ExtUIOp: resized(llvm.ZExtOp),
    IndexCastUIOp: resized(llvm.ZExtOp),
    arith.TruncIOp: resized(llvm.SExtOp),
    arith.ExtFOp: float_to_float,
    arith.TruncFOp: float_to_float,
    arith.FPToSIOp: float_to_integer(signed=True),
    arith.FPToUIOp: float_to_integer(signed=False),
    arith.SIToFPOp: signed_to_float,
    arith.UIToFPOp: unsigned_to_float,
    arith.BitcastOp: bitcast,
}
"""The conversions of arith."""
