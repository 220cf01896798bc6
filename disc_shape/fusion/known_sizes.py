"""Sizes that operations are given, where they are read from results."""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Region

from disc_shape.cards import card_of
from disc_shape.dialects.disc_shape.shaping import untied
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.creation import DynamicIotaOp
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, DynamicReshapeOp

SIZED = (DynamicBroadcastInDimOp, DynamicIotaOp, DynamicReshapeOp)
"""Operations whose one size operand lists the sizes of the result."""


def forward_sizes(region: Region) -> None:
    """
    Use the sizes that an operation is given where those of its result are read: the result itself
    then need not exist.

        %s = tensor.from_elements %n, %m : tensor<2xindex>
        %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [1] : ... -> tensor<?x?xf32>
        %d = tensor.dim %1, %c0 : tensor<?x?xf32>
    =>
        uses of %d use %n
    """
    for op in region.walk():
        if not isinstance(op, tensor.DimOp) or not isinstance(op.index.owner, arith.ConstantOp):
            continue
        source = untied(op.source)
        number = op.index.owner.value
        if not isinstance(number, IntegerAttr) or not isinstance(source.owner, SIZED):
            continue
        (sizes,) = card_of(source.owner).size_operands(source.owner)
        if isinstance(sizes.owner, tensor.FromElementsOp):
            size = sizes.owner.operands[int_of(number)]
            if isinstance(size.type, IndexType):
                op.result.replace_all_uses_with(size)
