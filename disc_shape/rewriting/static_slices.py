"""Sizes of slices that their types state are written into the operation."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, i32, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from disc_shape.class_table import Kind
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.cleanup import drop_dead

_HAS_SIZES = Kind(tensor.ExtractSliceOp, tensor.InsertSliceOp, tensor.ExpandShapeOp)

SEGMENTS = "operandSegmentSizes"


def write_static_slices(function: FuncOp, ops: Sequence[Operation]) -> bool:
    """
    Give slices and expanded shapes the sizes that are in their types: upstream's verifier wants
    them to be static in both.

        %0 = tensor.extract_slice %x[%a] [%c4] [1] : tensor<?xf32> to tensor<4xf32>
    =>
        %0 = tensor.extract_slice %x[%a] [4] [1] : tensor<?xf32> to tensor<4xf32>

    `ops` are the operations of the function. The result is whether any had other sizes, and what
    computed these has been erased.
    """
    written = 0
    for op in [one for one in ops if _HAS_SIZES[type(one)]]:
        if isinstance(op, tensor.ExtractSliceOp):
            written += write_sizes(op, op.result, "static_sizes", op.sizes)
        elif isinstance(op, tensor.InsertSliceOp):
            written += write_sizes(op, op.source, "static_sizes", op.sizes)
        elif isinstance(op, tensor.ExpandShapeOp):
            written += write_sizes(op, op.result, "static_output_shape", op.dynamic_output_shape)
    if written:
        drop_dead(function.body)
    return bool(written)


def write_sizes(op: Operation, value: SSAValue, name: str, dynamic: Sequence[SSAValue]) -> bool:
    """
    Write the static sizes of a value into an attribute, and take them off the operands; True when
    there are such.
    """
    type_, given = as_tensor(value.type), op.properties.get(name)
    if type_ is None or not isinstance(given, DenseArrayBase):
        return False
    sizes = list(given.iter_values())
    if len(sizes) != type_.get_num_dims():
        return False  # Which dimensions of a slice are dropped is found by their static sizes.
    open_axes = [axis for axis, size in enumerate(sizes) if size == DYNAMIC_INDEX]
    known = {axis for axis in open_axes if type_.get_shape()[axis] != DYNAMIC_INDEX}
    if not known:
        return False
    kept = [one for axis, one in zip(open_axes, dynamic, strict=True) if axis not in known]
    operands, segments = list(op.operands), op.properties.get(SEGMENTS)
    last = len(operands)
    if isinstance(segments, DenseArrayBase):
        counts = [int(count) for count in segments.iter_values()]
        last -= counts[-1]  # The strides come after the sizes.
        counts[-2] = len(kept)
        op.properties[SEGMENTS] = DenseArrayBase.from_list(i32, counts)
    operands[last - len(dynamic) : last] = kept
    op.operands = operands
    static = [type_.get_shape()[axis] if axis in known else size for axis, size in enumerate(sizes)]
    op.properties[name] = DenseArrayBase.from_list(i64, [int(size) for size in static])
    return True
