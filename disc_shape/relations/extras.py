"""Relations and evaluators of operations of tensor and arith that xDSL does not have."""

from __future__ import annotations

from disc_shape.dialects.xdsl_extras import arith, tensor
from disc_shape.relations.arith import converted_index
from disc_shape.relations.core import RELATIONS
from disc_shape.relations.create import dynamic_sizes
from disc_shape.relations.elements import carried_over
from disc_shape.relations.elementwise import SAME_SHAPE
from disc_shape.relations.integers import non_negative
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState

RELATIONS.register(SAME_SHAPE, arith.IndexCastUIOp, tensor.BitcastOp)


@evaluates(arith.IndexCastUIOp)
def index_castui(op: arith.IndexCastUIOp, state: RelationState) -> Content:
    """The same integers where they are not negative."""
    items = state.elements(op.input)
    if items is None or not non_negative(state, *items):
        return None
    return converted_index(op.input, op.result, state)


@evaluates(tensor.BitcastOp)
def bitcast(op: tensor.BitcastOp, state: RelationState) -> Content:
    """The same integers where they are not negative: then both signs mean the same number."""
    items = state.elements(op.source)
    # The same bits under another sign are the same number only when that is not negative.
    if items is None or not non_negative(state, *items):
        return None
    return carried_over(op.source, op.dest, state)


@relation("Create", "MLIR, tensor.generate", tensor.GenerateOp)
def generate(op: tensor.GenerateOp, state: RelationState) -> bool:
    """The operands are the dynamic sizes of the result, in order."""
    return dynamic_sizes(op, op.result, op.dynamic_extents, state)
