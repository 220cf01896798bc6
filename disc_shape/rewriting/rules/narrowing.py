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
from disc_shape.relations.value_types import as_tensor, scalar_type
from disc_shape.rewriting.function import Rewriter, defining, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.elements import constant_index
from disc_shape.symbolic import Expr

SIGNED = (arith.IndexCastOp, arith.ExtSIOp)
"""Conversions that repeat the highest bit where they widen, and keep low bits where they narrow."""

Widening = arith.IndexCastOp | arith.ExtSIOp | arith.ExtUIOp
Conversion = Widening | arith.TruncIOp


def merge_conversions(op: Operation, rewriter: Rewriter) -> bool:
    """
    Convert once what is converted twice, if no bit is lost in between that is there at the end.

        %1 = arith.index_cast %0 : index to i64
        %2 = arith.trunci %1 : i64 to i32
    =>
        %2 = arith.index_cast %0 : index to i32
    """
    inner = defining(op.operands[0])
    if not isinstance(inner, Conversion):
        return False
    source, result = inner.operands[0], op.results[0]
    kind = merged(inner, op, source, result)
    if kind is None:
        return False
    if kind is Operation:
        return rewriter.replace(op, [source])
    return rewriter.replace_by(op, kind.create(operands=[source], result_types=[result.type]))


def merged(
    inner: Conversion, outer: Operation, source: SSAValue, result: SSAValue
) -> type[Operation] | None:
    """The conversion that two in a row are; `Operation` for none at all, None if they are two."""
    types = [scalar_type(value.type) for value in (source, inner.results[0], result)]
    widths = [width_of(type) for type in types]
    start, middle, end = widths
    if start is None or middle is None or end is None:
        return None
    # Bits above the last are not read, and a repeated sign is repeated again.
    narrows = end <= middle
    repeats = isinstance(inner, SIGNED) and isinstance(outer, SIGNED) and start <= middle
    again = isinstance(inner, arith.ExtUIOp) and isinstance(outer, arith.ExtUIOp)
    if not (narrows or repeats or again):
        return None
    if types[0] == types[2]:
        return Operation if start <= middle else None
    if IndexType() in (types[0], types[2]):
        # Only conversions that repeat the sign may widen between an index and other integers.
        signed = isinstance(inner, SIGNED) or start >= end
        return arith.IndexCastOp if signed and (isinstance(outer, SIGNED) or narrows) else None
    if end < start:
        return arith.TruncIOp
    return arith.ExtUIOp if isinstance(inner, arith.ExtUIOp) else arith.ExtSIOp


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
