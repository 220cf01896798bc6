"""
Pads straight into place: what is padded is written into the result, and only the rest is filled.

Design choice: on buffers, as for the other pieces. The sides of the result that no element of the
operand lies in are filled one by one, each with one kernel; sides of no elements need none. Where
that would be more than `SIDES` kernels, one kernel fills the whole result before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseIntOrFPElementsAttr, IndexType
from xdsl.dialects.func import FuncOp
from xdsl.dialects.tensor import FromElementsOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from disc_shape import statistics
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.hlo.attributes import i64_array, ints
from disc_shape.dialects.hlo.control_flow import ReturnOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.mhlo_only import FusionKindAttr, FusionOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, DynamicBroadcastInDimOp
from disc_shape.dialects.hlo.op import MHLO, STABLEHLO, HloOp, prefix_of
from disc_shape.dialects.hlo.slicing import DynamicPadOp, PadOp
from disc_shape.dialects.lmhlo.factory import buffer_twin
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import BufferOp, tensor_of
from disc_shape.locations import inherit
from disc_shape.lowering.pieces import (
    drop_unread,
    is_touched,
    part_of,
    producer_of,
    redirect,
    run_of_producers,
    sizes_of,
)
from disc_shape.lowering.starts import Inserter
from disc_shape.lowering.types import Size, buffer_of
from disc_shape.lowering.writer import constant_of, is_natural
from disc_shape.traversal import pre_order

SIDES = 2
"""The number of kernels that fill what lies outside of the operand."""


@dataclass
class Padding:
    """A pad of nonnegative amounts without interior padding."""

    operand: SSAValue
    value: SSAValue | ConstantOp
    """The buffer of the value that is filled in, or the constant."""
    low: Sequence[Size]
    high: Sequence[Size]
    prefix: str


def write_pads_in_place(function: FuncOp) -> None:
    """Let producers write into the results of the pads that alone read what they write."""
    for op in list(pre_order(function)):
        if isinstance(op, BufferOp) and len(op.outs) == 1 and _pad_in_place(op):
            statistics.count("mhlo-to-lmhlo: pads written in place")


def _pad_in_place(op: BufferOp) -> bool:
    """
    Write the operand of a pad where it belongs, and fill what lies outside.

        %a = memref.alloc(%n) : memref<?xf32>
        lmhlo.reverse ins(%x) outs(%a)
        %r = memref.alloc(%m) : memref<?xf32>
        lmhlo.pad ins(%a, %v) outs(%r) {edge_padding_low = [2], edge_padding_high = [0], ...}
    =>
        %r = memref.alloc(%m) : memref<?xf32>
        %0 = memref.subview %r[2] [%n] [1]
        lmhlo.reverse ins(%x) outs(%0)
        %1 = memref.subview %r[0] [2] [1]
        lmhlo.broadcast_in_dim ins(%v) outs(%1)
    """
    padding = padding_of(op)
    (whole,) = op.outs
    alloc = whole.owner
    if padding is None or not isinstance(alloc, memref.AllocOp) or alloc.parent is not op.parent:
        return False
    producer = producer_of(padding.operand, op)
    if producer is None:
        return False
    run = run_of_producers({producer}, {alloc, padding.operand.owner}, op)
    if run is None or is_touched(whole, run, op.parent):
        return False
    sizes = sizes_of(padding.operand)
    needed: list[Size | ConstantOp] = [*alloc.dynamic_sizes, *sizes, *padding.low]
    at_once = sum(extent != 0 for extent in (*padding.low, *padding.high)) > SIDES
    if at_once:  # The value is read before the producer runs.
        if padding.value in producer.outs:
            return False
        needed.append(padding.value)
    if any(isinstance(one, SSAValue) and one.owner in run for one in needed):
        return False
    if alloc in run:
        alloc.detach()
        Rewriter.insert_op(alloc, InsertPoint.before(producer))
    if at_once:
        _fill(whole, sizes_of(whole), padding, producer)
    else:
        for offsets, extents in _sides(padding, sizes, sizes_of(whole), Inserter(op)):
            part = part_of(whole, offsets, extents)
            inherit(part, op)
            Rewriter.insert_op(part, InsertPoint.before(op))
            _fill(part.result, extents, padding, op)
    redirect(padding.operand, whole, padding.low, producer)
    Rewriter.erase_op(op)
    drop_unread(padding.operand)
    return True


def _sides(
    padding: Padding, inner: Sequence[Size], outer: Sequence[Size], at: Inserter
) -> list[tuple[list[Size], list[Size]]]:
    """
    The offsets and sizes of the parts outside of the operand, disjoint: those before and after it
    along each axis are as long as the operand along earlier axes, as the result along later ones.
    """
    found: list[tuple[list[Size], list[Size]]] = []
    for axis, (low, high) in enumerate(zip(padding.low, padding.high, strict=True)):
        before = [*padding.low[:axis]], [*inner[:axis]]
        after = [0] * (len(inner) - axis - 1), [*outer[axis + 1 :]]
        for offset, extent in ((0, low), (None, high)):
            if extent == 0:
                continue
            start = at.sum(low, inner[axis]) if offset is None else offset
            found.append(
                ([*before[0], start, *after[0]], [*before[1], extent, *after[1]]),
            )
    return found


def _fill(out: SSAValue, sizes: Sequence[Size], padding: Padding, before: Operation) -> None:
    """Insert a kernel that writes the value of a pad to a buffer of these sizes."""
    type_ = tensor_of(out.type)
    shape = buffer_of(out).get_shape()
    at = Inserter(before)
    block = Block()
    if isinstance(padding.value, ConstantOp):
        ins: list[SSAValue] = []
        constant = padding.value.clone()
        block.add_op(constant)
        value: SSAValue = constant.results[0]
    else:
        ins = [padding.value]
        value = block.insert_arg(tensor_of(padding.value.type), 0)
    operands, base = [value], cast("type[HloOp]", BroadcastInDimOp)
    if DYNAMIC_INDEX in shape:
        extents = FromElementsOp(*(at.value(size) for size in sizes))
        block.add_op(extents)
        operands.append(extents.result)
        base = DynamicBroadcastInDimOp
    whole = final(base, padding.prefix).create(
        operands=operands,
        result_types=[type_],
        properties={"broadcast_dimensions": i64_array(())},
    )
    block.add_ops([whole, final(ReturnOp, MHLO).create(operands=whole.results)])
    twin = buffer_twin(final(FusionOp, MHLO))
    assert twin is not None
    kind = final_attribute(FusionKindAttr, MHLO)("kLoop")
    kernel = twin.make(ins, [out], properties={"fusion_kind": kind}, regions=[Region(block)])
    inherit(kernel, before)
    Rewriter.insert_op(kernel, InsertPoint.before(before))


def padding_of(op: BufferOp) -> Padding | None:
    """
    The pad that an operation is, alone or as the only work of a kernel; None where an amount may be
    negative, or where there is interior padding.
    """
    if issubclass(op.HLO, PadOp):
        operand, value = op.ins
        amounts = [ints(op.properties[f"edge_padding_{side}"]) for side in ("low", "high")]
        inner = ints(op.properties["interior_padding"])
        return _checked(operand, value, amounts, inner, STABLEHLO)
    if not isinstance(op, BufferFusionOp):
        return None
    block = op.regions[0].block
    last = block.last_op
    assert last is not None
    pad = _source(last.operands[0]).owner
    work = [one for one in block.ops if isinstance(one, HloOp) and one is not last]
    if not isinstance(pad, PadOp | DynamicPadOp) or not all(
        one is pad or isinstance(one, ConstantOp) for one in work
    ):
        return None
    operand, value = _source(pad.operand), _source(pad.padding_value)
    filled = op.ins[value.index] if isinstance(value, BlockArgument) else value.owner
    if not isinstance(operand, BlockArgument) or not isinstance(filled, SSAValue | ConstantOp):
        return None
    lists = [_amounts(pad, name) for name in ("edge_padding_low", "edge_padding_high")]
    inner = _amounts(pad, "interior_padding")
    found = [one for one in lists if one is not None]
    if len(found) < len(lists) or inner is None:
        return None
    return _checked(op.ins[operand.index], filled, found, inner, prefix_of(pad.name))


def _checked(
    operand: SSAValue,
    value: SSAValue | ConstantOp,
    amounts: Sequence[Sequence[Size]],
    inner: Sequence[Size],
    prefix: str,
) -> Padding | None:
    """A pad, if no amount may be negative and nothing lies between elements."""
    low, high = amounts
    if any(one != 0 for one in inner) or not all(map(is_nonnegative, (*low, *high))):
        return None
    return Padding(operand, value, low, high, prefix)


def is_nonnegative(amount: Size) -> bool:
    """Whether an amount is never negative."""
    return amount >= 0 if isinstance(amount, int) else is_natural(amount)


def _amounts(pad: PadOp | DynamicPadOp, name: str) -> Sequence[Size] | None:
    """The amounts that a pad lists; None where they are no numbers and no values of type index."""
    if isinstance(pad, PadOp):
        return ints(pad.properties[name])
    owner = getattr(pad, name).owner
    if isinstance(owner, FromElementsOp):
        if not all(isinstance(one.type, IndexType) for one in owner.elements):
            return None
        numbers = [constant_of(one) for one in owner.elements]
        return [
            value if number is None else number
            for value, number in zip(owner.elements, numbers, strict=True)
        ]
    if isinstance(owner, ConstantOp | arith.ConstantOp):
        dense = cast("Attribute", owner.value)
        return ints(dense) if isa(dense, DenseIntOrFPElementsAttr) else None
    return None


def _source(value: SSAValue) -> SSAValue:
    """A value without its ties."""
    while isinstance(owner := value.owner, TieShapeOp):
        value = owner.value
    return value
