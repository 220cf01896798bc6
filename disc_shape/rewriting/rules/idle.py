"""Removes operations that do nothing because of a size: one element has only one order."""

from __future__ import annotations

import math
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IntegerType,
    NoneAttr,
    TensorType,
)
from xdsl.ir import Attribute, Operation

from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.hlo.attributes import int_of, ints, ints_attr
from disc_shape.dialects.hlo.binary import AddOp, AndOp, MaxOp, MinOp, MulOp, OrOp, XorOp
from disc_shape.dialects.hlo.creation import ConstantOp, DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import BroadcastOp, ReverseOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.relations.value_types import integer_range, integer_type, scalar_type
from disc_shape.rewriting.function import Rewriter, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.neutral import FLOATS, Number, is_every_bit, splat
from disc_shape.symbolic import Expr


def has_one_index(size: Expr, rewriter: Rewriter) -> bool:
    """True for a size that is known to be zero or one."""
    high = rewriter.range(size)[1]
    return high is not None and high <= 1


def drop_idle_reverse(op: Operation, rewriter: Rewriter) -> bool:
    """
    Reverse only along dimensions that may have two indices.

        %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<1x?xf32>
    =>
        %1 = stablehlo.reverse %0, dims = [1] : tensor<1x?xf32>
    """
    assert isinstance(op, ReverseOp)
    sizes, axes = rewriter.dims(op.operand), ints(op.dimensions)
    kept = [axis for axis in axes if not has_one_index(sizes[axis], rewriter)]
    if not kept:
        return rewriter.replace(op, [op.operand])
    if len(kept) == len(axes):
        return False
    new = type(op).create(
        operands=op.operands,
        result_types=op.result_types,
        properties={"dimensions": ints_attr(kept, prefix_of(op.name))},
    )
    return rewriter.replace_by(op, new)


def drop_idle_sort(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a sort along a dimension of size zero or one.

        %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({...}) : (tensor<1x?xf32>) -> ...
    =>
        uses of %1 use %0
    """
    assert isinstance(op, SortOp)
    sizes = rewriter.dims(op.inputs[0])
    axis = -1 if op.dimension is None else int_of(op.dimension)
    if sizes and not has_one_index(sizes[axis], rewriter):
        return False
    return rewriter.replace(op, op.inputs)


def drop_idle_old_broadcast(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a broadcast that adds no dimension.

        %1 = stablehlo.broadcast %0, sizes = [] : (tensor<?xf32>) -> tensor<?xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, BroadcastOp)
    return not ints(op.broadcast_sizes) and rewriter.replace(op, [op.operand])


def drop_idle_reduction(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a reduction along no dimension whose initial value is neutral: how often that is combined
    with an element is left open (StableHLO specification, "reduce").

        %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = []
    =>
        uses of %1 use %0
    """
    assert isinstance(op, ReduceOp)
    if ints(op.dimensions) or not starts_neutral(op):
        return False
    return rewriter.replace(op, [op.inputs[0]])


def starts_neutral(op: ReduceOp) -> bool:
    """True for a reduction of one operand by one operation that its initial value is neutral of."""
    reducer = op.reducer
    if reducer is None or len(op.inputs) != 1:
        return False
    number = splat(op.init_values[0])
    element = scalar_type(op.init_values[0].type)
    return number is not None and is_neutral(reducer, number, element)


def is_neutral(reducer: Operation, number: Number, type: Attribute) -> bool:
    """True when combining a number with any other gives that other; the sign of a zero is open."""
    if not has_numbers(type):
        return False
    if isinstance(reducer, AddOp | OrOp | XorOp):
        return number == 0
    if isinstance(reducer, AndOp):
        return is_every_bit(number, type)
    if isinstance(reducer, MulOp):
        return number == 1 and type != IntegerType(1)
    lowest, highest = integer_range(type)
    if lowest is None or highest is None:
        lowest, highest = -math.inf, math.inf
    if isinstance(reducer, MaxOp):
        return number == lowest
    return isinstance(reducer, MinOp) and number == highest


def has_numbers(type: Attribute) -> bool:
    """True for integers, and for floats with infinities and signed zeros."""
    return integer_type(type) is not None or isinstance(scalar_type(type), FLOATS)


def make_idle_iota_constant(op: Operation, rewriter: Rewriter) -> bool:
    """
    Along a dimension of size one the only index is zero.

        %0 = stablehlo.iota dim = 1 : tensor<4x1xi32>
    =>
        %0 = stablehlo.constant dense<0> : tensor<4x1xi32>
    """
    assert isinstance(op, IotaOp | DynamicIotaOp)
    sizes = rewriter.dims(op.result)
    type = static_type(strip(op.result.type), sizes)
    if type is None or sizes[int_of(op.iota_dimension)].constant != 1:
        return False
    return become_splat(op, 0, type, rewriter)


def is_constant_element(type: Attribute) -> bool:
    """True for the element types of constants, whether or not they have the number zero."""
    return isinstance(type, IntegerType | AnyFloat | ComplexType)


def become_splat(
    op: Operation, number: int, type: TensorType[Attribute], rewriter: Rewriter
) -> bool:
    """
    Put a constant in the place of an operation; False for elements that do not have the number,
    and for no elements of a type that constants do not have.
    """
    shape = type.get_shape()
    numeric = is_constant_element(type.element_type) if 0 in shape else has_numbers(type)
    if not numeric or type.encoding != NoneAttr():
        return False
    plain = cast("TensorType[IntegerType]", TensorType(type.element_type, shape))
    attr = DenseIntOrFPElementsAttr.from_list(plain, [] if 0 in shape else [number])
    new = twin(ConstantOp, op).create(result_types=[type], properties={"value": attr})
    return rewriter.replace_by(op, new)


register_rule(drop_idle_reverse, ReverseOp)
register_rule(drop_idle_sort, SortOp)
register_rule(drop_idle_old_broadcast, BroadcastOp)
register_rule(drop_idle_reduction, ReduceOp)
register_rule(make_idle_iota_constant, IotaOp, DynamicIotaOp)
