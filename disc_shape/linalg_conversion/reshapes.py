"""Reshapes: groups of dimensions that facts about products of sizes decide."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IntegerAttr,
    TensorType,
    UnitAttr,
    i64,
)
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.dialects.hlo.movement import DynamicReshapeOp, ReshapeOp
from disc_shape.dialects.xdsl_extras.tensor import ExpandShapeOp
from disc_shape.dialects.xdsl_extras.tensor import ReshapeOp as TensorReshapeOp
from disc_shape.linalg_conversion.facts import Facts
from disc_shape.linalg_conversion.generic import result_sizes
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.types import INDEX, plain_type
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.symbolic import Expr, const

Group = tuple[tuple[int, ...], tuple[int, ...]]
"""Dimensions of the operand, and those of the result with the same elements."""


def convert_reshape(op: Operation, values: Values) -> None:
    """
    Dimensions that hold the same elements are collapsed and expanded, where facts prove which
    those are; else the sizes are given to `tensor.reshape`.

        // sizes of %0: [b, s, 32], of %1: [b * s, 4, 8]
        %1 = stablehlo.dynamic_reshape %0, %sizes : ... -> tensor<?x4x8xf32>
    =>
        %2 = tensor.collapse_shape %0 [[0, 1], [2]] : ... into tensor<?x32xf32>
        %1 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [%n, 4, 8] : ... into ...
    """
    assert isinstance(op, ReshapeOp | DynamicReshapeOp)
    sizes = result_sizes(op, op.result, values)
    values.bind(op.result, reshaped(op.operand, op.result, sizes, values))


def reshaped(
    operand: SSAValue, result: SSAValue, sizes: Sequence[Index], values: Values
) -> SSAValue:
    """The counterpart of an operand in the shape of a result."""
    writer, source, type_ = values.writer, values.tensor(operand), plain_type(result)
    if 0 in (rank_of(operand), rank_of(result)):
        return regrouped(writer, source, [], type_, [], [])
    before = sizes_of(operand, values.facts)
    after = sizes_of(result, values.facts)
    groups = matched(before, after, values.facts)
    if groups is not None:
        found = regrouped(writer, source, groups, type_, sizes, before)
    else:
        shape = writer.from_elements(writer.values(sizes), TensorType(INDEX, [len(sizes)]))
        found = writer.insert(TensorReshapeOp(source, shape, type_)).results[0]
    if has_elements(after, values.facts) or not is_ambiguous(groups, after, values.facts):
        note_definite(found)
    return found


DEFINITE = "definite"
"""Marks a reshape whose sizes all follow from those of the operand, for engines."""


def has_elements(sizes: Sequence[Expr | None], facts: Facts | None) -> bool:
    """Whether no size is zero in a legal run."""
    return facts is not None and all(size is not None and facts.differs(size, 0) for size in sizes)


def is_ambiguous(
    groups: Sequence[Group] | None, after: Sequence[Expr | None], facts: Facts | None
) -> bool:
    """
    Whether a size of zero may leave another one open: without elements, `[n, m]` is reshaped to
    `[n, k]`, directly or by way of another shape.
    """
    if groups is None or facts is None:
        return True
    for _, right in groups:
        sizes = [size for axis in right if (size := after[axis]) is not None]
        if len(right) > 1 and (len(sizes) < len(right) or facts.is_ambiguous(sizes)):
            return True
    return False


def note_definite(value: SSAValue) -> None:
    """Mark the reshape that a value comes from."""
    op = value.owner
    if isinstance(op, tensor.CastOp):
        op = op.source.owner
    if isinstance(op, ExpandShapeOp | TensorReshapeOp):
        op.attributes[DEFINITE] = UnitAttr()


def sizes_of(value: SSAValue, facts: Facts | None) -> list[Expr | None]:
    """The sizes of a value, None where nothing is known of one."""
    return [
        const(size) if size != DYNAMIC_INDEX else None if facts is None else facts.size(value, axis)
        for axis, size in enumerate(shape_of(value))
    ]


def matched(
    before: Sequence[Expr | None], after: Sequence[Expr | None], facts: Facts | None
) -> list[Group] | None:
    """
    The smallest groups of dimensions whose products are proved to be equal, in order; None where
    not all dimensions belong to one. Dimensions of size 1 join a neighbour.
    """
    groups: list[Group] = []
    i = j = 0
    while i < len(before) or j < len(after):
        found = next_group(before[i:], after[j:], facts)
        if found is None:
            return None
        left, right = found
        if not left or not right:
            # Only ones are left on one side: they join the last group.
            if not groups:
                return None
            last = groups.pop()
            groups.append(((*last[0], *range(i, i + left)), (*last[1], *range(j, j + right))))
        else:
            groups.append((tuple(range(i, i + left)), tuple(range(j, j + right))))
        i, j = i + left, j + right
    return groups


def next_group(
    before: Sequence[Expr | None], after: Sequence[Expr | None], facts: Facts | None
) -> tuple[int, int] | None:
    """How many dimensions the first group has on either side."""
    if not before or not after:
        rest = [*before, *after]
        ones = all(size is not None and size.constant == 1 for size in rest)
        return (len(before), len(after)) if ones else None
    counts = sorted(
        ((i, j) for i in range(1, len(before) + 1) for j in range(1, len(after) + 1)),
        key=lambda pair: (pair[0] + pair[1], pair[0]),
    )
    for i, j in counts:
        left = [size for size in before[:i] if size is not None]
        right = [size for size in after[:j] if size is not None]
        if len(left) == i and len(right) == j and products_equal(left, right, facts):
            return i, j
    return None


def products_equal(left: Sequence[Expr], right: Sequence[Expr], facts: Facts | None) -> bool:
    """Whether two groups of sizes have the same product in every legal run."""
    numbers = [[size.constant for size in sizes] for sizes in (left, right)]
    if None not in numbers[0] and None not in numbers[1]:
        first, second = (prod(one for one in some if one is not None) for some in numbers)
        return first == second
    return facts is not None and facts.product_equal(left, right)


def regrouped(
    writer: Writer,
    source: SSAValue,
    groups: Sequence[Group],
    type_: TensorType,
    sizes: Sequence[Index],
    before: Sequence[Expr | None],
) -> SSAValue:
    """A value with dimensions collapsed and expanded; without groups it has one element."""
    element = element_type_of(source.type)
    shape, wanted = shape_of(source), type_.get_shape()
    if all(len(left) == len(right) == 1 for left, right in groups) and groups:
        return writer.cast(source, type_)
    if any(len(left) > 1 for left, _ in groups) or (not groups and shape):
        middle = [product_of([shape[axis] for axis in left]) for left, _ in groups]
        if not groups:
            source = writer.cast(source, TensorType(element, [1] * len(shape)))
        source = writer.insert(
            tensor.CollapseShapeOp.create(
                operands=[source],
                result_types=[TensorType(element, middle)],
                properties={"reassociation": reassociation([left for left, _ in groups])},
            )
        ).results[0]
    if not any(len(right) > 1 for _, right in groups) and (groups or not wanted):
        return writer.cast(source, type_)
    # An expanded dimension is `?` exactly if one of those that it becomes is.
    exact = [product_of([wanted[axis] for axis in right]) for _, right in groups]
    source = writer.cast(source, TensorType(element, exact))
    result = type_ if groups else TensorType(element, [1] * len(wanted))
    dynamic = [writer.value(size) for size, known in zip(sizes, wanted, strict=False) if known < 0]
    if not groups:
        dynamic = []
    expanded = ExpandShapeOp(
        source,
        dynamic,
        reassociation([right for _, right in groups]),
        list(result.get_shape()),
        result,
    )
    return writer.cast(writer.insert(expanded).results[0], type_)


def product_of(sizes: Sequence[int]) -> int:
    """The product of sizes of a type."""
    return DYNAMIC_INDEX if DYNAMIC_INDEX in sizes else prod(sizes)


def reassociation(groups: Sequence[Sequence[int]]) -> ArrayAttr[ArrayAttr[IntegerAttr]]:
    """Groups of dimensions as an attribute."""
    return ArrayAttr([ArrayAttr([IntegerAttr(axis, i64) for axis in group]) for group in groups])


register_conversion(convert_reshape, ReshapeOp, DynamicReshapeOp)
