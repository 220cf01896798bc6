"""Sizes of dimensions whose numbers are computed."""

from __future__ import annotations

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards.indices import rank_of
from disc_shape.dialects.xdsl_extras.constants import constant_int


def choose_dimensions(module: ModuleOp) -> None:
    """
    Choose among all sizes of a tensor where the number of a dimension is computed: engines read
    sizes of known dimensions alone.

        %0 = tensor.dim %x, %i : tensor<?x?xf32>
    =>
        %1 = tensor.dim %x, %c0 : tensor<?x?xf32>
        %2 = tensor.dim %x, %c1 : tensor<?x?xf32>
        %3 = arith.cmpi eq, %i, %c0 : index
        %0 = arith.select %3, %1, %2 : index
    """
    for op in list(module.walk()):
        if isinstance(op, tensor.DimOp) and constant_int(op.index) is None and rank_of(op.source):
            choose_dimension(op)


def choose_dimension(op: tensor.DimOp) -> None:
    """Replace one operation."""
    build = Builder(InsertPoint.before(op))
    numbers = [
        build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis))).result
        for axis in range(rank_of(op.source))
    ]
    *others, found = [build.insert(tensor.DimOp(op.source, number)).result for number in numbers]
    for number, size in reversed(list(zip(numbers, others, strict=False))):
        found = chosen(op.index, number, size, found, build)
    Rewriter.replace_op(op, [], [found])


def chosen(
    index: SSAValue, number: SSAValue, size: SSAValue, other: SSAValue, build: Builder
) -> SSAValue:
    """A size where an index is a number, else another one."""
    is_it = build.insert(arith.CmpiOp(index, number, "eq"))
    return build.insert(arith.SelectOp(is_it, size, other)).result
