"""Removes operations whose result is an operand, or a part of one, whatever the sizes are."""

from __future__ import annotations

from math import prod

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of, ints, ints_attr
from disc_shape.dialects.hlo.binary import (
    AndOp,
    BinaryOp,
    MaxOp,
    MinOp,
    MulOp,
    OrOp,
    SubtractOp,
    XorOp,
)
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.comparison import CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import ComplexOp, ImagOp, RealOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, ConcatenateOp, ReshapeOp, TransposeOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, tuple_element
from disc_shape.relations.value_types import as_tensor, scalar_type
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.folding import become_constant, element_of, numbers, shape_of
from disc_shape.rewriting.rules.neutral import is_every_bit, splat

WRAPPER = "stablehlo.shape_refinement_operand_wrapper"
"""The call that JAX puts around arguments whose sizes it refines."""

REFLEXIVE = {"EQ": 1, "LE": 1, "GE": 1, "NE": 0, "LT": 0, "GT": 0}
"""What comparing a number with itself gives."""


def fold_equal_operands(op: Operation, rewriter: Rewriter) -> bool:
    """
    An operation of a value with itself. Integers only: NaN is not equal to itself.

        %1 = stablehlo.subtract %0, %0 : tensor<4xi32>
    =>
        %1 = stablehlo.constant dense<0> : tensor<4xi32>
    """
    lhs, rhs = op.operands
    if lhs is not rhs or element_of(lhs) is None:
        return False
    if isinstance(op, AndOp | OrOp | MaxOp | MinOp):
        return rewriter.replace(op, [lhs])
    shape = shape_of(op.results[0])
    if shape is None:
        return False
    number = REFLEXIVE[op.comparison_direction.data] if isinstance(op, CompareOp) else 0
    return become_constant(op, [number] * prod(shape), rewriter)


def drop_comparison_of_truth(op: Operation, rewriter: Rewriter) -> bool:
    """
    A truth value compared with a constant is itself; for other numbers, `replace` refuses it.

        %1 = stablehlo.compare NE, %0, %false : (tensor<i1>, tensor<i1>) -> tensor<i1>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, CompareOp)
    known = set(numbers(op.rhs) or ())
    direction = op.comparison_direction.data
    if (direction, known) in (("NE", {0}), ("EQ", {1})):
        return rewriter.replace(op, [op.lhs])
    return False


def drop_absorbed(op: Operation, rewriter: Rewriter) -> bool:
    """
    Zero times, or and, anything is zero, all bits or anything are all bits. Integers only: zero
    times infinity is NaN.

        %1 = stablehlo.multiply %0, %zero : tensor<4xi32>
    =>
        uses of %1 use %zero
    """
    assert isinstance(op, BinaryOp)
    for operand in op.operands:
        found = numbers(operand) or ()
        if isinstance(op, OrOp):
            type = scalar_type(operand.type)
            absorbs = bool(found) and all(is_every_bit(number, type) for number in found)
        else:
            absorbs = set(found) == {0}
        if operand.type == op.results[0].type and absorbs:
            return rewriter.replace(op, [operand])
    return False


def drop_decided_select(op: Operation, rewriter: Rewriter) -> bool:
    """
    A choice between equals, or one that is known.

        %3 = stablehlo.select %true, %1, %2 : tensor<i1>, tensor<?xf32>
    =>
        uses of %3 use %1
    """
    assert isinstance(op, SelectOp)
    _, yes, no = op.operands
    truth = splat(op.operands[0])
    if yes is no or truth:
        return take(op, yes, rewriter)
    return truth == 0 and take(op, no, rewriter)


def take(op: Operation, value: SSAValue, rewriter: Rewriter) -> bool:
    """Use a value of the same sizes instead of the result."""
    if rewriter.dims(value) != rewriter.dims(op.results[0]):
        return False
    return rewriter.replace(op, [value])


def drop_complex_of_parts(op: Operation, rewriter: Rewriter) -> bool:
    """
    A number put together from its own parts.

        %1 = stablehlo.real %0
        %2 = stablehlo.imag %0
        %3 = stablehlo.complex %1, %2
    =>
        uses of %3 use %0
    """
    assert isinstance(op, ComplexOp)
    real, imag = defining(op.operands[0]), defining(op.operands[1])
    if not isinstance(real, RealOp) or not isinstance(imag, ImagOp):
        return False
    whole = real.operand
    if whole is not imag.operand or element(whole) != element(op.results[0]):
        return False
    return take(op, whole, rewriter)


def element(value: SSAValue) -> object:
    """The type of a tensor's elements."""
    tensor = as_tensor(value.type)
    return None if tensor is None else tensor.element_type


def drop_part_of_complex(op: Operation, rewriter: Rewriter) -> bool:
    """
    A part of what was put together from parts.

        %2 = stablehlo.complex %0, %1
        %3 = stablehlo.imag %2
    =>
        uses of %3 use %1
    """
    whole = defining(op.operands[0])
    if not isinstance(whole, ComplexOp):
        return False
    return take(op, whole.operands[isinstance(op, ImagOp)], rewriter)


def drop_element_of_tuple(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the operand of `tuple` that is an element of its result.

        %2 = stablehlo.tuple %0, %1
        %3 = stablehlo.get_tuple_element %2[1]
    =>
        uses of %3 use %1
    """
    assert isinstance(op, GetTupleElementOp)
    value = tuple_element(op)
    return value is not None and rewriter.replace(op, [value])


def drop_refinement_wrapper(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a call that only states the sizes of its operand, once the type of the operand has them.

        %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%0, %shape)
    =>
        uses of %1 use %0
    """
    assert isinstance(op, CustomCallOp)
    if op.target != WRAPPER or len(op.results) != 1 or not op.operands:
        return False
    return take(op, op.operands[0], rewriter)


def merge_nested_concatenates(op: Operation, rewriter: Rewriter) -> bool:
    """
    One concatenation instead of one inside another; what is empty is not needed.

        %2 = stablehlo.concatenate %0, %1, dim = 0
        %4 = stablehlo.concatenate %2, %3, dim = 0     (%2 is used nowhere else)
    =>
        %4 = stablehlo.concatenate %0, %1, %3, dim = 0
    """
    assert isinstance(op, ConcatenateOp)
    axis = int_of(op.dimension)
    parts: list[SSAValue] = []
    for operand in op.operands:
        inner = defining(operand)
        if (
            isinstance(inner, ConcatenateOp)
            and int_of(inner.dimension) == axis
            and operand.has_one_use()
        ):
            parts.extend(inner.operands)
        else:
            parts.append(operand)
    kept = [part for part in parts if rewriter.dims(part)[axis].constant != 0]
    if not kept or kept == list(op.operands):
        return False
    new = type(op).create(
        operands=kept,
        result_types=op.result_types,
        properties=op.properties,
        attributes=op.attributes,
    )
    return rewriter.replace_by(op, new)


def reshape_instead_of_transposing(op: Operation, rewriter: Rewriter) -> bool:
    """
    A static transposition that only moves dimensions of size one moves no element.

        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>
    =>
        %1 = stablehlo.reshape %0 : (tensor<4x1xf32>) -> tensor<1x4xf32>
    """
    assert isinstance(op, TransposeOp)
    sizes = static_sizes(op.operand)
    order = ints(op.permutation)
    if sizes is None or order == tuple(range(len(order))):
        return False
    kept = [axis for axis in order if sizes[axis] != 1]
    if kept != sorted(kept):
        return False
    new = twin(ReshapeOp, op).create(operands=[op.operand], result_types=op.result_types)
    return rewriter.replace_by(op, new)


def static_sizes(value: SSAValue) -> tuple[int, ...] | None:
    """The sizes of a tensor when all of them are static."""
    tensor = as_tensor(value.type)
    return None if tensor is None or min(tensor.get_shape(), default=0) < 0 else tensor.get_shape()


def transpose_instead_of_broadcasting(op: Operation, rewriter: Rewriter) -> bool:
    """
    A static broadcast that only permutes dimensions.

        %1 = stablehlo.broadcast_in_dim %0, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
    =>
        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
    """
    assert isinstance(op, BroadcastInDimOp)
    sizes, result = static_sizes(op.operand), static_sizes(op.results[0])
    if sizes is None or result is None or len(sizes) != len(result):
        return False
    places = ints(op.broadcast_dimensions)
    order = tuple(places.index(axis) for axis in range(len(result)))
    if any(sizes[axis] != size for axis, size in zip(order, result, strict=True)):
        return False
    new = twin(TransposeOp, op).create(
        operands=[op.operand],
        result_types=op.result_types,
        properties={"permutation": ints_attr(order, prefix_of(op.name))},
    )
    return rewriter.replace_by(op, new)


register_rule(fold_equal_operands, AndOp, OrOp, XorOp, SubtractOp, MaxOp, MinOp, CompareOp)
register_rule(drop_absorbed, AndOp, MulOp, OrOp)
register_rule(drop_comparison_of_truth, CompareOp)
register_rule(drop_decided_select, SelectOp)
register_rule(drop_complex_of_parts, ComplexOp)
register_rule(drop_part_of_complex, RealOp, ImagOp)
register_rule(drop_element_of_tuple, GetTupleElementOp)
register_rule(drop_refinement_wrapper, CustomCallOp)
register_rule(merge_nested_concatenates, ConcatenateOp)
register_rule(reshape_instead_of_transposing, TransposeOp)
register_rule(transpose_instead_of_broadcasting, BroadcastInDimOp)
