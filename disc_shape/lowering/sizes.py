"""The sizes of results that are available before their operation."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.hlo.creation import DynamicIotaOp
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, DynamicReshapeOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.random_numbers import RngOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.in_place import ELEMENTWISE
from disc_shape.lowering.types import Size

SHAPE_OPERAND: dict[type[Operation], int] = {
    DynamicBroadcastInDimOp: 1,
    DynamicIotaOp: 0,
    DynamicReshapeOp: 1,
    RngOp: 2,
}
"""The position of the size operand with the sizes of the result."""


def result_sizes(op: Operation, lowering: FunctionLowering) -> list[Size] | None:
    """
    The sizes of the only result of an operation: those that it is tied to, else those of an operand
    where it is elementwise, else those in its size operand. None where all are unknown.
    """
    (result,) = op.results
    type_ = as_tensor(result.type)
    if type_ is None:
        return None
    known = lowering.sizes.known(result)
    if known is not None:
        return known
    if isinstance(op, ELEMENTWISE):
        rank = type_.get_num_dims()
        shaped = [(as_tensor(one.type), one) for one in op.operands]
        like = [one for found, one in shaped if found is not None and found.get_num_dims() == rank]
        return lowering.sizes.of(like[-1]) if like else None
    for op_class, position in SHAPE_OPERAND.items():
        if isinstance(op, op_class):
            given = lowering.contents.numbers(op.operands[position])
            return [
                static
                if static >= 0
                else size
                if isinstance(size, int)
                else lowering.writer.as_index(size)
                for static, size in zip(type_.get_shape(), given, strict=True)
            ]
    return None
