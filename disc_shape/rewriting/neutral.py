"""Removes extremes with a neutral element, which exporters wrap around reductions."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.binary import MaxOp, MinOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, DynamicBroadcastInDimOp
from disc_shape.rewriting.function import Rewriter, defining, register_rule


def drop_neutral_extreme(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove `max(-inf, x)` and `min(inf, x)`, which are `x` for every float, NaN included.

        %1 = stablehlo.dynamic_broadcast_in_dim %minus_inf, %shape, dims = []
        %2 = stablehlo.maximum %1, %0
    =>
        uses of %2 use %0
    """
    assert isinstance(op, MaxOp | MinOp)
    neutral = -math.inf if isinstance(op, MaxOp) else math.inf
    for operand, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if splat(operand) == neutral and rewriter.dims(other) == rewriter.dims(op.result):
            return rewriter.replace(op, [other])
    return False


def splat(value: SSAValue) -> float | None:
    """The number that all elements of a value are, when that is easily seen."""
    op = defining(value)
    while isinstance(op, BroadcastInDimOp | DynamicBroadcastInDimOp):
        op = defining(op.operand)
    if not isinstance(op, ConstantOp) or not isinstance(op.value, DenseIntOrFPElementsAttr):
        return None
    if not op.value.is_splat():
        return None
    number = next(iter(op.value.iter_values()), None)
    return number if isinstance(number, float) else None


register_rule(drop_neutral_extreme, MaxOp, MinOp)
