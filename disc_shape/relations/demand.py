"""Which operands an evaluator reads, by the cards: what becomes relevant when a result is.

Not on the cards, since it is a question about types: which operands may hold parts of shapes.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation, OpResult, SSAValue

from disc_shape.cards import card_of
from disc_shape.relations.value_types import holds_sizes, shape_of_type
from disc_shape.traversal import operands_of, type_of


def is_wrapper(op: Operation) -> bool:
    """True for operations whose result is their one operand, in another type."""
    return card_of(op).is_wrapper and len(operands_of(op)) == 1


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
    card = card_of(op)
    if card.reads is not None:
        operands = card.reads(op)
    else:
        operands = operands_of(op)[1:] if card.reads_sizes else operands_of(op)
    found = map(origin, operands) if is_wrapper(op) else operands
    return [value for value in found if holds_sizes(type_of(value))]
