"""Values by other names: aliases, casts, members of tuples and outputs of dataflow blocks."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import OpResult, SSAValue

from disc_shape.dialects.relax.casts import BindOp, MatchCastOp
from disc_shape.dialects.relax.literals import ShapeOp
from disc_shape.dialects.relax.structure import DataflowOp
from disc_shape.dialects.relax.tuples import GetOp, TupleOp


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


def written_numbers(operands: Iterable[SSAValue]) -> frozenset[int]:
    """The places of a shape literal among operands that are written as numbers."""
    owners = (origin(one).owner for one in operands)
    literal = next((one for one in owners if isinstance(one, ShapeOp)), None)
    dims = literal.dims.data.exact or () if literal is not None else ()
    return frozenset(index for index, dim in enumerate(dims) if dim.constant is not None)
