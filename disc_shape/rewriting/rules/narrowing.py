"""Simplifies conversions between integer types, and what is made of integers that are read."""

from __future__ import annotations

from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import indices
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import ReshapeOp
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.xdsl_extras.constants import INDEX_WIDTH, constant_int, width_of
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.conversions import converted_once
from disc_shape.rewriting.function import Rewriter, defining, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.elements import constant_index
from disc_shape.symbolic import Expr


def merge_conversions(op: Operation, rewriter: Rewriter) -> bool:
    """
    Convert once what is converted twice, if no bit is lost in between that is there at the end.

        %1 = arith.index_cast %0 : index to i64
        %2 = arith.trunci %1 : i64 to i32
    =>
        %2 = arith.index_cast %0 : index to i32
    """
    once = converted_once(op.operands[0], type(op), op.results[0].type)
    if once is None:
        return False
    if isinstance(once, SSAValue):
        return rewriter.replace(op, [once])
    return rewriter.replace_by(op, once)


def compare_before_converting(op: Operation, rewriter: Rewriter) -> bool:
    """
    Compare sizes as they are where the type that they are converted to holds them.

        %2 = arith.index_cast %0 : index to i32       // %0 is known to fit
        %3 = arith.cmpi eq, %2, %c4 : i32
    =>
        %3 = arith.cmpi eq, %0, %c4 : index
    """
    assert isinstance(op, arith.CmpiOp)
    sides = [before_converting(value, rewriter) for value in op.operands]
    if any(side is None for side in sides) or all(isinstance(side, int) for side in sides):
        return False
    operands = [
        rewriter.sizes.constant(side) if isinstance(side, int) else side
        for side in sides
        if side is not None
    ]
    new = arith.CmpiOp.create(
        operands=operands, result_types=op.result_types, properties=dict(op.properties)
    )
    return rewriter.replace_by(op, new)


def before_converting(value: SSAValue, rewriter: Rewriter) -> SSAValue | int | None:
    """The index that an integer is converted from and equal to; the number of a constant."""
    number, width = constant_int(value), width_of(value.type)
    if number is not None and width is not None and 0 <= number < 1 << (INDEX_WIDTH - 1):
        return number
    cast = defining(value)
    if not isinstance(cast, arith.IndexCastOp) or width is None:
        return None
    source = cast.input
    size = size_of(source, rewriter)
    if not isinstance(source.type, IndexType) or size is None:
        return None
    low, high = rewriter.range(size)
    fits = low is not None and low >= 0 and high is not None and high < 1 << (width - 1)
    return source if fits or width == INDEX_WIDTH else None


def size_of(value: SSAValue, rewriter: Rewriter) -> Expr | None:
    """The integer that an index is, None when it is unknown."""
    number = rewriter.integer(value)
    op = defining(value)
    if number is None and isinstance(op, tensor.DimOp):
        axis = constant_int(op.index)
        sizes = rewriter.dims(op.source) if as_tensor(op.source.type) is not None else ()
        return sizes[axis] if axis is not None and 0 <= axis < len(sizes) else None
    return number


def take_whole_tensor(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the tensor that all elements are read from, one after the other. One whose elements have
    other indices is reshaped, if it is of StableHLO or MHLO and was read for nothing else.

        %1 = tensor.extract %0[%c0] : tensor<2xi32>
        %2 = tensor.extract %0[%c1] : tensor<2xi32>
        %3 = tensor.from_elements %1, %2 : tensor<2xi32>
    =>
        uses of %3 use %0
    """
    assert isinstance(op, tensor.FromElementsOp)
    reads = [defining(element) for element in op.elements]
    first = reads[0] if reads else None
    if not isinstance(first, tensor.ExtractOp):
        return False
    source = first.tensor
    type_ = static_type(strip(source.type), rewriter.dims(source))
    if type_ is None or prod(type_.get_shape()) != len(reads):
        return False
    for read, index in zip(reads, indices(type_.get_shape()), strict=True):
        if not isinstance(read, tensor.ExtractOp) or read.tensor is not source:
            return False
        if constant_index(read) != index:
            return False
    if type_ == strip(op.result.type):
        return rewriter.replace(op, [source])
    like = defining(source)
    if not isinstance(like, HloOp) or not all(element.has_one_use() for element in op.elements):
        return False
    new = twin(ReshapeOp, like).create(operands=[source], result_types=op.result_types)
    return rewriter.replace_by(op, new)


register_rule(merge_conversions, arith.IndexCastOp, arith.TruncIOp, arith.ExtSIOp, arith.ExtUIOp)
register_rule(compare_before_converting, arith.CmpiOp)
register_rule(take_whole_tensor, tensor.FromElementsOp)
