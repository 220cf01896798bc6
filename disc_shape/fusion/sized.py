"""Operations that are given sizes as kernels that capture them."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Block, Operation
from xdsl.rewriter import Rewriter

from disc_shape.cards import card_of
from disc_shape.cards.indices import shape_of
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp
from disc_shape.fusion.facts import Facts
from disc_shape.fusion.kernels import start
from disc_shape.fusion.outline import outline
from disc_shape.fusion.reader import CONSTANTS, read_graph


def outline_sized(blocks: Iterable[Block]) -> None:
    """
    Let each operation that is given sizes, and is no view on buffers, be a kernel of its own that
    captures the scalars. It needs no tensor of sizes then.

        %s = tensor.from_elements %n, %m : tensor<2xindex>
        %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
    =>
        %1 = "mhlo.fusion"() ({
          %s = tensor.from_elements %n, %m : tensor<2xindex>
          %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
          mhlo.return %2 : tensor<?x?xf32>
        }) : () -> tensor<?x?xf32>
    """
    for block in blocks:
        graph = read_graph(block, Facts())
        for node in graph.nodes:
            op = node.op
            if card_of(op).size_operands(op) and not node.reshapes and not is_view(op):
                outline(start(node), graph)
                if all(result.first_use is None for result in op.results):
                    Rewriter.erase_op(op)


def is_view(op: Operation) -> bool:
    """Whether an operation needs no kernel: a regular part, or new dimensions of size one."""
    if isinstance(op, RealDynamicSliceOp):
        return isinstance(op.strides.owner, CONSTANTS)
    if isinstance(op, DynamicBroadcastInDimOp):
        kept = ints(op.broadcast_dimensions)
        sizes = enumerate(shape_of(op.result))
        return all(size == 1 for axis, size in sizes if axis not in kept)
    return False
