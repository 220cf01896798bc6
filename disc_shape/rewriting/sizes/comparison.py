"""Shapes whose sizes are scalars: whether they are equal or broadcast, and to which shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.xdsl_extras.constants import constant_int

Shape: TypeAlias = Sequence[SSAValue]
"""Sizes of type `index`."""

Insert: TypeAlias = Callable[[Operation], Operation]
"""Inserts an operation at the place where the result is needed; that operation."""


def equal(shapes: Sequence[Shape], insert: Insert) -> SSAValue:
    """Whether all shapes are equal, as an `i1`."""
    if len({len(shape) for shape in shapes}) > 1:
        return truth(False, insert)
    pairs = [pair for shape in shapes[1:] for pair in zip(shapes[0], shape, strict=True)]
    return conjunction([same(lhs, rhs, insert) for lhs, rhs in pairs if lhs is not rhs], insert)


def broadcast(
    shapes: Sequence[Shape], one: SSAValue, insert: Insert
) -> tuple[list[SSAValue], SSAValue]:
    """
    The shape to which shapes broadcast, aligned at their last sizes, given that they do, and
    whether they do, as an `i1`. `one` is the index 1.

        %one = arith.cmpi eq, %a, %c1 : index
        %size = arith.select %one, %b, %a : index
        %fits = (%one or %b == 1) or %a == %b
    """
    found: list[SSAValue] = []
    conditions: list[SSAValue] = []
    for place in range(max(map(len, shapes), default=0)):
        size, *others = [shape[-1 - place] for shape in shapes if len(shape) > place]
        for other in others:
            if other is size or constant_int(other) == 1:
                continue
            if constant_int(size) == 1:
                size = other
                continue
            first, second = same(size, one, insert), same(other, one, insert)
            either = insert(arith.OrIOp(first, second)).results[0]
            both = same(size, other, insert)
            conditions.append(insert(arith.OrIOp(either, both)).results[0])
            size = insert(arith.SelectOp(first, other, size)).results[0]
        found.append(size)
    return found[::-1], conjunction(conditions, insert)


def same(lhs: SSAValue, rhs: SSAValue, insert: Insert) -> SSAValue:
    """Whether two sizes are equal."""
    return insert(arith.CmpiOp(lhs, rhs, "eq")).results[0]


def conjunction(conditions: Sequence[SSAValue], insert: Insert) -> SSAValue:
    """Whether all conditions hold."""
    if not conditions:
        return truth(True, insert)
    total, *others = conditions
    for condition in others:
        total = insert(arith.AndIOp(total, condition)).results[0]
    return total


def truth(value: bool, insert: Insert) -> SSAValue:
    """A constant of type `i1`."""
    attr = IntegerAttr(-1 if value else 0, i1)
    op = arith.ConstantOp.create(result_types=[i1], properties={"value": attr})
    return insert(op).results[0]
