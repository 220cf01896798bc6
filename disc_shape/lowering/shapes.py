"""Operations of the shape dialect: shapes and sizes as scalars, constraints as assertions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from xdsl.dialects import arith, cf
from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects import shape
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.reshape_shapes import CstrReshapableOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import register_lowering
from disc_shape.lowering.types import Size
from disc_shape.lowering.writer import constant_of, no_form

# shapes and sizes


def extents(value: SSAValue, lowering: FunctionLowering) -> tuple[SSAValue, ...]:
    """The sizes in a shape or extent tensor, as values of type `index`."""
    return tuple(lowering.as_index(one) for one in lowering.scalars(value))


def define_shape(result: SSAValue, sizes: Sequence[Size], lowering: FunctionLowering) -> None:
    """Let a shape or extent tensor consist of sizes; see `FunctionLowering.define_elements`."""
    values = [lowering.as_value(size) for size in sizes]
    if as_tensor(result.type) is None:
        lowering.elements[result] = tuple(values)
    else:
        lowering.define_elements(result, values)


def size_of(value: SSAValue, lowering: FunctionLowering) -> SSAValue:
    """A size as a value of type `index`."""
    return value if isinstance(value.type, IndexType) else lowering.elements[value][0]


def define_size(result: SSAValue, value: SSAValue, lowering: FunctionLowering) -> None:
    """Let a size be an index."""
    if isinstance(result.type, IndexType):
        result.replace_all_uses_with(value)
    else:
        lowering.elements[result] = (value,)


def lower_shape_of(op: Operation, lowering: FunctionLowering) -> None:
    """
    The sizes of the operand's buffer.

        %s = shape.shape_of %0 : tensor<?x4xf32> -> tensor<2xindex>
    =>
        %d = memref.dim %0, %c0 : memref<?x4xf32>                     (%s is %d, %c4)
    """
    assert isinstance(op, shape.ShapeOfOp)
    if as_tensor(op.arg.type) is None:
        raise no_form(op)
    define_shape(op.result, lowering.sizes(op.arg), lowering)


def lower_const_shape(op: Operation, lowering: FunctionLowering) -> None:
    """
    Constants.

        %s = shape.const_shape [4, 5] : !shape.shape     =>     (%s is %c4, %c5)
    """
    assert isinstance(op, shape.ConstShapeOp)
    define_shape(op.result, op.extents, lowering)


def lower_same_shape(op: Operation, lowering: FunctionLowering) -> None:
    """
    The operand's sizes under another type.

        %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex>     =>     (the same)
    """
    define_shape(op.results[0], extents(op.operands[0], lowering), lowering)


def lower_from_extents(op: Operation, lowering: FunctionLowering) -> None:
    """
    The operands.

        %s = shape.from_extents %a, %b : index, index     =>     (%s is %a, %b)
    """
    define_shape(op.results[0], [size_of(one, lowering) for one in op.operands], lowering)


def lower_broadcast(op: Operation, lowering: FunctionLowering) -> None:
    """
    Dimension by dimension, aligned at the end, the size that is not one.

        %s = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    =>
        %one = arith.cmpi eq, %a, %c1 : index
        %d = arith.select %one, %b, %a : index                      (%s is %d)
    """
    result, _ = _broadcast(op, lowering)
    define_shape(op.results[0], result, lowering)


def lower_concat(op: Operation, lowering: FunctionLowering) -> None:
    """
    All sizes.

        %s = shape.concat %0, %1 : ...     =>     (%s is the sizes of %0, then those of %1)
    """
    sizes = [size for operand in op.operands for size in extents(operand, lowering)]
    define_shape(op.results[0], sizes, lowering)


def lower_num_elements(op: Operation, lowering: FunctionLowering) -> None:
    """
    The product.

        %n = shape.num_elements %s : tensor<2xindex> -> index
    =>
        %n = arith.muli %a, %b : index
    """
    sizes = extents(op.operands[0], lowering)
    total = sizes[0] if sizes else lowering.index(1)
    for size in sizes[1:]:
        total = lowering.emit(arith.MuliOp(total, size)).result
    define_size(op.results[0], total, lowering)


def lower_rank(op: Operation, lowering: FunctionLowering) -> None:
    """
    A constant.

        %r = shape.rank %s : tensor<2xindex> -> index     =>   %r = arith.constant 2 : index
    """
    rank = len(lowering.scalars(op.operands[0]))
    define_size(op.results[0], lowering.index(rank), lowering)


def lower_get_extent(op: Operation, lowering: FunctionLowering) -> None:
    """
    One of the sizes; the position must be constant.

        %d = shape.get_extent %s, %c1 : tensor<2xindex>, index -> index     =>   uses of %d use %b
    """
    number = constant_of(size_of(op.operands[1], lowering))
    sizes = extents(op.operands[0], lowering)
    if number is None or not 0 <= number < len(sizes):
        raise no_form(op)
    define_size(op.results[0], sizes[number], lowering)


def lower_dim(op: Operation, lowering: FunctionLowering) -> None:
    """
    The size of the operand's buffer.

        %d = shape.dim %0, %i : tensor<?xf32>, index -> index
    =>
        %d = memref.dim %0, %i : memref<?xf32>
    """
    if as_tensor(op.operands[0].type) is None:
        raise no_form(op)
    index = size_of(op.operands[1], lowering)
    define_size(op.results[0], lowering.dim(lowering.buffer(op.operands[0]), index), lowering)


def lower_const_size(op: Operation, lowering: FunctionLowering) -> None:
    """
    A constant.

        %0 = shape.const_size 4     =>   %0 = arith.constant 4 : index
    """
    assert isinstance(op, shape.ConstSizeOp)
    define_size(op.result, lowering.index(op.value.value.data), lowering)


def lower_same_size(op: Operation, lowering: FunctionLowering) -> None:
    """
    The operand under another type.

        %1 = shape.size_to_index %0 : !shape.size     =>     uses of %1 use the index
    """
    define_size(op.results[0], size_of(op.operands[0], lowering), lowering)


ARITHMETIC: dict[type[Operation], type[arith.AddiOp | arith.MuliOp | arith.FloorDivSIOp]] = {
    shape.AddOp: arith.AddiOp,
    shape.MulOp: arith.MuliOp,
    shape.DivOp: arith.FloorDivSIOp,
}
"""The operation on indices for each one on sizes."""


def lower_arithmetic(op: Operation, lowering: FunctionLowering) -> None:
    """
    The same on indices.

        %2 = shape.add %0, %1 : !shape.size, index -> !shape.size
    =>
        %2 = arith.addi %0, %1 : index
    """
    lhs, rhs = (size_of(one, lowering) for one in op.operands)
    new = lowering.emit(ARITHMETIC[type(op)](lhs, rhs))
    define_size(op.results[0], new.result, lowering)


# constraints


def lower_is_broadcastable(op: Operation, lowering: FunctionLowering) -> None:
    """
    What `lower_cstr_broadcastable` asserts, as a value.

        %t = shape.is_broadcastable %0, %1 : ...     =>   %t = arith.andi %t0, %t1 : i1
    """
    op.results[0].replace_all_uses_with(_broadcast(op, lowering)[1])


def lower_shape_eq(op: Operation, lowering: FunctionLowering) -> None:
    """
    What `lower_cstr_eq` asserts, as a value.

        %t = shape.shape_eq %0, %1 : ...     =>   %t = arith.andi %t0, %t1 : i1
    """
    op.results[0].replace_all_uses_with(_equal(op, lowering))


def lower_cstr_broadcastable(op: Operation, lowering: FunctionLowering) -> None:
    """
    Assert of each dimension, aligned at the end, that the sizes are equal or one of them is one.

        %w = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
    =>
        %t = ... %a == 1 or %b == 1 or %a == %b
        cf.assert %t, "shapes do not broadcast"
    """
    lowering.emit(cf.AssertOp(_broadcast(op, lowering)[1], "shapes do not broadcast"))


def lower_cstr_eq(op: Operation, lowering: FunctionLowering) -> None:
    """
    Assert that all sizes agree.

        %w = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
    =>
        %t = arith.cmpi eq, %a, %b : index
        cf.assert %t, "shapes differ"
    """
    lowering.emit(cf.AssertOp(_equal(op, lowering), "shapes differ"))


def lower_cstr_require(op: Operation, lowering: FunctionLowering) -> None:
    """
    Assert the condition.

        %w = shape.cstr_require %t, "must be even"     =>   cf.assert %t, "must be even"
    """
    assert isinstance(op, shape.CstrRequireOp)
    lowering.emit(cf.AssertOp(op.pred, op.msg))


def lower_cstr_reshapable(op: Operation, lowering: FunctionLowering) -> None:
    """
    Assert that so many elements fit the shape: no size is below -1, at most one is -1, and the
    product of the others is the number of elements, or divides it where a size is -1.

        %w = mhlo.cstr_reshapable %n, %shape : (index, tensor<2xi32>) -> !shape.witness
    =>
        %t = ...
        cf.assert %t, "elements do not fit the shape"
    """
    assert isinstance(op, CstrReshapableOp)
    count = lowering.as_index(op.num_elements)
    zero, one = lowering.index(0), lowering.index(1)
    product, opens, conditions = one, zero, list[SSAValue]()
    for size in extents(op.dynamic_shape, lowering):
        is_open = _same(size, lowering.index(-1), lowering)
        low = arith.CmpiOp(size, lowering.index(-1), "sge")
        conditions.append(lowering.emit(low).result)
        factor = lowering.emit(arith.SelectOp(is_open, one, size)).result
        product = lowering.emit(arith.MuliOp(product, factor)).result
        more = lowering.emit(arith.SelectOp(is_open, one, zero)).result
        opens = lowering.emit(arith.AddiOp(opens, more)).result
    conditions.append(lowering.emit(arith.CmpiOp(opens, one, "sle")).result)
    empty = _same(product, zero, lowering)
    divisor = lowering.emit(arith.SelectOp(empty, one, product)).result
    rest = lowering.emit(arith.RemSIOp(count, divisor)).result
    divides = _all([_same(rest, zero, lowering), _differ(product, zero, lowering)], lowering)
    equal = _same(product, count, lowering)
    has_open = _same(opens, one, lowering)
    conditions.append(lowering.emit(arith.SelectOp(has_open, divides, equal)).result)
    lowering.emit(cf.AssertOp(_all(conditions, lowering), "elements do not fit the shape"))


def lower_const_witness(op: Operation, lowering: FunctionLowering) -> None:
    """
    Assert what does not hold; what holds needs no assertion.

        %w = shape.const_witness false     =>   cf.assert %false, "constraint does not hold"
    """
    assert isinstance(op, shape.ConstWitnessOp)
    if not op.holds:
        lowering.emit(cf.AssertOp(_truth(False, lowering), "constraint does not hold"))


def lower_assuming_all(op: Operation, lowering: FunctionLowering) -> None:
    """
    Nothing: each of the constraints has been asserted.

        %w = shape.assuming_all %0, %1     =>     (gone)
    """


def _truth(value: bool, lowering: FunctionLowering) -> SSAValue:
    attr = IntegerAttr(-1 if value else 0, i1)
    op = arith.ConstantOp.create(result_types=[i1], properties={"value": attr})
    return lowering.emit(op).result


def _all(conditions: Sequence[SSAValue], lowering: FunctionLowering) -> SSAValue:
    if not conditions:
        return _truth(True, lowering)
    total = conditions[0]
    for condition in conditions[1:]:
        total = lowering.emit(arith.AndIOp(total, condition)).result
    return total


def _same(lhs: SSAValue, rhs: SSAValue, lowering: FunctionLowering) -> SSAValue:
    return lowering.emit(arith.CmpiOp(lhs, rhs, "eq")).result


def _differ(lhs: SSAValue, rhs: SSAValue, lowering: FunctionLowering) -> SSAValue:
    return lowering.emit(arith.CmpiOp(lhs, rhs, "ne")).result


def _equal(op: Operation, lowering: FunctionLowering) -> SSAValue:
    """Whether all shapes are the same."""
    first, *others = (extents(operand, lowering) for operand in op.operands)
    if any(len(other) != len(first) for other in others):
        return _truth(False, lowering)
    conditions = [
        _same(lhs, rhs, lowering)
        for other in others
        for lhs, rhs in zip(first, other, strict=True)
        if lhs is not rhs
    ]
    return _all(conditions, lowering)


def _broadcast(op: Operation, lowering: FunctionLowering) -> tuple[tuple[SSAValue, ...], SSAValue]:
    """The shape to which all shapes broadcast, and whether they do."""
    conditions: list[SSAValue] = []
    result: tuple[SSAValue, ...] = ()
    for operand in op.operands:
        pairs = zip_longest(reversed(result), reversed(extents(operand, lowering)))
        sizes = [_join(lhs, rhs, conditions, lowering) for lhs, rhs in pairs]
        result = tuple(reversed(sizes))
    return result, _all(conditions, lowering)


def _join(
    lhs: SSAValue | None,
    rhs: SSAValue | None,
    conditions: list[SSAValue],
    lowering: FunctionLowering,
) -> SSAValue:
    """The size to which two sizes broadcast, with what must hold for that."""
    if lhs is None or rhs is None or lhs is rhs:
        size = rhs if lhs is None else lhs
        assert size is not None
        return size
    one = lowering.index(1)
    left, right = _same(lhs, one, lowering), _same(rhs, one, lowering)
    either = lowering.emit(arith.OrIOp(left, right)).result
    same = _same(lhs, rhs, lowering)
    conditions.append(lowering.emit(arith.OrIOp(either, same)).result)
    return lowering.emit(arith.SelectOp(left, rhs, lhs)).result


register_lowering(lower_shape_of, shape.ShapeOfOp)
register_lowering(lower_const_shape, shape.ConstShapeOp)
register_lowering(
    lower_same_shape, shape.FromExtentTensorOp, shape.ToExtentTensorOp, shape.ValueAsShapeOp
)
register_lowering(lower_from_extents, shape.FromExtentsOp)
register_lowering(lower_broadcast, shape.BroadcastOp)
register_lowering(lower_concat, shape.ConcatOp)
register_lowering(lower_num_elements, shape.NumElementsOp)
register_lowering(lower_rank, shape.RankOp)
register_lowering(lower_get_extent, shape.GetExtentOp)
register_lowering(lower_dim, shape.DimOp)
register_lowering(lower_const_size, shape.ConstSizeOp)
register_lowering(lower_same_size, shape.IndexToSizeOp, shape.SizeToIndexOp)
register_lowering(lower_arithmetic, shape.AddOp, shape.MulOp, shape.DivOp)
register_lowering(lower_is_broadcastable, shape.IsBroadcastableOp)
register_lowering(lower_shape_eq, shape.ShapeEqOp)
register_lowering(lower_cstr_broadcastable, shape.CstrBroadcastableOp)
register_lowering(lower_cstr_eq, shape.CstrEqOp)
register_lowering(lower_cstr_require, shape.CstrRequireOp)
register_lowering(lower_cstr_reshapable, CstrReshapableOp)
register_lowering(lower_const_witness, shape.ConstWitnessOp)
register_lowering(lower_assuming_all, shape.AssumingAllOp)
