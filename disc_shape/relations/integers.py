"""
Integer arithmetic as expressions: what the machine's operations compute, read over mathematical
integers.

Division of machine integers truncates towards zero, that of expressions rounds down. Where a sign
is not known the result has both cases. `None` is an unknown result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, SSAValue

from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import integer_range, scalar_type
from disc_shape.symbolic import (
    FALSE,
    TRUE,
    And,
    Cond,
    Expr,
    Select,
    Truth,
    compare,
    conj,
    const,
    disj,
    maximum,
    minimum,
    negate,
    select,
)
from disc_shape.symbolic.nodes import postorder

Item: TypeAlias = "Expr | Cond"

ONE = const(1)
ZERO = const(0)


def low(state: RelationState, item: Expr) -> int | None:
    """The smallest value of an expression, None when it has no lower bound."""
    return item.constant if item.constant is not None else state.prover.bounds(item)[0]


def at_least(state: RelationState, item: Expr, bound: int) -> bool:
    """True when an expression is known to be `bound` or more: by its range, or by proof."""
    least = low(state, item)
    if least is not None and least >= bound:
        return True
    # What is known of a plain symbol is its range.
    return item.symbols not in ((), (item,)) and state.prover.proves(compare(">=", item, bound))


def non_negative(state: RelationState, *items: Expr) -> bool:
    """True when none of the expressions can be negative."""
    return all(at_least(state, item, 0) for item in items)


def never_zero(state: RelationState, item: Expr) -> bool:
    """True when an expression cannot be zero."""
    if item.constant is not None:
        return item.constant != 0
    return state.prover.nonzero(item)


def differ(state: RelationState, a: Expr, b: Expr) -> bool:
    """True when two integers differ by facts that are cheap to find; False is no answer."""
    return never_zero(state, a - b)


def never_one(state: RelationState, size: Expr) -> bool:
    """True when a size cannot be one."""
    return never_zero(state, size - 1)


def fits(state: RelationState, item: Expr, type: Attribute) -> bool:
    """True when every value of an expression can be held by an integer type."""
    least, most = integer_range(type)
    return (least is None or at_least(state, item, least)) and (
        most is None or at_least(state, -item, -most)
    )


def known(state: RelationState, cond: Cond) -> Cond:
    """A condition, or TRUE or FALSE when known facts decide it."""
    if cond is TRUE or cond is FALSE:
        return cond
    truth = state.prover.truth(cond)
    return TRUE if truth is Truth.YES else FALSE if truth is Truth.NO else cond


# operations on integers


def quotient(state: RelationState, a: Expr, b: Expr, zero_is_illegal: bool) -> Expr | None:
    """
    a / b rounded towards zero. Division by zero has no value: where it is not illegal, the
    divisor must be known not to be zero.
    """
    return _truncated(state, a, b, zero_is_illegal, lambda x, y: x // y, -1)


def remainder(state: RelationState, a: Expr, b: Expr, zero_is_illegal: bool) -> Expr | None:
    """a - b * quotient(a, b): zero or of the sign of `a`. Division by zero as in `quotient`."""
    return _truncated(state, a, b, zero_is_illegal, lambda x, y: x % y, 1)


def _truncated(
    state: RelationState,
    a: Expr,
    b: Expr,
    zero_is_illegal: bool,
    rounded_down: Callable[[Expr, Expr], Expr],
    sign: int,
) -> Expr | None:
    """
    A division that rounds towards zero by one that rounds down, which is the same for numbers that
    are not negative; `sign` is by what -b changes the result.
    """
    if b is ZERO or not (zero_is_illegal or never_zero(state, b)):
        return None

    def by_positive(divisor: Expr) -> Expr:
        if non_negative(state, a):
            return rounded_down(a, divisor)
        most = state.prover.bounds(a)[1]
        if most is not None and most <= 0:
            return -rounded_down(-a, divisor)
        return select(compare(">=", a, 0), rounded_down(a, divisor), -rounded_down(-a, divisor))

    least, most = (b.constant, b.constant) if b.constant is not None else state.prover.bounds(b)
    if least is not None and least >= 0:
        return by_positive(b)
    if most is not None and most <= 0:
        return sign * by_positive(-b)
    return select(compare(">", b, 0), by_positive(b), sign * by_positive(-b))


def sign(state: RelationState, a: Expr) -> Expr:
    """-1, 0 or 1."""
    least, most = (a.constant, a.constant) if a.constant is not None else state.prover.bounds(a)
    if least is not None and least > 0:
        return ONE
    if most is not None and most < 0:
        return const(-1)
    if least is not None and least >= 0:
        return minimum(a, 1)
    return maximum(-1, minimum(a, 1))


def absolute(state: RelationState, a: Expr) -> Expr:
    """|a|."""
    return a if non_negative(state, a) else maximum(a, -a)


# operations on conditions


def both(state: RelationState, a: Cond, b: Cond) -> Cond:
    """a and b."""
    return known(state, conj([a, b]))


def either(state: RelationState, a: Cond, b: Cond) -> Cond:
    """a or b."""
    return known(state, disj([a, b]))


def unlike(state: RelationState, a: Cond, b: Cond) -> Cond:
    """a or b but not both."""
    return disj([both(state, a, negate(b)), both(state, negate(a), b)])


# operations on items, which are integers or, for elements of type i1, conditions


def compared(state: RelationState, relation: str, a: Item, b: Item) -> Cond | None:
    """The condition `a relation b`; conditions are compared as the numbers 0 and 1."""
    if isinstance(a, Expr) and isinstance(b, Expr):
        return known(state, compare(relation, a, b))
    if not isinstance(a, Cond) or not isinstance(b, Cond):
        return None
    match relation:
        case "==":
            return negate(unlike(state, a, b))
        case "!=":
            return unlike(state, a, b)
        case _:
            return known(state, compare(relation, as_number(a), as_number(b)))


def chosen(state: RelationState, cond: Cond, then: Item, other: Item) -> Item | None:
    """`then` where `cond` holds, else `other`."""
    cond = known(state, cond)
    if cond is TRUE or then is other:
        return then
    if isinstance(then, Expr) and isinstance(other, Expr):
        return rounded_down(state, cond, then, other) or select(cond, then, other)
    if isinstance(then, Cond) and isinstance(other, Cond):
        return disj([both(state, cond, then), both(state, negate(cond), other)])
    return None


def rounded_down(state: RelationState, cond: Cond, then: Expr, other: Expr) -> Expr | None:
    """
    What programs compute that round down with a division that rounds towards zero, if it is one
    expression whatever the sign of the number:

        q = a / b;  select(sign(a) != sign(b) and a - q * b != 0, q - 1, q)

    where q is `select(a >= 0, a//b, -(-a//b))`, is `a//b`.
    """
    step = then - other
    if step.constant is None or not isinstance(other, Select):
        return None
    found: list[Expr] = []
    for holds in (True, False):
        case = other.cond if holds else negate(other.cond)
        arm, within = other.value_of(holds), where(state, case, decide(cond, other.cond, holds))
        found.append(
            rounded_down(state, within, arm + step, arm) or select(within, arm + step, arm)
        )
    first, second = found
    # The second one may be written for the few numbers that are left in its case.
    agree = disj([other.cond, compare("==", first, second)])
    return first if first is second or state.prover.proves(agree) else None


def decide(cond: Cond, by: Cond, holds: bool) -> Cond:
    """A condition, with the operand of each choice by a condition that holds or does not."""
    choices = [one for one in postorder(cond) if isinstance(one, Select) and one.cond is by]
    return cond.substitute({choice: choice.value_of(holds) for choice in choices})


def where(state: RelationState, case: Cond, cond: Cond) -> Cond:
    """A condition without what holds in a case, FALSE where it cannot hold there."""

    def follows(statement: Cond) -> bool:
        return state.prover.proves(disj([negate(case), statement]))

    if follows(negate(cond)):
        return FALSE
    parts = cond.args if isinstance(cond, And) else (cond,)
    return conj([part for part in parts if not follows(part)])


def as_number(cond: Cond) -> Expr:
    """1 where a condition holds, else 0."""
    return select(cond, 1, 0)


def as_condition(value: int) -> Cond:
    """An element of type i1 as a condition."""
    return TRUE if value else FALSE


# contents


def complete(state: RelationState, value: SSAValue, items: Sequence[Item | None]) -> Content:
    """
    The contents of `value`, with fresh symbols for integers about which nothing is known. Unknown
    conditions leave all of it unknown.
    """
    result: list[Item] = []
    boolean = scalar_type(value.type) == i1
    for index, item in enumerate(items):
        if item is None:
            if boolean:
                return None
            item = state.fresh_element(value, index)
        result.append(item)
    return tuple(result)
