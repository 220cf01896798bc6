"""Slices whose extent is constant need only a start."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, IntegerType, TensorType, i64
from xdsl.ir import Operation, SSAValue

from disc_shape.analysis.known_info import carries_known_info
from disc_shape.dialects.disc_shape import PredicateOp, SymbolDimOp
from disc_shape.dialects.hlo.attributes import ints_attr
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import ReshapeOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, RealDynamicSliceOp, SliceOp
from disc_shape.relations.value_types import as_tensor, integer_type, shape_of_type
from disc_shape.rewriting.function import Rewriter, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.symbolic import Cond, Expr, Reason, Status, compare, const


def take_constant_extent(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the form with constant sizes where start and limit differ by constants. That form moves a
    start which is out of range, where this one is wrong: it must be known to be in range, by other
    facts than those that such slices state themselves.

        // 0 <= start, start + 3 <= size of %0
        %limit = stablehlo.add %start, %three
        %1 = stablehlo.real_dynamic_slice %0, %start, %limit, %one
    =>
        %i = stablehlo.reshape %start : (tensor<1xi64>) -> tensor<i64>
        %1 = stablehlo.dynamic_slice %0, %i, sizes = [3]
    """
    assert isinstance(op, RealDynamicSliceOp)
    starts, limits = rewriter.elements(op.start_indices), rewriter.elements(op.limit_indices)
    strides = rewriter.constants(op.strides)
    result = static_type(op.result.type, rewriter.dims(op.result))
    if starts is None or limits is None or strides is None or set(strides) - {1}:
        return False
    if result is None or carries_known_info(op):
        return False
    sizes, operand = result.get_shape(), rewriter.dims(op.operand)
    fits = [compare("<=", const(size), whole) for size, whole in zip(sizes, operand, strict=True)]
    for start, limit, size, whole in zip(starts, limits, sizes, operand, strict=True):
        known = compare("==", limit, start + size)
        inside = compare("<=", const(0), start), compare("<=", start + size, whole)
        if not all(
            is_checked_elsewhere(condition, fits, rewriter) for condition in (known, *inside)
        ):
            return False
    new = twin(DynamicSliceOp, op).create(
        operands=[op.operand, *start_operands(op, starts, rewriter)],
        result_types=[result],
        properties={"slice_sizes": ints_attr(sizes, prefix_of(op.name))},
    )
    return rewriter.replace_by(op, new)


def is_checked_elsewhere(condition: Cond, given: Sequence[Cond], rewriter: Rewriter) -> bool:
    """
    True for a condition that follows from others whatever slices with computed limits state. What
    an earlier run has derived and written may be such a statement.
    """

    def is_of_slice(reason: Reason) -> bool:
        is_written = isinstance(reason.handle, SymbolDimOp | PredicateOp)
        is_derived = is_written and reason.status is Status.DERIVED
        return is_derived or isinstance(reason.handle, RealDynamicSliceOp)

    explainer = rewriter.state.prover.explainer
    return rewriter.proves(condition) and explainer.follows_without(condition, is_of_slice, given)


def start_operands(
    op: RealDynamicSliceOp, starts: Sequence[Expr], rewriter: Rewriter
) -> list[SSAValue]:
    """The elements of a vector of starts as scalars."""
    element = integer_type(op.start_indices.type)
    return [
        scalar_constant(op, start.constant, element or i64, rewriter)
        if start.constant is not None
        else scalar_at(op, axis, len(starts), rewriter)
        for axis, start in enumerate(starts)
    ]


def scalar_constant(
    op: Operation, number: int, element: IntegerType, rewriter: Rewriter
) -> SSAValue:
    """An integer as a tensor of rank 0."""
    type_ = TensorType(element, [])
    attr = DenseIntOrFPElementsAttr.from_list(type_, [number])
    new = twin(ConstantOp, op).create(result_types=[type_], properties={"value": attr})
    return inserted(op, new, const(number), rewriter)


def scalar_at(op: RealDynamicSliceOp, axis: int, count: int, rewriter: Rewriter) -> SSAValue:
    """An element of the starts as a tensor of rank 0."""
    vector = op.start_indices
    start = rewriter.state.raw_elements(vector)
    assert start is not None
    size, type_ = start[axis], as_tensor(vector.type)
    assert type_ is not None
    if isinstance(type_.element_type, IndexType):
        index = rewriter.sizes.constant(axis)
        extract = tensor.ExtractOp.create(operands=[vector, index], result_types=[IndexType()])
        number = inserted(op, extract, size, rewriter)
        cast = inserted(op, arith.IndexCastOp(number, i64), size, rewriter)
        return inserted(
            op,
            tensor.FromElementsOp.create(operands=[cast], result_types=[TensorType(i64, [])]),
            size,
            rewriter,
        )
    if count > 1:
        prefix = prefix_of(op.name)
        part = twin(SliceOp, op).create(
            operands=[vector],
            result_types=[TensorType(type_.element_type, [1])],
            properties={
                "start_indices": ints_attr([axis], prefix),
                "limit_indices": ints_attr([axis + 1], prefix),
                "strides": ints_attr([1], prefix),
            },
        )
        vector = inserted(op, part, size, rewriter)
    scalar = twin(ReshapeOp, op).create(
        operands=[vector], result_types=[TensorType(type_.element_type, [])]
    )
    return inserted(op, scalar, size, rewriter)


def inserted(op: Operation, new: Operation, number: Expr, rewriter: Rewriter) -> SSAValue:
    """The result of an operation that is inserted before `op` and holds one integer."""
    rewriter.insert_before(op, new)
    value = new.results[0]
    shape = shape_of_type(value.type)
    if shape is not None:
        rewriter.state.set_dims(value, [const(size) for size in shape])
    rewriter.state.set_elements(value, [number])
    return value


register_rule(take_constant_extent, RealDynamicSliceOp)
