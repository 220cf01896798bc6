"""
Relations of operations that pass a value on in another type: conversion casts and tensors of other
dialects.

What is between two of them may have a type without sizes, such as `tensor<*xf32>` or
`!torch.vtensor`. The sizes are those of the value that was wrapped.
"""

from __future__ import annotations

from xdsl.dialects.builtin import UnrealizedConversionCastOp, i1
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.shape import ShapeOfOp
from disc_shape.relations.contents import converted_integer
from disc_shape.relations.demand import origin
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import element_count, integer_type, scalar_type
from disc_shape.symbolic import Expr


def unwrapped(op: Operation, state: RelationState) -> bool:
    """State that a result has the sizes of the value that was wrapped."""
    if len(op.operands) != 1 or len(op.results) != 1:
        return True
    source, result = origin(op.operands[0]), op.results[0]
    if are_alike(source, result, state):
        state.same_shape([source, result], op, f"'{op.name}' changes no size")
    return True


@relation(
    "Cast",
    "MLIR, builtin.unrealized_conversion_cast: the value that was wrapped",
    UnrealizedConversionCastOp,
)
def conversion_cast(op: UnrealizedConversionCastOp, state: RelationState) -> bool:
    """
    The result has the sizes of the value that was converted before. Source: MLIR,
    builtin.unrealized_conversion_cast.
    """
    return unwrapped(op, state)


def are_alike(source: SSAValue, result: SSAValue, state: RelationState) -> bool:
    """True for ranked values of one rank whose elements are as wide."""
    if not state.is_ranked(source) or not state.is_ranked(result):
        return False
    before, after = scalar_type(source.type), scalar_type(result.type)
    if before != after:
        one, other = integer_type(before), integer_type(after)
        if one is None or other is None or one.width != other.width:
            return False
    return state.rank(source) == state.rank(result)


def integers_of(source: SSAValue, state: RelationState) -> Content:
    """What a value holds; a shape of unknown rank is read where it is taken from a tensor."""
    if isinstance(source.owner, ShapeOfOp):
        value = origin(source.owner.arg)
        return state.dims(value) if state.is_ranked(value) else None
    return state.content(source)


@evaluates(UnrealizedConversionCastOp)
def converted_contents(op: UnrealizedConversionCastOp, state: RelationState) -> Content:
    """Integers are the same in a type that holds them; a boolean stays one."""
    if len(op.operands) != 1 or len(op.results) != 1:
        return None
    source, result = origin(op.operands[0]), op.results[0]
    items, count = integers_of(source, state), element_count(result.type)
    if items is None or (count is not None and count != len(items)):
        return None
    if scalar_type(source.type) == scalar_type(result.type):
        return items
    if i1 in (scalar_type(source.type), scalar_type(result.type)):
        return None
    kept: list[Expr] = []
    for item in items:
        known = converted_integer(item, source, result, state) if isinstance(item, Expr) else None
        if known is None:
            return None
        kept.append(known)
    return tuple(kept)
