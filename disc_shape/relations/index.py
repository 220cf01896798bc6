"""Evaluators of MLIR's index dialect: arithmetic as in arith, on indices."""

from __future__ import annotations

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.xdsl_extras import index
from disc_shape.relations.arith import (
    ceiling_quotient,
    converted_index,
    floor_quotient,
    register_binary,
    truncated_quotient,
    truncated_remainder,
)
from disc_shape.relations.bits import masked, shifted_left, shifted_right, shifted_right_unsigned
from disc_shape.relations.contents import elementwise
from disc_shape.relations.integers import Item, compared, non_negative
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.symbolic import FALSE, TRUE, Expr, const, maximum, minimum

register_binary(index.AddOp, lambda state, a, b: a + b)
register_binary(index.SubOp, lambda state, a, b: a - b)
register_binary(index.MulOp, lambda state, a, b: a * b)
register_binary(index.DivSOp, truncated_quotient)
register_binary(index.DivUOp, truncated_quotient, unsigned=True)
register_binary(index.RemSOp, truncated_remainder)
register_binary(index.RemUOp, truncated_remainder, unsigned=True)
register_binary(index.FloorDivSOp, floor_quotient)
register_binary(index.CeilDivSOp, ceiling_quotient)
register_binary(index.CeilDivUOp, ceiling_quotient, unsigned=True)
register_binary(index.MaxSOp, lambda state, a, b: maximum(a, b))
register_binary(index.MinSOp, lambda state, a, b: minimum(a, b))
register_binary(index.MaxUOp, lambda state, a, b: maximum(a, b), unsigned=True)
register_binary(index.MinUOp, lambda state, a, b: minimum(a, b), unsigned=True)
register_binary(index.ShlOp, shifted_left)
register_binary(index.ShrSOp, shifted_right)
register_binary(index.ShrUOp, shifted_right_unsigned)
register_binary(index.AndOp, masked)
# Other bit operations are no arithmetic: what they give is unknown.
register_binary(index.OrOp, lambda state, a, b: None)
register_binary(index.XOrOp, lambda state, a, b: None)

PREDICATES = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


@evaluates(index.CmpOp)
def compare_indices(op: index.CmpOp, state: RelationState) -> Content:
    name = op.pred.data.value
    relation = PREDICATES[name[-2:]]
    unsigned = name.startswith("u")

    def rule(a: Item, b: Item) -> Item | None:
        if isinstance(a, Expr) and isinstance(b, Expr):
            if unsigned and not non_negative(state, a, b):
                return None
            return compared(state, relation, a, b)
        return None

    return elementwise(op.operands, op.result, rule, state)


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
