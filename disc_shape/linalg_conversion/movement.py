"""Broadcasts, concatenations, reversals and gathers."""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Operation
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    ConcatenateOp,
    DynamicBroadcastInDimOp,
)
from disc_shape.linalg_conversion.generic import fill, loop_index, new_tensor, structured
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.types import plain_type
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index

AnyBroadcast = BroadcastInDimOp | DynamicBroadcastInDimOp


def convert_broadcast(op: Operation, values: Values) -> None:
    """
    A copy whose map shows the dimensions that expand, where that is known; elsewhere each element
    is read at an index that depends on the size.

        %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [1] : ...
    =>
        %1 = linalg.generic {affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>} ins(%0) ...
    or
        %one = arith.cmpi eq, %n, %c1 : index
        %1 = linalg.generic {affine_map<(i, j) -> (i, j)>} outs(...) {
          %at = arith.select %one, %c0, %j : index
          %item = tensor.extract %0[%at] : tensor<?xf32>
    """
    assert isinstance(op, AnyBroadcast)
    writer, rank = values.writer, rank_of(op.result)
    known = values.known_elements(op.operand)
    out = new_tensor(op, op.result, values)
    if known is not None and len(known) == 1:
        values.bind(op.result, fill(writer, known[0], out))
        return
    source, targets = values.tensor(op.operand), ints(op.broadcast_dimensions)
    places = [place_of(op, axis, target, values) for axis, target in enumerate(targets)]
    identity = AffineMap.identity(rank)
    element = element_type_of(source.type)
    plain = [place for place in places if place is not None]
    if len(plain) == len(places):
        block = Block(arg_types=[element, element])
        with writer.at(InsertPoint.at_end(block)):
            writer.insert(YieldOp(block.args[0]))
        maps = [AffineMap(rank, 0, tuple(plain)), identity]
        ins = [source]
    else:
        ones = [
            None
            if place is not None
            else writer.compare(
                "==", writer.value(values.size(op.operand, axis)), writer.constant(1)
            )
            for axis, place in enumerate(places)
        ]
        block = Block(arg_types=[element])
        with writer.at(InsertPoint.at_end(block)):
            index: list[Index] = []
            for place, one, target in zip(places, ones, targets, strict=True):
                if isinstance(place, AffineConstantExpr):
                    index.append(0)
                elif one is None:
                    index.append(loop_index(writer, target))
                else:
                    at = loop_index(writer, target)
                    index.append(writer.select(one, writer.constant(0), at))
            writer.insert(YieldOp(writer.extract(source, index)))
        ins, maps = [], [identity]
    values.bind_all(op, structured(writer, ins, [out], block, maps, ["parallel"] * rank))


def place_of(op: AnyBroadcast, axis: int, target: int, values: Values) -> AffineExpr | None:
    """Where a dimension of the operand is read: at 0, at the index of the result, or open."""
    size, facts = shape_of(op.operand)[axis], values.facts
    zero, same = AffineExpr.constant(0), AffineExpr.dimension(target)
    if size != DYNAMIC_INDEX:
        return zero if size == 1 else same
    if shape_of(op.result)[target] == 1:
        return zero
    if isinstance(op, DynamicBroadcastInDimOp):
        if axis in ints(op.known_expanding_dimensions):
            return zero
        if axis in ints(op.known_nonexpanding_dimensions):
            return same
    if facts is None:
        return None
    before, after = facts.size(op.operand, axis), facts.size(op.result, target)
    if before.constant == 1:
        return zero
    if facts.equal(before, after) or facts.differs(before, 1):
        return same
    return None


def convert_concatenate(op: Operation, values: Values) -> None:
    """
    The pieces put after each other.

        %2 = stablehlo.concatenate %0, %1, dim = 0 : ...
    =>
        %2 = tensor.concat dim(0) %0, %1 : ...
    """
    assert isinstance(op, ConcatenateOp)
    pieces = [values.tensor(piece) for piece in op.inputs]
    joined = tensor.ConcatOp(pieces, int_of(op.dimension), plain_type(op.result))
    values.bind(op.result, values.writer.insert(joined).result)


register_conversion(convert_broadcast, BroadcastInDimOp, DynamicBroadcastInDimOp)


def convert_splat(op: Operation, values: Values) -> None:
    """
    A tensor of one number, in the form that IREE takes.

        %1 = tensor.splat %x[%n] : tensor<?xf32>
    =>
        %1 = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    """
    assert isinstance(op, tensor.SplatOp)
    given = iter(op.dynamicSizes)
    sizes: list[Index] = [
        size if size != DYNAMIC_INDEX else values.tensor(next(given))
        for size in shape_of(op.result)
    ]
    out = values.writer.empty(plain_type(op.result), sizes)
    values.bind(op.result, fill(values.writer, values.tensor(op.input), out))


register_conversion(convert_splat, tensor.SplatOp)
register_conversion(convert_concatenate, ConcatenateOp)
