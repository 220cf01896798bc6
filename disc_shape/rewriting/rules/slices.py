"""
Simplifies slices, pads, concatenations and other dynamic operations by what is known of their
sizes.
"""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.analysis.known_info import carries_known_info
from disc_shape.dialects.hlo.attributes import ints, ints_attr
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import ConcatenateOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.slicing import (
    DynamicPadOp,
    DynamicSliceOp,
    PadOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.rewriting.function import Rewriter, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.folding import numbers


def drop_whole_slice(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a slice of unchanged sizes: it takes everything, as a stride of two or more takes fewer
    than all but of a single element. One that carries an assumption in an attribute stays, so that
    the assumption does.

        // sizes of %0 and of %1: [b, s]
        %1 = stablehlo.real_dynamic_slice %0, %zeros, %limits, %ones
    =>
        uses of %1 use %0
    """
    assert isinstance(op, SliceOp | RealDynamicSliceOp)
    sizes = rewriter.dims(op.operand)
    if carries_known_info(op) or sizes != rewriter.dims(op.result):
        return False
    return rewriter.replace(op, [op.operand])


def make_slice_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the static form when all starts, limits and strides are known.

        %1 = stablehlo.real_dynamic_slice %0, %starts, %limits, %strides
    =>
        %1 = stablehlo.slice %0 [0:1, 2:8:2]
    """
    assert isinstance(op, RealDynamicSliceOp)
    starts = rewriter.constants(op.start_indices)
    limits = rewriter.constants(op.limit_indices)
    strides = rewriter.constants(op.strides)
    result = static_type(op.result.type, rewriter.dims(op.result))
    if starts is None or limits is None or strides is None or result is None:
        return False
    new = twin(SliceOp, op).create(
        operands=[op.operand],
        result_types=[result],
        properties={
            "start_indices": ints_attr(starts, prefix_of(op.name)),
            "limit_indices": ints_attr(limits, prefix_of(op.name)),
            "strides": ints_attr(strides, prefix_of(op.name)),
        },
    )
    return rewriter.replace_by(op, new)


def make_dynamic_slice_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Cut at a known place; a start that is too far is moved back, as it would be.

        %c = stablehlo.constant dense<3> : tensor<i64>
        %1 = stablehlo.dynamic_slice %0, %c, sizes = [2] : (tensor<4xf32>, ...) -> tensor<2xf32>
    =>
        %1 = stablehlo.slice %0 [2:4] : (tensor<4xf32>) -> tensor<2xf32>
    """
    assert isinstance(op, DynamicSliceOp)
    sizes = ints(op.slice_sizes)
    starts: list[int] = []
    for operand, whole, size in zip(
        op.start_indices, rewriter.dims(op.operand), sizes, strict=True
    ):
        start = numbers(operand)
        if start is None or whole.constant is None or whole.constant < size:
            return False
        starts.append(min(max(start[0], 0), whole.constant - size))
    prefix = prefix_of(op.name)
    limits = [start + size for start, size in zip(starts, sizes, strict=True)]
    new = twin(SliceOp, op).create(
        operands=[op.operand],
        result_types=op.result_types,
        properties={
            "start_indices": ints_attr(starts, prefix),
            "limit_indices": ints_attr(limits, prefix),
            "strides": ints_attr([1] * len(starts), prefix),
        },
    )
    return rewriter.replace_by(op, new)


def drop_zero_pad(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a pad that adds nothing anywhere, and carries no assumption.

        %1 = stablehlo.pad %0, %v, low = [0, 0], high = [0, 0], interior = [0, 0]
    =>
        uses of %1 use %0
    """
    assert isinstance(op, PadOp | DynamicPadOp)
    if carries_known_info(op):
        return False
    for amounts in _pad_amounts(op, rewriter):
        if amounts is None or any(amounts):
            return False
    return rewriter.replace(op, [op.operand])


def _pad_amounts(
    op: PadOp | DynamicPadOp, rewriter: Rewriter
) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None, tuple[int, ...] | None]:
    """Low, high and interior padding where they are known."""
    if isinstance(op, PadOp):
        return ints(op.edge_padding_low), ints(op.edge_padding_high), ints(op.interior_padding)
    return (
        rewriter.constants(op.edge_padding_low),
        rewriter.constants(op.edge_padding_high),
        rewriter.constants(op.interior_padding),
    )


def make_pad_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the static form when all amounts of padding are known.

        %1 = stablehlo.dynamic_pad %0, %v, %low, %high, %interior
    =>
        %1 = stablehlo.pad %0, %v, low = [1, 0], high = [1, 0], interior = [0, 0]
    """
    assert isinstance(op, DynamicPadOp)
    low, high, interior = _pad_amounts(op, rewriter)
    if low is None or high is None or interior is None:
        return False
    new = twin(PadOp, op).create(
        operands=[op.operand, op.padding_value],
        result_types=[op.result.type],
        properties={
            "edge_padding_low": ints_attr(low, prefix_of(op.name)),
            "edge_padding_high": ints_attr(high, prefix_of(op.name)),
            "interior_padding": ints_attr(interior, prefix_of(op.name)),
        },
    )
    return rewriter.replace_by(op, new)


def make_iota_static(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the static form when all result sizes are known.

        %1 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
    =>
        %1 = stablehlo.iota dim = 0 : tensor<8xi32>
    """
    assert isinstance(op, DynamicIotaOp)
    result = static_type(op.result.type, rewriter.dims(op.result))
    if result is None:
        return False
    new = twin(IotaOp, op).create(
        result_types=[result], properties={"iota_dimension": op.iota_dimension}
    )
    return rewriter.replace_by(op, new)


def drop_trivial_concatenate(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove operands of size zero along the axis, and a concatenation of one operand.

        %2 = stablehlo.concatenate %0, dim = 1
    =>
        uses of %2 use %0
    """
    assert isinstance(op, ConcatenateOp)
    if len(op.inputs) == 1:
        return rewriter.replace(op, [op.inputs[0]])
    axis = op.dimension.value.data
    kept = [value for value in op.inputs if rewriter.dims(value)[axis].constant != 0]
    if len(kept) == len(op.inputs) or not kept:
        return False
    new = type(op).create(
        operands=kept, result_types=[op.result.type], properties={"dimension": op.dimension}
    )
    return rewriter.replace_by(op, new)


def drop_identity_convert(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a conversion to the same element type; to another one, `replace` refuses it.

        %1 = stablehlo.convert %0 : tensor<?xi32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, ConvertOp)
    return rewriter.replace(op, [op.operand])


register_rule(drop_whole_slice, SliceOp, RealDynamicSliceOp)
register_rule(make_slice_static, RealDynamicSliceOp)
register_rule(make_dynamic_slice_static, DynamicSliceOp)
register_rule(drop_zero_pad, PadOp, DynamicPadOp)
register_rule(make_pad_static, DynamicPadOp)
register_rule(make_iota_static, DynamicIotaOp)
register_rule(drop_trivial_concatenate, ConcatenateOp)
register_rule(drop_identity_convert, ConvertOp)
