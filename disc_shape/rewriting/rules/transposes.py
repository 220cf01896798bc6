"""Simplifies transposes."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.hlo.attributes import ints, ints_attr
from disc_shape.dialects.hlo.movement import TransposeOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule


def drop_identity_transpose(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a transpose that keeps the order of the dimensions.

        %1 = stablehlo.transpose %0, dims = [0, 1]
    =>
        uses of %1 use %0
    """
    assert isinstance(op, TransposeOp)
    permutation = ints(op.permutation)
    if permutation != tuple(range(len(permutation))):
        return False
    return rewriter.replace(op, [op.operand])


def merge_nested_transposes(op: Operation, rewriter: Rewriter) -> bool:
    """
    Transpose the operand of a transpose directly.

        %1 = stablehlo.transpose %0, dims = [0, 2, 1, 3]
        %2 = stablehlo.transpose %1, dims = [0, 1, 3, 2]
    =>
        %2 = stablehlo.transpose %0, dims = [0, 2, 3, 1]
    """
    assert isinstance(op, TransposeOp)
    inner = defining(op.operand)
    if not isinstance(inner, TransposeOp):
        return False
    before = ints(inner.permutation)
    merged = [before[axis] for axis in ints(op.permutation)]
    new = type(op).create(
        operands=[inner.operand],
        result_types=[op.result.type],
        properties={"permutation": ints_attr(merged, prefix_of(op.name))},
        attributes=dict(op.attributes),
    )
    return rewriter.replace_by(op, new)


register_rule(merge_nested_transposes, TransposeOp)
register_rule(drop_identity_transpose, TransposeOp)
