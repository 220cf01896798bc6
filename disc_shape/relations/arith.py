"""
Evaluators of MLIR's arith dialect.

Signless integers are read as signed ones. Operations that read them as unsigned are understood
where no operand can be negative.
"""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.relations.contents import converted, converted_integer, elementwise
from disc_shape.relations.core import RELATIONS
from disc_shape.relations.elementwise import SAME_SHAPE, SCALARS_BROADCAST
from disc_shape.relations.hlo_contents import constant_items
from disc_shape.relations.integers import Item, as_number, non_negative
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import scalar_type
from disc_shape.symbolic import Cond, Expr, compare

RELATIONS.register(
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
    """
    Equal dimensions of both values are those of the result; a ranked condition has them too.
    Source: MLIR, arith.select.
    """
    if state.is_ranked(op.cond):
        return SCALARS_BROADCAST.apply(op, state)
    if not state.is_ranked(op.result):
        return True
    complete = True
    pairs = zip(state.dims(op.lhs), state.dims(op.rhs), strict=True)
    for axis, (lhs, rhs) in enumerate(pairs):
        if lhs is rhs:
            why = f"dimension {axis} of both values that '{op.name}' chooses from"
            state.define(op.result, axis, lhs, op, why)
        else:
            complete = False
    return complete


@evaluates(arith.ConstantOp)
def constant(op: arith.ConstantOp, state: RelationState) -> Content:
    """The integers of the attribute."""
    value: Attribute = op.value
    (result,) = op.results
    if isinstance(value, IntegerAttr):
        return constant_items((value.value.data,), result)
    values = constant_ints(value)
    return None if values is None else constant_items(values, result)


@evaluates(arith.IndexCastOp)
def index_cast(op: arith.IndexCastOp, state: RelationState) -> Content:
    """The same integers, converted between `index` and an integer type."""
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
    """The same integers; true is -1, its sign bit extended."""

    def rule(item: Item) -> Item | None:
        return -as_number(item) if isinstance(item, Cond) else item

    return elementwise(op.operands, op.result, rule, state)


@evaluates(arith.ExtUIOp)
def extui(op: arith.ExtUIOp, state: RelationState) -> Content:
    """The same integers where they are not negative; true is 1."""

    def rule(item: Item) -> Item | None:
        if isinstance(item, Cond):
            return as_number(item)
        return item if non_negative(state, item) else None

    return elementwise(op.operands, op.result, rule, state)


@evaluates(arith.TruncIOp)
def trunci(op: arith.TruncIOp, state: RelationState) -> Content:
    """The same integers where the narrower type holds them; for `i1` their parity."""
    if scalar_type(op.result.type) == i1:
        # The lowest bit.
        def parity(item: Item) -> Item | None:
            return compare("==", item % 2, 1) if isinstance(item, Expr) else item

        return elementwise(op.operands, op.result, parity, state)
    return converted(op.input, op.result, state)
