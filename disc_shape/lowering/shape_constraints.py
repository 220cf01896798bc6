"""Constraints of the shape dialect as assertions, and their conditions as values."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, cf
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects import shape
from disc_shape.dialects.hlo.reshape_shapes import CstrReshapableOp
from disc_shape.lowering import shape_loops
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import lowers
from disc_shape.lowering.shapes import all_extents, define_shape, extents, receive
from disc_shape.lowering.writer import no_form
from disc_shape.rewriting.sizes.comparison import broadcast, conjunction, equal, same, truth


@lowers(shape.BroadcastOp)
def lower_broadcast(op: Operation, lowering: FunctionLowering) -> None:
    """
    Dimension by dimension, aligned at the end, the size that is not one.

        %s = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    =>
        %one = arith.cmpi eq, %a, %c1 : index
        %d = arith.select %one, %b, %a : index                      (%s is %d)
    """
    result, _ = _broadcast(op, lowering)
    if isinstance(result, SSAValue):
        receive(op.results[0], result, lowering)
    else:
        define_shape(op.results[0], result, lowering)


@lowers(shape.IsBroadcastableOp)
def lower_is_broadcastable(op: Operation, lowering: FunctionLowering) -> None:
    """
    The condition that `lower_cstr_broadcastable` asserts, as a value.

        %t = shape.is_broadcastable %0, %1 : ...     =>   %t = arith.andi %t0, %t1 : i1
    """
    op.results[0].replace_all_uses_with(_broadcast(op, lowering)[1])


@lowers(shape.ShapeEqOp)
def lower_shape_eq(op: Operation, lowering: FunctionLowering) -> None:
    """
    The condition that `lower_cstr_eq` asserts, as a value.

        %t = shape.shape_eq %0, %1 : ...     =>   %t = arith.andi %t0, %t1 : i1
    """
    op.results[0].replace_all_uses_with(_equal(op, lowering))


@lowers(shape.CstrBroadcastableOp)
def lower_cstr_broadcastable(op: Operation, lowering: FunctionLowering) -> None:
    """
    Assert of each dimension, aligned at the end, that the sizes are equal or one of them is one.

        %w = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
    =>
        %t = ... %a == 1 or %b == 1 or %a == %b
        cf.assert %t, "shapes do not broadcast"
    """
    _check(op, _broadcast(op, lowering)[1], "shapes do not broadcast", lowering)


@lowers(shape.CstrEqOp)
def lower_cstr_eq(op: Operation, lowering: FunctionLowering) -> None:
    """
    Assert that all sizes agree.

        %w = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
    =>
        %t = arith.cmpi eq, %a, %b : index
        cf.assert %t, "shapes differ"
    """
    _check(op, _equal(op, lowering), "shapes differ", lowering)


@lowers(shape.CstrRequireOp)
def lower_cstr_require(op: shape.CstrRequireOp, lowering: FunctionLowering) -> None:
    """
    Assert the condition.

        %w = shape.cstr_require %t, "must be even"     =>   cf.assert %t, "must be even"
    """
    _check(op, op.pred, op.msg.data, lowering)


@lowers(CstrReshapableOp)
def lower_cstr_reshapable(op: CstrReshapableOp, lowering: FunctionLowering) -> None:
    """
    Assert that so many elements fit the shape: no size is below -1, at most one is -1, and the
    product of the others is the number of elements, or divides it where a size is -1.

        %w = mhlo.cstr_reshapable %n, %shape : (index, tensor<2xi32>) -> !shape.witness
    =>
        %t = ...
        cf.assert %t, "elements do not fit the shape"
    """
    insert = lowering.writer.emit
    count = lowering.writer.as_index(op.num_elements)
    zero, one = lowering.writer.index(0), lowering.writer.index(1)
    product, opens, conditions = one, zero, list[SSAValue]()
    sizes = extents(op.dynamic_shape, lowering)
    if sizes is None:
        raise no_form(op)
    for size in sizes:
        is_open = same(size, lowering.writer.index(-1), insert)
        conditions.append(insert(arith.CmpiOp(size, lowering.writer.index(-1), "sge")).result)
        factor = insert(arith.SelectOp(is_open, one, size)).result
        product = lowering.writer.product(product, factor)
        more = insert(arith.SelectOp(is_open, one, zero)).result
        opens = insert(arith.AddiOp(opens, more)).result
    conditions.append(insert(arith.CmpiOp(opens, one, "sle")).result)
    divisor = insert(arith.SelectOp(same(product, zero, insert), one, product)).result
    rest = insert(arith.RemSIOp(count, divisor)).result
    some = insert(arith.CmpiOp(product, zero, "ne")).result
    divides = conjunction([same(rest, zero, insert), some], insert)
    exact = same(product, count, insert)
    has_open = same(opens, one, insert)
    conditions.append(insert(arith.SelectOp(has_open, divides, exact)).result)
    _check(op, conjunction(conditions, insert), "elements do not fit the shape", lowering)


@lowers(shape.ConstWitnessOp)
def lower_const_witness(op: shape.ConstWitnessOp, lowering: FunctionLowering) -> None:
    """
    Assert a witness that is false; a true one needs no assertion.

        %w = shape.const_witness false     =>   cf.assert %false, "constraint does not hold"
    """
    if op.holds:
        _witness(op, lowering)
    else:
        _check(op, truth(False, lowering.writer.emit), "constraint does not hold", lowering)


@lowers(shape.AssumingAllOp)
def lower_assuming_all(op: Operation, lowering: FunctionLowering) -> None:
    """
    Nothing: each of the constraints has been asserted.

        %w = shape.assuming_all %0, %1     =>     (gone)
    """
    _witness(op, lowering)


def _check(op: Operation, holds: SSAValue, message: str, lowering: FunctionLowering) -> None:
    lowering.writer.emit(cf.AssertOp(holds, message))
    _witness(op, lowering)


def _witness(op: Operation, lowering: FunctionLowering) -> None:
    """Replace the witness of a checked constraint by the constant true."""
    (result,) = op.results
    if result.first_use is not None:
        result.replace_all_uses_with(truth(True, lowering.writer.emit))


def _equal(op: Operation, lowering: FunctionLowering) -> SSAValue:
    """Whether all shapes are the same."""
    known = all_extents(op.operands, lowering)
    if known is not None:
        return equal(known, lowering.writer.emit)
    first, *others = map(lowering.places.buffer, op.operands)
    conditions = [shape_loops.equal(first, one, lowering) for one in others]
    return conjunction(conditions, lowering.writer.emit)


def _broadcast(
    op: Operation, lowering: FunctionLowering
) -> tuple[Sequence[SSAValue] | SSAValue, SSAValue]:
    """The shape to which all shapes broadcast, its sizes or their buffer, and whether they do."""
    known = all_extents(op.operands, lowering)
    if known is not None:
        return broadcast(known, lowering.writer.index(1), lowering.writer.emit)
    conditions: list[SSAValue] = []
    shape_, *others = map(lowering.places.buffer, op.operands)
    for other in others:
        shape_, fits = shape_loops.broadcast(shape_, other, lowering)
        conditions.append(fits)
    return shape_, conjunction(conditions, lowering.writer.emit)
