"""
Guards: operations that stop the program unless a condition holds.

A guard is no relation: its condition holds only after it, and only in runs that pass it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import card_of
from disc_shape.cards.card import GuardKind
from disc_shape.relations.broadcast import candidates, first_not_one
from disc_shape.relations.integers import ONE, non_negative
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import FALSE, TRUE, Cond, Expr, compare, conj, disj
from disc_shape.traversal import operands_of


def guard_kind(op: Operation) -> GuardKind | None:
    """What an operation checks at run time; None for operations that are no guards."""
    guard = card_of(op).guard
    return None if guard is None else guard(op)


def is_guard(op: Operation) -> bool:
    """True for operations that check a condition at run time."""
    guard = card_of(op).guard
    return guard is not None and guard(op) is not None


def guard_condition(op: Operation, state: RelationState) -> Cond | None:
    """
    The condition of a guard over the sizes known before it; None when it cannot be determined.
    """
    kind = guard_kind(op)
    operands = operands_of(op)
    return CONDITIONS[kind](operands, state) if kind is not None and operands else None


def guard_operands(op: Operation) -> Sequence[SSAValue]:
    """
    The operands that the condition of a guard is made of, without integers that only the message
    shows.
    """
    operands = operands_of(op)
    return operands[:1] if guard_kind(op) == "condition" else operands


def message_of(op: Operation) -> str:
    """The message of the user in a guard; "" without one."""
    for key in ("error_message", "msg"):
        message = op.properties.get(key) or op.attributes.get(key)
        if isinstance(message, StringAttr) and message.data:
            return message.data
    return ""


def describe_guard(op: Operation) -> str:
    """A guard as the reason of facts after it, with the message in the program."""
    message = message_of(op)
    return f"checked by '{op.name}'" + (f": {message}" if message else "")


def message_without_numbers(message: str) -> str:
    """
    The message of a check for a form of checks that shows no numbers: `expected n == 2, found n =
    {0}` loses its last part.
    """
    text, separator, numbers = message.rpartition(", found ")
    return text if separator and "{0}" in numbers else message


def holds(values: Sequence[SSAValue], state: RelationState) -> Cond | None:
    """The condition that the first operand holds."""
    return state.condition(values[0])


def shapes(values: Sequence[SSAValue], state: RelationState) -> list[tuple[Expr, ...]] | None:
    """The sizes that each value holds, None when one of them is unknown."""
    found: list[tuple[Expr, ...]] = []
    for value in values:
        sizes = state.elements(value)
        if sizes is None:
            return None
        found.append(sizes)
    return found


def shapes_broadcast(values: Sequence[SSAValue], state: RelationState) -> Cond | None:
    """
    Whether shapes broadcast: aligned at the last dimension, any two sizes are equal or one of
    them is 1.

    A missing leading dimension counts as 1. Zero broadcasts with zero and one only.
    """
    found = shapes(values, state)
    if found is None:
        return None
    return conj(
        sizes_broadcast(a, b, state)
        for left, right in combinations(found, 2)
        for a, b in zip(reversed(left), reversed(right), strict=False)
    )


def sizes_broadcast(a: Expr, b: Expr, state: RelationState) -> Cond:
    """
    Whether two sizes are equal or one of them is 1.

    A size that is the first of several that is not 1 fits each of them when those before it do:
    if they are all 1 it is that one itself, or 1.
    """
    for whole, part in ((a, b), (b, a)):
        parts = candidates(whole)
        if len(parts) > 1 and part in parts:
            before = parts[: parts.index(part)]
            return sizes_broadcast(first_not_one(before, state), part, state) if before else TRUE
    return disj([compare("==", a, b), compare("==", a, 1), compare("==", b, 1)])


def shapes_equal(values: Sequence[SSAValue], state: RelationState) -> Cond | None:
    """Whether shapes have one rank and the same sizes."""
    found = shapes(values, state)
    if found is None:
        return None
    conditions: list[Cond] = []
    for other in found[1:]:
        if len(other) != len(found[0]):
            return FALSE
        conditions += [compare("==", a, b) for a, b in zip(found[0], other, strict=True)]
    return conj(conditions)


def reshapable(values: Sequence[SSAValue], state: RelationState) -> Cond | None:
    """
    Whether as many elements as the first operand says fit a target shape: the second, with at
    most one -1.

    Understood only when it is known of each size whether it is -1.
    """
    count, target = state.integer(values[0]), state.elements(values[1])
    if count is None or target is None:
        return None
    others: Expr = ONE
    wild = 0
    for size in target:
        if size.constant == -1:
            wild += 1
        elif not non_negative(state, size):
            return None
        else:
            others = others * size
    if wild == 0:
        return compare("==", count, others)
    if wild > 1:
        return FALSE
    return conj([compare("!=", others, 0), compare("==", count % others, 0)])


CONDITIONS: dict[GuardKind, Callable[[Sequence[SSAValue], RelationState], Cond | None]] = {
    "condition": holds,
    "broadcastable": shapes_broadcast,
    "equal_shapes": shapes_equal,
    "reshapable": reshapable,
}
"""What each kind of guard checks."""
