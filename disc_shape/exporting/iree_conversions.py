"""Conversions of integers to bf16 as IREE compiles them for every processor."""

from __future__ import annotations

from xdsl.builder import Builder
from xdsl.dialects import arith
from xdsl.dialects.builtin import BFloat16Type, IntegerAttr, IntegerType, f32, i16, i32
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import DynamicIotaOp, IotaOp

LOW_BITS = 16
"""How many bits of an f32 a bf16 lacks."""


def is_integer_in_bf16(op: Operation) -> bool:
    """Whether an operation of StableHLO computes integers and returns them as bf16."""
    if not isinstance(op, ConvertOp | IotaOp | DynamicIotaOp):
        return False
    if isinstance(op, ConvertOp) and not isinstance(element_type_of(op.operand.type), IntegerType):
        return False
    return isinstance(element_type_of(op.results[0].type), BFloat16Type)


def round_to_bf16(op: Operation) -> None:
    """
    Convert integers to bf16 by way of f32, whose low bits are rounded to the nearest, ties to even.

    LLVM calls a library for the conversion where the processor has no instruction for it, and IREE
    links none; `arith.truncf` of an f32 that was an integer IREE turns back into this conversion.

        %0 = arith.sitofp %x : i32 to bf16
    =>
        %1 = arith.sitofp %x : i32 to f32
        %2 = arith.bitcast %1 : f32 to i32
        %3 = arith.shrui %2, %c16 : i32
        %4 = arith.andi %3, %c1 : i32
        %5 = arith.addi %4, %c32767 : i32
        %6 = arith.addi %2, %5 : i32
        %7 = arith.shrui %6, %c16 : i32
        %8 = arith.trunci %7 : i32 to i16
        %0 = arith.bitcast %8 : i16 to bf16
    """
    if not isinstance(op, arith.SIToFPOp | arith.UIToFPOp) or op.result.type != BFloat16Type():
        return
    build = Builder(InsertPoint.before(op))

    def constant(number: int) -> SSAValue:
        return build.insert(arith.ConstantOp(IntegerAttr(number, i32))).result

    low = constant(LOW_BITS)
    number = build.insert(type(op)(op.input, f32)).result
    bits = build.insert(arith.BitcastOp(number, i32)).result
    last = build.insert(arith.ShRUIOp(bits, low)).result
    odd = build.insert(arith.AndIOp(last, constant(1))).result
    half = build.insert(arith.AddiOp(odd, constant(2 ** (LOW_BITS - 1) - 1))).result
    rounded = build.insert(arith.AddiOp(bits, half)).result
    high = build.insert(arith.ShRUIOp(rounded, low)).result
    narrow = build.insert(arith.TruncIOp(high, i16)).result
    Rewriter.replace_op(op, arith.BitcastOp(narrow, BFloat16Type()))
