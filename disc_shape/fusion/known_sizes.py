"""Sizes that operations are given: where they are read from results, and as scalars."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.ir import Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards import card_of
from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.disc_shape.shaping import untied
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.creation import ConstantOp, DynamicIotaOp
from disc_shape.dialects.hlo.movement import (
    ConcatenateOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
)
from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.traversal import operations

SIZED = (DynamicBroadcastInDimOp, DynamicIotaOp, DynamicReshapeOp)
"""Operations whose one size operand lists the sizes of the result."""


def forward_sizes(region: Region) -> None:
    """
    Use the sizes that an operation is given where those of its result are read: the result itself
    then need not exist.

        %s = tensor.from_elements %n, %m : tensor<2xindex>
        %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [1] : ... -> tensor<?x?xf32>
        %d = tensor.dim %1, %c0 : tensor<?x?xf32>
    =>
        uses of %d use %n
    """
    for op in operations(region):
        if not isinstance(op, tensor.DimOp) or not isinstance(op.index.owner, arith.ConstantOp):
            continue
        source = untied(op.source)
        number = op.index.owner.value
        if not isinstance(number, IntegerAttr) or not isinstance(source.owner, SIZED):
            continue
        (sizes,) = card_of(source.owner).size_operands(source.owner)
        if isinstance(sizes.owner, tensor.FromElementsOp):
            size = sizes.owner.operands[int_of(number)]
            if isinstance(size.type, IndexType):
                op.result.replace_all_uses_with(size)


def list_scalars(region: Region) -> None:
    """
    Give operations their sizes as lists of scalars where these are joined from tensors of one
    element: a kernel captures scalars.

        %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
        %3 = stablehlo.concatenate %2, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %4 = "stablehlo.dynamic_gather"(%x, %i, %3) ...
    =>
        %2 = tensor.extract %1[] : tensor<i32>
        %3 = tensor.from_elements %2, %c1 : tensor<2xi32>
        %4 = "stablehlo.dynamic_gather"(%x, %i, %3) ...
    """
    listed: dict[SSAValue, SSAValue] = {}
    for op in operations(region):
        for sizes in card_of(op).size_operands(op):
            joined = sizes.owner
            if not isinstance(joined, ConcatenateOp):
                continue
            if sizes not in listed:
                parts = list(_scalars_of(sizes))
                if any(one is None for one in parts):
                    continue
                new = [one for one in parts if one is not None]
                made = tensor.FromElementsOp.create(
                    operands=[one.results[0] for one in new], result_types=[sizes.type]
                )
                Rewriter.insert_op([*new, made], InsertPoint.after(joined))
                listed[sizes] = made.results[0]
            for index, operand in enumerate(op.operands):
                if operand is sizes:
                    op.operands[index] = listed[sizes]


def _scalars_of(sizes: SSAValue) -> Iterator[Operation | None]:
    """
    New operations for the elements of a list of sizes; None for what is none of one element, and
    for elements with a sign by their type, of which there are no lists of scalars.
    """
    owner, element = sizes.owner, element_type_of(sizes.type)
    bits = integer_width(element)
    if bits is None or element != IntegerType(bits):
        yield None
    elif isinstance(owner, ConcatenateOp):
        for part in owner.inputs:
            yield from _scalars_of(part)
    elif isinstance(owner, ConstantOp):
        for number in ints(owner.properties["value"]):
            yield arith.ConstantOp.from_int_and_width(number, bits)
    elif isinstance(owner, ReshapeOp) and rank_of(owner.operand) == 0:
        yield tensor.ExtractOp(owner.operand, [], element)
    else:
        yield None
