"""Removes operations of the tensor dialect that return an operand unchanged."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule

RESHAPES = tensor.CollapseShapeOp | tensor.ExpandShapeOp | tensor.ReshapeOp
"""Operations that give the same elements, row by row, in another shape."""


def mixed(static: Sequence[int], dynamic: Sequence[SSAValue]) -> list[int | None]:
    """Numbers, some of which are operands; None for those that are not constants."""
    rest = iter(dynamic)
    return [constant_int(next(rest)) if one == DYNAMIC_INDEX else one for one in static]


def same_sizes(left: SSAValue, right: SSAValue, rewriter: Rewriter) -> bool:
    """True for ranked tensors of the same sizes."""
    if as_tensor(left.type) is None or as_tensor(right.type) is None:
        return False
    return rewriter.dims(left) == rewriter.dims(right)


def drop_whole_view(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a slice, in steps of one, of unchanged sizes: it begins at the first element.

        // sizes of %0 and of %1: [b, s]
        %1 = tensor.extract_slice %0[%i, 0] [%b, %s] [1, 1]
    =>
        uses of %1 use %0
    """
    assert isinstance(op, tensor.ExtractSliceOp)
    steps = mixed(op.static_strides.get_values(), op.strides)
    if any(step != 1 for step in steps) or not same_sizes(op.source, op.result, rewriter):
        return False
    return rewriter.replace(op, [op.source])


def drop_whole_insertion(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use what is inserted where it replaces all elements, and the rest where it has none.

        // sizes of %0 and of %1: [b, s]
        %2 = tensor.insert_slice %1 into %0[0, 0] [%b, %s] [1, 1]
    =>
        uses of %2 use %1
    """
    assert isinstance(op, tensor.InsertSliceOp)
    if any(size.constant == 0 for size in rewriter.dims(op.source)):
        return rewriter.replace(op, [op.dest])
    steps = mixed(op.static_strides.get_values(), op.strides)
    if any(step != 1 for step in steps) or not same_sizes(op.source, op.result, rewriter):
        return False
    return rewriter.replace(op, [op.source])


def drop_single_concat(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a concatenation of one operand.

        %1 = tensor.concat dim(0) %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, tensor.ConcatOp)
    return len(op.inputs) == 1 and rewriter.replace(op, [op.inputs[0]])


def drop_empty_padding(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a pad of unchanged sizes, which adds nothing as no padding is negative, unless an
    attribute demands a new tensor.

        %1 = tensor.pad %0 low[0, 0] high[0, %n] {...}      // sizes of %0 and of %1: [b, s]
    =>
        uses of %1 use %0
    """
    assert isinstance(op, tensor.PadOp)
    if op.nofold is not None or not same_sizes(op.source, op.result, rewriter):
        return False
    return rewriter.replace(op, [op.source])


def drop_undone_reshape(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use a tensor that was brought into another shape and back.

        // sizes of %0 and of %2: [b, s, 4]
        %1 = tensor.collapse_shape %0 [[0, 1], [2]]
        %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [%b, %s, 4]
    =>
        uses of %2 use %0
    """
    assert isinstance(op, RESHAPES)
    producer: Operation | None = op
    while isinstance(producer, RESHAPES):
        source = producer.operands[0]
        if same_sizes(source, op.results[0], rewriter):
            return rewriter.replace(op, [source])
        producer = defining(source)
    return False


def merge_reshapes(op: Operation, rewriter: Rewriter) -> bool:
    """
    Reshape the operand of a reshape directly.

        %1 = tensor.reshape %0(%s1)
        %2 = tensor.reshape %1(%s2)
    =>
        %2 = tensor.reshape %0(%s2)
    """
    assert isinstance(op, tensor.ReshapeOp)
    inner = defining(op.source)
    return isinstance(inner, tensor.ReshapeOp) and rewriter.set_operand(op, 0, inner.source)


register_rule(drop_whole_view, tensor.ExtractSliceOp)
register_rule(drop_whole_insertion, tensor.InsertSliceOp)
register_rule(drop_single_concat, tensor.ConcatOp)
register_rule(drop_empty_padding, tensor.PadOp)
register_rule(drop_undone_reshape, tensor.CollapseShapeOp, tensor.ExpandShapeOp, tensor.ReshapeOp)
register_rule(merge_reshapes, tensor.ReshapeOp)
