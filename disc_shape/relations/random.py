"""Relations of operations that make random numbers."""

from __future__ import annotations

from disc_shape.dialects.hlo.random_numbers import RngBitGeneratorOp, RngOp
from disc_shape.relations.create import shape_operand
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState


@relation("Rng", "StableHLO, rng (c3): shape(result) = shape", RngOp)
def rng(op: RngOp, state: RelationState) -> bool:
    """The shape operand holds the sizes of the result. Source: StableHLO, rng (c3)."""
    shape_operand(op, op.shape, op.result, state)
    return True


@relation("RngBitGenerator", "StableHLO, rng_bit_generator (c1)", RngBitGeneratorOp)
def rng_bit_generator(op: RngBitGeneratorOp, state: RelationState) -> bool:
    """The state keeps its shape."""
    same_shape([op.initial_state, op.output_state], op, state)
    return True
