"""Reshapes as IREE computes them right."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.dialects.iree import OptimizationBarrierOp
from disc_shape.linalg_conversion.reshapes import DEFINITE
from disc_shape.relations.value_types import as_tensor


def hide_sizes(op: Operation) -> None:
    """
    Hide where the sizes of a reshape come from that may have no elements: IREE takes it for one
    that changes nothing where all sizes but one are those before, but without elements the last one
    may differ.

        %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into ...
    =>
        %1 = util.optimization_barrier %n : index
        %2 = util.optimization_barrier %m : index
        %0 = tensor.expand_shape %x [[0, 1]] output_shape [%1, %2] : tensor<?xf32> into ...
    """
    known = op.attributes.pop(DEFINITE, None) is not None
    if known or not isinstance(op, tensor.ExpandShapeOp | tensor.ReshapeOp):
        return
    type_ = as_tensor(op.results[0].type)
    if type_ is None or not may_change(op, type_.get_shape()):
        return
    build = Builder(InsertPoint.before(op))
    if isinstance(op, tensor.ExpandShapeOp):
        hidden = [barrier(size, build) for size in op.dynamic_output_shape]
        op.operands = [op.src, *hidden]
    else:
        op.operands[1] = hidden_vector(op.shape, build)


def may_change(op: Operation, sizes: Sequence[int]) -> bool:
    """Whether a size of zero leaves another size open."""
    groups = [sizes]
    if isinstance(op, tensor.ExpandShapeOp):
        groups = [[sizes[axis.value.data] for axis in group.data] for group in op.reassociation]
    return any(group.count(DYNAMIC_INDEX) > 1 or {0, DYNAMIC_INDEX} <= {*group} for group in groups)


def barrier(value: SSAValue, build: Builder) -> SSAValue:
    """A value of which no pass knows where it comes from."""
    return build.insert(OptimizationBarrierOp([value])).results[0]


def hidden_vector(shape: SSAValue, build: Builder) -> SSAValue:
    """A vector of sizes of which no pass knows where they come from."""
    type_ = as_tensor(shape.type)
    assert type_ is not None
    sizes: list[SSAValue] = []
    for axis in range(type_.get_shape()[0]):
        place = build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis))).result
        size = build.insert(tensor.ExtractOp(shape, [place], type_.element_type)).result
        if not isinstance(type_.element_type, IndexType):
            size = build.insert(arith.IndexCastOp(size, IndexType())).result
        sizes.append(barrier(size, build))
    vector = TensorType(IndexType(), [len(sizes)])
    return build.insert(
        tensor.FromElementsOp.create(operands=sizes, result_types=[vector])
    ).results[0]
