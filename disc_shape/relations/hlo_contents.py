"""
Evaluators of StableHLO operations that make and move small integer tensors: parts of shapes on
their way.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from disc_shape.dialects.hlo.attributes import constant_ints, int_of
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.relations.integers import as_condition
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import scalar_type
from disc_shape.symbolic import const


def constant_items(values: Sequence[int], result: SSAValue) -> Content:
    """The contents of a constant."""
    if scalar_type(result.type) == i1:
        return tuple(as_condition(value) for value in values)
    return tuple(const(value) for value in values)


@evaluates(ConstantOp)
def constant(op: ConstantOp, state: RelationState) -> Content:
    """The integers of the attribute."""
    values = constant_ints(op.value)
    return None if values is None else constant_items(values, op.output)


@evaluates(GetDimensionSizeOp)
def get_dimension_size(op: GetDimensionSizeOp, state: RelationState) -> Content:
    """The size of one dimension of the operand."""
    return (state.dim(op.operand, int_of(op.dimension)),)


def constants(value: SSAValue, state: RelationState) -> list[int] | None:
    """The integers that a value holds, when all of them are known numbers."""
    items = state.elements(value)
    if items is None:
        return None
    found = [item.constant for item in items if item.constant is not None]
    return found if len(found) == len(items) else None
