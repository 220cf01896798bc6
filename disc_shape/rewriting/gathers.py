"""Looks behind gathers that pick out of what has just been put together."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.gather_scatter import GatherOp
from disc_shape.dialects.hlo.movement import ConcatenateOp
from disc_shape.rewriting.folding import numbers, shape_of
from disc_shape.rewriting.function import Rewriter, defining, register_rule


def take_concatenated_element(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the piece that a gather of one element takes out of a list. Indices out of range are
    clamped (StableHLO specification, "gather").

        %l = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %1 = "stablehlo.gather"(%l, %one) <{..., slice_sizes = array<i64: 1>}>
          : (tensor<2xi32>, tensor<1x1xi32>) -> tensor<1xi32>      // %one holds 1
    =>
        uses of %1 use %b
    """
    assert isinstance(op, GatherOp)
    made, whole, shape = defining(op.operand), shape_of(op.operand), shape_of(op.result)
    if not isinstance(made, ConcatenateOp) or int_of(made.dimension) != 0:
        return False
    if whole is None or len(whole) != 1 or ints(op.slice_sizes) != (1,) or shape != (1,):
        return False
    found = numbers(op.start_indices)
    if found is None or len(found) != 1:
        return False
    index = min(max(found[0], 0), whole[0] - 1)
    for piece in made.operands:
        sizes = shape_of(piece)
        if sizes is None:
            return False
        if index < sizes[0]:
            return piece.type == op.result.type and rewriter.replace(op, [piece])
        index -= sizes[0]
    return False


register_rule(take_concatenated_element, GatherOp)
