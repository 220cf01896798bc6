"""
Conversions between scalars.

Integers wrap, floats saturate to integers and NaN gives 0, and rounding is to even.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import AnyFloat, BFloat16Type, Float16Type, Float64Type, f32, f64, i64
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.dialects.xdsl_extras.arith import IndexCastUIOp
from disc_shape.native.emitter import Emitter
from disc_shape.native.floating import narrowed, rounded_to_odd, suffix, widened
from disc_shape.native.integers import width_of
from disc_shape.native.memrefs import scalar_type

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
    if isinstance(source, BFloat16Type):
        value = widened(emitter, value)
    wanted = f32 if isinstance(to, BFloat16Type) else to
    before, after = value.type, wanted
    assert isinstance(before, AnyFloat)
    assert isinstance(after, AnyFloat)
    if before.bitwidth < after.bitwidth:
        value = emitter.cast(llvm.FPExtOp, value, after)
    elif before.bitwidth > after.bitwidth:
        if isinstance(source, Float64Type) and isinstance(to, Float16Type):
            value = rounded_to_odd(emitter, value)
        value = emitter.cast(llvm.FPTruncOp, value, after)
    return narrowed(emitter, value) if isinstance(to, BFloat16Type) else value


def float_to_integer(name: str) -> Conversion:
    """A float rounded toward zero, saturated; NaN gives 0."""

    def emit(emitter: Emitter, value: SSAValue, source: Attribute, to: Attribute) -> SSAValue:
        if isinstance(source, BFloat16Type):
            value = widened(emitter, value)
        target = scalar_type(to)
        full = f"llvm.{name}.sat.i{integer_width(target)}.{suffix(value.type)}"
        return emitter.intrinsic(full, [value], target)

    return emit


def signed_to_float(emitter: Emitter, value: SSAValue, _from: Attribute, to: Attribute) -> SSAValue:
    """A signed integer as a float; a bf16 by way of f64 when it is wide."""
    if not isinstance(to, BFloat16Type):
        return emitter.cast(llvm.SIToFPOp, value, to)
    if width_of(value) <= 16:
        return narrowed(emitter, emitter.cast(llvm.SIToFPOp, value, f32))
    wide = emitter.cast(llvm.SIToFPOp, value, f64)
    return narrowed(emitter, emitter.cast(llvm.FPTruncOp, wide, f32))


def unsigned_to_float(
    emitter: Emitter, value: SSAValue, source: Attribute, to: Attribute
) -> SSAValue:
    """
    An unsigned integer as a float: as a wider signed one, or by its halves. Of 64 bits, a number
    beyond the signed ones is halved with its last bit kept, so that it is rounded once.
    """
    width = width_of(value)
    if width < 64:
        return signed_to_float(emitter, emitter.cast(llvm.ZExtOp, value, i64), source, to)
    one, zero = emitter.constant(1, i64), emitter.constant(0, i64)
    low = emitter.binary(llvm.AndOp, value, one)
    half = emitter.binary(llvm.OrOp, emitter.binary(llvm.LShrOp, value, one), low)
    large = emitter.compare("slt", value, zero)
    kind = f64 if isinstance(to, BFloat16Type | Float64Type) else to
    small = emitter.cast(llvm.SIToFPOp, emitter.select(large, half, value), kind)
    found = emitter.select(large, emitter.binary(llvm.FAddOp, small, small), small)
    return float_to_float(emitter, found, kind, to)


def bitcast(emitter: Emitter, value: SSAValue, _from: Attribute, to: Attribute) -> SSAValue:
    """The same bits."""
    target = scalar_type(to)
    return value if value.type == target else emitter.cast(llvm.BitcastOp, value, target)


CONVERSIONS: dict[type[Operation], Conversion] = {
    arith.IndexCastOp: resized(llvm.SExtOp),
    arith.ExtSIOp: resized(llvm.SExtOp),
    arith.ExtUIOp: resized(llvm.ZExtOp),
    IndexCastUIOp: resized(llvm.ZExtOp),
    arith.TruncIOp: resized(llvm.SExtOp),
    arith.ExtFOp: float_to_float,
    arith.TruncFOp: float_to_float,
    arith.FPToSIOp: float_to_integer("fptosi"),
    arith.FPToUIOp: float_to_integer("fptoui"),
    arith.SIToFPOp: signed_to_float,
    arith.UIToFPOp: unsigned_to_float,
    arith.BitcastOp: bitcast,
}
"""The conversions of arith."""
