"""Relations of operations that make tensors from nothing but their sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.creation import DynamicIotaOp
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.relations.value_types import shape_of_type


@relation(
    "Iota",
    "StableHLO, dynamic_iota (c2): shape(result) = output_shape",
    DynamicIotaOp,
)
def dynamic_iota(op: DynamicIotaOp, state: RelationState) -> bool:
    """The shape operand holds the sizes of the result. Source: StableHLO, dynamic_iota (c2)."""
    shape_operand(op, op.output_shape, op.result, state)
    return True


def shape_operand(op: Operation, shape: SSAValue, result: SSAValue, state: RelationState) -> None:
    """State that an operand holds the sizes of a result."""
    sizes = state.elements(shape)
    if sizes is not None:
        state.define_all(result, sizes, op, f"shape operand of '{op.name}'")


def dynamic_sizes(
    op: Operation, result: SSAValue, sizes: Sequence[SSAValue], state: RelationState
) -> bool:
    """State that operands are the sizes of the dynamic dimensions of a result, in order."""
    axes = [
        index
        for index, size in enumerate(shape_of_type(result.type) or ())
        if size == DYNAMIC_INDEX
    ]
    for axis, value in zip(axes, sizes, strict=False):
        size = state.integer(value)
        if size is not None:
            state.define(result, axis, size, op, f"dynamic size of '{op.name}'")
    return True


@relation("Create", "MLIR, tensor.empty", tensor.EmptyOp)
def empty(op: tensor.EmptyOp, state: RelationState) -> bool:
    """The operands are the dynamic sizes of the result, in order."""
    return dynamic_sizes(op, op.tensor, op.dynamic_sizes, state)


@relation("Create", "MLIR, tensor.splat", tensor.SplatOp)
def splat(op: tensor.SplatOp, state: RelationState) -> bool:
    """The operands are the dynamic sizes of the result, in order."""
    return dynamic_sizes(op, op.result, op.dynamicSizes, state)
