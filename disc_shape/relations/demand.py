"""Which operands an evaluator reads: what becomes relevant when a result is."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation, SSAValue

from disc_shape.cards import card_of
from disc_shape.dialects.hlo.rounding import integer_behind
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, tuple_element
from disc_shape.relations.value_types import holds_sizes


def operands_behind(op: Operation) -> Iterable[SSAValue]:
    """The integer operands whose contents the evaluator of `op` needs."""
    rounded = integer_behind(op)
    if rounded is not None:
        return rounded[0].operands
    if isinstance(op, GetTupleElementOp):
        element = tuple_element(op)
        return () if element is None else (element,)
    operands = op.operands[1:] if card_of(op).reads_sizes else op.operands
    return [value for value in operands if holds_sizes(value.type)]
