"""
Evaluators of StableHLO's elementwise integer arithmetic, for scalars and small tensors that are
parts of shapes.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation

from disc_shape.dialects.hlo import binary
from disc_shape.dialects.hlo import elementwise as unary
from disc_shape.dialects.hlo.comparison import ClampOp, CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import AbsOp, ConvertOp
from disc_shape.dialects.hlo.rounding import SIZE_BITS, integer_behind
from disc_shape.relations.bits import masked, shifted_left, shifted_right, shifted_right_unsigned
from disc_shape.relations.contents import converted, elementwise, is_unsigned
from disc_shape.relations.core import register_evaluator
from disc_shape.relations.integers import (
    ONE,
    Item,
    absolute,
    as_number,
    at_least,
    both,
    chosen,
    compared,
    either,
    fits,
    non_negative,
    quotient,
    remainder,
    sign,
    unlike,
)
from disc_shape.relations.machine import is_within, width
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import scalar_type
from disc_shape.symbolic import Cond, Expr, Reason, compare, disj, maximum, minimum, negate

Integers = Callable[[RelationState, Expr, Expr], "Expr | None"]
Conditions = Callable[[RelationState, Cond, Cond], Cond]


BINARY_RULES: dict[type[Operation], tuple[Integers | None, Conditions | None]] = {}
"""What binary operations do with integers, and what with booleans."""


def binary_rule(
    cls: type[Operation], state: RelationState
) -> Callable[[Item, Item], Item | None] | None:
    """What a binary operation computes from two elements."""
    if cls not in BINARY_RULES:
        return None
    integers, conditions = BINARY_RULES[cls]

    def rule(a: Item, b: Item) -> Item | None:
        if isinstance(a, Expr) and isinstance(b, Expr) and integers is not None:
            return integers(state, a, b)
        if isinstance(a, Cond) and isinstance(b, Cond) and conditions is not None:
            return conditions(state, a, b)
        return None

    return rule


def register_binary(
    cls: type[IRDLOperation], integers: Integers | None, conditions: Conditions | None
) -> None:
    """Make an operation's evaluator from what it does with integers and with booleans."""
    BINARY_RULES[cls] = (integers, conditions)

    def run(op: Operation, state: RelationState) -> tuple[Content]:
        rule = binary_rule(cls, state)
        return (None if rule is None else elementwise(op.operands, op.results[0], rule, state),)

    register_evaluator(run, cls)


def power(state: RelationState, a: Expr, b: Expr) -> Expr | None:
    """a to a small constant power."""
    exponent = b.constant
    if exponent is None or not 0 <= exponent <= 8:
        return None
    result: Expr = ONE
    for _ in range(exponent):
        result = result * a
    return result


register_binary(binary.AddOp, lambda state, a, b: a + b, either)
register_binary(binary.SubtractOp, lambda state, a, b: a - b, None)
register_binary(binary.MulOp, lambda state, a, b: a * b, both)
register_binary(binary.DivOp, lambda state, a, b: quotient(state, a, b, False), None)
register_binary(binary.RemOp, lambda state, a, b: remainder(state, a, b, False), None)
register_binary(binary.MaxOp, lambda state, a, b: maximum(a, b), either)
register_binary(binary.MinOp, lambda state, a, b: minimum(a, b), both)
register_binary(binary.PowOp, power, None)
register_binary(binary.AndOp, masked, both)
register_binary(binary.OrOp, None, either)
register_binary(binary.XorOp, None, unlike)
register_binary(binary.ShiftLeftOp, shifted_left, None)
register_binary(binary.ShiftRightArithmeticOp, shifted_right, None)
register_binary(binary.ShiftRightLogicalOp, shifted_right_unsigned, None)


@evaluates(unary.SignOp)
def sign_op(op: unary.SignOp, state: RelationState) -> Content:
    def rule(item: Item) -> Item | None:
        return sign(state, item) if isinstance(item, Expr) else None

    return elementwise(op.operands, op.result, rule, state)


@evaluates(unary.NegOp)
def negative(op: unary.NegOp, state: RelationState) -> Content:
    def rule(item: Item) -> Item | None:
        return -item if isinstance(item, Expr) else None

    return elementwise(op.operands, op.result, rule, state)


@evaluates(AbsOp)
def absolute_value(op: AbsOp, state: RelationState) -> Content:
    def rule(item: Item) -> Item | None:
        return absolute(state, item) if isinstance(item, Expr) else None

    return elementwise(op.operands, op.result, rule, state)


@evaluates(unary.NotOp)
def complement(op: unary.NotOp, state: RelationState) -> Content:
    unsigned = is_unsigned(op.operand)

    def rule(item: Item) -> Item | None:
        if isinstance(item, Cond):
            return negate(item)
        return None if unsigned else -item - 1

    return elementwise(op.operands, op.result, rule, state)


DIRECTIONS = {"EQ": "==", "NE": "!=", "GE": ">=", "GT": ">", "LE": "<=", "LT": "<"}


@evaluates(CompareOp)
def comparison(op: CompareOp, state: RelationState) -> Content:
    relation = DIRECTIONS[op.comparison_direction.data]
    ordered = relation not in ("==", "!=")
    unsigned = op.compare_type is not None and op.compare_type.data == "UNSIGNED"

    def rule(a: Item, b: Item) -> Item | None:
        if isinstance(a, Expr) and isinstance(b, Expr):
            if unsigned and ordered and not non_negative(state, a, b):
                return None
        elif ordered and not unsigned:
            # Signed booleans count as 0 and -1 for some readers: only equality is beyond doubt.
            return None
        return compared(state, relation, a, b)

    return elementwise(op.operands, op.result, rule, state)


def select_rule(state: RelationState) -> Callable[[Item, Item, Item], Item | None]:
    """What `select` computes from a boolean and two elements."""

    def rule(cond: Item, a: Item, b: Item) -> Item | None:
        return chosen(state, cond, a, b) if isinstance(cond, Cond) else None

    return rule


@evaluates(SelectOp)
def selection(op: SelectOp, state: RelationState) -> Content:
    return elementwise(op.operands, op.result, select_rule(state), state)


@evaluates(ClampOp)
def clamp(op: ClampOp, state: RelationState) -> Content:
    def rule(least: Item, item: Item, most: Item) -> Item | None:
        if isinstance(least, Expr) and isinstance(item, Expr) and isinstance(most, Expr):
            return minimum(maximum(item, least), most)
        return None

    return elementwise(op.operands, op.result, rule, state)


@evaluates(ConvertOp)
def conversion(op: ConvertOp, state: RelationState) -> Content:
    rounded = integer_behind(op)
    if rounded is None:
        return converted(op.operand, op.result, state)
    source, bits = rounded
    items = state.content(source.operands[0])
    if items is None:
        return None
    found = [unrounded(op, bits, item, position, state) for position, item in enumerate(items)]
    kept = tuple(item for item in found if item is not None)
    return kept if len(kept) == len(items) else None


def unrounded(
    op: ConvertOp, bits: int, item: Item, position: int, state: RelationState
) -> Item | None:
    """
    An integer that has been a float on its way: the same when that holds it exactly. Otherwise the
    same or a large one, so that the comparison of a size with itself behind rounding
    (`d == e or d == 1 or e == 1`) still says that they are equal.
    """
    if scalar_type(op.result.type) == i1:
        return None
    if isinstance(item, Cond):
        return as_number(item)
    limit = 1 << bits
    if is_within(item, (-limit, limit), state):
        return item if fits(state, item, op.result.type) else None
    if op.result not in state.into_shapes:
        return None
    # Like arithmetic on sizes that wraps: no size rounds to what its type does not hold, and
    # nothing of 2**53 elements exists.
    state.supposes_no_wrap = True
    if bits >= SIZE_BITS:
        return item if width(op.result) > SIZE_BITS or fits(state, item, op.result.type) else None
    if not at_least(state, item, 0):
        return None
    result = state.fresh_element(op.result, position)
    reason = Reason(f"'{op.name}' of a rounded integer", op)
    same = compare("==", result, item)
    state.prover.assume(disj((same, compare(">", item, limit))), reason)
    state.prover.assume(disj((same, compare(">=", result, limit))), reason)
    return result
