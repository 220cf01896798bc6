"""Simplifies operations on tensors that are known to have no elements."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import get_effects

from disc_shape.dialects.hlo.attributes import ints, ints_attr
from disc_shape.dialects.hlo.contraction import DotGeneralOp, DotOp
from disc_shape.dialects.hlo.creation import IS_CONSTANT
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.gather_scatter import ScatterOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp
from disc_shape.dialects.hlo.op import HloOp, prefix_of
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.slicing import DynamicPadOp, PadOp
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.function import Rewriter, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.idle import become_splat
from disc_shape.symbolic import const
from disc_shape.traversal import type_of

ZERO = const(0)


def has_no_elements(value: SSAValue, rewriter: Rewriter) -> bool:
    """True for a tensor one of whose sizes is known to be zero."""
    return type(type_of(value)) is TensorType and ZERO in rewriter.dims(value)


def make_empty_constant(op: Operation, rewriter: Rewriter) -> bool:
    """
    What has no elements is a constant, if all of its sizes are known.

        %1 = stablehlo.tanh %0 : tensor<0x3xf32>
    =>
        %1 = stablehlo.constant dense<> : tensor<0x3xf32>
    """
    results = op.results
    if len(results) != 1 or IS_CONSTANT[type(op)]:
        return False
    if not has_no_elements(results[0], rewriter) or get_effects(op) != set():
        return False
    empty = static_type(op.results[0].type, rewriter.dims(op.results[0]))
    return empty is not None and become_splat(op, 0, empty, rewriter)


def drop_reduction_of_nothing(op: Operation, rewriter: Rewriter) -> bool:
    """
    A reduction of no elements gives its initial value.

        %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0]
            : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
    =>
        %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
    """
    assert isinstance(op, ReduceOp)
    sizes = rewriter.dims(op.inputs[0])
    if all(sizes[axis].constant != 0 for axis in ints(op.dimensions)):
        return False
    if len(ints(op.dimensions)) == len(sizes):
        return rewriter.replace(op, op.init_values)
    return len(op.results) == 1 and repeat(op, op.init_values[0], rewriter)


def drop_padded_nothing(op: Operation, rewriter: Rewriter) -> bool:
    """
    A pad around no elements repeats the padding value.

        %1 = stablehlo.pad %0, %v, low = [1], high = [2], interior = [0]
            : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
    =>
        %1 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<3xf32>
    """
    assert isinstance(op, PadOp | DynamicPadOp)
    return has_no_elements(op.operand, rewriter) and repeat(op, op.padding_value, rewriter)


def repeat(op: Operation, value: SSAValue, rewriter: Rewriter) -> bool:
    """Put a scalar, repeated, in the place of an operation of known sizes."""
    tensor = as_tensor(value.type)
    type = static_type(op.results[0].type, rewriter.dims(op.results[0]))
    if tensor is None or type is None or type.element_type != tensor.element_type:
        return False
    new = twin(BroadcastInDimOp, op).create(
        operands=[value],
        result_types=[type],
        properties={"broadcast_dimensions": ints_attr([], prefix_of(op.name))},
    )
    return rewriter.replace_by(op, new)


def drop_product_of_nothing(op: Operation, rewriter: Rewriter) -> bool:
    """
    A sum of no products is zero.

        %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0]
            : (tensor<3x0xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
    =>
        %2 = stablehlo.constant dense<0.0> : tensor<3x4xf32>
    """
    assert isinstance(op, DotOp | DotGeneralOp)
    sizes = rewriter.dims(op.lhs)
    axes = (
        op.dot_dimension_numbers.lhs_contracting_dimensions
        if isinstance(op, DotGeneralOp)
        else [len(sizes) - 1]
    )
    if all(sizes[axis].constant != 0 for axis in axes):
        return False
    type = static_type(op.result.type, rewriter.dims(op.result))
    return type is not None and become_splat(op, 0, type, rewriter)


def drop_scatter_of_nothing(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a scatter of updates that have no elements.

        %1 = "stablehlo.scatter"(%0, %indices, %updates) ...      // %updates: tensor<0x4xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, ScatterOp)
    return has_no_elements(op.updates[0], rewriter) and rewriter.replace(op, op.inputs)


register_rule(make_empty_constant, HloOp)
register_rule(drop_reduction_of_nothing, ReduceOp)
register_rule(drop_padded_nothing, PadOp, DynamicPadOp)
register_rule(drop_product_of_nothing, DotOp, DotGeneralOp)
register_rule(drop_scatter_of_nothing, ScatterOp)
