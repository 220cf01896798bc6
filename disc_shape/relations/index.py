"""Evaluators of MLIR's index dialect: arithmetic as in arith, on indices."""

from __future__ import annotations

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.xdsl_extras import index
from disc_shape.relations.arith import (
    converted_index,
)
from disc_shape.relations.integers import non_negative
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.symbolic import FALSE, TRUE, const


@evaluates(index.ConstantOp)
def constant(op: index.ConstantOp, state: RelationState) -> Content:
    return (const(int_of(op.value)),)


@evaluates(index.BoolConstantOp)
def bool_constant(op: index.BoolConstantOp, state: RelationState) -> Content:
    return (TRUE if int_of(op.value) else FALSE,)


@evaluates(index.CastSOp)
def cast_signed(op: index.CastSOp, state: RelationState) -> Content:
    return converted_index(op.input, op.output, state)


@evaluates(index.CastUOp)
def cast_unsigned(op: index.CastUOp, state: RelationState) -> Content:
    number = state.integer(op.input)
    if number is None or not non_negative(state, number):
        return None
    return converted_index(op.input, op.output, state)
