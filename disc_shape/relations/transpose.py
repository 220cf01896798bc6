"""Relations of transposes: the sizes of the operand in another order."""

from __future__ import annotations

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.movement import TransposeOp
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState


@relation("Transpose", "StableHLO, transpose (c3)", TransposeOp)
def transpose(op: TransposeOp, state: RelationState) -> bool:
    """The sizes of the operand in the order of the permutation."""
    sizes = state.dims(op.operand)
    permuted = [sizes[source] for source in ints(op.permutation)]
    state.define_all(op.result, permuted, op, f"'{op.name}' reorders the dimensions")
    return True
