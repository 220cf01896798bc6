"""Sizes that a program computes from floats, which XLA does not fold: as constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    DenseIntOrFPElementsAttr,
    IntegerType,
    TensorType,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.analysis.demand import demand_of
from disc_shape.cards.indices import element_type_of, shape_of
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.engines.guards import depends_on_sizes, slice_of
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array


def fold_float_sizes(function: FuncOp, arrays: Sequence[Array], known: Sequence[int]) -> None:
    """
    Compute the integers that are sizes and come from floats, where these come from sizes of
    arguments and arguments that are `known` alone.

        %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<f64>
        %2 = stablehlo.ceil %1 : tensor<f64>
        %3 = stablehlo.convert %2 : (tensor<f64>) -> tensor<i64>
    =>
        %3 = stablehlo.constant dense<8> : tensor<i64>
    """
    block = function.body.blocks[0]
    found = [op for op in block.ops if isinstance(op, ConvertOp) and comes_from_floats(op)]
    if not found:
        return
    wanted = demand_of(function.body).into_shapes
    readable: set[SSAValue] = {block.args[place] for place in known}
    for op in found:
        type_ = op.result.type
        if op.result not in wanted or not depends_on_sizes(op, block, readable):
            continue
        (value,) = run(slice_of(block, [op], [op.result]), *arrays)
        integers = cast("TensorType[IntegerType]", type_)
        data = DenseIntOrFPElementsAttr.from_list(integers, value.ravel().tolist())
        constant = final(ConstantOp, STABLEHLO).create(
            properties={"value": data}, result_types=[type_]
        )
        Rewriter.replace_op(op, constant)


def comes_from_floats(op: ConvertOp) -> bool:
    """Whether an operation converts floats to a known number of integers."""
    floats, integers = element_type_of(op.operand.type), element_type_of(op.result.type)
    known = DYNAMIC_INDEX not in shape_of(op.result)
    return known and isinstance(floats, AnyFloat) and isinstance(integers, IntegerType)
