"""Computes small integer tensors of which everything is known.

Exporters leave arithmetic on constants, and sizes that have become static add more of it.
Only integers and truth values, and only few of them: float arithmetic, which rounds, is left to
the run, and a large constant is worse than its computation. What the
specification leaves open (a division by zero) is not computed, and neither is arithmetic that wraps
around: the analysis reads no size from that, and must not find one in a constant instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import get_effects

from disc_shape.cards import elements_of, functions
from disc_shape.cards.elements import Scalar
from disc_shape.cards.hlo_elementwise import DIRECTIONS, FUNCTIONS
from disc_shape.cards.indices import Index, indices, is_inside, linearized
from disc_shape.dialects.hlo.attributes import constant_ints, int_of
from disc_shape.dialects.hlo.comparison import ClampOp, CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import IS_CONSTANT, ConstantOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.gather_scatter import GatherOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, ConcatenateOp, ReshapeOp, TransposeOp
from disc_shape.dialects.hlo.narrow import is_unsigned
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, PadOp, SliceOp
from disc_shape.relations.value_types import as_tensor, integer_type
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.traversal import operands_of

LIMIT = 64
"""The most elements of a tensor that is computed."""


def shape_of(value: SSAValue) -> Index | None:
    """The sizes of a static tensor that is small enough."""
    tensor = as_tensor(value.type)
    if tensor is None or DYNAMIC_INDEX in tensor.get_shape():
        return None
    shape = tensor.get_shape()
    return shape if prod(shape) <= LIMIT else None


def element_of(value: SSAValue) -> IntegerType | None:
    """The integer type of a tensor's elements."""
    tensor = as_tensor(value.type)
    return None if tensor is None else integer_type(tensor.element_type)


def wrap(number: int, type: IntegerType) -> int:
    """The number that a type holds after overflow."""
    width = type.width.data
    number &= (1 << width) - 1
    negative = width > 1 and not is_unsigned(type) and number >> (width - 1)
    return number - (1 << width) if negative else number


def numbers(value: SSAValue) -> tuple[int, ...] | None:
    """The elements of a small constant in row-major order, as its type reads them."""
    constant, type = defining(value), element_of(value)
    if not isinstance(constant, ConstantOp) or type is None:
        return None
    values = constant_ints(constant.value, LIMIT)
    return None if values is None else tuple(wrap(number, type) for number in values)


class Constants:
    """The elements of constant operands, as integers: a reader of elements rules."""

    def __init__(self, operands: Sequence[SSAValue]) -> None:
        self._known = {value: numbers(value) for value in operands}

    def element(self, value: SSAValue, index: Index) -> int | None:
        """An element of a constant."""
        known, shape = self._known.get(value), shape_of(value)
        if known is None or shape is None or not is_inside(index, shape):
            return None
        return known[linearized(index, shape)]

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element of a constant."""
        return self.element(value, index)

    def constant(self, number: int) -> int:
        """The number itself."""
        return number

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[int]) -> int | None:
        """A scalar function of numbers; None where it is not defined for their type."""
        before, after = element_of(op.operands[-1]), element_of(op.results[0])
        if before is None or after is None:
            return None
        function = scalar.booleans if before.width.data == 1 else scalar.function
        if function is functions.CONVERT:
            return int(operands[0] != 0) if after.width.data == 1 else operands[0]
        if function is None or function.fold is None:
            return None
        if scalar.unsigned and min(operands) < 0:
            return None
        number = function.fold(*operands)
        # Flipping all bits is no arithmetic: the result is read as its type reads it.
        return wrap(number, after) if function is functions.NOT and number is not None else number


def fold_constants(op: Operation, rewriter: Rewriter) -> bool:
    """
    Put a constant in the place of an operation on small integer constants.

        %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
        %1 = stablehlo.multiply %0, %0 : tensor<2xi32>
    =>
        %1 = stablehlo.constant dense<[4, 9]> : tensor<2xi32>
    """
    for operand in operands_of(op):
        if not IS_CONSTANT[type(operand.owner)]:
            return False
    return fold(op, rewriter)


def fold(op: Operation, rewriter: Rewriter) -> bool:
    """Put a constant in the place of an operation whose elements can be computed."""
    result, rule = op.results[0], elements_of(op)
    element, shape = element_of(result), shape_of(result)
    if rule is None or element is None or shape is None:
        return False
    if isinstance(op, CompareOp) and (truth := compared_floats(op)) is not None:
        return become_constant(op, [truth], rewriter)
    reader = Constants(op.operands)
    values: list[int] = []
    for index in indices(shape):
        number = rule.element(op, index, reader)
        if number is None or wrap(number, element) != number:
            return False
        values.append(int(number))
    return become_constant(op, values, rewriter)


def fold_by_card(op: Operation, rewriter: Rewriter) -> bool:
    """
    Put a constant in the place of an operation of any dialect whose card says what its elements
    are; see `fold_constants`. An operation that is known to do more than compute them stays.
    """
    operands = operands_of(op)
    if not operands or not IS_CONSTANT[type((*operands,)[0].owner)]:
        return False
    return len(op.results) == 1 and not get_effects(op) and fold(op, rewriter)


def compared_floats(op: CompareOp) -> int | None:
    """The comparison of two single floats, which does not round; None for others."""
    lhs, rhs = single_float(op.lhs), single_float(op.rhs)
    if lhs is None or rhs is None:
        return None
    if op.compare_type is not None and op.compare_type.data not in ("FLOAT", "NOTYPE"):
        return None
    return int(functions.DECIDE[DIRECTIONS[op.comparison_direction.data]](lhs, rhs))


def single_float(value: SSAValue) -> float | None:
    """The number that a constant of rank 0 holds, of a type that Python's floats hold exactly."""
    constant = defining(value)
    attr = constant.value if isinstance(constant, ConstantOp) else None
    if not isinstance(attr, DenseIntOrFPElementsAttr) or shape_of(value) != ():
        return None
    if not isinstance(cast("Attribute", attr.get_element_type()), Float32Type | Float64Type):
        return None
    return float(next(iter(cast("Iterable[float]", attr.iter_values()))))


def become_constant(op: Operation, values: Sequence[int], rewriter: Rewriter) -> bool:
    """Put a constant of integers in the place of an operation of static result type."""
    shape, type = shape_of(op.results[0]), element_of(op.results[0])
    if shape is None or type is None:
        return False
    tensor = TensorType(type, shape)
    attr = DenseIntOrFPElementsAttr.from_list(tensor, list(values))
    # Operations of other dialects get constants like those that they read.
    like = op if isinstance(op, HloOp) else defining(op.operands[0])
    if like is None:
        return False
    new = twin(ConstantOp, like).create(result_types=[tensor], properties={"value": attr})
    return rewriter.replace_by(op, new)


def fold_dimension_size(op: Operation, rewriter: Rewriter) -> bool:
    """
    Write a size that is known.

        %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    =>
        %1 = stablehlo.constant dense<4> : tensor<i32>
    """
    assert isinstance(op, GetDimensionSizeOp)
    size = rewriter.dims(op.operand)[int_of(op.dimension)].constant
    type = element_of(op.result)
    if size is None or type is None or wrap(size, type) != size:
        return False
    return become_constant(op, [size], rewriter)


register_rule(fold_constants, *FUNCTIONS, CompareOp, SelectOp, ClampOp, ConvertOp)
register_rule(
    fold_constants,
    ReshapeOp,
    BroadcastInDimOp,
    TransposeOp,
    ConcatenateOp,
    SliceOp,
    DynamicSliceOp,
    PadOp,
    GatherOp,
)
register_rule(fold_dimension_size, GetDimensionSizeOp)
register_rule(fold_by_card, Operation)
