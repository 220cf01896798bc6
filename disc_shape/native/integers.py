"""
Integer scalars: arith on integers and indices as operations of the `llvm` dialect.

LLVM leaves divisions by zero, the division of the least number by -1 and shifts by the width or
more undefined. Here they do not trap: divisions whose divisor may be one of these divide by one.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith, llvm
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.native.emitter import Emitter

Scalar2 = Callable[[Emitter, SSAValue, SSAValue], SSAValue]
"""Emits a function of two scalars."""


def plain(kind: type[Operation]) -> Scalar2:
    """A function that is one operation."""
    return lambda emitter, lhs, rhs: emitter.binary(kind, lhs, rhs)


def width_of(value: SSAValue) -> int:
    """The bits of an integer."""
    width = integer_width(value.type)
    assert width is not None
    return width


def constant_of(value: SSAValue) -> int | None:
    """The integer that a value is, where it is a constant."""
    op = value.owner
    return int_of(op.value) if isinstance(op, llvm.ConstantOp) else None


def divisor(emitter: Emitter, lhs: SSAValue, rhs: SSAValue, *, signed: bool) -> SSAValue:
    """A divisor for which the division is defined: one where it is not."""
    known = constant_of(rhs)
    if known is not None and known not in (0, -1):
        return rhs
    type_ = rhs.type
    bad = emitter.compare("eq", rhs, emitter.constant(0, type_))
    if signed:
        least = emitter.compare("eq", lhs, emitter.constant(1 << (width_of(lhs) - 1), type_))
        minus = emitter.compare("eq", rhs, emitter.constant(-1, type_))
        bad = emitter.binary(llvm.OrOp, bad, emitter.binary(llvm.AndOp, least, minus))
    return emitter.select(bad, emitter.constant(1, type_), rhs)


def dividing(kind: type[Operation]) -> Scalar2:
    """Division or remainder."""
    signed = kind in (llvm.SDivOp, llvm.SRemOp)

    def emit(emitter: Emitter, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return emitter.binary(kind, lhs, divisor(emitter, lhs, rhs, signed=signed))

    return emit


def rounding(direction: int, *, signed: bool = True) -> Scalar2:
    """Division rounded down (-1) or up (1)."""
    divide, rest_of = (llvm.SDivOp, llvm.SRemOp) if signed else (llvm.UDivOp, llvm.URemOp)

    def emit(emitter: Emitter, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        safe, zero = (
            divisor(emitter, lhs, rhs, signed=signed),
            emitter.constant(0, lhs.type),
        )
        quotient = emitter.binary(divide, lhs, safe)
        rest = emitter.binary(rest_of, lhs, safe)
        inexact = emitter.compare("ne", rest, zero)
        if signed:
            signs = emitter.binary(llvm.XOrOp, rest, safe)
            relation = "slt" if direction < 0 else "sge"
            inexact = emitter.binary(llvm.AndOp, inexact, emitter.compare(relation, signs, zero))
        step = emitter.constant(direction, lhs.type)
        return emitter.select(inexact, emitter.binary(llvm.AddOp, quotient, step), quotient)

    return emit


def shifting(kind: type[Operation]) -> Scalar2:
    """A shift: by the width or more gives 0, or the sign for an arithmetic shift."""

    def emit(emitter: Emitter, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        width, known = width_of(lhs), constant_of(rhs)
        if known is not None and 0 <= known < width:
            return emitter.binary(kind, lhs, rhs)
        zero = emitter.constant(0, lhs.type)
        inside = (
            emitter.compare("ult", rhs, emitter.constant(width, rhs.type))
            if width > 1
            else emitter.compare("eq", rhs, zero)
        )
        if kind is llvm.AShrOp:
            most = emitter.constant(width - 1, rhs.type)
            return emitter.binary(kind, lhs, emitter.select(inside, rhs, most))
        moved = emitter.binary(kind, lhs, emitter.select(inside, rhs, zero))
        return emitter.select(inside, moved, zero)

    return emit


def choosing(relation: str) -> Scalar2:
    """The smaller or the greater one."""

    def emit(emitter: Emitter, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return emitter.select(emitter.compare(relation, lhs, rhs), lhs, rhs)

    return emit


INTEGERS: dict[type[Operation], Scalar2] = {
    arith.AddiOp: plain(llvm.AddOp),
    arith.SubiOp: plain(llvm.SubOp),
    arith.MuliOp: plain(llvm.MulOp),
    arith.AndIOp: plain(llvm.AndOp),
    arith.OrIOp: plain(llvm.OrOp),
    arith.XOrIOp: plain(llvm.XOrOp),
    arith.DivSIOp: dividing(llvm.SDivOp),
    arith.DivUIOp: dividing(llvm.UDivOp),
    arith.RemSIOp: dividing(llvm.SRemOp),
    arith.RemUIOp: dividing(llvm.URemOp),
    arith.FloorDivSIOp: rounding(-1),
    arith.CeilDivSIOp: rounding(1),
    arith.CeilDivUIOp: rounding(1, signed=False),
    arith.ShLIOp: shifting(llvm.ShlOp),
    arith.ShRSIOp: shifting(llvm.AShrOp),
    arith.ShRUIOp: shifting(llvm.LShrOp),
    arith.MaxSIOp: choosing("sgt"),
    arith.MaxUIOp: choosing("ugt"),
    arith.MinSIOp: choosing("slt"),
    arith.MinUIOp: choosing("ult"),
}
"""The functions of two integers of arith."""
