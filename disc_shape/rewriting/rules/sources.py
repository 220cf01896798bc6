"""Reads sizes from the earliest values that have them, so that later ones need not be computed."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, TensorType, i64
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.registry import register_rule


def read_earliest_dimension(op: Operation, rewriter: Rewriter) -> bool:
    """
    Read a size where it is defined.

        %1 = stablehlo.tanh %0 : tensor<?xf32>
        %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    =>
        %2 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    """
    assert isinstance(op, GetDimensionSizeOp)
    size = rewriter.dims(op.operand)[int_of(op.dimension)]
    source = rewriter.sizes.dimension(size, op)
    if source is None or not is_earlier(source.value, op.operand, rewriter):
        return False
    if rewriter.dims(source.value)[source.position] is not size:
        return False
    new = type(op).create(
        operands=[source.value],
        result_types=op.result_types,
        properties={"dimension": IntegerAttr(source.position, i64)},
    )
    return rewriter.replace_by(op, new)


def read_earliest_shape(op: Operation, rewriter: Rewriter) -> bool:
    """
    Read a shape from the earliest tensor that has it.

        %1 = stablehlo.tanh %0 : tensor<?xf32>
        %2 = shape.shape_of %1 : tensor<?xf32> -> tensor<1xindex>
    =>
        %2 = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
    """
    value = op.operands[0]
    if not isinstance(value.type, TensorType) or not isinstance(value.owner, Operation):
        return False
    sizes = rewriter.dims(value)
    for other in rewriter.sizes.tensors(sizes, value.owner):
        if rewriter.dims(other) == sizes:
            return rewriter.set_operand(op, 0, other)
    return False


def is_earlier(value: SSAValue, other: SSAValue, rewriter: Rewriter) -> bool:
    """True for a value that is defined before the defining operation of another."""
    if value is other or not isinstance(other.owner, Operation):
        return False
    return isinstance(value.owner, Block) or rewriter.order.dominates(value, other.owner)


register_rule(read_earliest_dimension, GetDimensionSizeOp)
