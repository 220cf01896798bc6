"""Values by other names: aliases, casts, members of tuples and outputs of dataflow blocks."""

from __future__ import annotations

from xdsl.ir import OpResult, SSAValue

from disc_shape.dialects.relax.aliases import BindOp, GetOp, MatchCastOp, TupleOp
from disc_shape.dialects.relax.literals import ShapeOp
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.structure import DataflowOp


def origin(value: SSAValue) -> SSAValue:
    """The value of which another one is a name."""
    while True:
        match value.owner:
            case BindOp() | MatchCastOp() as op:
                value = op.operands[0]
            case GetOp() as op if isinstance(made := origin(op.tuple_).owner, TupleOp):
                value = made.operands[op.index.value.data]
            case DataflowOp() as op if isinstance(value, OpResult) and op.body.block.last_op:
                value = op.body.block.last_op.operands[value.index]
            case _:
                return value


def written_numbers(op: OperatorOp) -> frozenset[int]:
    """The places of the shape operand of an operator that a literal writes as numbers."""
    for value, row in zip(op.operands, op.ROW.operands, strict=False):
        if row.kind == "shape" and isinstance(literal := origin(value).owner, ShapeOp):
            dims = literal.dims.data.exact or ()
            return frozenset(at for at, dim in enumerate(dims) if dim.constant is not None)
    return frozenset()
