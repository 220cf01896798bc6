"""Relations of reductions: dimensions disappear, the others stay."""

from __future__ import annotations

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState


@relation("Reduce", "StableHLO, reduce (c1), (c7)", ReduceOp)
def reduce(op: ReduceOp, state: RelationState) -> bool:
    """The results have the dimensions of the inputs that are not reduced."""
    same_shape(op.inputs, op, state)
    gone = set(ints(op.dimensions))
    sizes = [size for index, size in enumerate(state.dims(op.inputs[0])) if index not in gone]
    for result in op.results:
        state.define_all(result, sizes, op, f"dimensions that '{op.name}' keeps")
    return True
