"""Floats rounded to those of a narrower format."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.conversion import FORMATS, ReducePrecisionOp
from disc_shape.linalg_conversion.elementwise import over_elements
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Writer


def convert_reduce_precision(op: Operation, values: Values) -> None:
    """
    The bits of the mantissa that are dropped are rounded to even; an exponent that is too large for
    the format makes an infinity, one that is too small a zero.

        %1 = stablehlo.reduce_precision %0, format = e5m7 : tensor<?xf32>
    =>
        %b = arith.bitcast %x : f32 to i32
        %l = arith.andi (arith.shrui %b, %c16), %c1 : i32
        %r = arith.andi (%b + %l + 0x7fff), 0xffff0000 : i32
        ... infinities and zeros
        %y = arith.bitcast %r : i32 to f32
    """
    assert isinstance(op, ReducePrecisionOp)
    type_, writer = element_type_of(op.operand.type), values.writer
    known = FORMATS.get(type(type_))
    if known is None:
        raise no_form(op, f"it is not computed of elements of type {type_}")
    exponent, mantissa = known
    integer = IntegerType(1 + exponent + mantissa)

    def body(elements: Sequence[SSAValue]) -> SSAValue:
        (item,) = elements
        bits = writer.op(arith.BitcastOp, [item], integer)
        bits = rounded(bits, mantissa, int_of(op.mantissa_bits), writer)
        bits = in_range(bits, (exponent, mantissa), int_of(op.exponent_bits), writer)
        is_nan = writer.compare("!=", item, item)
        return writer.select(is_nan, item, writer.op(arith.BitcastOp, [bits], type_))

    over_elements(op, values, body)


def rounded(bits: SSAValue, mantissa: int, kept: int, writer: Writer) -> SSAValue:
    """Bits of a float with a mantissa of fewer bits, to the nearest, to even in the middle."""
    dropped = mantissa - kept
    if dropped <= 0:
        return bits
    type_ = bits.type
    last = writer.op(arith.ShRUIOp, [bits, writer.constant(dropped, type_)], type_)
    odd = writer.op(arith.AndIOp, [last, writer.constant(1, type_)], type_)
    half = writer.constant((1 << (dropped - 1)) - 1, type_)
    bias = writer.op(arith.AddiOp, [odd, half], type_)
    total = writer.op(arith.AddiOp, [bits, bias], type_)
    return writer.op(arith.AndIOp, [total, writer.constant(-(1 << dropped), type_)], type_)


def in_range(bits: SSAValue, known: tuple[int, int], kept: int, writer: Writer) -> SSAValue:
    """Bits of a float whose exponent fits into fewer bits, of an infinity, or of a zero."""
    exponent, mantissa = known
    if kept >= exponent:
        return bits
    type_, middle = bits.type, (1 << (exponent - 1)) - 1
    reach = (1 << (kept - 1)) - 1
    mask = ((1 << exponent) - 1) << mantissa
    found = writer.op(arith.AndIOp, [bits, writer.constant(mask, type_)], type_)
    zero = writer.op(
        arith.AndIOp, [bits, writer.constant(1 << (exponent + mantissa), type_)], type_
    )
    infinity = writer.op(arith.OrIOp, [zero, writer.constant(mask, type_)], type_)
    high = writer.constant((middle + reach) << mantissa, type_)
    low = writer.constant((middle - reach) << mantissa, type_)
    bits = writer.select(writer.compare(">", found, high, unsigned=True), infinity, bits)
    return writer.select(writer.compare("<=", found, low, unsigned=True), zero, bits)


register_conversion(convert_reduce_precision, ReducePrecisionOp)
