"""Operations that compute nothing: shardings of tensors and names of their sizes."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.sdy import ReshardOp, ShardingConstraintOp
from disc_shape.dialects.torch import BindSymbolicShapeOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import lowers


@lowers(ReshardOp, ShardingConstraintOp)
def lower_sharding(op: Operation, lowering: FunctionLowering) -> None:
    """
    Use the operand: the program of one device allocates all of its tensors, and a partitioner has
    applied the sharding before.

        %1 = sdy.reshard %0 <@mesh, [{"a"}]> : tensor<?xf32>     =>   uses of %1 use %0
    """
    lowering.alias(op.results[0], op.operands[0])


@lowers(BindSymbolicShapeOp)
def lower_bind_symbolic_shape(op: Operation, lowering: FunctionLowering) -> None:
    """
    Erase it: `import-shape-facts`, and with it `shape-optimization`, has read the names.

        torch.bind_symbolic_shape %0, [%s], affine_map<()[s0] -> (s0)> : tensor<?xf32>     =>
    """
