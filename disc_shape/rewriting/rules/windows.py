"""Simplifies slices at computed positions, gathers and convolutions by what is known of sizes."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.dialects.hlo.attributes import ints_attr, pairs_attr
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, DynamicUpdateSliceOp
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.registry import register_rule


def drop_whole_dynamic_slice(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a slice of all elements: its start is clamped to zero, whatever it is.

        %1 = stablehlo.dynamic_slice %0, %i, sizes = [4] : (tensor<4xf32>, ...) -> tensor<4xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, DynamicSliceOp)
    if rewriter.dims(op.operand) != rewriter.dims(op.result):
        return False
    return rewriter.replace(op, [op.operand])


def drop_whole_update(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the update where it replaces all elements: its start is clamped to zero, whatever it is.

        // sizes of %0 and of %1: [b, s]
        %2 = stablehlo.dynamic_update_slice %0, %1, %i, %j
    =>
        uses of %2 use %1
    """
    assert isinstance(op, DynamicUpdateSliceOp)
    if rewriter.dims(op.update) != rewriter.dims(op.result):
        return False
    return rewriter.replace(op, [op.update])


def drop_empty_update(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove an update that has no elements.

        %2 = stablehlo.dynamic_update_slice %0, %1, %i, %j      // %1: tensor<?x0xf32>
    =>
        uses of %2 use %0
    """
    assert isinstance(op, DynamicUpdateSliceOp)
    if all(size.constant != 0 for size in rewriter.dims(op.update)):
        return False
    return rewriter.replace(op, [op.operand])


def make_gather_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the form with an attribute when all slice sizes are known.

        %1 = "stablehlo.dynamic_gather"(%0, %indices, %sizes)       // %sizes: [1, 8]
    =>
        %1 = "stablehlo.gather"(%0, %indices) <{slice_sizes = array<i64: 1, 8>, ...}>
    """
    assert isinstance(op, DynamicGatherOp)
    sizes = rewriter.constants(op.slice_sizes)
    if sizes is None:
        return False
    new = twin(GatherOp, op).create(
        operands=[op.operand, op.start_indices],
        result_types=[op.result.type],
        properties={**op.properties, "slice_sizes": ints_attr(sizes, prefix_of(op.name))},
        attributes=dict(op.attributes),
    )
    return rewriter.replace_by(op, new)


def make_convolution_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the form with an attribute when all padding is known.

        %1 = "stablehlo.dynamic_conv"(%0, %kernel, %padding)        // %padding: [[1, 1], [1, 1]]
    =>
        %1 = stablehlo.convolution(%0, %kernel) ... {pad = [[1, 1], [1, 1]]}
    """
    assert isinstance(op, DynamicConvOp)
    padding = rewriter.constants(op.padding)
    if padding is None:
        return False
    both = list(zip(padding[::2], padding[1::2], strict=True))
    new = twin(ConvolutionOp, op).create(
        operands=[op.lhs, op.rhs],
        result_types=[op.result.type],
        properties={**op.properties, "padding": pairs_attr(both)},
        attributes=dict(op.attributes),
    )
    return rewriter.replace_by(op, new)


register_rule(drop_whole_dynamic_slice, DynamicSliceOp)
register_rule(drop_whole_update, DynamicUpdateSliceOp)
register_rule(drop_empty_update, DynamicUpdateSliceOp)
register_rule(make_gather_static, DynamicGatherOp)
register_rule(make_convolution_static, DynamicConvOp)
