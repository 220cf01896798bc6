"""
Evaluators of MLIR's arith dialect.

Signless integers are read as signed ones. Operations that read them as unsigned are understood
where no operand can be negative.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation

from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.relations.bits import masked, shifted_left, shifted_right, shifted_right_unsigned
from disc_shape.relations.contents import converted, converted_integer, elementwise
from disc_shape.relations.core import register_evaluator, register_relation
from disc_shape.relations.elementwise import SAME_SHAPE, SCALARS_BROADCAST
from disc_shape.relations.hlo_contents import constant_items
from disc_shape.relations.integers import (
    Item,
    as_number,
    both,
    chosen,
    compared,
    either,
    non_negative,
    quotient,
    remainder,
    unlike,
)
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import scalar_type
from disc_shape.symbolic import Cond, Expr, ceildiv, compare, maximum, minimum

register_relation(
    SAME_SHAPE,
    arith.SignlessIntegerBinaryOperation,
    arith.FloatingPointLikeBinaryOperation,
    arith.ComparisonOperation,
    arith.AddUIExtendedOp,
    arith.MulExtendedBase,
    arith.NegfOp,
    arith.BitcastOp,
    arith.IndexCastOp,
    arith.FloatingPointToIntegerBaseOp,
    arith.IntegerToFloatingPointBaseOp,
    arith.ExtFOp,
    arith.TruncFOp,
    arith.TruncIOp,
    arith.ExtSIOp,
    arith.ExtUIOp,
)


@relation("Select", "MLIR, arith.select: one value or the other, or each element", arith.SelectOp)
def select_shape(op: arith.SelectOp, state: RelationState) -> bool:
    if state.is_ranked(op.cond):
        return SCALARS_BROADCAST.apply(op, state)
    if not state.is_ranked(op.result):
        return True
    settled = True
    pairs = zip(state.dims(op.lhs), state.dims(op.rhs), strict=True)
    for axis, (lhs, rhs) in enumerate(pairs):
        if lhs is rhs:
            why = f"dimension {axis} of both values that '{op.name}' chooses from"
            state.define(op.result, axis, lhs, op, why)
        else:
            settled = False
    return settled


Binary = Callable[[RelationState, Expr, Expr], "Expr | None"]
Conditions = Callable[[RelationState, Cond, Cond], Cond]


@evaluates(arith.ConstantOp)
def constant(op: arith.ConstantOp, state: RelationState) -> Content:
    value: Attribute = op.value
    if isinstance(value, IntegerAttr):
        return constant_items((value.value.data,), op.result)
    values = constant_ints(value)
    return None if values is None else constant_items(values, op.result)


def register_binary(
    cls: type[IRDLOperation],
    integers: Binary,
    conditions: Conditions | None = None,
    unsigned: bool = False,
) -> None:
    """Make an operation's evaluator from what it does with integers and with booleans."""

    def run(op: Operation, state: RelationState) -> tuple[Content]:
        def rule(a: Item, b: Item) -> Item | None:
            if isinstance(a, Expr) and isinstance(b, Expr):
                if unsigned and not non_negative(state, a, b):
                    return None
                return integers(state, a, b)
            if isinstance(a, Cond) and isinstance(b, Cond) and conditions is not None:
                return conditions(state, a, b)
            return None

        return (elementwise(op.operands, op.results[0], rule, state),)

    register_evaluator(run, cls)


def floor_quotient(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """a / b rounded down; division by zero is undefined behaviour."""
    return None if b.constant == 0 else a // b


def ceiling_quotient(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """a / b rounded up; division by zero is undefined behaviour."""
    if b.constant == 0:
        return None
    return ceildiv(a, b) if non_negative(state, b) else -((-a) // b)


def truncated_quotient(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """a / b rounded towards zero; division by zero is undefined behaviour."""
    return quotient(state, a, b, zero_is_illegal=True)


def truncated_remainder(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """The remainder of `truncated_quotient`."""
    return remainder(state, a, b, zero_is_illegal=True)


register_binary(arith.AddiOp, lambda state, a, b: a + b, unlike)
register_binary(arith.SubiOp, lambda state, a, b: a - b, unlike)
register_binary(arith.MuliOp, lambda state, a, b: a * b, both)
register_binary(arith.DivSIOp, truncated_quotient)
register_binary(arith.RemSIOp, truncated_remainder)
register_binary(arith.DivUIOp, truncated_quotient, unsigned=True)
register_binary(arith.RemUIOp, truncated_remainder, unsigned=True)
register_binary(arith.FloorDivSIOp, floor_quotient)
register_binary(arith.CeilDivSIOp, ceiling_quotient)
register_binary(arith.CeilDivUIOp, ceiling_quotient, unsigned=True)
register_binary(arith.MinSIOp, lambda state, a, b: minimum(a, b))
register_binary(arith.MaxSIOp, lambda state, a, b: maximum(a, b))
register_binary(arith.MinUIOp, lambda state, a, b: minimum(a, b), both, unsigned=True)
register_binary(arith.MaxUIOp, lambda state, a, b: maximum(a, b), either, unsigned=True)
register_binary(arith.AndIOp, masked, both)
register_binary(arith.OrIOp, lambda state, a, b: None, either)
register_binary(arith.XOrIOp, lambda state, a, b: None, unlike)
register_binary(arith.ShLIOp, shifted_left)
register_binary(arith.ShRSIOp, shifted_right)
register_binary(arith.ShRUIOp, shifted_right_unsigned)


PREDICATES = ("==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">=")
FIRST_UNSIGNED = 6


@evaluates(arith.CmpiOp)
def cmpi(op: arith.CmpiOp, state: RelationState) -> Content:
    code = op.predicate.value.data
    relation = PREDICATES[code]

    def rule(a: Item, b: Item) -> Item | None:
        if isinstance(a, Expr) and isinstance(b, Expr):
            if code >= FIRST_UNSIGNED and not non_negative(state, a, b):
                return None
        elif 2 <= code < FIRST_UNSIGNED:
            # As signed numbers booleans are 0 and -1.
            a, b = b, a
        return compared(state, relation, a, b)

    return elementwise(op.operands, op.result, rule, state)


@evaluates(arith.SelectOp)
def select(op: arith.SelectOp, state: RelationState) -> Content:
    def rule(cond: Item, a: Item, b: Item) -> Item | None:
        return chosen(state, cond, a, b) if isinstance(cond, Cond) else None

    return elementwise(op.operands, op.result, rule, state)


@evaluates(arith.IndexCastOp)
def index_cast(op: arith.IndexCastOp, state: RelationState) -> Content:
    return converted_index(op.input, op.result, state)


def converted_index(operand: SSAValue, result: SSAValue, state: RelationState) -> Content:
    """The contents of indices as integers or of integers as indices; the sign is extended."""

    def rule(item: Item) -> Item | None:
        if isinstance(item, Cond):
            return -as_number(item)
        return converted_integer(item, operand, result, state)

    return elementwise((operand,), result, rule, state)


@evaluates(arith.ExtSIOp)
def extsi(op: arith.ExtSIOp, state: RelationState) -> Content:
    def rule(item: Item) -> Item | None:
        return -as_number(item) if isinstance(item, Cond) else item

    return elementwise(op.operands, op.result, rule, state)


@evaluates(arith.ExtUIOp)
def extui(op: arith.ExtUIOp, state: RelationState) -> Content:
    def rule(item: Item) -> Item | None:
        if isinstance(item, Cond):
            return as_number(item)
        return item if non_negative(state, item) else None

    return elementwise(op.operands, op.result, rule, state)


@evaluates(arith.TruncIOp)
def trunci(op: arith.TruncIOp, state: RelationState) -> Content:
    if scalar_type(op.result.type) == i1:
        # The lowest bit.
        def parity(item: Item) -> Item | None:
            return compare("==", item % 2, 1) if isinstance(item, Expr) else item

        return elementwise(op.operands, op.result, parity, state)
    return converted(op.input, op.result, state)
