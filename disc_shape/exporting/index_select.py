"""`torch_index_select` as a gather, whose sizes XLA infers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IndexType, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.cards.indices import rank_of, shape_of
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp, TorchIndexSelectOp
from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.locations import inherit


def gather_selected(op: TorchIndexSelectOp) -> None:
    """
    Replace a selection by a gather of slices of one element along the dimension of the indices,
    which both move into the tensor.

        %r = "stablehlo.torch_index_select"(%x, %i) <{dim = 0, batch_dims = 0}>
            : (tensor<9x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
    =>
        %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
            collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
    """
    axis, count = int_of(op.dim), int_of(op.batch_dims)
    rank, indices = rank_of(op.operand), rank_of(op.index)
    batches, end = tuple(range(count)), axis + indices - count
    numbers = final_attribute(GatherDimensionNumbers, STABLEHLO).of(
        offset_dims=(*range(count, axis), *range(end, end + rank - axis - 1)),
        collapsed_slice_dims=(axis,),
        operand_batching_dims=batches,
        start_indices_batching_dims=batches,
        start_index_map=(axis,),
        index_vector_dim=indices,
    )
    sizes = [1 if at == axis or at < count else n for at, n in enumerate(shape_of(op.operand))]
    properties: dict[str, Attribute] = {"dimension_numbers": numbers}
    operands, before = [op.operand, op.index], list[Operation]()
    made: type[Operation] = final(DynamicGatherOp, STABLEHLO)
    if DYNAMIC_INDEX in sizes:
        before = listed(op.operand, sizes)
        operands.append(before[-1].results[0])
    else:
        made = final(GatherOp, STABLEHLO)
        properties["slice_sizes"] = DenseArrayBase.from_list(i64, sizes)
    new = made.create(operands=operands, properties=properties, result_types=[op.result.type])
    for one in (*before, new):
        inherit(one, op)
    Rewriter.replace_op(op, [*before, new])


def listed(value: SSAValue, sizes: Sequence[int]) -> list[Operation]:
    """Operations that list sizes, the last one as a tensor; unknown ones are those of a value."""
    new: list[Operation] = []
    found: list[SSAValue] = []
    for axis, size in enumerate(sizes):
        is_open = size == DYNAMIC_INDEX
        number = arith.ConstantOp.from_int_and_width(axis if is_open else size, IndexType())
        new.append(number)
        if is_open:
            new.append(tensor.DimOp(value, number.result))
        found.append(new[-1].results[0])
    type_ = TensorType(IndexType(), [len(found)])
    return [*new, tensor.FromElementsOp.create(operands=found, result_types=[type_])]
