"""Constraints of the shape dialect as assertions, and their conditions as values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from xdsl.dialects import arith, cf
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects import shape
from disc_shape.dialects.hlo.reshape_shapes import CstrReshapableOp
from disc_shape.lowering import shape_loops
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import lowers
from disc_shape.lowering.shapes import all_extents, define_shape, extents, receive
from disc_shape.lowering.writer import no_form


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
    count = lowering.writer.as_index(op.num_elements)
    zero, one = lowering.writer.index(0), lowering.writer.index(1)
    product, opens, conditions = one, zero, list[SSAValue]()
    sizes = extents(op.dynamic_shape, lowering)
    if sizes is None:
        raise no_form(op)
    for size in sizes:
        is_open = _same(size, lowering.writer.index(-1), lowering)
        low = arith.CmpiOp(size, lowering.writer.index(-1), "sge")
        conditions.append(lowering.writer.emit(low).result)
        factor = lowering.writer.emit(arith.SelectOp(is_open, one, size)).result
        product = lowering.writer.product(product, factor)
        more = lowering.writer.emit(arith.SelectOp(is_open, one, zero)).result
        opens = lowering.writer.emit(arith.AddiOp(opens, more)).result
    conditions.append(lowering.writer.emit(arith.CmpiOp(opens, one, "sle")).result)
    empty = _same(product, zero, lowering)
    divisor = lowering.writer.emit(arith.SelectOp(empty, one, product)).result
    rest = lowering.writer.emit(arith.RemSIOp(count, divisor)).result
    divides = _all([_same(rest, zero, lowering), _differ(product, zero, lowering)], lowering)
    equal = _same(product, count, lowering)
    has_open = _same(opens, one, lowering)
    conditions.append(lowering.writer.emit(arith.SelectOp(has_open, divides, equal)).result)
    _check(op, _all(conditions, lowering), "elements do not fit the shape", lowering)


@lowers(shape.ConstWitnessOp)
def lower_const_witness(op: shape.ConstWitnessOp, lowering: FunctionLowering) -> None:
    """
    Assert a witness that is false; a true one needs no assertion.

        %w = shape.const_witness false     =>   cf.assert %false, "constraint does not hold"
    """
    if op.holds:
        _witness(op, lowering)
    else:
        _check(op, _truth(False, lowering), "constraint does not hold", lowering)


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
        result.replace_all_uses_with(_truth(True, lowering))


def _truth(value: bool, lowering: FunctionLowering) -> SSAValue:
    attr = IntegerAttr(-1 if value else 0, i1)
    op = arith.ConstantOp.create(result_types=[i1], properties={"value": attr})
    return lowering.writer.emit(op).result


def _all(conditions: Sequence[SSAValue], lowering: FunctionLowering) -> SSAValue:
    if not conditions:
        return _truth(True, lowering)
    total = conditions[0]
    for condition in conditions[1:]:
        total = lowering.writer.emit(arith.AndIOp(total, condition)).result
    return total


def _same(lhs: SSAValue, rhs: SSAValue, lowering: FunctionLowering) -> SSAValue:
    return lowering.writer.emit(arith.CmpiOp(lhs, rhs, "eq")).result


def _differ(lhs: SSAValue, rhs: SSAValue, lowering: FunctionLowering) -> SSAValue:
    return lowering.writer.emit(arith.CmpiOp(lhs, rhs, "ne")).result


def _equal(op: Operation, lowering: FunctionLowering) -> SSAValue:
    """Whether all shapes are the same."""
    known = all_extents(op.operands, lowering)
    if known is None:
        first, *others = map(lowering.places.buffer, op.operands)
        return _all([shape_loops.equal(first, one, lowering) for one in others], lowering)
    first, *others = known
    if any(len(other) != len(first) for other in others):
        return _truth(False, lowering)
    conditions = [
        _same(lhs, rhs, lowering)
        for other in others
        for lhs, rhs in zip(first, other, strict=True)
        if lhs is not rhs
    ]
    return _all(conditions, lowering)


def _broadcast(
    op: Operation, lowering: FunctionLowering
) -> tuple[tuple[SSAValue, ...] | SSAValue, SSAValue]:
    """The shape to which all shapes broadcast, its sizes or their buffer, and whether they do."""
    conditions: list[SSAValue] = []
    known = all_extents(op.operands, lowering)
    if known is None:
        shape_, *others = map(lowering.places.buffer, op.operands)
        for other in others:
            shape_, fits = shape_loops.broadcast(shape_, other, lowering)
            conditions.append(fits)
        return shape_, _all(conditions, lowering)
    result: tuple[SSAValue, ...] = ()
    for sizes in known:
        pairs = zip_longest(reversed(result), reversed(sizes))
        joined = [_join(lhs, rhs, conditions, lowering) for lhs, rhs in pairs]
        result = tuple(reversed(joined))
    return result, _all(conditions, lowering)


def _join(
    lhs: SSAValue | None,
    rhs: SSAValue | None,
    conditions: list[SSAValue],
    lowering: FunctionLowering,
) -> SSAValue:
    """The size to which two sizes broadcast, and the condition for that."""
    if lhs is None or rhs is None or lhs is rhs:
        size = rhs if lhs is None else lhs
        assert size is not None
        return size
    one = lowering.writer.index(1)
    left, right = _same(lhs, one, lowering), _same(rhs, one, lowering)
    either = lowering.writer.emit(arith.OrIOp(left, right)).result
    same = _same(lhs, rhs, lowering)
    conditions.append(lowering.writer.emit(arith.OrIOp(either, same)).result)
    return lowering.writer.emit(arith.SelectOp(left, rhs, lhs)).result
