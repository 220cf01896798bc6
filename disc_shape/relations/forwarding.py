"""Relations and evaluators of operations that forward their operands."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from disc_shape.dialects.hlo.control_flow import OptimizationBarrierOp
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, tuple_element
from disc_shape.relations.collectives import pairwise_same
from disc_shape.relations.core import EVALUATORS
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState


@relation("SameShapes", "StableHLO, optimization_barrier (c1)", OptimizationBarrierOp)
def optimization_barrier(op: OptimizationBarrierOp, state: RelationState) -> bool:
    """Each result has the shape of its operand."""
    return pairwise_same(op, op.operands, state)


def unchanged(op: Operation, state: RelationState) -> Sequence[Content]:
    """For each result the integers of its operand."""
    return [state.content(operand) for operand, _ in zip(op.operands, op.results, strict=False)]


EVALUATORS.register(unchanged, OptimizationBarrierOp)


@relation("SameShapes", "StableHLO, get_tuple_element (c2)", GetTupleElementOp)
def get_tuple_element(op: GetTupleElementOp, state: RelationState) -> bool:
    """An element has the shape of the value at its position of a tuple made in this function."""
    element = tuple_element(op)
    return element is None or pairwise_same(op, [element], state)


@evaluates(GetTupleElementOp)
def taken(op: GetTupleElementOp, state: RelationState) -> Content:
    """The integers of the value at the position of the element."""
    element = tuple_element(op)
    return None if element is None else state.content(element)
