"""Removes operations that undo each other."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.comparison import SelectOp
from disc_shape.dialects.hlo.conversion import FORMATS, ReducePrecisionOp
from disc_shape.dialects.hlo.elementwise import NegOp, NotOp
from disc_shape.dialects.hlo.shapes import element_type
from disc_shape.relations.value_types import scalar_type
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.neutral import FLOATS
from disc_shape.rewriting.rules.trivial import take


def drop_undone(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a negation or complement that undoes the one before it. Integers negate twice to
    themselves, the least one too, and floats only change their sign twice. Quantized numbers
    saturate, so they stay.

        %1 = stablehlo.negate %0 : tensor<?xf32>
        %2 = stablehlo.negate %1 : tensor<?xf32>
    =>
        uses of %2 use %0
    """
    inner = defining(op.operands[0])
    if inner is None or type(inner) is not type(op):
        return False
    (source,) = inner.operands
    undoes = isinstance(scalar_type(source.type), FLOATS | IntegerType)
    return undoes and take(op, source, rewriter)


def swap_negated_select(op: Operation, rewriter: Rewriter) -> bool:
    """
    Choose by a condition instead of its complement.

        %1 = stablehlo.not %0 : tensor<?xi1>
        %4 = stablehlo.select %1, %2, %3 : tensor<?xi1>, tensor<?xf32>
    =>
        %4 = stablehlo.select %0, %3, %2 : tensor<?xi1>, tensor<?xf32>
    """
    assert isinstance(op, SelectOp)
    inner = defining(op.pred)
    if not isinstance(inner, NotOp):
        return False
    yes, no = op.on_true, op.on_false
    rewriter.set_operand(op, 0, inner.operands[0])
    rewriter.set_operand(op, 1, no)
    return rewriter.set_operand(op, 2, yes)


def drop_wide_format(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a rounding to a format that has all numbers of the element type, as JAX writes it for
    values that are computed again for a gradient.

        %1 = stablehlo.reduce_precision %0, format = e8m23 : tensor<?xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, ReducePrecisionOp)
    known = FORMATS.get(type(element_type(op.operand.type)))
    if known is None:
        return False
    exponent, mantissa = known
    if int_of(op.exponent_bits) < exponent or int_of(op.mantissa_bits) < mantissa:
        return False
    return take(op, op.operand, rewriter)


register_rule(drop_undone, NegOp, NotOp)
register_rule(drop_wide_format, ReducePrecisionOp)
register_rule(swap_negated_select, SelectOp)
