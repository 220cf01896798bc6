"""How evaluators put the contents of operands together to those of a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import Signedness, i1
from xdsl.ir import SSAValue

from disc_shape.relations.integers import Item, as_number, complete, fits, known, non_negative
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import (
    element_count,
    integer_type,
    machine_range,
    scalar_type,
    shape_of_type,
)
from disc_shape.symbolic import Cond, Expr, compare


def elementwise(
    operands: Sequence[SSAValue],
    result: SSAValue,
    rule: Callable[..., Item | None],
    state: RelationState,
) -> Content:
    """
    The contents of a result whose elements are `rule` of the operands' elements; scalars stand
    for each element.

    None when an operand is unknown.
    """
    contents: list[tuple[Item, ...]] = []
    for operand in operands:
        content = state.content(operand)
        if content is None:
            return None
        contents.append(content)
    count = element_count(result.type)
    if count is None:
        count = max(map(len, contents))
    rows = [content * count if len(content) == 1 else content for content in contents]
    if any(len(row) != count for row in rows):
        return None
    items = [rule(*elements) for elements in zip(*rows, strict=True)]
    return complete(state, result, [representable(state, result, item) for item in items])


def is_unsigned(value: SSAValue) -> bool:
    """True for values of an unsigned integer type and tensors of it."""
    element = integer_type(value.type)
    return element is not None and element.signedness.data == Signedness.UNSIGNED


def representable(state: RelationState, result: SSAValue, item: Item | None) -> Item | None:
    """An element, unless it may be negative where the type has no negative numbers."""
    if isinstance(item, Expr) and is_unsigned(result) and not non_negative(state, item):
        return None
    return item


# elements by position, in row-major order


def static_shape(value: SSAValue) -> tuple[int, ...] | None:
    """
    The sizes of a small static tensor, () for a scalar, None when the number of elements is not
    known.
    """
    if element_count(value.type) is None:
        return None
    shape = shape_of_type(value.type)
    return () if shape is None else shape


def converted(operand: SSAValue, result: SSAValue, state: RelationState) -> Content:
    """
    The contents of a value in another integer type: integers as `converted_integer` finds them,
    booleans as 0 and 1, integers in a boolean type as whether they differ from zero.
    """
    boolean = scalar_type(result.type) == i1

    def rule(item: Item) -> Item | None:
        if isinstance(item, Cond):
            return item if boolean else as_number(item)
        if boolean:
            return known(state, compare("!=", item, 0))
        return converted_integer(item, operand, result, state)

    return elementwise((operand,), result, rule, state)


SIZE_BITS = 32
"""The fewest bits in which programs compute sizes; what narrows further is data."""


def converted_integer(
    item: Expr, operand: SSAValue, result: SSAValue, state: RelationState
) -> Expr | None:
    """
    An integer that `operand` holds, in the integer type of `result`. It is the same where that type
    holds all integers of the other or provably this one. A size that narrows on the way into a
    shape is the same under the assumption that arithmetic on sizes does not wrap. Otherwise it is
    unknown, as is one whose highest bit may become a sign or be one: no size has it, data may.
    """
    least, most = machine_range(operand.type)
    low, high = machine_range(result.type)
    if (low <= least and most <= high) or fits(state, item, result.type):
        return item
    if (high - low).bit_length() < SIZE_BITS or result not in state.into_shapes:
        return None
    first, last = (item.constant,) * 2 if item.constant is not None else state.prover.bounds(item)
    if is_unsigned(result) and not non_negative(state, item):
        return None
    if is_unsigned(operand) and not is_unsigned(result) and last is not None and last > high:
        return None  # Not a size, which has no bound, but anything that the unsigned type holds.
    if (first is not None and first > high) or (last is not None and last < low):
        return None  # It wraps in every run.
    state.assumes_no_wrap = True
    return item
