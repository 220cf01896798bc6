"""Which operands an evaluator reads: what becomes relevant when a result is."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation, OpResult, SSAValue

from disc_shape.cards import card_of
from disc_shape.dialects.hlo.rounding import integer_before_rounding
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, tuple_element
from disc_shape.relations.value_types import holds_sizes, shape_of_type


def is_wrapper(op: Operation) -> bool:
    """True for operations whose result is their one operand, in another type."""
    return card_of(op).is_wrapper and len(op.operands) == 1


def origin(value: SSAValue) -> SSAValue:
    """
    The value that holds what `value` does: the first one with sizes or integers where wrappers have
    put it into types without.

        %1 = builtin.unrealized_conversion_cast %0 : tensor<?xf32> to tensor<*xf32>
    """
    while (
        shape_of_type(value.type) is None
        and not holds_sizes(value.type)
        and isinstance(value, OpResult)
        and is_wrapper(value.op)
    ):
        value = value.op.operands[0]
    return value


def source_operands(op: Operation) -> Iterable[SSAValue]:
    """The integer operands whose contents the evaluator of `op` needs."""
    rounded = integer_before_rounding(op)
    if rounded is not None:
        return rounded[0].operands
    if isinstance(op, GetTupleElementOp):
        element = tuple_element(op)
        return () if element is None else (element,)
    if is_wrapper(op):
        source = origin(op.operands[0])
        return (source,) if holds_sizes(source.type) else ()
    card = card_of(op)
    operands = op.operands[1:] if card.reads_sizes else op.operands
    if card.reads is not None:
        operands = card.reads(op)
    return [value for value in operands if holds_sizes(value.type)]
